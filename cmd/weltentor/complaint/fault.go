// Package complaint says why a command did not do what it was asked, as a code with arguments, and which exit code that
// has. Usage is 2, No is 1, Later is 75. ExitOf finds the code of the store's errors by the fault that they wrap. Words
// come last, by Say.
package complaint

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"weltentor/cmd/weltentor/texts"
	"weltentor/orders/phrase"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
)

// Exit codes. Scripts rely on them.
const (
	ExitDone    = 0
	ExitNo      = 1  // the answer is no: errors found, hashes differ
	ExitUsage   = 2  // usage, configuration, schema
	ExitMachine = 3  // read only: an automatic mail, ignored
	ExitLater   = 75 // locked, server down, letters left
)

// Complaint says why a command did not do what it was asked, and has the exit code.
type Complaint struct {
	Exit  int
	What  phrase.Phrase
	Cause error
	Bare  bool // our words say everything, and the cause is not shown
}

// Error returns the complaint in English.
func (c *Complaint) Error() string {
	return c.Say(texts.Book(phrase.En))
}

// Unwrap returns the cause.
func (c *Complaint) Unwrap() error { return c.Cause }

// Say returns the complaint as one line.
func (c *Complaint) Say(b *phrase.Book) string {
	text := Say(b, c.What)
	if d := c.Detail(b.Lang); d != "" {
		text += ": " + d
	}
	return text
}

// Detail returns what the cause adds to our words, without the kind of error, which they have named.
func (c *Complaint) Detail(lang phrase.Lang) string {
	if c.Cause == nil || c.Bare {
		return ""
	}
	return InWords(c.Cause, lang)
}

// InWords returns an error in a language if it has words in several, without its kind.
func InWords(err error, lang phrase.Lang) string {
	var tells wording.Telling
	if errors.As(err, &tells) {
		return tells.In(lang)
	}
	return faults.Detail(err)
}

// Usage makes a complaint about what the operator wrote or set up (exit 2).
func Usage(code string, args ...phrase.Arg) error {
	return &Complaint{Exit: ExitUsage, What: phrase.P(code, args...)}
}

// No makes a complaint that the answer is no (exit 1).
func No(code string, args ...phrase.Arg) error {
	return &Complaint{Exit: ExitNo, What: phrase.P(code, args...)}
}

// Later makes a complaint about something that will pass (exit 75).
func Later(code string, cause error, args ...phrase.Arg) error {
	return &Complaint{Exit: ExitLater, What: phrase.P(code, args...), Cause: cause}
}

// ExitOf is the exit code of a command that ended with an error. What was stopped, or took too long, will pass.
func ExitOf(err error) int {
	quiet, is := errors.AsType[Silent](err)
	c, complains := errors.AsType[*Complaint](err)
	switch {
	case err == nil:
		return ExitDone
	case is:
		return int(quiet)
	case complains:
		return c.Exit
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return ExitLater
	}
	return ExitUsage
}

// Silent is the exit code of an answer that was already printed.
type Silent int

// Error names the exit code. It is not meant to be read by people.
func (s Silent) Error() string { return fmt.Sprintf("exit %d", int(s)) }

// Unread says why a file cannot be read: a word below unreadable in texts. It is "other" if only the system can say.
func Unread(cause error) string {
	switch {
	case errors.Is(cause, fs.ErrNotExist):
		return "missing"
	case errors.Is(cause, fs.ErrPermission):
		return "denied"
	case errors.Is(cause, syscall.EISDIR):
		return "folder"
	}
	return "other"
}

// CannotRead complains about a file that cannot be read.
func CannotRead(path string, cause error) error {
	why := Unread(cause)
	return &Complaint{Exit: ExitUsage, What: phrase.P("cannot-read", phrase.Str("file", path),
		phrase.Key("why", "unreadable."+why)), Cause: cause, Bare: why != "other"}
}

// InFile adds the file's name to a complaint.
func InFile(path string, err error) error {
	var c *Complaint
	if !errors.As(err, &c) {
		return fmt.Errorf("%s: %w", path, err)
	}
	what := c.What
	what.Args = append([]phrase.Arg{phrase.Str("file", path)}, what.Args...)
	return &Complaint{Exit: c.Exit, What: what, Cause: c.Cause}
}

// Subject returns what a complaint is about, without the details from others, which may vary.
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
