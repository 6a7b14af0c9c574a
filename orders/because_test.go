package orders

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/orders/phrase"
)

// makers is a small language in which lines of $A make what they name behind a `+`: `Nord 3 + Sued`.
func makers() *Language {
	l := small()
	l.Missing = map[string]string{"no-army": "army"}
	l.Sections[0].Makes = func(text string) []string {
		if _, name, is := strings.Cut(text, "+"); is {
			return []string{name}
		}
		return nil
	}
	return l
}

// A line that lacks what another would have made says so and names that line, and nothing else.
func TestBecause(t *testing.T) {
	lacks := func(line int, army string) Problem {
		return Problem{Position: Position{line, 1}, Severity: Error, What: phrase.P("no-army", phrase.Str("army", army))}
	}
	wrong := func(line int) Problem {
		return Problem{Position: Position{line, 7}, Severity: Error, What: phrase.P("poor")}
	}
	doubt := func(line int) Problem {
		return Problem{Position: Position{line, 3}, Severity: Warning, What: phrase.P("doubt")}
	}
	const text = "$A\nNord 3 + Süd 2\nSued2 9\nOst 1 + West\n$N\n#A\nNord + Ost\n"
	for _, c := range []struct {
		name, text string
		problems   []Problem
		counts     map[int]bool
		want       string
	}{
		{"the line above", text, []Problem{wrong(2), lacks(3, "Sued2")}, nil, "2 poor\n3 line-fails 2\n"},
		{"and nothing else", text, []Problem{wrong(2), lacks(3, "süd 2"), doubt(3), wrong(3)}, nil,
			"2 poor\n3 line-fails 2\n"},
		{"what counts made it", text, []Problem{doubt(2), lacks(3, "Sued2")}, nil, "2 doubt\n3 no-army\n"},
		{"in part", text, []Problem{wrong(2), lacks(3, "Sued2")}, map[int]bool{2: true}, "2 poor\n3 no-army\n"},
		{"of which something counts", text, []Problem{wrong(2), lacks(3, "Sued2")}, map[int]bool{3: true},
			"2 poor\n3 no-army\n"},
		{"another name", text, []Problem{wrong(2), lacks(3, "Sued")}, nil, "2 poor\n3 no-army\n"},
		{"the line below", text, []Problem{lacks(3, "West"), wrong(4)}, nil, "3 line-fails 4\n4 poor\n"},
		{"no line of orders", text, []Problem{lacks(3, "Ost"), wrong(7)}, nil, "3 no-army\n7 poor\n"},
		{"itself", text, []Problem{lacks(4, "West")}, nil, "4 no-army\n"},
		{"a chain", "$A\nA 1 + B\nB 1 + C\nC 1\n", []Problem{wrong(2), lacks(3, "B"), lacks(4, "C")}, nil,
			"2 poor\n3 line-fails 2\n4 line-fails 3\n"},
		{"a ring", "$A\nA 1 + B\nB 1 + A\n", []Problem{lacks(2, "A"), lacks(3, "B")}, nil, "2 no-army\n3 line-fails 2\n"},
		{"the nearest above", "$A\nA 1 + B\nA 2 + B\nB 1\nA 3 + B\n", []Problem{wrong(2), wrong(3), lacks(4, "B"), wrong(5)},
			nil, "2 poor\n3 poor\n4 line-fails 3\n5 poor\n"},
		{"a line that names it and lacks it, too", "$A\nA 1 + B\nB 1\n", []Problem{lacks(2, "B"), lacks(3, "B")}, nil,
			"2 no-army\n3 no-army\n"},
		{"a warning", text, []Problem{wrong(2), {Position: Position{3, 1}, Severity: Warning,
			What: phrase.P("no-army", phrase.Str("army", "Sued2"))}}, nil, "2 poor\n3 no-army\n"},
		{"of a number", "$A\nA 1 + 14\n14 1\n", []Problem{wrong(2), {Position: Position{Line: 3}, Severity: Error,
			What: phrase.P("no-army", phrase.Num("army", 14))}}, nil, "2 poor\n3 line-fails 2\n"},
	} {
		var got strings.Builder
		for _, p := range makers().Because(c.text, c.problems, c.counts) {
			fmt.Fprintf(&got, "%d %s", p.Line, p.What.Code)
			if p.What.Code == "line-fails" {
				fmt.Fprintf(&got, " %d", p.What.Args[0].N)
			}
			got.WriteByte('\n')
		}
		if got.String() != c.want {
			t.Errorf("%s:\n%swant\n%s", c.name, got.String(), c.want)
		}
	}
}

// A line that lacks only what a line on a condition makes waits for that line, above or below it.
func TestAwaited(t *testing.T) {
	t.Parallel()
	lacks := func(line int, army string, s Severity) Problem {
		return Problem{Position: Position{line, 1}, Severity: s, What: phrase.P("no-army", phrase.Str("army", army))}
	}
	const text = "$A\nNord 3 + Süd 2\nSued2 9\nOst 1\nA 1 + Ost\nWest 2\n"
	problems := []Problem{lacks(3, "Sued2", Error), lacks(4, "Ost", Error), lacks(6, "West", Error),
		lacks(5, "Süd2", Warning)}
	for want, perhaps := range map[string]map[int]bool{
		"map[3:2 4:5]": {2: true, 5: true, 6: true}, "map[3:2]": {2: true}, "map[]": nil,
	} {
		if got := fmt.Sprint(makers().Awaited(text, problems, perhaps)); got != want {
			t.Errorf("of the lines %v: %s, want %s", perhaps, got, want)
		}
	}
}
