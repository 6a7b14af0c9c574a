package external

import (
	"maps"

	"weltentor/orders/phrase"
)

// Usr is what of /usr the program sees; none: all but /usr/local.
func (rb *Rulebook) Usr() []string { return rb.p.Usr }

// Text is what RULES answers in a language; "": nothing.
func (rb *Rulebook) Text(lang phrase.Lang) string { return rb.p.RulesText[string(lang)] }

// MadeBy is the sum of the program that made this world, and that of the program as it is now.
func (w *World) MadeBy() (then, now string) { return w.s.Engine, w.rb.run.Sum() }

// Files are those that live from turn to turn, by name.
func (w *World) Files() map[string][]byte { return maps.Clone(w.files) }
