package chronicle

import (
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// Closure is that a game ends before its rules end it. Where it has happened, the game is over for
// the whole machine, see Shut.
type Closure struct {
	After int       `json:"after"`        // the turn with which it ends; 0, of one that has happened: it was before the first
	Due   time.Time `json:"due,omitzero"` // when it ends, whichever turn that is; zero: with the turn
	By    Closer    `json:"by"`
	Why   string    `json:"why,omitempty"` // the game master's reason, which players are told
	At    time.Time `json:"at"`            // when it was decided
	Done  time.Time `json:"done,omitzero"` // when it happened; zero: it has not yet
}

// Closer is who closes a game. It is stored.
type Closer string

// Who can.
const (
	ByMaster Closer = "master"
	ByVote   Closer = "vote"
)

var closureKey = []byte("closing")

// ReadClosure reads whether the game is to be closed, or is; nil: neither.
func ReadClosure(tx *store.Tx) (*Closure, error) {
	c, found, err := store.GetJSON[Closure](tx.Bucket(store.MetaBucket), closureKey)
	if err != nil || !found {
		return nil, err
	}
	return &c, nil
}

// Put stores it. What has happened changes what every look at the world says.
func (c Closure) Put(tx *store.Tx) {
	store.PutJSON(tx.Bucket(store.MetaBucket), closureKey, c)
	store.Bump(tx, "state")
}

// ForgetClosure lets the game go on.
func ForgetClosure(tx *store.Tx) {
	store.Remove(tx.Bucket(store.MetaBucket), closureKey)
	store.Bump(tx, "state")
}

// Happened tells whether the game is closed.
func (c *Closure) Happened() bool { return c != nil && !c.Done.IsZero() }

// Planned tells whether it will be.
func (c *Closure) Planned() bool { return c != nil && c.Done.IsZero() }

// EndsWith tells whether the game ends with a turn.
func (c *Closure) EndsWith(turn int) bool { return c.Planned() && c.Due.IsZero() && c.After <= turn }

// IsDue tells whether the time has come at which the game was to end.
func (c *Closure) IsDue(now time.Time) bool {
	return c.Planned() && !c.Due.IsZero() && !now.Before(c.Due)
}

// shut is the world of a game that was closed: the rules would go on, and nobody asks them.
type shut struct{ game.World }

// Shut is a world as the machine sees it once its game is closed: over, as if its rules had ended
// it, and nobody has won. What the rules know beside game.World is found by As.
func Shut(w game.World) game.World {
	if _, is := w.(shut); is {
		return w
	}
	return shut{w}
}

func (w shut) Asked() game.Asked {
	asked := w.World.Asked()
	return game.Asked{Turn: asked.Turn, Phase: asked.Phase, Over: true}
}

func (w shut) Title(lang phrase.Lang) string { return wording.Words(lang).T("title-closed") }

func (w shut) Join(game.Joining, game.Seed) (game.World, int, error) {
	return nil, 0, game.Refused("over")
}

func (w shut) HandOver(realm int, to game.Player) game.World {
	return shut{w.World.HandOver(realm, to)}
}

// As is the world as something that only some rules know, also if the game is closed.
func As[T any](w game.World) (T, bool) {
	if s, is := w.(shut); is {
		w = s.World
	}
	t, is := w.(T)
	return t, is
}
