package chronicle

import (
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// Closure says that a game ends before its rules end it. Once it has happened, the game is over for the whole machine,
// see Shut.
type Closure struct {
	After int       `json:"after"`        // the last turn; 0 in a closed game: closed before the first turn
	Due   time.Time `json:"due,omitzero"` // when it ends, whichever turn that is; zero: with the turn
	By    Closer    `json:"by"`
	Why   string    `json:"why,omitempty"` // the game master's reason, as players read it
	At    time.Time `json:"at"`            // when it was decided
	Done  time.Time `json:"done,omitzero"` // when it happened; zero: it has not yet
}

// Closer is who closes a game. It is stored.
type Closer string

// Those who can close a game.
const (
	ByMaster Closer = "master"
	ByVote   Closer = "vote"
)

const closing store.Slot[Closure] = "closing"

// ReadClosure reads whether the game is to be closed, or has been. It returns nil if neither is the case.
func ReadClosure(tx *store.Tx) *Closure {
	c, found := closing.Get(tx)
	if !found {
		return nil
	}
	return &c
}

// Put stores the closure. Once it has happened, it changes how every transaction sees the world.
func (c Closure) Put(tx *store.Tx) {
	closing.Put(tx, c)
	store.States.Draw(tx)
}

// ForgetClosure takes the closure back: the game goes on.
func ForgetClosure(tx *store.Tx) {
	closing.Remove(tx)
	store.States.Draw(tx)
}

// Happened reports whether the game has been closed.
func (c *Closure) Happened() bool { return c != nil && !c.Done.IsZero() }

// Planned reports whether the game is to be closed and has not been yet.
func (c *Closure) Planned() bool { return c != nil && c.Done.IsZero() }

// EndsWith reports whether the game ends with a turn.
func (c *Closure) EndsWith(turn int) bool { return c.Planned() && c.Due.IsZero() && c.After <= turn }

// IsDue reports whether the time at which the game was to end has come.
func (c *Closure) IsDue(now time.Time) bool {
	return c.Planned() && !c.Due.IsZero() && !now.Before(c.Due)
}

// shut is the world of a game that was closed: its rules would go on, but they are no longer asked.
type shut struct{ game.World }

// Shut is a world as the machine sees it once its game is closed. It is over, as if its rules had ended it, and nobody
// has won. Use As to find what the rules offer beyond game.World.
func Shut(w game.World) game.World {
	if _, is := w.(shut); is {
		return w
	}
	return shut{w}
}

// Asked returns what the rules ask, as of a game that is over: no realm is asked any more.
func (w shut) Asked() game.Asked {
	asked := w.World.Asked()
	return game.Asked{Turn: asked.Turn, Phase: asked.Phase, Over: true}
}

// Title returns what a closed game is called, whatever its rules would call the turn.
func (w shut) Title(lang phrase.Lang) string { return wording.Words(lang).T("title-closed") }

// Join refuses everybody: the game is over.
func (w shut) Join(game.Joining, game.Seed) (game.World, int, error) {
	return nil, 0, game.Refused("over")
}

// HandOver gives a realm another player. The game stays closed.
func (w shut) HandOver(realm int, to game.Player) game.World {
	return shut{w.World.HandOver(realm, to)}
}

// As returns the world as an interface that only some rules have, even if the game is closed.
func As[T any](w game.World) (T, bool) {
	if s, is := w.(shut); is {
		w = s.World
	}
	t, is := w.(T)
	return t, is
}
