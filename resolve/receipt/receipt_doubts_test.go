package receipt_test

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/resolve/receipt"
	"weltentor/resolve/worldtest"
)

// The receipt's first line counts what was accepted but may be a mistake: warnings about lines, and dangers that have
// no line.
func TestReceiptCountsWarnings(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"$I 1 PASSWORD\n$A\ndig 3\n":     "Angenommen: 1 Zeile, alles gut.\n",
		"$I 1 PASSWORD\n$A\ndig 9\n":     "Angenommen: 1 Zeile gut, dazu 1 Hinweis.\n",
		"$I 1 PASSWORD 0\n$A\ndig 3\n":   "Angenommen: 1 Zeile gut, dazu 1 Hinweis.\n",
		"$I 1 PASSWORD 0\n  $A\ndig 9\n": "Angenommen: 1 Zeile gut, dazu 2 Hinweise.\n",
	} {
		b := worldtest.Found(t, worldtest.Tiny{}, 1)
		b.Sent("", worldtest.Day0)
		b.Send(1, text, receipt.Taken)
		got := b.Sent("receipt", b.ClockAt)
		if len(got) != 1 || !strings.Contains(got[0].Text, want) {
			t.Errorf("%q: want %q in %+v", text, want, got)
		}
	}
}

// A line that depends on a condition counts. It is under a heading of its own together with its condition, and its
// text is there once. Such a line alone makes a letter with orders, which replaces an earlier one.
func TestReceiptTellsConditions(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	for lines, want := range map[string]string{
		"dig 3\nhope\ndig 12\n": "Angenommen: 2 Zeilen gut, 1 fehlerhaft. Die guten gelten.\n" +
			"1 gute Zeile gilt nur unter einer Bedingung; siehe unten.\n",
		"dig 3\nhope\nhope\n": "Angenommen: 3 Zeilen gut.\n2 gute Zeilen gelten nur unter einer Bedingung; " +
			"siehe unten.\n",
		"hope\n": "Angenommen: 1 Zeile gut.\n1 gute Zeile gilt nur unter einer Bedingung; siehe unten.\n",
	} {
		a, d := b.Receipt(lines)
		if a.Fate != receipt.Taken || !strings.Contains(d.Text, want) || strings.Contains(d.Text, "Vielleicht") ||
			strings.Contains(d.Text, "hope (gilt nicht)") {
			t.Errorf("%q: %s, want %q:\n%s", lines, a.Fate, want, d.Text)
		}
		line := 2 + strings.Count(lines[:strings.Index(lines, "hope")], "\n") + 1
		at := fmt.Sprintf("  Zeile %d, Spalte 1: ", line)
		if told := at + "Der Schacht knarrt.\n" + at + "Das gilt nur, wenn wir Glück haben.\n      > hope\n"; !strings.
			Contains(d.Text, "Gilt nur unter der genannten Bedingung ("+
				map[bool]string{false: "1 Zeile", true: "2 Zeilen"}[strings.Count(lines, "hope") > 1]+"):\n"+told) {
			t.Errorf("%q does not tell %q:\n%s", lines, told, d.Text)
		}
	}
}
