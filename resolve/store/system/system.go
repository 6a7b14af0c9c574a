// Package system has what the operating systems do each in its own way: locks, owners, links, room on a disk. On Windows
// some of it is missing; each function says what it does then.
package system

import "errors"

// ErrTaken says that another process has a lock.
var ErrTaken = errors.New("the lock is taken")
