#define _GNU_SOURCE
#include "deckle_options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { most_options = 64 };

static struct {
  int argc;
  char *const *argv;
  struct option longs[most_options + 1];
  int index;
  const char *value;
  const char *text;
  int is_behind_options;
} state;

void deckle_options_begin(int argc, char *const *argv, const deckle_option *options, int count) {
  memset(&state, 0, sizeof state);
  state.argc = argc;
  state.argv = argv;
  if (count > most_options) abort();
  for (int i = 0; i < count; i++) {
    state.longs[i] = (struct option){
      options[i].name, options[i].takes_value ? required_argument : no_argument, NULL, 0};
  }
  optind = 0;  // glibc: forget the last command line
  opterr = 0;
}

deckle_word deckle_options_next(void) {
  int at = optind ? optind : 1;
  // "-": arguments come in order; ":": a missing value is told apart from an unknown option.
  int found = state.is_behind_options
                ? -1
                : getopt_long(state.argc, state.argv, "-:hV", state.longs, &state.index);
  state.value = optarg;
  state.text = at < state.argc ? state.argv[at] : "";
  switch (found) {
  case -1:
    state.is_behind_options = 1;  // "--" was met, or the end
    if (optind < state.argc) {
      state.value = state.argv[optind++];
      return deckle_word_argument;
    }
    return deckle_word_end;
  case 0: return deckle_word_option;
  case 1: return deckle_word_argument;
  case ':': return deckle_word_lacks_value;
  case 'h':
  case 'V':
    for (int i = 0; state.longs[i].name; i++) {
      if (!strcmp(state.longs[i].name, found == 'h' ? "help" : "version")) state.index = i;
    }
    return deckle_word_option;
  default: return optopt && strchr(state.text, '=') ? deckle_word_needless_value : deckle_word_unknown;
  }
}

int deckle_option_index(void) { return state.index; }
const char *deckle_option_value(void) { return state.value; }
const char *deckle_option_text(void) { return state.text; }
