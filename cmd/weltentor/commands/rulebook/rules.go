package rulebook

import (
	"io"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/docs"
	"weltentor/orders/phrase"
)

// RulesCmd shows the rules of a game.
type RulesCmd struct {
	Rulebook string `arg:"" optional:""`
}

// Run prints the rules of a game in the language of the call, or those of the first rulebook if none is named. It is
// the file that players get for the word RULES.
func (k *RulesCmd) Run(c *call.Call) error {
	rb, err := c.Rulebook(k.Rulebook)
	if err != nil {
		return err
	}
	book := docs.Text(rb.Name(), string(c.Voice.Book.Lang))
	if book == "" {
		return complaint.No("no-book", phrase.Str("name", rb.Name()))
	}
	_, err = io.WriteString(c.Raw, book)
	return err
}
