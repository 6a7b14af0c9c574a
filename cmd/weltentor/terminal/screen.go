package terminal

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"
)

// Is reports whether a writer is a terminal.
func Is(out io.Writer) bool {
	f, ok := out.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Screen is where lines for people go, and what it can show.
type Screen struct {
	to      io.Writer // written to directly: texts are made plain before they are painted
	seen    bool
	moves   bool // its cursor can go back in a line
	colours bool
}

// On finds out where lines go, and what the environment asks for: no colours if NO_COLOR is set, and neither colours
// nor moves if TERM is dumb. There are none of these without a terminal.
func On(to io.Writer, env func(string) string) Screen {
	s := Screen{to: to, seen: Is(to)}
	s.moves = s.seen && env("TERM") != "dumb"
	s.colours = s.moves && env("NO_COLOR") == ""
	return s
}

// Seen reports whether it is a terminal; if not, lines are for a file or a script.
func (s Screen) Seen() bool { return s.seen }

// Paint is the look of a text where there are colours, as a number of SGR, ECMA-48.
type Paint string

// The looks of a text. Bare is the normal one.
const (
	Bare   Paint = ""
	Bold   Paint = "1"
	Faint  Paint = "2"
	Red    Paint = "31"
	Green  Paint = "32"
	Yellow Paint = "33"
)

// painted returns a text in its paint. Control characters of the text itself are removed.
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

// Row writes cells beside each other, without gaps.
func (s Screen) Row(cells []Cell) {
	var line strings.Builder
	for _, c := range cells {
		line.WriteString(s.painted(c.Paint, c.Text))
	}
	fmt.Fprintln(s.to, strings.TrimRight(line.String(), " "))
}

// Cell is a cell of a table or a row.
type Cell struct {
	Text  string
	Paint Paint
}

// gap separates two columns.
const gap = "  "

// Table writes rows below their heads. A column is as wide as its widest cell; the last column is not padded.
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
