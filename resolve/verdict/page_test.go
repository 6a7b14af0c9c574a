package verdict

import (
	"testing"

	"weltentor/resolve/wording"
)

// Every heading has its words.
func TestHeadsHaveWords(t *testing.T) {
	for _, kind := range kinds {
		if !wording.Words("de").Has("head." + kind) {
			t.Errorf("no heading for %s", kind)
		}
	}
}
