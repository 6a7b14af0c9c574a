package conformance

import (
	"strings"

	"weltentor/orders"
	"weltentor/worlds/game"
)

// someExamples writes an order file with random example lines of the language.
func someExamples(l *orders.Language, d *game.Dice) string {
	var b strings.Builder
	for _, s := range l.Sections {
		if len(s.Examples) == 0 || d.Chance(300) {
			continue
		}
		b.WriteString("$" + string(s.Letter) + "\n")
		for range d.Between(1, 4) {
			b.WriteString(s.Examples[d.N(int64(len(s.Examples)))] + "\n")
		}
		if s.Kind == orders.Messages {
			b.WriteString("#E\n")
		}
	}
	return b.String()
}

// spoiled are fragments that players, mail programs and bad luck put into orders. Braces and backquotes are left out:
// reports are searched for them, and a message may well repeat what its sender wrote.
var spoiled = []string{
	"", " ", "\t", "0", "-1", "7", "99999999999999999999", "20.000", "1/1", "A", "ß", "Ä", "\u00a0", "\x00", "$", "$A",
	"$?", "#", "#3",
	"#E", ";", "; x", "\n", "\n\n", "kein", "none", "K.M 1", "_", ">", "*", "'", "\"", "\ufeff", "\U0001F409", "x",
	"-- \n", "$E\n",
}

// mutate spoils a text in a few places: it replaces, removes or doubles characters, swaps lines, or inserts a
// fragment.
func mutate(text string, d *game.Dice) string {
	r := []rune(text)
	for range d.Between(1, 6) {
		at := int(d.N(int64(len(r) + 1)))
		switch d.N(5) {
		case 0:
			r = splice(r, at, at, []rune(spoiled[d.N(int64(len(spoiled)))]))
		case 1:
			r = splice(r, at, min(at+int(d.Between(1, 4)), len(r)), nil)
		case 2:
			end := min(at+int(d.Between(1, 12)), len(r))
			r = splice(r, at, at, r[at:end])
		case 3:
			if at < len(r) && r[at] >= '0' && r[at] <= '9' {
				r[at] = '0' + rune(d.N(10))
			}
		default:
			lines := strings.Split(string(r), "\n")
			i, j := d.N(int64(len(lines))), d.N(int64(len(lines)))
			lines[i], lines[j] = lines[j], lines[i]
			r = []rune(strings.Join(lines, "\n"))
		}
	}
	return string(r)
}

// mutateLine spoils a line, without comment, as a section reads it.
func mutateLine(line string, d *game.Dice) string {
	line, _, _ = strings.Cut(mutate(line, d), "\n")
	line, _, _ = strings.Cut(line, ";")
	return strings.TrimSpace(line)
}

// splice returns a new text with [from, to) replaced.
func splice(r []rune, from, to int, with []rune) []rune {
	out := make([]rune, 0, len(r)+len(with))
	out = append(out, r[:from]...)
	out = append(out, with...)
	return append(out, r[to:]...)
}
