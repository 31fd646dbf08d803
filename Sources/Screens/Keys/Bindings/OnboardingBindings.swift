let onboardingBindings: [KeyBinding] = [
  KeyBinding(
    .createCollection, [.enter], "create", "Make the collection with a deck to learn deckle by",
    in: .screen(.onboarding), footer: 90),
  KeyBinding(
    .createEmpty, ["n"], "without tutorial", "Make the collection without that deck",
    in: .screen(.onboarding), footer: 50),
  KeyBinding(
    .editPath, ["e"], "change folder", "Type another folder", in: .screen(.onboarding), footer: 60),
  KeyBinding(.quit, ["q", .escape], "quit", "Leave deckle", in: .screen(.onboarding), footer: 70),
]
