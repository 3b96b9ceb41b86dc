/* Has a note but no entry symbol. */
#include "oarlock/abi/abi.h"

OAR_NOTE("dev.oarlock.test.no-entry", "1.0.0", "c", "0.1.0", 0, 0);
