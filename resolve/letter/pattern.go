package letter

import (
	"regexp"
	"sync"
)

// lazily is a pattern that is compiled when it is first needed. Most commands read no letter, and would wait for all of
// them.
func lazily(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
