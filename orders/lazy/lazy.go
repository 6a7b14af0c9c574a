// Package lazy makes values when they are first needed: most commands need few of the program's books, languages and
// patterns, and would wait for all.
package lazy

import (
	"regexp"
	"sync/atomic"
)

// Value returns what makes a value when it is first called, and returns the same from then on. Several goroutines may
// call it; if they are the first, the value may be made twice, and only one is ever returned.
func Value[T any](first func() T) func() T {
	var made atomic.Pointer[T]
	return func() T {
		if made.Load() == nil {
			value := first()
			made.CompareAndSwap(nil, &value)
		}
		return *made.Load()
	}
}

// Pattern is a regular expression that is compiled when it is first needed. A mistake in it is a fault of the program,
// and panics then.
func Pattern(expression string) func() *regexp.Regexp {
	return Value(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
