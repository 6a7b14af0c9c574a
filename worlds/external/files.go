package external

import (
	"maps"

	"weltentor/orders/phrase"
)

// Usr is what of /usr the program sees; none: all but /usr/local.
func (rb *Rulebook) Usr() []string { return rb.p.Usr }

// TurnSeconds is how long a turn may take.
func (rb *Rulebook) TurnSeconds() int { return rb.p.Turn.Seconds }

// Text is what RULES answers in a language; "": nothing.
func (rb *Rulebook) Text(lang phrase.Lang) string { return rb.p.RulesText[string(lang)] }

// MadeBy is the sum of the program that made this world, and that of the program as it is now; "": it cannot be read.
func (w *World) MadeBy() (then, now string) {
	now, _ = w.rb.run.Sum()
	return w.s.Engine, now
}

// MovedIn reports whether the game was played elsewhere before.
func (w *World) MovedIn() bool { return w.s.Moved }

// Files are those that live from turn to turn, by name.
func (w *World) Files() map[string][]byte { return maps.Clone(w.files) }
