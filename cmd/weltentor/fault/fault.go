// Package fault says why a command did not do what it was asked: a code with arguments goes in, a sentence and the
// exit code come out. The commands return it.
package fault

import (
	"errors"
	"fmt"
	"strings"

	"weltentor/cmd/weltentor/texts"
	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
)

// Exit codes; scripts rely on them.
const (
	ExitDone    = 0
	ExitNo      = 1  // the answer is no: errors found, hashes differ
	ExitUsage   = 2  // usage, configuration, schema
	ExitMachine = 3  // read only: a machine's mail, ignored
	ExitLater   = 75 // locked, server down, letters left
)

// Complaint is why a command did not do what it was asked, and its exit code.
type Complaint struct {
	Exit  int
	What  phrase.Phrase
	Cause error
	Bare  bool // our words say it all, the cause is not told
}

func (c *Complaint) Error() string {
	return c.Say(texts.Book(phrase.En))
}

func (c *Complaint) Unwrap() error { return c.Cause }

// Say is the complaint in one line of a language.
func (c *Complaint) Say(b *phrase.Book) string {
	text := Say(b, c.What)
	if d := c.Detail(b.Lang); d != "" {
		text += ": " + d
	}
	return text
}

// Detail is what the cause adds to our words; which kind of error it is, those
// have said.
func (c *Complaint) Detail(lang phrase.Lang) string {
	if c.Cause == nil || c.Bare {
		return ""
	}
	return InWords(c.Cause, lang)
}

// InWords is an error in a language, where it can be said in several, without what kind
// it is.
func InWords(err error, lang phrase.Lang) string {
	var tells wording.Telling
	if errors.As(err, &tells) {
		return tells.In(lang)
	}
	return store.Detail(err)
}

// Usage complains of what the operator wrote or set up (exit 2).
func Usage(code string, args ...phrase.Arg) error {
	return &Complaint{Exit: ExitUsage, What: phrase.P(code, args...)}
}

// No complains that the answer is no (exit 1).
func No(code string, args ...phrase.Arg) error {
	return &Complaint{Exit: ExitNo, What: phrase.P(code, args...)}
}

// Later complains of what will pass (exit 75).
func Later(code string, cause error, args ...phrase.Arg) error {
	return &Complaint{Exit: ExitLater, What: phrase.P(code, args...), Cause: cause}
}

// Silent is an answer already given: only the exit code is left to tell.
type Silent int

func (s Silent) Error() string { return fmt.Sprintf("exit %d", int(s)) }

// InFile puts the file's name before a complaint.
func InFile(path string, err error) error {
	var c *Complaint
	if !errors.As(err, &c) {
		return fmt.Errorf("%s: %w", path, err)
	}
	what := c.What
	what.Args = append([]phrase.Arg{phrase.Str("file", path)}, what.Args...)
	return &Complaint{Exit: c.Exit, What: what, Cause: c.Cause}
}

// Subject is what a complaint is about, without what others say of it, which
// may differ from time to time.
func Subject(err error) string {
	var c *Complaint
	if !errors.As(err, &c) {
		return err.Error()
	}
	words := []string{c.What.Code}
	for _, a := range c.What.Args {
		words = append(words, a.S)
	}
	return strings.Join(words, " ")
}
