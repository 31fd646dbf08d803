import Foundation
import Testing

/// A JSON file of `Fixtures`, decoded.
func fixture<Value: Decodable>(_ name: String, as type: Value.Type) throws -> Value {
  let url = try #require(
    Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Fixtures"))
  return try JSONDecoder().decode(type, from: Data(contentsOf: url))
}
