package cli

import (
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/manual"
	"weltentor/docs"
	"weltentor/orders/phrase"
)

// topicCmd shows a page of the manual.
type topicCmd struct {
	Topic topic `arg:""`
}

// Run prints the page in the language of the call.
func (k *topicCmd) Run(c *call.Call) error {
	_, err := io.WriteString(c.Raw, docs.Topic(string(k.Topic), string(c.Voice.Book.Lang)))
	return err
}

// topic is a page of the manual.
type topic string

// UnmarshalText refuses unknown pages. It is called by kong.
func (t *topic) UnmarshalText(text []byte) error {
	*t = topic(text)
	return oneOf(docs.Topics, "not-a-topic", string(text))
}

// oneOf refuses a word by a code if it is not one of these.
func oneOf(words []string, code, word string) error {
	if slices.Contains(words, word) {
		return nil
	}
	return complaint.Usage(code, phrase.Str("value", word), phrase.Str("choices", strings.Join(words, ", ")))
}

// manCmd prints the program's manual page.
type manCmd struct{}

// Run prints the page in the language of the call, from the commands themselves.
func (manCmd) Run(c *call.Call, ctx *kong.Context) error {
	return manual.Page(c.Raw, ctx.Model.Node, call.Release, c.Voice.Book)
}

// completionCmd prints a completion script for a shell.
type completionCmd struct {
	Shell shell `arg:""`
}

// Run prints the script, with help texts in the language of the call.
func (k *completionCmd) Run(c *call.Call, ctx *kong.Context) error {
	var rulebooks []string
	for _, b := range c.Books {
		rulebooks = append(rulebooks, b.Name())
	}
	return manual.Complete(c.Raw, string(k.Shell), ctx.Model.Node,
		manual.Choices{"rulebook": rulebooks, "shell": manual.Shells, "topic": docs.Topics})
}

// shell is a shell that has completions.
type shell string

// UnmarshalText refuses other shells. It is called by kong.
func (s *shell) UnmarshalText(text []byte) error {
	*s = shell(text)
	return oneOf(manual.Shells, "not-a-shell", string(text))
}
