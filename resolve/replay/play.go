// Package replay plays turns by the rules alone: a turn for the first time, a turn of a world once more, and a whole
// game from its public file (Prover). The file's format is in file.go. It opens no store, so that the players' pages
// can play and prove, too. Package chronicle stores and reads turns and uses the same steps. The first and the second
// time are one function, Play: otherwise they could differ.
package replay

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/seal"
	"weltentor/resolve/store/faults"
	"weltentor/worlds/game"
)

// Turn is what a turn is played from, beside sheets.
type Turn struct {
	Number int
	World  game.World
	Seed   game.Seed
	Tables []byte       // effective
	Edited []game.Event // what is told of changes by hand
}

// Played is what comes of it.
type Played struct {
	Before  game.World // that awaited the orders
	Outcome game.Outcome
	Next    game.World
	State   []byte
	Events  []byte // canonical: the turn's hash is over them
}

// Play plays a turn, in as many lanes as there are cores. If anything contradicts the rules, it returns ErrRules. A fault
// in the rules is a panic.
func Play(rb game.Rulebook, t Turn, in []game.Sheet) (out Played, err error) {
	out.Before = t.World
	out.Outcome = t.World.Resolve(withoutPassed(rb.Language(), in), t.Seed, runtime.GOMAXPROCS(0), t.Edited)
	out.Next = out.Outcome.Next()
	out.State = out.Next.State()
	out.Events = out.Outcome.Annals().Bytes()
	broken := out.Next.Broken()
	if len(broken) == 0 {
		if got := out.Next.Asked().Turn; got != t.Number+1 {
			broken = []string{fmt.Sprintf("after turn %d comes turn %d", t.Number, got)}
		}
		if again, err := rb.Open(out.State, t.Tables); err != nil || !bytes.Equal(again.State(), out.State) {
			broken = append(broken, fmt.Sprintf("its state does not open as it was (%v)", err))
		}
	}
	if len(broken) > 0 {
		err = fmt.Errorf("%w: the world after it is broken: %s", faults.ErrRules, strings.Join(broken, "; "))
	}
	return out, err
}

// withoutPassed returns the sheets without the messages that were passed on at once.
func withoutPassed(l *orders.Language, in []game.Sheet) []game.Sheet {
	out := slices.Clone(in)
	for i, s := range out {
		if len(s.Passed) == 0 {
			continue
		}
		file := *s.Orders(l)
		file.Lines = slices.DeleteFunc(slices.Clone(file.Lines), func(line orders.Line) bool {
			_, is := line.Order.(orders.Message)
			return is && slices.Contains(s.Passed, line.Line)
		})
		out[i] = s.Read(l, &file)
	}
	return out
}

// sumOf is the name of bytes in records: SHA-256 in hex.
func sumOf(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}

// Founding is kept so that the first state can be made again.
type Founding struct {
	Seed   string    `json:"seed"`
	Width  int       `json:"width"`
	Height int       `json:"height"`
	Tables string    `json:"tables"` // sum
	Rules  int       `json:"rules"`
	State  string    `json:"state"` // sum
	At     time.Time `json:"at"`
	First  int       `json:"first,omitempty"` // the turn with which it begins; 0: 1

	Announced *game.Announced `json:"announced,omitempty"` // what the seed is made from; nil: it was drawn
	Stored    bool            `json:"stored,omitempty"`    // it cannot be repeated: the state is kept under its sum
}

// Join is a realm that joined or changed hands while a turn awaited orders, or a change that the game master made by
// hand. It can be replayed.
type Join struct {
	game.Joining              // of the realm that joined
	To           *game.Player `json:"to,omitempty"`   // who took over an existing realm; nil: the realm joined
	Edit         *Edit        `json:"edit,omitempty"` // the change by hand; then no realm joined or changed hands
	Realm        int          `json:"realm"`
	At           time.Time    `json:"at,omitzero"`
	Rules        int          `json:"rules"`
	Tables       string       `json:"tables"` // sum
	// sum of the state with it; "": others joined at the same time, and the last of them has it
	After string `json:"after"`
}

// Edit is a change that the game master made by hand while a turn awaited orders. It can be made again. What players
// are told of it, with the reason if they are told that too, comes before the turn's own events. So the turn's hash
// covers it.
type Edit struct {
	Verb   string       `json:"verb"`
	Args   []string     `json:"args"`
	Why    string       `json:"why,omitempty"` // the reason, as those who are told of the change read it
	Events []game.Event `json:"events"`        // as the rules returned them
}

// Typed is the change as the game master typed it. In place of a whole file it has the file's size.
func (e *Edit) Typed() string {
	if len(e.Events) == 1 && e.Events[0].Phrase.Code == game.FileEdited {
		file := e.Events[0].Phrase
		return fmt.Sprintf("%s %s (%d B)", e.Verb, file.Arg("name").S, file.Arg("n").N)
	}
	words := []string{e.Verb}
	for _, word := range e.Args {
		words = append(words, orders.ClipTo(word, longestWord, "…"))
	}
	return strings.Join(words, " ")
}

