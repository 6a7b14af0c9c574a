package external

import (
	"maps"

	"weltentor/orders/phrase"
)

// Sum is that of the program as it is now.
func (rb *Rulebook) Sum() string { return rb.run.Sum() }

// Text is what RULES answers in a language; "": nothing.
func (rb *Rulebook) Text(lang phrase.Lang) string { return rb.p.RulesText[string(lang)] }

// MadeBy is the sum of the program that made this world.
func (w *World) MadeBy() string { return w.s.Engine }

// Files are those that live from turn to turn, by name.
func (w *World) Files() map[string][]byte { return maps.Clone(w.files) }
