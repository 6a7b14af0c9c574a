// Package belagerung is the rulebook of Die Kunst der Belagerung: a board of hexes, castles behind walls, and players
// who move one after the other. Everybody sees the whole board. It ties the packages below together: Rules makes the
// rulebook, and world.go is its World. The rules are in docs/rules/belagerung.md, and comments cite them by §. To read
// a turn, begin with turn/phases.go.
package belagerung

import (
	"cmp"

	"weltentor/worlds/belagerung/founding"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	numbers "weltentor/worlds/tables"
)

// Rulebook is the game.
type Rulebook struct {
	*rulekit.Book[*tables.Tables]
}

var _ game.Rulebook = (*Rulebook)(nil)

// Rules makes the rulebook. Its tables and texts are embedded.
func Rules() *Rulebook { return &Rulebook{founding.Rules()} }

// Days is how many days each turn has. Players move one after the other, and each has a day (§1.4).
func (r *Rulebook) Days() int { return 1 }

// usual is for how many realms the usual board has a place for a castle in the middle of a side (§2.2).
const usual = 4

// SizeFor is the usual board for up to four realms, and a larger one for more, with as many fields for each.
func (r *Rulebook) SizeFor(realms int) (width, height int, ok bool) {
	n := &r.Standard().Rules
	width, height = rulekit.Around(max(realms, usual)*n.Width*n.Height/usual, n.Width, n.Height, n.Largest)
	if height > n.Highest {
		return 0, 0, false
	}
	return width, height, true
}

// Found makes a fresh world without realms.
func (r *Rulebook) Found(f game.Founding) (game.World, error) {
	return rulekit.Found(r.Book, f, founding.Found, r.world)
}

// Open reads a world from its bytes.
func (r *Rulebook) Open(state, rules []byte) (game.World, error) {
	return rulekit.Open(r.Book, state, rules, realm.Decode, r.opened)
}

// opened is the world of a state. The game master may have lowered limits in a running game, so the state may exceed
// them.
func (r *Rulebook) opened(t *tables.Tables, s *realm.State) *World {
	w := r.world(t, s)
	w.eased = len(realm.Broken(t, s, true)) > 0
	return w
}

func (r *Rulebook) world(t *tables.Tables, s *realm.State) *World {
	return &World{at: realm.Position{Rules: r.Book, Tables: t, State: s}}
}

// Settled reports changes of what cannot change any more: the board stays as it was laid out (§2.2).
func (r *Rulebook) Settled(founding, now []byte) ([]byte, error) {
	return rulekit.Settled(r.Book, founding, now, func(was, is *tables.Tables) error {
		a, b := &was.Rules, &is.Rules
		return cmp.Or(numbers.Settled("rules", "board", a.Board, b.Board),
			numbers.Settled("rules", "first_wall", a.FirstWall, b.FirstWall),
			numbers.Settled("rules", "width", a.Width, b.Width), numbers.Settled("rules", "height", a.Height, b.Height))
	})
}

// Trains is true: any board does for practice.
func (r *Rulebook) Trains(game.World, int) bool { return true }
