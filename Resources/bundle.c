// Written by Tools/write-bundle.py; do not edit.

#include "BundledResources.h"

static const unsigned char file_0[] = {
#embed "decks/Capitals.md" if_empty(0)
};
static const unsigned char file_1[] = {
#embed "decks/Kana.md" if_empty(0)
};
static const unsigned char file_2[] = {
#embed "decks/Spanish.md" if_empty(0)
};
static const unsigned char file_3[] = {
#embed "decks/Spanish/Food.md" if_empty(0)
};
static const unsigned char file_4[] = {
#embed "decks/Spanish/Verbs.md" if_empty(0)
};
static const unsigned char file_5[] = {
#embed "tutorial/Welcome.md" if_empty(0)
};

static const bundled_file files[] = {
  {"decks/Capitals.md", file_0, sizeof file_0},
  {"decks/Kana.md", file_1, sizeof file_1},
  {"decks/Spanish.md", file_2, sizeof file_2},
  {"decks/Spanish/Food.md", file_3, sizeof file_3},
  {"decks/Spanish/Verbs.md", file_4, sizeof file_4},
  {"tutorial/Welcome.md", file_5, sizeof file_5},
};

size_t bundled_file_count(void) { return 6; }

bundled_file bundled_file_at(size_t index) { return files[index]; }
