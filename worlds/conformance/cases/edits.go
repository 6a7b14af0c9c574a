package cases

import (
	"errors"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Edit makes the changes of the section `edits` by hand, one line after the other, and returns the world before the
// turn. After a change that is refused, the section has a line `! why`, in English.
func Edit[W game.World](c *Case, w W) W {
	c.Test.Helper()
	var b strings.Builder
	for line := range strings.Lines(c.Text("edits")) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "!") {
			continue
		}
		b.WriteString(line + "\n")
		words := strings.Fields(line)
		next, events, err := w.Edit(words[0], words[1:])
		if err != nil {
			b.WriteString("! " + inEnglish(err) + "\n")
			continue
		}
		c.edits = append(c.edits, events...)
		w = next.(W)
	}
	c.hold("edits", b.String(), c.Text("edits"))
	return w
}

// Edits are what is told of the changes that Edit has made: the turn is resolved with them.
func (c *Case) Edits() []game.Event { return c.edits }

func inEnglish(err error) string {
	var fault *phrase.Fault
	if errors.As(err, &fault) {
		return fault.In(phrase.En)
	}
	return "only in one language: " + err.Error()
}

// told returns what a realm reads about the changes, in German.
func (c *Case) told(p Played, realm int) string {
	var b strings.Builder
	for _, e := range c.edits {
		if e.For(realm) {
			b.WriteString(p.Say(realm, phrase.De, e.Phrase) + "\n")
		}
	}
	return b.String()
}
