#pragma once
#include <sqlite3.h>

// Variadic, so out of Swift's reach.
static inline int CSQLiteSetDefensive(sqlite3 *database) {
  int is_set = 0;
  return sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, &is_set);
}
