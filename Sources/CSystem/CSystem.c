#define _GNU_SOURCE
#include "CSystem.h"

#include <fcntl.h>
#include <malloc.h>
#include <stdio.h>
#include <unistd.h>

int deckle_rename_exchange(const char *first, const char *second) {
  return renameat2(AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE);
}

int deckle_rename_noreplace(const char *from, const char *to) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

const char *const *deckle_environment(void) { return (const char *const *)environ; }

void deckle_give_back_memory(void) { malloc_trim(0); }
