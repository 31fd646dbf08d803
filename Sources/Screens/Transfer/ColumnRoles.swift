import StudyDomain

/// What the columns of a text are, each field and use once, and how one of them is changed.
struct ColumnRoles {
  private static let nothing = "-"
  private let roles: [String]
  /// What may stand in a column; the first field is the first of them.
  private let values: [[String]]

  init(_ columns: TextColumns) {
    roles = columns.columns.map(\.role.value)
    values = columns.columns.map(\.role.values)
  }

  /// The roles after a column has gone some steps on; nil where no other can stand.
  ///
  /// The values that cannot stand are left out. `before` is what the columns were when its steps began.
  func stepped(_ place: Int, by steps: Int, from before: [String]?) -> [String]? {
    let base = before.flatMap { $0.count == roles.count ? $0 : nil } ?? roles
    let allowed = values[place].compactMap { taking($0, at: place, base) }
    guard allowed.count > 1 else { return nil }
    let now = allowed.firstIndex { $0[place] == roles[place] } ?? 0
    return allowed[((now + steps) % allowed.count + allowed.count) % allowed.count]
  }

  /// A column takes what another is, and that one becomes what it was; nil when no column would be
  /// the first field then.
  private func taking(_ value: String, at place: Int, _ base: [String]) -> [String]? {
    guard let first = values[place].first else { return nil }
    var roles = base
    if value != Self.nothing, let other = base.firstIndex(of: value), other != place {
      roles[other] = base[place]
    }
    roles[place] = value
    // A column that is nothing yet becomes the first field where that was given up.
    if !roles.contains(first),
      let free = roles.indices.first(where: { $0 != place && roles[$0] == Self.nothing })
    {
      roles[free] = first
    }
    return roles.contains(first) ? roles : nil
  }
}
