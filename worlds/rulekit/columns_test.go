package rulekit

import (
	"fmt"
	"strings"
	"testing"
)

func TestCoordinateColumns(t *testing.T) {
	for x := -1100; x <= 1100; x++ {
		if got, want := string(AppendCoords(nil, x, -x/2)), fmt.Sprintf("%3d/%3d", x, -x/2); got != want {
			t.Fatalf("%q, want %q", got, want)
		}
	}
}

func TestFreeTextEndsAtColumn78(t *testing.T) {
	word := strings.Repeat("ä", 80) // a word longer than a line is cut at 78
	for _, c := range []struct{ text, hang, want string }{
		{"kurz", "  ", "kurz\n"},
		{"", "", "\n"},
		{"eins\n\nzwei", "  ", "eins\n\n  zwei\n"},
		{"am Ende   \nBlanks  ", "", "am Ende\nBlanks\n"},
		{"  eingerückt", "  ", "  eingerückt\n"},
		// 39 characters, a blank, 38 more: 78 fit; one more does not.
		{strings.Repeat("ü", 39) + " " + strings.Repeat("x", 38), "", strings.Repeat("ü", 39) + " " +
			strings.Repeat("x", 38) + "\n"},
		{strings.Repeat("ü", 39) + " " + strings.Repeat("x", 39), "> ", strings.Repeat("ü", 39) + "\n> " +
			strings.Repeat("x", 39) + "\n"},
		{word, "", strings.Repeat("ä", 78) + "\nää\n"},
		{"ab " + word, "  ", "ab\n  " + strings.Repeat("ä", 76) + "\n  ääää\n"},
	} {
		if got := string(AppendKept(nil, c.text, c.hang)); got != c.want {
			t.Errorf("%q with hang %q:\n%q, want\n%q", c.text, c.hang, got, c.want)
		}
	}
}

func TestNamesKeepTheirColumn(t *testing.T) {
	for _, c := range []struct{ name, want string }{{"Tagoi", "Tagoi "}, {"Öland", "Öland "}, {"Bovipolis", "Bovipo"},
		{"Süäöüß!", "Süäöüß"}} {
		if got := string(AppendLeft(nil, c.name, 6)); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
