print("deckle")
