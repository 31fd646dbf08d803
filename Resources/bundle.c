#include "BundledResources.h"

size_t bundled_file_count(void) { return 0; }

bundled_file bundled_file_at(size_t index) { return (bundled_file){0}; }
