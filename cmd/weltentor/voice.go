package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/orders/phrase"
)

// voice is the one who speaks to the person at the terminal, in German or in
// English. Answers go to out, everything else to err.
type voice struct {
	book     *phrase.Book
	out, err io.Writer

	folder, world string // of a host's copy of a world of a fleet, and what the fleet calls it
	fleet         string // the settings by which commands find it
}

func newVoice(lang phrase.Lang, out, errs io.Writer) *voice {
	return &voice{book: loadBook(lang), out: out, err: errs}
}

// say answers: one sentence, one line (or as many as the sentence has).
func (v *voice) say(code string, args ...phrase.Arg) {
	fmt.Fprintln(v.out, v.text(code, args...))
}

// text is what is said.
func (v *voice) text(code string, args ...phrase.Arg) string {
	return v.reaching(fault.Say(v.book, v.named(phrase.P(code, args...))))
}

// byFleet behind a code is that of a sentence for worlds of a fleet, whose hosts do what `send` and `cron` do.
const byFleet = "-in-fleet"

// reaching has the commands that a text names for a world of a fleet be those that find it.
func (v *voice) reaching(text string) string {
	if v.world == "" {
		return text
	}
	parts := strings.Split(text, "`")
	for i := 1; i < len(parts); i += 2 {
		command, is := strings.CutPrefix(parts[i], "weltentor ")
		if is && slices.Contains(strings.Fields(command), v.world) && !strings.HasPrefix(command, "--fleet ") {
			parts[i] = "weltentor --fleet " + v.fleet + " " + command
		}
	}
	return strings.Join(parts, "`")
}

// named has a phrase name a world of a fleet by its name, and not by the folder of this host's copy. It is the one
// that is for fleets, if there is one.
func (v *voice) named(p phrase.Phrase) phrase.Phrase {
	if v.world != "" && v.book.Has(p.Code+byFleet) {
		p.Code += byFleet
	}
	p.Args = slices.Clone(p.Args)
	for i := range p.Args {
		if v.world != "" && p.Args[i].S == v.folder {
			p.Args[i].S = v.world
		}
	}
	return p
}

// warn tells on the side, so that an answer on stdout stays an answer.
func (v *voice) warn(code string, args ...phrase.Arg) {
	fmt.Fprintln(v.err, "weltentor: "+v.text(code, args...))
}

// complain says what went wrong, in one line, and gives the exit code.
func (v *voice) complain(err error) int {
	if err == nil {
		return exitDone
	}
	var quiet silent
	if errors.As(err, &quiet) {
		return int(quiet)
	}
	var c *complaint
	if errors.As(err, &c) {
		said := *c
		said.What = v.named(c.What)
		fmt.Fprintln(v.err, "weltentor: "+v.reaching(said.Say(v.book)))
		return c.Exit
	}
	fmt.Fprintln(v.err, "weltentor: "+fault.InWords(err, v.book.Lang))
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return exitLater
	}
	return exitUsage
}

// table prints two columns under a title; a left cell too wide gets its own line.
func (v *voice) table(w io.Writer, title string, rows [][2]string) {
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
	fmt.Fprintf(w, "\n%s\n", v.book.T(title))
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
