package cli

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/manual"
	"weltentor/docs"
	"weltentor/orders/phrase"
)

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
	if !slices.Contains(manual.Shells, string(text)) {
		return fault.Usage("not-a-shell", phrase.Str("value", string(text)),
			phrase.Str("choices", strings.Join(manual.Shells, ", ")))
	}
	*s = shell(text)
	return nil
}
