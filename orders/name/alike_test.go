package name

import (
	"testing"

	"go.mau.fi/util/confusable"
)

// Common names have the skeletons that all names have.
func TestSkeletonOfASCII(t *testing.T) {
	t.Parallel()
	all := ""
	for c := byte(' '); c < 0x80; c++ {
		all += string(rune(c))
		for _, s := range []string{string(rune(c)), all, all[len(all)/2:]} {
			if got, want := skeleton(s), confusable.Skeleton(s); got != want {
				t.Errorf("%q: %q, want %q", s, got, want)
			}
		}
	}
}
