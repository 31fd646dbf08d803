#pragma once
#include <stddef.h>

/// One file carried inside the program: its path below `Resources`, its bytes and their number.
typedef struct {
  const char *path;
  const unsigned char *bytes;
  size_t count;
} bundled_file;

/// The number of bundled files.
size_t bundled_file_count(void);

/// The bundled file at an index below `bundled_file_count()`.
bundled_file bundled_file_at(size_t index);
