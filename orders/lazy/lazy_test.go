package lazy

import (
	"sync"
	"testing"
)

// A value is made once it is asked for, and all who ask have the same, also those who ask at the same time.
func TestValue(t *testing.T) {
	asked := 0
	number := Value(func() int { asked++; return asked })
	if asked != 0 {
		t.Error("it was made before anybody asked")
	}
	for range 2 {
		if got := number(); got != 1 {
			t.Errorf("it is now %d, made %d times", got, asked)
		}
	}
	one := Value(func() *int { return new(int) })
	var all [8]*int
	var done sync.WaitGroup
	for i := range all {
		done.Go(func() { all[i] = one() })
	}
	done.Wait()
	for _, got := range all {
		if got != all[0] {
			t.Error("two have different ones")
		}
	}
}

// A pattern is compiled when it is used, not before: only then a mistake in it can be seen.
func TestPattern(t *testing.T) {
	if digits := Pattern(`^\d+$`); !digits().MatchString("12") || digits().MatchString("1a") {
		t.Error("the pattern is another one")
	}
	bad := Pattern(`(`)
	defer func() {
		if recover() == nil {
			t.Error("a bad pattern was used")
		}
	}()
	bad()
}
