// swift-tools-version: 6.2
import PackageDescription

// The layers of `Documentation/ARCHITECTURE.md`, lowest first. A module may import only what its
// line lists: `--explicit-target-dependency-import-check error` and ArchitectureTests hold that.

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

/// Where a person waits for no loop, a release is built small.
let smallModules: Set = ["Neighbours", "Screens", "AppCore", "CommandLineTool"]
let small = SwiftSetting.unsafeFlags(["-Osize"], .when(configuration: .release))

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies,
    swiftSettings: strict + (smallModules.contains(name) ? [small] : []))
}

func tests(
  of name: String, _ others: [Target.Dependency] = [], resources: [Resource]? = nil
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.init(stringLiteral: name), "TestSupport"] + others,
    resources: resources, swiftSettings: strict)
}

func systemLibrary(_ name: String, apt: String) -> Target {
  .systemLibrary(name: name, providers: [.apt([apt])])
}

let package = Package(
  name: "deckle",
  products: [.executable(name: "deckle", targets: ["deckle"])],
  targets: [
    // C libraries of the system
    systemLibrary("CNCurses", apt: "libncurses-dev"),
    systemLibrary("CMD4C", apt: "libmd4c-dev"),
    systemLibrary("CYAML", apt: "libyaml-dev"),
    systemLibrary("CXXHash", apt: "libxxhash-dev"),
    systemLibrary("CUTF8Proc", apt: "libutf8proc-dev"),
    systemLibrary("CGumbo", apt: "libgumbo-dev"),
    systemLibrary("CSQLite", apt: "libsqlite3-dev"),
    systemLibrary("CMiniZip", apt: "libminizip-dev"),
    systemLibrary("CZstd", apt: "libzstd-dev"),
    .target(name: "CSystem"),

    // Values and rules
    module("StudyDomain"),
    module("Scheduling", ["StudyDomain"]),
    module("DeckFormat", ["StudyDomain", "CYAML", "CXXHash", "CUTF8Proc"]),
    module("History", ["StudyDomain", "CXXHash"]),
    module("Markup", ["StudyDomain", "CMD4C", "CGumbo"]),
    module("AnkiExchange", ["StudyDomain", "CSQLite", "CMiniZip", "CZstd", "CUTF8Proc"]),
    module("Neighbours", ["StudyDomain", "DeckFormat", "CSQLite"]),

    // Files
    module("FileStorage", ["StudyDomain", "CSystem"]),
    module(
      "Managers",
      [
        "StudyDomain", "Scheduling", "DeckFormat", "History", "Markup", "FileStorage",
        "AnkiExchange", "Neighbours", "CXXHash",
      ]),

    // Screens
    module("Interaction"),
    module("TerminalUI", ["Markup", "Interaction"]),
    module("Screens", ["StudyDomain", "Markup", "Interaction", "TerminalUI"]),

    // The application
    module(
      "AppCore",
      [
        "StudyDomain", "Scheduling", "DeckFormat", "History", "Markup", "FileStorage", "Managers",
        "TerminalUI", "Screens",
      ]),
    module("NCursesDriver", ["TerminalUI", "CNCurses"]),
    .target(
      name: "BundledResources", path: "Resources", exclude: ["decks", "tutorial"],
      sources: ["bundle.c"]),
    module(
      "CommandLineTool",
      ["StudyDomain", "Markup", "TerminalUI", "AppCore", "BundledResources", "CSystem"]),
    .executableTarget(
      name: "deckle", dependencies: ["CommandLineTool", "NCursesDriver", "CSystem"],
      swiftSettings: strict),

    // Tests
    .target(
      name: "TestSupport", dependencies: ["TerminalUI"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .target(name: "PseudoTerminal", path: "Tests/PseudoTerminal"),
    tests(of: "StudyDomain"),
    tests(of: "Scheduling", ["StudyDomain"], resources: [.copy("Fixtures")]),
    tests(of: "DeckFormat", ["StudyDomain"], resources: [.copy("Fixtures")]),
    tests(of: "History", ["StudyDomain", "Scheduling"], resources: [.copy("Fixtures")]),
    tests(of: "Markup", ["StudyDomain"]),
    tests(of: "AnkiExchange", ["StudyDomain"], resources: [.copy("Fixtures")]),
    tests(of: "Neighbours", ["StudyDomain", "DeckFormat", "CSQLite"]),
    tests(of: "FileStorage", ["StudyDomain", "CSystem"]),
    tests(of: "Interaction"),
    tests(
      of: "Managers",
      [
        "StudyDomain", "Scheduling", "DeckFormat", "History", "Markup", "FileStorage",
        "AnkiExchange", "Neighbours", "CSQLite",
      ]),
    tests(of: "TerminalUI", ["Markup", "Interaction"]),
    tests(
      of: "Screens", ["StudyDomain", "Markup", "Interaction", "TerminalUI"],
      resources: [.copy("Snapshots")]),
    tests(of: "NCursesDriver", ["TerminalUI"]),
    tests(of: "AppCore", ["StudyDomain", "Managers", "FileStorage", "Screens", "TerminalUI"]),
    tests(of: "CommandLineTool", ["StudyDomain", "AppCore"]),
    .testTarget(
      name: "TerminalTests",
      dependencies: ["Markup", "TerminalUI", "PseudoTerminal", "TestSupport"],
      swiftSettings: strict),
    .testTarget(name: "ArchitectureTests", swiftSettings: strict),
  ],
  cLanguageStandard: .c2x
)
