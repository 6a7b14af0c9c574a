package store

import (
	"fmt"
	"runtime/debug"
	"weltentor/resolve/store/faults"
)

// Guarded turns a panic of the rules into ErrRules: a letter that runs into a mistake of ours must not keep all others
// out. A panic about damage of the store passes through.
func Guarded(f func()) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *Damage, *Unread:
			panic(p) // from a read, not from the rules
		default:
			err = fmt.Errorf("%w: %v\n%s", faults.ErrRules, p, debug.Stack())
		}
	}()
	f()
	return nil
}
