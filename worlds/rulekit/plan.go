package rulekit

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Plan is a sheet while a game.Bot thinks of it: lines by section, in the words of a language.
type Plan struct {
	Lang  phrase.Lang
	Why   string // the code of the reason for the lines that come
	lines map[byte][]planned
}

// planned is a line of a plan.
type planned struct {
	text, why string
	left      bool // to the reader
}

// Write adds a line to a section.
func (p *Plan) Write(section byte, o orders.Order) {
	if p.lines == nil {
		p.lines = map[byte][]planned{}
	}
	p.lines[section] = append(p.lines[section], planned{text: string(o.Print(nil, p.Lang)), why: p.Why})
}

// Drop takes the last line of a section back.
func (p *Plan) Drop(section byte) { p.lines[section] = p.lines[section][:len(p.lines[section])-1] }

// Leave leaves the last line of a section to the reader, unless it is the first with its reason: Explained writes it as a
// comment. Above the first that is left is the sentence of the reason with `.more` behind its code.
func (p *Plan) Leave(section byte) {
	of := p.lines[section]
	if n := len(of); n > 1 && of[n-2].why == of[n-1].why {
		of[n-1].left = true
	}
}

// File is the order file so far, with sections in this order, without those that have no lines.
func (p *Plan) File(sections string) string {
	var out []byte
	for i := range len(sections) {
		s := sections[i]
		if len(p.lines[s]) == 0 {
			continue
		}
		out = append(out, '$', s, '\n')
		for _, line := range p.lines[s] {
			out = append(append(out, line.text...), '\n')
		}
	}
	return string(out)
}

// Explained is that file with the reason above the lines that have it: in each section they are together, where the first
// of them is. It is "" without lines.
func (p *Plan) Explained(sections string, book *phrase.Book) string {
	var out []byte
	for i := range len(sections) {
		s, last := sections[i], ""
		if len(p.lines[s]) == 0 {
			continue
		}
		out = append(out, '$', s, '\n')
		for _, line := range together(p.lines[s]) {
			why, mark := line.why, ""
			if line.left {
				why, mark = why+".more", "; "
			}
			if why != last {
				out, last = game.AppendComment(out, book.Say(phrase.P(why))), why
			}
			out = append(append(append(out, mark...), line.text...), '\n')
		}
		out = append(out, '\n')
	}
	if out == nil {
		return ""
	}
	return string(append(out, "$E\n"...))
}

// together are lines by their reasons, in the order of each one's first line.
func together(lines []planned) []planned {
	first := func(line planned) int {
		return slices.IndexFunc(lines, func(l planned) bool { return l.why == line.why })
	}
	return slices.SortedStableFunc(slices.Values(lines), func(a, b planned) int { return first(a) - first(b) })
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