// longestWord is how much of a word of a change by hand is shown.
const longestWord = 60

// Told returns the events of the change as reports show them.
func (e *Edit) Told() []game.Event {
	if e.Why == "" {
		return e.Events
	}
	return append(slices.Clip(e.Events), game.Event{Phase: game.EditPhase, Realms: e.Realms(),
		Phrase: phrase.P(game.WhyEdited, phrase.Str("why", e.Why))})
}

// Realms returns the realms that are told of the change, sorted.
func (e *Edit) Realms() (told []int) {
	for _, event := range e.Events {
		told = append(told, event.Realms...)
	}
	slices.Sort(told)
	return slices.Compact(told)
}

// Change makes a change by hand and returns the new world and what is told of it.
func (e *Edit) Change(w game.World) (game.World, []game.Event, error) {
	return w.Edit(e.Verb, e.Args)
}

// again returns the world after the change, or nil if it differs from what it was then.
func (e *Edit) again(w game.World) game.World {
	next, events, err := e.Change(w)
	if err != nil || !bytes.Equal(game.AnnalsOf(events).Bytes(), game.AnnalsOf(e.Events).Bytes()) {
		return nil
	}
	return next
}

// what names a join in a line about what is wrong.
func (j *Join) what() string {
	if j.Edit != nil {
		return fmt.Sprintf("the change by hand %q", j.Edit.Typed())
	}
	return fmt.Sprintf("joining or handing over of realm %d", j.Realm)
}

// Game is a game that is played again, one step after the other.
type Game struct {
	Rb    game.Rulebook
	Seed  game.Seed                        // of the world: realms join by it
	Files func(sum string) ([]byte, error) // tables by their sum, and the state of a founding that is Stored
	State []byte                           // that the last step left; nil: it failed, or other rules did it
}

// ErrAnnounced says that a seed is not made from the announced value, or that the value could be read as another.
var ErrAnnounced = errors.New("founding: the seed is not made from the announced value")

// Found makes the first state again. The error says what is wrong with it; see ErrAnnounced.
func (g *Game) Found(f Founding) error {
	tables, err := g.Files(f.Tables)
	if err != nil {
		return fmt.Errorf("founding: %w", err)
	}
	if f.Seed != g.Seed.String() {
		return errors.New("founding: its seed is not the world's")
	}
	if a := f.Announced; a != nil && (g.Seed != seal.Mixed(*a) || !a.Sound()) {
		return ErrAnnounced
	}
	if f.Stored {
		if g.State, err = g.Files(f.State); err != nil {
			return fmt.Errorf("founding: %w", err)
		}
		return nil
	}
	world, err := g.Rb.Found(game.Founding{Seed: g.Seed, Width: f.Width, Height: f.Height, Tables: tables})
	if err != nil {
		return fmt.Errorf("founding again: %w", err)
	}
	if g.State = world.State(); sumOf(g.State) != f.State {
		return errors.New("founding again gives another state")
	}
	return nil
}

// Rejoin repeats what happened between two turns, before w, which may be nil. The error names the first that gives another
// state than it gave then.
func (g *Game) Rejoin(joins []Join, w Watcher) error {
	for _, j := range joins {
		before := g.State
		g.State = nil
		if before == nil || j.Rules != g.Rb.Version() {
			continue
		}
		world := g.join(before, j)
		if world == nil {
			return fmt.Errorf("%s gives another state", j.what())
		}
		if g.State = world.State(); j.After != "" && sumOf(g.State) != j.After {
			g.State = nil
			return fmt.Errorf("%s gives another state", j.what())
		}
		if w != nil {
			w.Joined(*g, j, world)
		}
	}
	return nil
}

// join adds a realm to a state, hands one over, or makes a change by hand. It returns nil if that fails.
func (g *Game) join(before []byte, j Join) game.World {
	tables, err := g.Files(j.Tables)
	if err != nil {
		return nil
	}
	world, err := g.Rb.Open(before, tables)
	if err != nil {
		return nil
	}
	if j.Edit != nil {
		return j.Edit.again(world)
	}
	if j.To != nil {
		return world.HandOver(j.Realm, *j.To)
	}
	world, realm, err := world.Join(j.Joining, g.Seed)
	if err != nil || realm != j.Realm {
		return nil
	}
	return world
}

// Turn plays a turn that began with a state. t lacks its world and its seed, and State stays as it is.
func (g *Game) Turn(t Turn, before []byte, seed string, in []game.Sheet) (out Played, err error) {
	if t.World, err = g.Rb.Open(before, t.Tables); err != nil {
		return out, fmt.Errorf("opening its state: %w", err)
	}
	if t.Seed, err = game.ParseSeed(seed); err != nil {
		return out, fmt.Errorf("its seed: %w", err)
	}
	return Play(g.Rb, t, in)
}
