#pragma once
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <curses.h>
#include <stdio.h>
#include <unistd.h>
#include <wchar.h>
