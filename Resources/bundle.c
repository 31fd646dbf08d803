// Written by Tools/write-bundle.py; do not edit.

#include "BundledResources.h"

static const unsigned char file_0[] = {
#embed "tutorial/Welcome.md" if_empty(0)
};

static const bundled_file files[] = {
  {"tutorial/Welcome.md", file_0, sizeof file_0},
};

size_t bundled_file_count(void) { return 1; }

bundled_file bundled_file_at(size_t index) { return files[index]; }
