// Written by Tools/write-bundle.py; run it after adding, renaming or removing a file.
#include "BundledResources.h"

static const unsigned char file_0[] = {
#embed "decks/Astronomy.md"
};

static const unsigned char file_1[] = {
#embed "decks/Capitals/Africa.md"
};

static const unsigned char file_2[] = {
#embed "decks/Capitals/Americas.md"
};

static const unsigned char file_3[] = {
#embed "decks/Capitals/Asia and Oceania.md"
};

static const unsigned char file_4[] = {
#embed "decks/Capitals/Europe.md"
};

static const unsigned char file_5[] = {
#embed "decks/Chemistry/Compounds.md"
};

static const unsigned char file_6[] = {
#embed "decks/Chemistry/Elements.md"
};

static const unsigned char file_7[] = {
#embed "decks/Chemistry/notetypes.yaml"
};

static const unsigned char file_8[] = {
#embed "decks/Japanese/Hiragana.md"
};

static const unsigned char file_9[] = {
#embed "decks/Japanese/Katakana.md"
};

static const unsigned char file_10[] = {
#embed "decks/Mathematics/Linear algebra.md"
};

static const unsigned char file_11[] = {
#embed "decks/Programming/Git.md"
};

static const unsigned char file_12[] = {
#embed "decks/Programming/Networking.md"
};

static const unsigned char file_13[] = {
#embed "decks/Programming/Vim.md"
};

static const unsigned char file_14[] = {
#embed "decks/Spanish.md"
};

static const unsigned char file_15[] = {
#embed "decks/Spanish/Food.md"
};

static const unsigned char file_16[] = {
#embed "decks/Spanish/Verbs.md"
};

static const unsigned char file_17[] = {
#embed "tutorial/Welcome.md"
};

static const bundled_file files[] = {
    {"decks/Astronomy.md", file_0, sizeof file_0},
    {"decks/Capitals/Africa.md", file_1, sizeof file_1},
    {"decks/Capitals/Americas.md", file_2, sizeof file_2},
    {"decks/Capitals/Asia and Oceania.md", file_3, sizeof file_3},
    {"decks/Capitals/Europe.md", file_4, sizeof file_4},
    {"decks/Chemistry/Compounds.md", file_5, sizeof file_5},
    {"decks/Chemistry/Elements.md", file_6, sizeof file_6},
    {"decks/Chemistry/notetypes.yaml", file_7, sizeof file_7},
    {"decks/Japanese/Hiragana.md", file_8, sizeof file_8},
    {"decks/Japanese/Katakana.md", file_9, sizeof file_9},
    {"decks/Mathematics/Linear algebra.md", file_10, sizeof file_10},
    {"decks/Programming/Git.md", file_11, sizeof file_11},
    {"decks/Programming/Networking.md", file_12, sizeof file_12},
    {"decks/Programming/Vim.md", file_13, sizeof file_13},
    {"decks/Spanish.md", file_14, sizeof file_14},
    {"decks/Spanish/Food.md", file_15, sizeof file_15},
    {"decks/Spanish/Verbs.md", file_16, sizeof file_16},
    {"tutorial/Welcome.md", file_17, sizeof file_17},
};

size_t bundled_file_count(void) { return sizeof files / sizeof files[0]; }

bundled_file bundled_file_at(size_t index) { return files[index]; }
