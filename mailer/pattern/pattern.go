// Package pattern has regular expressions that are compiled when they are first needed: most commands read no mail, and
// would wait for all.
package pattern

import (
	"regexp"
	"sync"
)

// Lazy returns what compiles an expression when it is first called. A mistake in it is a fault of the program, and
// panics then. Several goroutines may call it.
func Lazy(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
