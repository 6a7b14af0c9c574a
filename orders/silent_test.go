package orders

import (
	"slices"
	"strings"
	"testing"
)

// What stands in a section of messages goes, to its last line: also what would be an order if no message were around it. So
// do comments.
func TestSilent(t *testing.T) {
	t.Parallel()
	l := small()
	text := strings.Join([]string{"$A", "Nord 3 ; now", "; note", "$N", "#2", "dear", "$Aber", "Nord 4", "$50 for you", "", "#x", "gone", "#3",
		"you", "#E", "$A", "Nord 5", "$E", "below"}, "\n")
	want := "$A\nNord 3\n\n$N" + strings.Repeat("\n", 12) + "$A\nNord 5\n$E\nbelow\n"
	if silent := l.Silent(text); silent != want {
		t.Errorf("%q, want\n%q", silent, want)
	}
}

// Whatever a text is: without its messages it has the same other lines, in the same places.
func FuzzSilent(f *testing.F) {
	f.Add("$A\nNord 1\n$N\n#1\n$Aber\nNord 2\n#E\n$A\nNord 3\n")
	f.Add("$N\n#2\n $A\n`$A`\nNord 1\n$I 1\n$N\n#1\rx\n-- \n\x00$E")
	l := small()
	others := func(text string) (lines []Line) {
		for _, line := range l.Parse(text).Lines {
			if _, is := line.Order.(Message); !is {
				lines = append(lines, line)
			}
		}
		return lines
	}
	f.Fuzz(func(t *testing.T, text string) {
		silent := l.Silent(text)
		was, is := others(text), others(silent)
		same := slices.EqualFunc(was, is, func(a, b Line) bool {
			return a.Line == b.Line && a.Section == b.Section && string(a.Order.Print(nil, "")) == string(b.Order.Print(nil, ""))
		})
		if !same || len(is) != len(l.Parse(silent).Lines) {
			t.Errorf("%q became %q", text, silent)
		}
	})
}

// A line in a message that may have been meant to end it, with blanks or marks around it.
func TestMayEnd(t *testing.T) {
	t.Parallel()
	l := small()
	for line, want := range map[string]string{
		" #E": "#E", "\u00a0#e": "#e", " #E ; end": "#E ; end", " #E.": "#E", " #Ende": "#Ende", "*#E*": "#E", "- #3": "#3", "  #3 ; Cid": "#3 ; Cid",
		" #1000": "#1000", " # 3": "# 3", " #3 Cid": "#3 Cid", " $E": "$E", " $Ende": "$Ende", " $A": "$A", "> $A": "$A",
		"hello": "", " $50": "", " $Aber": "", " #1 is better than all the others": "", "# of men": "", "we are #1 today": "", "": "", "-- ": "",
	} {
		if got := l.MayEnd(line); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}
