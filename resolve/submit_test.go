package resolve

import (
	"testing"

	"weltentor/resolve/intake"
	"weltentor/resolve/receipt"
)

// If the game refuses what the game master enters, that is no news for the player, who gets no receipt.
func TestSubmitOfNothingIsNotMailed(t *testing.T) {
	t.Parallel()
	b := played(t)
	at := b.clockAt
	b.sent("receipt", at)
	for text, want := range map[string]receipt.Fate{"$A\nno order of this game\n": receipt.Kept, "$I 2 x 1\n$A\ndig 2\n": receipt.Refused} {
		a, err := intake.Submit(b.World, 2, text, at)
		must(t, err)
		if got := b.sent("receipt", at); a.Fate != want || a.Answered || len(got) > 0 {
			t.Errorf("%q: %s, %d letters", text, a.Fate, len(got))
		}
	}
	if a, err := intake.Submit(b.World, 2, "$A\ndig 2\n", at); err != nil || a.Fate != receipt.Taken || !a.Answered {
		t.Errorf("what is taken: %s, %v", a.Fate, err)
	}
}
