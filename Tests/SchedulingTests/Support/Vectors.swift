import Scheduling
import StudyDomain

/// The parts of `vectors.json` on memory and answering.
struct Vectors: Decodable {
  var parameter_sets: [String: ParameterSet]
  var sequences: [Sequence]
  var buttons: [Buttons]
  var sm2: [Conversion]
  var anki_buttons: [AnkiButtons]
  var fuzz: FuzzTables

  static let all = try? fixture("vectors", as: Vectors.self)

  func model(_ name: String) -> FSRS6 {
    FSRS6(FSRSParameters(parameter_sets[name]?.given ?? []))
  }

  struct ParameterSet: Decodable {
    var given: [Double]
    var used: [Double]
  }

  struct Sequence: Decodable {
    var name: String
    var params: String
    var dr: Double
    var max_ivl: Int
    var reviews: [[Int]]
    var s: [Double]
    var d: [Double]
    var r_before: [Double?]
    var ivl_raw: [Double]
    var ivl: [Int]
  }

  struct Buttons: Decodable {
    var params: String
    var s: Double?
    var d: Double?
    var days: Int
    var dr: Double
    var again: [Double]
    var hard: [Double]
    var good: [Double]
    var easy: [Double]
  }

  struct Conversion: Decodable {
    var params: String
    var ease: Double
    var ivl: Double
    var retention: Double
    var s: Double
    var d: Double
  }

  struct AnkiButtons: Decodable {
    var config: Config
    var card: Card?
    var again: Result
    var hard: Result
    var good: Result
    var easy: Result

    struct Config: Decodable {
      var learn: [Double]
      var relearn: [Double]
      var params: String
      var dr: Double
      var max_ivl: Int?
      var leech: Int?
    }
    struct Card: Decodable {
      var type: String
      var s: Double?
      var d: Double?
      var days: Int?
      var ivl: Int?
      var left: Int?
      var lapses: Int?
    }
    struct Result: Decodable {
      var state: String
      var secs: Int?
      var days: Int?
      var left: Int?
      var lapses: Int?
      var leech: Bool?
      var s: Double
      var d: Double
    }
  }

  struct FuzzTables: Decodable {
    var table_1_to_400: [[Int]]
    var fractional: [[Double]]
    var bounded: [Bounded]
    var minimum_for_previous: [Least]

    struct Bounded: Decodable {
      var ivl: Double
      var min: Int
      var max: Int
      var range: [Int]
    }
    struct Least: Decodable {
      var ivl: Double
      var prev: Int
      var min: Int
    }
  }
}

/// True within the relative tolerance of the recorded numbers.
func isClose(_ value: Double, _ expected: Double, relative: Double = 2e-4) -> Bool {
  abs(value - expected) <= relative * max(abs(expected), 1e-9)
}
