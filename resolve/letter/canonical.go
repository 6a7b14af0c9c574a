package letter

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
)

// Written is an order as the rulebook prints it, after its section.
type Written struct {
	Text  string
	Line  int // its line in the sheet
	order orders.Line
}

// Shown is the order in the reader's language, as far as the rulebook has words for it.
func (s Written) Shown(lang phrase.Lang) string {
	return string(orders.Speak([]byte{'$', s.order.Section, ' '}, s.order.Order, lang))
}

// Canonical returns a sheet's orders, in the order of the language's sections.
func Canonical(l *orders.Language, lines []orders.Line) []Written {
	out, text := make([]Written, 0, len(lines)), []byte(nil)
	for i := range l.Sections {
		letter := l.Sections[i].Letter
		for _, line := range lines {
			if line.Section == letter {
				text = line.Order.Print(append(text[:0], '$', letter, ' '))
				out = append(out, Written{string(text), line.Line, line})
			}
		}
	}
	return out
}
