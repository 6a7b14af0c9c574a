// Package chronicle owns the turns of a world as they were resolved: states, joins, events, seals, reports, and turns
// that were taken back. A turn is stored with all that it was made from, and its hash covers state and events, so
// Archive can play it again (law 10). A report is stored once, packed: its letter has only a reference to it. Without a
// store a turn is played by package replay, which Play calls. Begin with Current, the turn that awaits orders, and with
// TurnRecord.
package chronicle

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/replay"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// founded is how the world was founded.
const founded store.Slot[Founding] = "founded"

// Founded reads how the world was founded.
func Founded(tx *store.Tx) (f Founding, found bool) { return founded.Get(tx) }

// First is the turn with which the world begins: a game that was played elsewhere before begins with a later one.
func First(tx *store.Tx) int {
	f, _ := Founded(tx)
	return max(f.First, 1)
}

// Identity is the founding as it is stored. No other world has the same, for its time is known to the nanosecond.
func Identity(tx *store.Tx) []byte { return founded.Raw(tx) }

// PutFounding stores the founding.
func PutFounding(tx *store.Tx, f Founding) { founded.Put(tx, f) }

// What a turn is replayed from is declared where it is replayed.
type (
	Founding = replay.Founding
	Join     = replay.Join
	Edit     = replay.Edit
)

// Realm finds a realm. It does not ask the world, which would list all realms again.
func (c Current) Realm(number int) (game.Realm, bool) {
	if r, found := c.Realms[number]; found {
		return r, true
	}
	return Realm(c.World, number)
}

// Realm finds a realm of a world.
func Realm(world game.World, number int) (game.Realm, bool) {
	for _, r := range world.Realms() {
		if r.Number == number {
			return r, true
		}
	}
	return game.Realm{}, false
}

// Current is the turn that awaits orders.
type Current struct {
	Generation uint64 // of the state
	Turn       int
	World      game.World
	Realms     map[int]game.Realm // of the world
	Seed       game.Seed
	Secret     []byte // see Secret
	Tables     []byte // effective
	Opened     Opening
	Edited     []game.Event // what is told of changes that the game master has made by hand since then
}

// Opening says how a turn came to await orders. Sums are SHA-256 in hex.
type Opening struct {
	Since  time.Time `json:"since"`           // the time from which its deadline is counted
	Former string    `json:"former"`          // sum of the state that the turn before left, or the founding
	Edits  int       `json:"edits,omitempty"` // how many of its joins are changes by hand
}

// ByNumber returns the realms of a world by their numbers.
func ByNumber(world game.World) map[int]game.Realm {
	out := map[int]game.Realm{}
	for _, r := range world.Realms() {
		out[r.Number] = r
	}
	return out
}

// turns has a bucket for each turn, made when the turn begins to await orders. It has the state and the opening then,
// and the rest when it is resolved, also what report.go declares.
var (
	turns       = store.Values("turns")
	states      = turns.Part("before") // compressed
	openings    = PartOf[Opening]("opened")
	turnRecords = PartOf[TurnRecord]("record")
	turnEvents  = turns.Part("events") // game.Annals, compressed
	turnNotices = store.PackedAt[[]game.Notice](turns.Part("notices"))
)

// PartOf declares what a package stores with each turn, under a name.
func PartOf[V any](name string) *store.Table[V] { return store.RecordsAt[V](turns.Part(name)) }

// Record reads the record of a turn; found is false if it is not resolved.
func Record(tx *store.Tx, turn int) (rec TurnRecord, found bool) {
	return turnRecords.Get(tx, store.U32(turn))
}

// OpeningOf reads how a turn came to await orders.
func OpeningOf(tx *store.Tx, turn int) (o Opening, found bool) {
	return openings.Get(tx, store.U32(turn))
}

// StateOf reads the state of a turn that awaits orders, or awaited them.
func StateOf(tx *store.Tx, turn int) ([]byte, error) {
	packed := states.Get(tx, store.U32(turn))
	if packed == nil {
		return nil, fmt.Errorf("%w: turn %d is missing", faults.ErrDamaged, turn)
	}
	state, err := store.Unpack(packed)
	if err != nil {
		return nil, fmt.Errorf("%w: the state of turn %d: %v", faults.ErrDamaged, turn, err)
	}
	return state, nil
}

