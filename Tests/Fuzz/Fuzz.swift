import Glibc

/// One reader that takes whatever bytes there are.
struct FuzzTarget: Sendable {
  var name: String
  /// Reads; traps where something does not hold that always should.
  var read: @Sendable ([UInt8]) -> Void

  static let all: [FuzzTarget] = packageTargets + textTargets + deckTargets

  /// The one that the environment variable `DECKLE_FUZZ` names.
  static let chosen: FuzzTarget = {
    let name = getenv("DECKLE_FUZZ").map { String(cString: $0) } ?? ""
    guard let target = all.first(where: { $0.name == name }) else {
      fatalError("DECKLE_FUZZ is one of \(all.map(\.name).joined(separator: " "))")
    }
    return target
  }()
}

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTarget.chosen.read(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}

/// Says what did not hold; kept where `assert` is not.
func always(_ holds: Bool, _ what: String) {
  if !holds { fatalError(what) }
}
