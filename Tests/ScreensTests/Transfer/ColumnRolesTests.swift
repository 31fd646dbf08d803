import StudyDomain
import TestSupport
import Testing

@testable import Screens

@Suite struct ColumnRolesTests {
  private static let values = ["Front", "Back", "tags", "deck", "-"]

  private static func columns(_ roles: [String]) -> TextColumns {
    var columns = Sample.columns
    columns.columns = roles.map {
      .init(name: "", role: .init($0, of: values), samples: [])
    }
    return columns
  }

  /// The roles after each of some steps.
  private static func walk(
    _ place: Int, by steps: Int, times: Int, from roles: [String]
  ) -> [String] {
    var now = roles
    return (0..<times).compactMap { _ in
      guard let next = ColumnRoles(columns(now)).stepped(place, by: steps, from: roles) else {
        return nil
      }
      now = next
      return now.joined(separator: ",")
    }
  }

  @Test func `a column goes through all values and back, the others get theirs again`() {
    let forth = [
      "Front,tags,Back", "Front,deck,tags", "Front,-,tags", "Back,Front,tags", "Front,Back,tags",
    ]
    #expect(Self.walk(1, by: 1, times: 5, from: ["Front", "Back", "tags"]) == forth)
    #expect(
      Self.walk(1, by: -1, times: 5, from: ["Front", "Back", "tags"])
        == forth.dropLast().reversed() + forth.suffix(1))
  }

  @Test func `no column gets stuck while another can be the first field`() {
    #expect(
      Self.walk(1, by: 1, times: 5, from: ["-", "Front"])
        == ["Front,Back", "Front,tags", "Front,deck", "Front,-", "-,Front"])
  }

  @Test func `values that would leave no first field are left out`() {
    #expect(
      Self.walk(0, by: 1, times: 2, from: ["Front", "Back"]) == ["Back,Front", "Front,Back"])
    #expect(Self.walk(0, by: 1, times: 1, from: ["Front"]) == [])
  }
}
