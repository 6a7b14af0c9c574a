package rulebook_test

import (
	"strings"
	"testing"

	"weltentor/cmd/weltentor/commands/rulebook"
)

// A file on which the decoder would fail gets no set.
func TestUnderSetTooDeep(t *testing.T) {
	for _, text := range []string{"x = " + strings.Repeat("[", 100_000), "x = " + strings.Repeat("{a=", 100_000),
		strings.Repeat("# x\n", 1<<19)} {
		if _, err := rulebook.UnderSet([]byte(text), "short"); err == nil || !strings.Contains(err.Error(), "than") {
			t.Errorf("%.10q under a set: %v", text, err)
		}
	}
}
