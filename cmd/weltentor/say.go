package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/texts"
	"weltentor/orders/phrase"
	"weltentor/resolve/signup"
)

// voice is the one who speaks to the person at the terminal, in German or in
// English. Answers go to out, everything else to err.
type voice struct {
	book     *phrase.Book
	out, err io.Writer

	folder, world string // of a host's copy of a world of a fleet, and what the fleet calls it
	fleet         string // the settings by which commands find it

	offers func(dir string) (kinds, cultures signup.Offers) // of a world, for the help; nil: none is at hand
	verbs  func(dir string)                                 // prints those of a world, for the help
	sets   [][2]string                                      // of numbers, by rulebook, for the help
}

func newVoice(lang phrase.Lang, out, errs io.Writer) *voice {
	return &voice{book: loadBook(lang), out: out, err: errs}
}

// loadBook reads what the program says.
func loadBook(lang phrase.Lang) *phrase.Book { return texts.Book(lang) }

// chooseLang is the last --lang that names a language, else what the
// environment speaks, else English. It looks at the bare arguments because the
// help, too, must be in the right language.
func chooseLang(args []string, env func(string) string) phrase.Lang {
	var asked phrase.Lang
	for i, a := range args {
		value, ok := strings.CutPrefix(a, "--lang=")
		if a == "--lang" && i+1 < len(args) {
			value, ok = args[i+1], true
		}
		if ok && (value == string(phrase.De) || value == string(phrase.En)) {
			asked = phrase.Lang(value)
		}
	}
	if asked != "" {
		return asked
	}
	if v := spoken(env); v != "" {
		return langOf(v)
	}
	return phrase.En
}

// spoken is what the environment says of languages; "" if nothing.
func spoken(env func(string) string) string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := env(name); v != "" {
			return v
		}
	}
	return ""
}

// speaking is the call in the language of a world's game master, if nobody has
// asked for another: crontab knows no language.
func (c *call) speaking(lang phrase.Lang) *call {
	name, _, _ := strings.Cut(spoken(c.env), ".")
	if c.asked || name != "" && name != "C" && name != "POSIX" {
		return c
	}
	own := *c
	own.voice = newVoice(lang, c.voice.out, c.voice.err)
	return &own
}

func langOf(s string) phrase.Lang {
	if strings.HasPrefix(strings.ToLower(s), "de") {
		return phrase.De
	}
	return phrase.En
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

// watched shows a bar for long work of a world, where complaints go: an answer stays an answer. The caller
// calls gone when the work has ended.
func (w *opened) watched(work string) (gone func()) {
	bar := w.call.side.Bar(w.call.voice.book.T(work))
	if bar == nil {
		return func() {}
	}
	w.World.Progress = bar.Show
	return func() { w.World.Progress = nil; bar.Clear() }
}

// encode answers a script in JSON.
func (c *call) encode(answer any) error {
	e := json.NewEncoder(c.out)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(answer); err != nil {
		return fmt.Errorf("print the answer: %w", err)
	}
	return nil
}

// complaint is why a command did not do what it was asked, and its exit code.
type complaint = fault.Complaint

// usage complains of what the operator wrote or set up (exit 2).
func usage(code string, args ...phrase.Arg) error { return fault.Usage(code, args...) }

// no complains that the answer is no (exit 1).
func no(code string, args ...phrase.Arg) error { return fault.No(code, args...) }

// later complains of what will pass (exit 75).
func later(code string, cause error, args ...phrase.Arg) error {
	return fault.Later(code, cause, args...)
}

// silent is an answer already given: only the exit code is left to tell.
type silent = fault.Silent

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

// describe makes a line of what a panic carried.
func describe(r any) string { return fmt.Sprint(r) }
