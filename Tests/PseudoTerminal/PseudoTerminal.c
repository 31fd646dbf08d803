#define _GNU_SOURCE
#include "PseudoTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

int pseudo_terminal_resize(int keyboard, int columns, int rows) {
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
  return ioctl(keyboard, TIOCSWINSZ, &size);
}

/// Starts a program with all signals as by default and no other files of this process.
///
/// `input` is opened as its standard input; in a session of its own a terminal thereby becomes its
/// controlling one. Its output goes to `output`, or there too when that is negative.
static int start(
    pid_t *pid, const char *path, char *const argv[], char *const envp[], const char *input,
    int output, short flags) {
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
      &attributes, (short)(flags | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  int from = output < 0 ? 0 : output;
  error = posix_spawn_file_actions_addopen(&actions, 0, input, O_RDWR, 0);
  if (!error) { error = posix_spawn_file_actions_adddup2(&actions, from, 1); }
  if (!error) { error = posix_spawn_file_actions_adddup2(&actions, from, 2); }
  if (!error) { error = posix_spawn_file_actions_addclosefrom_np(&actions, 3); }
  if (!error) { error = posix_spawn(pid, path, &actions, &attributes, argv, envp); }
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

pid_t pseudo_terminal_start(
    const char *path, char *const argv[], char *const envp[], int columns, int rows, int *keyboard,
    int *line) {
  char terminal[64];
  pid_t pid = -1;
  *line = -1;
  *keyboard = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (*keyboard < 0) { return -1; }
  int error = 0;
  if (grantpt(*keyboard) || unlockpt(*keyboard)
      || ptsname_r(*keyboard, terminal, sizeof terminal)
      || pseudo_terminal_resize(*keyboard, columns, rows)
      || (*line = open(terminal, O_RDWR | O_NOCTTY | O_CLOEXEC)) < 0) {
    error = errno;
  } else {
    error = start(&pid, path, argv, envp, terminal, -1, POSIX_SPAWN_SETSID);
  }
  if (!error) { return pid; }
  close(*keyboard);
  if (*line >= 0) { close(*line); }
  *keyboard = *line = -1;
  errno = error;
  return -1;
}

pid_t piped_program_start(
    const char *path, char *const argv[], char *const envp[], int *output) {
  pid_t pid = -1;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC)) { return -1; }
  int error = start(&pid, path, argv, envp, "/dev/null", ends[1], 0);
  close(ends[1]);
  *output = ends[0];
  if (!error) { return pid; }
  close(ends[0]);
  *output = -1;
  errno = error;
  return -1;
}
