#pragma once
/// getopt_long for Swift: its globals and its struct are out of reach there.

/// One long option, and whether a value follows it.
typedef struct {
  const char *name;
  int takes_value;
} deckle_option;

/// The next word of the command line.
typedef enum {
  deckle_word_end = -1,
  /// An option: see `deckle_option_index` and `deckle_option_value`.
  deckle_word_option = 0,
  /// A word that is no option: its text is `deckle_option_value`.
  deckle_word_argument = 1,
  /// An option that is not known, or lacks its value: see `deckle_option_text`.
  deckle_word_unknown = 2,
  deckle_word_lacks_value = 3,
  deckle_word_needless_value = 4,
} deckle_word;

/// Begins anew with a command line; `argv` and `options` must outlive the calls that follow.
void deckle_options_begin(int argc, char *const *argv, const deckle_option *options, int count);

deckle_word deckle_options_next(void);

/// The index of the option just read.
int deckle_option_index(void);

/// The value of the option just read, or the text of an argument; NULL when there is none.
const char *deckle_option_value(void);

/// The word that was not understood.
const char *deckle_option_text(void);
