package disk

import "errors"

// ErrTaken says that another process has a lock.
var ErrTaken = errors.New("the lock is taken")
