#pragma once
#include <minizip/unzip.h>
#include <minizip/zip.h>
