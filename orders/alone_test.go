package orders

import (
	"strings"
	"testing"
)

// aloneSeeds are files with words beside their orders, wherever people put them.
var aloneSeeds = []string{
	"", "$A\n", "Hallo!\n\n$A\nx\n", "$A\nx\n$E\nMir geht es nicht gut.\n", "$I 1 word\n$A\nx\n-- \nKim\nTel. 1\n",
	"Liebe Leute,\nanbei\n$A\r\nx 1\r\n\r\nViele Grüße\r\nKim\r\n", "$N\n#M\nWo?\n#E\nGruß\nKim\n", "$N\n#M\nWo?\n$E\nx\n",
	"$K\nEs war einmal.\n\nViele Grüße\n\nViele Grüße\nKim\n", "Only words.\n", "\ufeff\n$A\nx\u2028y\n$End\nz",
	"$A\nx\nHow are you today?\nMFG\nKim\n",
}

// What stands beside orders is gone, and all else is read as before, at the same place.
func FuzzAlone(f *testing.F) {
	for _, s := range aloneSeeds {
		f.Add(s)
	}
	l := small()
	f.Fuzz(func(t *testing.T, text string) {
		was := l.Parse(text)
		alone, read := was.Alone(text)
		again := l.Parse(alone)
		if a, b := string(l.Print(nil, was)), string(l.Print(nil, again)); a != b {
			t.Fatalf("%q is read as\n%s\nalone %q as\n%s", text, a, alone, b)
		}
		if len(was.Lines) != len(again.Lines) || was.Starts != again.Starts {
			t.Fatalf("%q: %d lines from %d, alone %d from %d", text, len(was.Lines), was.Starts, len(again.Lines),
				again.Starts)
		}
		for i := range was.Lines {
			if was.Lines[i].Position != again.Lines[i].Position {
				t.Fatalf("%q: line %v is at %v", text, was.Lines[i].Position, again.Lines[i].Position)
			}
		}
		if read.Starts != again.Starts || read.Ends != again.Ends {
			t.Fatalf("%q: said %d to %d, is %d to %d", text, read.Starts, read.Ends, again.Starts, again.Ends)
		}
		if twice, _ := again.Alone(alone); twice != alone {
			t.Fatalf("%q alone is %q, and that %q", text, alone, twice)
		}
	})
}

func TestAlone(t *testing.T) {
	l := small()
	for text, want := range map[string]string{
		"$A\nx\n":                          "$A\nx\n",
		"$A\r\nx":                          "$A\r\nx",
		"Secret.\n$A\nx\n":                 "\n$A\nx\n",
		"$A\nx\n$E\nSecret.\n":             "$A\nx\n$E\n",
		"$A\nx\n$End ; over\nSecret.\n":    "$A\nx\n$End ; over\n",
		"$A\nx\n-- \nSecret.\n":            "$A\nx\n",
		"$A\n12\n\nGruß\nSecret\n":         "$A\n12\n\n$E\n",
		"Secret\n\n$I 1 w\n$A\nx\n$E\nYou": "\n\n$I 1 w\n$A\nx\n$E\n",
		"Only words.\n":                    "Only words.\n",
	} {
		got, _ := l.Parse(text).Alone(text)
		if got != want {
			t.Errorf("%q alone is %q, want %q", text, got, want)
		}
		if strings.Contains(text, "$") && strings.Contains(got, "Secret") {
			t.Errorf("%q keeps it", text)
		}
	}
}
