package mailer

import "strings"

// unflow joins the lines that a mail program wrapped (RFC 3676): a line that
// ends with a blank goes on in the next. A line that itself starts with `$`,
// `#`, `;` or an order is never joined to the one before: players type blanks
// at the ends of orders.
func unflow(text string, delsp bool, opens func(string) bool) (string, int) {
	var b []byte
	joined := 0
	soft, depth := false, 0
	for i, line := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		d := 0
		for d < len(line) && line[d] == '>' {
			d++
		}
		line = strings.TrimPrefix(line[d:], " ") // stuffed by the sender
		switch {
		case i == 0:
		case soft && d == depth && line != "-- " && !startsOrder(line, opens):
			joined += btoi(d == 0) // of quoted lines nobody cares
			b = append(b, line...)
			soft = flows(line)
			if soft && delsp {
				b = b[:len(b)-1] // the blank that DelSp says was added
			}
			continue
		default:
			b = append(b, '\n')
		}
		if d > 0 {
			b = append(b, strings.Repeat("> ", min(d, 8))...)
		}
		b = append(b, line...)
		depth = d
		soft = flows(line)
		if soft && delsp {
			b = b[:len(b)-1] // the blank that DelSp says was added
		}
	}
	return string(b), joined
}

// flows tells whether a line goes on in the next.
//
// QUIRK: players type blanks behind `#7` and `$N`, too: no program wraps a line
// that short, and the letter below it is not part of it.
func flows(line string) bool {
	head := strings.HasPrefix(line, "$") || strings.HasPrefix(line, "#")
	return strings.HasSuffix(line, " ") && line != "-- " && !head
}

func startsOrder(line string, opens func(string) bool) bool {
	t := strings.TrimLeft(line, " \t")
	if t == "" {
		return true
	}
	return t[0] == '$' || t[0] == '#' || t[0] == ';' || opens(line)
}
