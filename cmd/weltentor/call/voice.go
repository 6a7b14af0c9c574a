package call

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/cmd/weltentor/texts"
	"weltentor/orders/phrase"
)

// Voice speaks to the person at the terminal, in German or English. Answers go to Out, everything else to Err.
type Voice struct {
	Book     *phrase.Book
	Out, Err io.Writer

	Folder, World string // for a world of a fleet: the folder of the host's copy, and the world's name
	Fleet         string // the fleet's settings by which commands find it

	Here bool // the game has no address: everybody sits at this machine
}

// NewVoice makes a voice with the sentences of a language.
func NewVoice(lang phrase.Lang, out, errs io.Writer) *Voice {
	return &Voice{Book: texts.Book(lang), Out: out, Err: errs}
}

// Say prints one sentence as an answer. It may have several lines.
func (v *Voice) Say(code string, args ...phrase.Arg) {
	fmt.Fprintln(v.Out, v.text(code, args...))
}

// text returns the sentence of a code.
func (v *Voice) text(code string, args ...phrase.Arg) string {
	return v.reaching(complaint.Say(v.Book, v.named(phrase.P(code, args...))))
}

// byFleet is the ending of codes of sentences for worlds of a fleet, where hosts do what `send` and `cron` do
// otherwise.
const byFleet = "-in-fleet"

// byHere is the ending of codes of sentences for games without an address, from which no letter leaves.
const byHere = "-here"

// reaching changes the commands in a text so that they find the world in its fleet.
func (v *Voice) reaching(text string) string {
	if v.World == "" {
		return text
	}
	parts := strings.Split(text, "`")
	for i := 1; i < len(parts); i += 2 {
		command, is := strings.CutPrefix(parts[i], "weltentor ")
		if is && slices.Contains(strings.Fields(command), v.World) && !strings.HasPrefix(command, "--fleet ") {
			parts[i] = "weltentor --fleet " + v.Fleet + " " + command
		}
	}
	return strings.Join(parts, "`")
}

// named makes a phrase name a world of a fleet by its name, and not by a temporary folder. If there is a
// variant of the phrase for fleets, or for games without an address, it uses that.
func (v *Voice) named(p phrase.Phrase) phrase.Phrase {
	switch {
	case v.World != "" && v.Book.Has(p.Code+byFleet):
		p.Code += byFleet
	case v.Here && v.Book.Has(p.Code+byHere):
		p.Code += byHere
	}
	p.Args = slices.Clone(p.Args)
	for i := range p.Args {
		if in, is := strings.CutPrefix(p.Args[i].S, v.Folder); v.World != "" && is && (in == "" || in[0] == '/') {
			p.Args[i].S = v.World + in
		}
	}
	return p
}

// Warn prints to Err, so that the answer on stdout stays clean.
func (v *Voice) Warn(code string, args ...phrase.Arg) {
	fmt.Fprintln(v.Err, "weltentor: "+v.text(code, args...))
}

// Complain says what went wrong in one line, and returns the exit code.
func (v *Voice) Complain(err error) int {
	switch c, is := errors.AsType[*complaint.Complaint](err); {
	case err == nil, errors.As(err, new(complaint.Silent)):
	case is:
		said := *c
		said.What = v.named(c.What)
		fmt.Fprintln(v.Err, "weltentor: "+v.reaching(said.Say(v.Book)))
	default:
		fmt.Fprintln(v.Err, "weltentor: "+complaint.InWords(err, v.Book.Lang))
	}
	return complaint.ExitOf(err)
}

// Table prints two columns under a title. A left cell that is too wide gets a line of its own.
func (v *Voice) Table(w io.Writer, title string, rows [][2]string) {
	if len(rows) == 0 {
		return
	}
	const left, most = 2, 24
	width := 0
	for _, r := range rows {
		if n := utf8.RuneCountInString(r[0]); n <= most {
			width = max(width, n)
		}
	}
	fmt.Fprintf(w, "\n%s\n", v.Book.T(title))
	for _, r := range rows {
		cell := r[0]
		if utf8.RuneCountInString(cell) > most {
			fmt.Fprintf(w, "%*s%s\n", left, "", cell)
			cell = ""
		}
		for i, line := range terminal.Wrap(r[1], 78-left-width-2) {
			if i > 0 {
				cell = ""
			}
			pad := width - utf8.RuneCountInString(cell)
			fmt.Fprintf(w, "%*s%s%*s  %s\n", left, "", cell, pad, "", line)
		}
	}
}

// Paint prints a sentence in colour if the output is a terminal. A script gets what Say would print.
func (c *Call) Paint(p terminal.Paint, code string, args ...phrase.Arg) {
	c.PaintText(p, c.Voice.text(code, args...))
}

// PaintText is Paint for a finished text.
func (c *Call) PaintText(p terminal.Paint, text string) {
	if !c.Front.Seen() {
		fmt.Fprintln(c.Out, text)
		return
	}
	c.Front.Line(p, text)
}

// When shows a time as people in the world's zone read it.
func When(t time.Time, zone *time.Location) string { return t.In(zone).Format("2006-01-02 15:04 MST") }

// Span is how long something is, in words: minutes below two hours, hours below two days, and days, the nearest each.
func (c *Call) Span(name string, d time.Duration) phrase.Arg {
	code, unit := "span-days", 24*time.Hour
	switch {
	case d < 2*time.Hour:
		code, unit = "span-minutes", time.Minute
	case d < 2*unit:
		code, unit = "span-hours", time.Hour
	}
	return phrase.Str(name, c.Voice.Book.Say(phrase.P(code, phrase.Num("n", int(d.Round(unit)/unit)))))
}