// EventsOf reads the events of a resolved turn.
func EventsOf(tx *store.Tx, turn int) (*game.Annals, error) {
	return readEvents(turnEvents.Get(tx, store.U32(turn)))
}

// NoticesOf reads the notices of a resolved turn.
func NoticesOf(tx *store.Tx, turn int) (list []game.Notice) {
	list, _ = turnNotices.Get(tx, store.U32(turn))
	return list
}

// PutState stores the state that awaits orders, and how the turn came to await them.
func PutState(tx *store.Tx, turn int, state []byte, o Opening) {
	key := store.U32(turn)
	states.Put(tx, key, store.Pack(state))
	openings.Put(tx, key, o)
	store.SetTurn(tx, turn)
	store.States.Draw(tx)
}

// readEvents reads the events of a turn from its row in the store.
func readEvents(packed []byte) (*game.Annals, error) {
	if packed == nil {
		return nil, fmt.Errorf("%w: there are none", faults.ErrDamaged)
	}
	raw, err := store.Unpack(packed)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", faults.ErrDamaged, err)
	}
	annals, err := game.ReadAnnals(raw)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", faults.ErrDamaged, err)
	}
	return annals, nil
}

// joined has a turn and a number in it as its key.
var joined = store.Records[Join]("joins")

// AddJoin records who joined a turn, or changed hands, after those before.
func AddJoin(tx *store.Tx, turn int, j Join) {
	next := 0
	if last := joined.Last(tx, store.U32(turn)); last != nil {
		next = int(binary.BigEndian.Uint32(last[4:])) + 1
	}
	joined.Put(tx, store.Pair(turn, next), j)
}

// JoinsOf lists who joined while a turn awaited orders, in order. A gap in their numbers means damage.
func JoinsOf(tx *store.Tx, turn int) (joins []Join, err error) {
	for key, j := range joined.Each(tx, store.U32(turn)) {
		if !bytes.Equal(key, store.Pair(turn, len(joins))) {
			return joins, fmt.Errorf("%w: join %d of turn %d is missing", faults.ErrDamaged, len(joins), turn)
		}
		joins = append(joins, j)
	}
	return joins, nil
}

// Handed returns the realms that changed hands, sorted.
func Handed(joins []Join) []int {
	return realmsOf(joins, func(j Join) bool { return j.Edit == nil && j.To != nil })
}

func realmsOf(joins []Join, fits func(Join) bool) (realms []int) {
	for _, j := range joins {
		if fits(j) {
			realms = append(realms, j.Realm)
		}
	}
	slices.Sort(realms)
	return slices.Compact(realms)
}

// Edited returns what is told of all changes by hand while a turn awaited orders.
func Edited(tx *store.Tx, turn int) (told []game.Event, err error) {
	joins, err := JoinsOf(tx, turn)
	for _, j := range joins {
		if j.Edit != nil {
			told = append(told, j.Edit.Told()...)
		}
	}
	return told, err
}

// Hold says that a turn is resolved and its letters wait for the game master. Until the hold ends, nothing comes in and
// nothing is changed. Any answer would give away a result that may never count.
type Hold struct {
	Turn int       `json:"turn"` // the turn that was resolved; 0: none is held
	At   time.Time `json:"at"`
}

const held store.Slot[Hold] = "held"

// Held reads which turn is held.
func Held(tx *store.Tx) (h Hold) {
	h, _ = held.Get(tx)
	return h
}

// Put holds a turn.
func (h Hold) Put(tx *store.Tx) { held.Put(tx, h) }

// EndHold ends the hold.
func EndHold(tx *store.Tx) { held.Remove(tx) }

// HoldNext says that the game master wants the next turn that is resolved to be held.
const HoldNext store.Flag = "hold next"

// NotHeld returns ErrTurnHeld while a turn is held.
func NotHeld(tx *store.Tx) error {
	if h := Held(tx); h.Turn > 0 {
		return wording.Fault(faults.ErrTurnHeld, "held", phrase.Num("turn", h.Turn))
	}
	return nil
}

// Reopen starts the turn that awaits orders afresh: its deadline counts from since.
func Reopen(tx *store.Tx, turn int, since time.Time) {
	o, _ := OpeningOf(tx, turn)
	o.Since = since.UTC()
	openings.Put(tx, store.U32(turn), o)
	store.States.Draw(tx)
}
