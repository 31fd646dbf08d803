#pragma once
// Without the first, cchar_t and its functions are invisible.
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <curses.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>
#undef lines
#undef columns

// The GNU C library hides these three without _GNU_SOURCE, which comes too late in a module.
int wcwidth(wchar_t);
int posix_spawn_file_actions_addtcsetpgrp_np(posix_spawn_file_actions_t *, int);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);

/// Takes the person's locale for characters; where that is not UTF-8, C.UTF-8.
static inline void nc_set_locale(void) {
  if (setlocale(LC_CTYPE, "") == NULL || strcmp(nl_langinfo(CODESET), "UTF-8") != 0) {
    setlocale(LC_CTYPE, "C.UTF-8");
  }
}

/// Whether terminfo knows the terminal (else -1) and its cursor can be moved (else 0); writes
/// nothing.
static inline int nc_probe(const char *term) {
  int error = 0;
  if (setupterm(term, 1, &error) == ERR) { return -1; }
  char *cup = tigetstr("cup");
  int usable = cup != NULL && cup != (char *)-1;
  del_curterm(cur_term);
  return usable;
}

/// Without the string that resets the terminal's palette: we never change it, and a person's own
/// would be gone after each program run in the foreground.
static inline SCREEN *nc_newterm(const char *term) {
  SCREEN *screen = newterm(term, stdout, stdin);
  char *reset = screen == NULL ? NULL : tigetstr("oc");
  if (reset != NULL && reset != (char *)-1) { *reset = 0; }
  return screen;
}
static inline WINDOW *nc_stdscr(void) { return stdscr; }
static inline WINDOW *nc_curscr(void) { return curscr; }
static inline int nc_lines(void) { return LINES; }
static inline int nc_columns(void) { return COLS; }
static inline int nc_colors(void) { return COLORS; }

static const attr_t nc_A_BOLD = A_BOLD;
static const attr_t nc_A_DIM = A_DIM;
static const attr_t nc_A_ITALIC = A_ITALIC;
static const attr_t nc_A_UNDERLINE = A_UNDERLINE;
static const attr_t nc_A_REVERSE = A_REVERSE;

/// Draws one spacing character with its marks; the pair goes by pointer, which has no limit of 255.
/// A blank with these attributes.
static inline cchar_t nc_blank(attr_t a, int pair) {
  cchar_t c;
  setcchar(&c, L" ", a, 0, &pair);
  return c;
}

/// A file in memory, closed on exec.
static inline int nc_memfd(void) { return (int)syscall(SYS_memfd_create, "stderr", 1u); }

/// Starts a program in a foreground process group of its own, with all signals as by default.
/// Returns 0 or an errno. `error_output` becomes its stderr if not negative.
static inline int nc_spawn(
    pid_t *pid, char *const argv[], char *const envp[], const char *directory, int error_output) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) { return error; }
  error = posix_spawnattr_init(&attributes);
  if (error) {
    posix_spawn_file_actions_destroy(&actions);
    return error;
  }
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  error = posix_spawn_file_actions_addtcsetpgrp_np(&actions, 0);
  if (!error && error_output >= 0) {
    error = posix_spawn_file_actions_adddup2(&actions, error_output, 2);
  }
  if (!error && directory) {
    error = posix_spawn_file_actions_addchdir_np(&actions, directory);
  }
  if (!error) { error = posix_spawnp(pid, argv[0], &actions, &attributes, argv, envp); }
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}
