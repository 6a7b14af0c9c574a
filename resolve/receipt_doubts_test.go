package resolve

import (
	"strings"
	"testing"
)

// The receipt's first line counts what was accepted and may not be meant so: warnings of
// lines, and what threatens without a line.
func TestReceiptCountsWarnings(t *testing.T) {
	for text, want := range map[string]string{
		"$I 1 PASSWORD\n$A\ndig 3\n":     "Angenommen: 1 Zeile, alles gut.\n",
		"$I 1 PASSWORD\n$A\ndig 9\n":     "Angenommen: 1 Zeile gut, dazu 1 Hinweis.\n",
		"$I 1 PASSWORD 0\n$A\ndig 3\n":   "Angenommen: 1 Zeile gut, dazu 1 Hinweis.\n",
		"$I 1 PASSWORD 0\n  $A\ndig 9\n": "Angenommen: 1 Zeile gut, dazu 3 Hinweise.\n",
	} {
		b := sit(t, tiny{}, 1)
		b.sent("", day0)
		b.send(1, text, Taken)
		got := b.sent("receipt", b.clockAt)
		if len(got) != 1 || !strings.Contains(got[0].Text, want) {
			t.Errorf("%q: want %q in %+v", text, want, got)
		}
	}
}
