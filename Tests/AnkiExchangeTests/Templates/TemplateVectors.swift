import Foundation

/// Corners of the template language and what the program that it comes from makes of them.
struct TemplateVectors: Decodable {
  struct Render: Decodable {
    var kind: String?
    var ord: Int?
    var fields: [[String]]
    var tags: [String]?
    var q: String
    var a: String
    var type: String
    var question: String?
    var answer: String?
    var empty: Bool?
    var error: String?
    var numbers: [Int]?
  }

  struct Text: Decodable {
    var html: String
    var stripped: String
    var with_media: String
    var line: String
    var line_media: String
    /// The comparison with nothing typed: the expected text as HTML inside an element.
    var typed: String
  }

  struct Sounds: Decodable {
    var html: String
    var sounds: [ExpectedPackage.Sound]
  }

  struct TypedCloze: Decodable {
    var text: String
    var number: Int
    var expected: String
  }

  var renders: [Render]
  var texts: [Text]
  var sounds: [Sounds]
  var typed_clozes: [TypedCloze]

  static let all = Result { () throws -> TemplateVectors in
    let file = ExpectedPackage.folder.appending(path: "templates.vectors.json")
    return try JSONDecoder().decode(TemplateVectors.self, from: Data(contentsOf: file))
  }
}
