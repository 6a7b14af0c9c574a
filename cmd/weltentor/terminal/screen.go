package terminal

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"
)

// Is tells whether somebody sits before it.
func Is(out io.Writer) bool {
	f, ok := out.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Screen is where lines for people go, with what it can show.
type Screen struct {
	to      io.Writer // as it is: what goes there was made plain before it was painted
	seen    bool
	moves   bool // its cursor can go back in a line
	colours bool
}

// On looks at where lines go, and at what the environment asks for: no colours where NO_COLOR is set to
// anything, and neither colours nor moves where TERM is dumb. Nothing of either where nobody sits before it.
func On(to io.Writer, env func(string) string) Screen {
	s := Screen{to: to, seen: Is(to)}
	s.moves = s.seen && env("TERM") != "dumb"
	s.colours = s.moves && env("NO_COLOR") == ""
	return s
}

// Seen tells whether somebody sits before it; if not, lines are for a file or a script.
func (s Screen) Seen() bool { return s.seen }

// Paint is how a text looks where there are colours. It is the number of SGR, ECMA-48.
type Paint string

// What a text can look like. Bare is as all others are.
const (
	Bare   Paint = ""
	Bold   Paint = "1"
	Faint  Paint = "2"
	Red    Paint = "31"
	Green  Paint = "32"
	Yellow Paint = "33"
)

// painted is a text in its paint. Of the text itself no control character is left.
func (s Screen) painted(p Paint, text string) string {
	var b strings.Builder
	io.WriteString(Plain(&b), text)
	if !s.colours || p == Bare || b.Len() == 0 {
		return b.String()
	}
	return "\x1b[" + string(p) + "m" + b.String() + "\x1b[0m"
}

// Line writes a text, which may have several lines, and a line end.
func (s Screen) Line(p Paint, text string) {
	for line := range strings.SplitSeq(text, "\n") {
		fmt.Fprintln(s.to, s.painted(p, line))
	}
}

// Cell is a cell of a table.
type Cell struct {
	Text  string
	Paint Paint
}

// gap is between two columns.
const gap = "  "

// Table writes rows below their heads. A column is as wide as its widest cell; the last one is as long as
// it is.
func (s Screen) Table(heads []string, rows [][]Cell) {
	head := make([]Cell, len(heads))
	for i, h := range heads {
		head[i] = Cell{h, Bold}
	}
	rows = append([][]Cell{head}, rows...)
	width := make([]int, len(heads))
	for _, row := range rows {
		for i, c := range row {
			width[i] = max(width[i], utf8.RuneCountInString(c.Text))
		}
	}
	for _, row := range rows {
		last := len(row) - 1
		for last > 0 && row[last].Text == "" {
			last--
		}
		var line strings.Builder
		for i, c := range row[:last+1] {
			line.WriteString(s.painted(c.Paint, c.Text))
			if i < last {
				line.WriteString(strings.Repeat(" ", width[i]-utf8.RuneCountInString(c.Text)) + gap)
			}
		}
		fmt.Fprintln(s.to, line.String())
	}
}
