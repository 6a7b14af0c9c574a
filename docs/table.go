package docs

import (
	"strings"
	"unicode/utf8"

	tables "github.com/yuin/goldmark/extension/ast"
)

// gap parts the columns of a table.
const gap = "  "

// table lays a table out in columns that fit the page: cells too wide for that are wrapped
// within their column, and where not even words would stay whole, the table is parted into
// several that each begin with its first column. A line parts the head from the rest.
func (p *page) table(n *tables.Table, indent string) {
	var rows [][]string
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		var cells []string
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			cells = append(cells, strings.TrimSpace(p.words(cell)))
		}
		rows = append(rows, cells)
	}
	room := Columns - utf8.RuneCountInString(indent)
	for i, part := range parts(rows, room) {
		if i > 0 {
			p.out.WriteByte('\n')
		}
		p.part(rows, part, n.Alignments, indent)
	}
}

// part lays the named columns of a table out.
func (p *page) part(rows [][]string, columns []int, sides []tables.Alignment, indent string) {
	picked := make([][]string, len(rows))
	for i, cells := range rows {
		picked[i] = pick(cells, columns)
	}
	sides = pick(sides, columns)
	widths := columnWidths(picked, Columns-utf8.RuneCountInString(indent))
	for i, cells := range picked {
		p.row(cells, widths, sides, indent)
		if i == 0 {
			p.row(underlines(widths), widths, sides, indent)
		}
	}
}

func pick[T any](from []T, columns []int) []T {
	out := make([]T, len(columns))
	for i, at := range columns {
		out[i] = from[at]
	}
	return out
}

// parts says which columns stand together: all of them, if their longest words fit beside
// each other, and otherwise as many as fit unwrapped behind the first, then the next ones.
func parts(rows [][]string, room int) [][]int {
	widest, words := measure(rows)
	all := make([]int, len(widest))
	for i := range all {
		all[i] = i
	}
	if total(words)+len(gap)*(len(words)-1) <= room || len(all) < 3 {
		return [][]int{all}
	}
	var out [][]int
	part, used := []int{0}, widest[0]
	for _, i := range all[1:] {
		if len(part) > 1 && used+len(gap)+widest[i] > room {
			out, part, used = append(out, part), []int{0}, widest[0]
		}
		part, used = append(part, i), used+len(gap)+widest[i]
	}
	return append(out, part)
}

// measure is how wide each column's widest cell and its longest word are, at least 1.
func measure(rows [][]string) (widest, words []int) {
	widest, words = make([]int, len(rows[0])), make([]int, len(rows[0]))
	for _, cells := range rows {
		for i, cell := range cells {
			widest[i] = max(widest[i], utf8.RuneCountInString(cell), 1)
			for word := range strings.FieldsSeq(cell) {
				words[i] = max(words[i], utf8.RuneCountInString(word), 1)
			}
		}
	}
	return widest, words
}

func underlines(widths []int) []string {
	var lines []string
	for _, w := range widths {
		lines = append(lines, strings.Repeat("-", w))
	}
	return lines
}

// row writes one row of a table, as many lines high as its highest cell.
func (p *page) row(cells []string, widths []int, sides []tables.Alignment, indent string) {
	var wrapped [][]string
	height := 0
	for i, cell := range cells {
		wrapped = append(wrapped, wrap(cell, widths[i]))
		height = max(height, len(wrapped[i]))
	}
	for at := range height {
		line := indent
		for i, lines := range wrapped {
			text := ""
			if at < len(lines) {
				text = lines[at]
			}
			space := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(text))
			if i < len(sides) && sides[i] == tables.AlignRight {
				line += space + text + gap
			} else {
				line += text + space + gap
			}
		}
		p.line(line)
	}
}

// columnWidths is how wide each column of a table gets: as its widest cell, and where all of
// them together are wider than the page, the widest give way one by one, down to their
// longest word and, where even that is too much, below.
func columnWidths(rows [][]string, page int) []int {
	widths, words := measure(rows)
	room := page - len(gap)*(len(widths)-1)
	for _, least := range [][]int{words, make([]int, len(widths))} {
		for total(widths) > room {
			widest := -1
			for i, w := range widths {
				if w > max(least[i], 1) && (widest < 0 || w > widths[widest]) {
					widest = i
				}
			}
			if widest < 0 {
				break
			}
			widths[widest]--
		}
	}
	return widths
}

func total(widths []int) int {
	sum := 0
	for _, w := range widths {
		sum += w
	}
	return sum
}
