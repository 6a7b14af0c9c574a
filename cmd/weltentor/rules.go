package main

import (
	"io"

	"weltentor/docs"
	"weltentor/orders/phrase"
)

// rulesCmd shows the rules of a game.
type rulesCmd struct {
	Rulebook string `arg:"" optional:""`
}

// Run prints the book of a rulebook, of the first one if none is named, in the
// language of the call: the file that players get for the word RULES.
func (k *rulesCmd) Run(c *Call) error {
	rb, err := c.rulebook(k.Rulebook)
	if err != nil {
		return err
	}
	book := docs.Text(rb.Name(), string(c.voice.book.Lang))
	if book == "" {
		return no("no-book", phrase.Str("name", rb.Name()))
	}
	_, err = io.WriteString(c.raw, book)
	return err
}
