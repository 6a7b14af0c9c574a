package frame

import (
	"fmt"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Plan is a sheet while a game.Bot thinks of it: lines by section, in the words of a language.
type Plan struct {
	Lang  phrase.Lang
	Why   string // the code of the reason for the lines that come
	lines map[byte][]string
	whys  map[byte][]string // of each line
}

// Write adds a line to a section.
func (p *Plan) Write(section byte, o orders.Order) {
	if p.lines == nil {
		p.lines, p.whys = map[byte][]string{}, map[byte][]string{}
	}
	p.whys[section] = append(p.whys[section], p.Why)
	p.lines[section] = append(p.lines[section], string(o.Print(nil, p.Lang)))
}

// File is the order file so far, with sections in this order.
func (p *Plan) File(sections string) string { return OrderFile(sections, p.lines) }

// Drop takes the last line of a section back.
func (p *Plan) Drop(section byte) {
	p.lines[section] = p.lines[section][:len(p.lines[section])-1]
	p.whys[section] = p.whys[section][:len(p.whys[section])-1]
}

// Choice leaves the last line of a section to the reader: Explained writes it as a comment if the section has a line
// before it with the same reason.
func (p *Plan) Choice(section byte) {
	w := p.whys[section]
	if n := len(w); n > 1 && strings.TrimSuffix(w[n-2], ".more") == w[n-1] {
		w[n-1] += ".more"
	}
}

// Explained is that file with the reason above the lines that have it.
func (p *Plan) Explained(sections string, book *phrase.Book) string {
	var out []byte
	for i := range len(sections) {
		s, last := sections[i], ""
		if len(p.lines[s]) == 0 {
			continue
		}
		out = append(out, '$', s, '\n')
		for k, line := range p.lines[s] {
			if why := p.whys[s][k]; why != last && why != "" {
				out, last = game.AppendComment(out, book.Say(phrase.P(why))), why
			}
			if strings.HasSuffix(last, ".more") {
				out = append(out, "; "...)
			}
			out = append(append(out, line...), '\n')
		}
		out = append(out, '\n')
	}
	return string(append(out, "$E\n"...))
}

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
