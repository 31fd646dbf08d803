import Observation
import Screens
import TerminalUI

/// The theme and the keys that all screens share.
@MainActor @Observable final class Presentation {
  /// Screens hold on to it: it takes other keys, never another's place.
  @ObservationIgnored let keys: KeyCatalogue
  private var chosen: Theme
  private var preview: Theme?

  init(theme: Theme, keys: KeyCatalogue) {
    chosen = theme
    self.keys = keys
  }

  /// The theme to draw with.
  var theme: Theme { preview ?? chosen }

  func take(_ theme: Theme) {
    chosen = theme
  }

  /// Draws with a theme until another is shown or taken; nil with the one in force.
  func show(_ theme: Theme?) {
    preview = theme
  }
}
