#pragma once
/// Calls of the GNU C library that a Swift module cannot reach: each needs _GNU_SOURCE or is a macro.

#include <stddef.h>
#include <stdint.h>

#include "deckle_options.h"

/// Exchanges two paths atomically (renameat2 with RENAME_EXCHANGE); 0, or -1 with errno.
int deckle_rename_exchange(const char *first, const char *second);

/// Renames without replacing an existing target (RENAME_NOREPLACE); 0, or -1 with errno.
int deckle_rename_noreplace(const char *from, const char *to);

/// The environment of this process: `NAME=value` strings, NULL at the end.
const char *const *deckle_environment(void);

/// Gives freed memory back to the system (malloc_trim).
void deckle_give_back_memory(void);
