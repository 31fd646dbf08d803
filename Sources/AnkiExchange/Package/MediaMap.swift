/// Reads and writes the list of media, in both of its forms.
enum MediaMap {
  private static let maximumFiles = 400_000

  static func json(
    _ bytes: [UInt8], _ zip: ZipReader, _ log: inout RepairLog
  ) throws -> [AnkiMediaFile] {
    let value: JSONValue
    do {
      value = try JSONReader.read(bytes)
    } catch {
      throw AnkiPackageError.mediaMapBroken(reason: error.message)
    }
    guard let object = value.objectValue else {
      throw AnkiPackageError.mediaMapBroken(reason: "no JSON object")
    }
    var entries: [(UInt32, String)] = []
    for (key, value) in object {
      guard let number = UInt32(key), let name = value.stringValue else {
        throw AnkiPackageError.mediaMapBroken(reason: "entry “\(key)”")
      }
      entries.append((number, name))
    }
    entries.sort { $0.0 < $1.0 }
    var names = NameCollector()
    return entries.compactMap { number, name in
      names.file(name, number: Int(number), zip, &log)
    }
  }

  static func protobuf(
    _ bytes: [UInt8], _ zip: ZipReader, _ log: inout RepairLog
  ) throws -> [AnkiMediaFile] {
    var files: [AnkiMediaFile] = []
    var names = NameCollector()
    var noted = log
    var number = 0
    do {
      try ProtobufReader.read(bytes) { key, value throws(ProtobufError) in
        guard key == 1 else { return }
        guard number < maximumFiles else { throw ProtobufError() }
        let (name, size, sha1) = try entry(value.slice)
        if var file = names.file(name, number: number, zip, &noted) {
          file.size = size
          file.sha1 = sha1
          files.append(file)
        }
        number += 1
      }
    } catch {
      throw AnkiPackageError.mediaMapBroken(reason: "entry \(number)")
    }
    log = noted
    return files
  }

  private static func entry(
    _ message: ArraySlice<UInt8>
  ) throws(ProtobufError) -> (name: String, size: Int64, sha1: [UInt8]) {
    var name = ""
    var size: Int64 = 0
    var sha1: [UInt8] = []
    try ProtobufReader.read(message) { number, value throws(ProtobufError) in
      switch number {
      case 1: name = try value.text
      case 2: size = try value.integer
      case 3: sha1 = Array(try value.slice)
      default: break
      }
    }
    guard sha1.count == 20, size >= 0 else { throw ProtobufError() }
    return (name, size, sha1)
  }

  /// Makes names safe and sees that none comes twice.
  private struct NameCollector {
    private var seen: Set<String> = []

    mutating func file(
      _ mapName: String, number: Int, _ zip: ZipReader, _ log: inout RepairLog
    ) -> AnkiMediaFile? {
      guard MediaName.isSafe(mapName), let name = MediaName.normal(mapName) else {
        log.note(.mediaNameUnsafe, mapName)
        return nil
      }
      guard seen.insert(name).inserted else {
        log.note(.mediaNameTwice, mapName)
        return nil
      }
      if !name.utf8.elementsEqual(mapName.utf8) { log.note(.mediaNameChanged, mapName) }
      let member = String(number)
      return AnkiMediaFile(
        name: name, mapName: mapName, member: member, size: zip.members[member]?.size, sha1: nil)
    }
  }

  // MARK: Writing

  static func json(_ names: [String]) -> [UInt8] {
    var output: [UInt8] = [UInt8(ascii: "{")]
    for (number, name) in names.enumerated() {
      if number > 0 { output.append(UInt8(ascii: ",")) }
      output += "\"\(number)\":".utf8
      JSONWriter.quote(name, into: &output)
    }
    return output + [UInt8(ascii: "}")]
  }

  static func protobuf(_ files: [(name: String, size: Int64, sha1: [UInt8])]) -> [UInt8] {
    var writer = ProtobufWriter()
    for file in files {
      var entry = ProtobufWriter()
      entry.write(1, file.name)
      entry.write(2, file.size)
      entry.writeAlways(3, file.sha1)
      writer.writeAlways(1, entry.bytes)
    }
    return writer.bytes
  }
}
