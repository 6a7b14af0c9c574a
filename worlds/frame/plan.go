package frame

import (
	"fmt"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// Plan is a sheet while a game.Bot thinks of it: lines by section, in the words of a language.
type Plan struct {
	Lang  phrase.Lang
	lines map[byte][]string
}

// Write adds a line to a section.
func (p *Plan) Write(section byte, o orders.Order) {
	if p.lines == nil {
		p.lines = map[byte][]string{}
	}
	p.lines[section] = append(p.lines[section], string(o.Print(nil, p.Lang)))
}

// File is the order file so far, with sections in this order.
func (p *Plan) File(sections string) string { return OrderFile(sections, p.lines) }

// Drop takes the last line of a section back.
func (p *Plan) Drop(section byte) { p.lines[section] = p.lines[section][:len(p.lines[section])-1] }

// OrderFile is an order file of these sections, by their letters, without those that have no lines.
func OrderFile(sections string, lines map[byte][]string) string {
	var b strings.Builder
	for i := range len(sections) {
		if of := lines[sections[i]]; len(of) > 0 {
			fmt.Fprintf(&b, "$%c\n%s\n", sections[i], strings.Join(of, "\n"))
		}
	}
	return b.String()
}

// Codes are the codes of rows, such as the styles of a game.Bot.
func Codes[R any](rows []R, code func(*R) string) (out []string) {
	for i := range rows {
		out = append(out, code(&rows[i]))
	}
	return out
}

// Row is the row with a code; nil: there is none.
func Row[R any](rows []R, code func(*R) string, want string) *R {
	return Where(rows, func(r *R) bool { return code(r) == want })
}
