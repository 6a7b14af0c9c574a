package resolve

import (
	"cmp"
	"encoding/binary"
	"fmt"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// Verification is what Verify found.
type Verification struct {
	Turns []TurnCheck `json:"turns"`
	Wrong []string    `json:"wrong"` // what is wrong, one line each; empty when all is well
	// Cure names the copy to restore, where the store itself is damaged; its code is empty otherwise.
	Cure phrase.Phrase `json:"-"`
}

// TurnCheck is one resolved turn in a Verification.
type TurnCheck struct {
	Turn     int    `json:"turn"`
	Rules    int    `json:"rules"`    // the version that resolved it
	Replayed bool   `json:"replayed"` // false: of other rules, so only the chain of hashes was checked
	Hash     string `json:"hash"`
	OK       bool   `json:"ok"`
}

// verifier walks the turns of a store.
type verifier struct {
	archive
	tx    *store.Tx
	found Verification
	state []byte // that the last turn left when played again, or the founding; nil if it was not
	sum   string // of that state, as stored
	hash  string // of the last turn
}

// Verify plays every turn of the present rules again from its stored state,
// sheets, tables and seed and holds the result against the stored hash; of other
// turns, and of what lies between turns, it checks the chain of sums. The
// store's own pages are checked too. The error is of reading, not of what is found.
func (w *World) Verify() (found Verification, err error) {
	found = nothingFound()
	err = w.view(func(tx *store.Tx) (err error) {
		for err := range tx.Wrong() {
			found.Wrong = append(found.Wrong, err.Error())
		}
		if len(found.Wrong) > 0 {
			found.Cure = w.disk.cure(lastCopy(w.disk.dir, -1))
			return nil
		}
		found, err = archive{rb: w.rb, shelf: w.shelf}.verify(tx)
		return err
	})
	return found, err
}

func nothingFound() Verification { return Verification{Turns: []TurnCheck{}, Wrong: []string{}} }

// archive is the turns of a world as they were resolved; they can be played again.
type archive struct {
	rb    game.Rulebook
	shelf *shelf
}

// verify plays the turns again, in a transaction.
func (a archive) verify(tx *store.Tx) (Verification, error) {
	v := verifier{archive: a, tx: tx, found: nothingFound()}
	err := v.walk()
	return v.found, err
}

func (v *verifier) wrong(format string, args ...any) {
	v.found.Wrong = append(v.found.Wrong, fmt.Sprintf(format, args...))
}

func (v *verifier) walk() error {
	f, found, err := getJSON[founding](v.tx.Bucket(metaBucket), []byte("founded"))
	if err != nil || !found {
		v.wrong("the founding cannot be read (%v)", err)
		return nil
	}
	v.founded(f)
	last := int(number(v.tx, "turn"))
	return v.tx.Bucket(turnsBucket).ForEachBucket(func(k []byte) error {
		turn := int(binary.BigEndian.Uint32(k))
		v.turn(turn, v.tx.Bucket(turnsBucket).Bucket(k), turn == last)
		return nil
	})
}

// founded makes the first state again, under the rules that made it.
func (v *verifier) founded(f founding) {
	v.sum = f.State
	if f.Rules != v.rb.Version() {
		return
	}
	tables, err := getFile(v.tx, f.Tables)
	if err != nil {
		v.wrong("founding: %v", err)
		return
	}
	seed, err := game.ParseSeed(f.Seed)
	if err != nil {
		v.wrong("founding: %v", err)
		return
	}
	err = guarded(func() {
		world, err := v.rb.Found(game.Founding{Seed: seed, Width: f.Width, Height: f.Height, Tables: tables})
		if err != nil {
			v.wrong("founding again: %v", err)
			return
		}
		v.state = world.State()
	})
	if err != nil {
		v.wrong("founding again: %v", err)
	} else if v.state != nil && sum(v.state) != f.State {
		v.wrong("founding again gives another state")
	}
}

func (v *verifier) turn(turn int, b *store.Bucket, open bool) {
	before, err := unpack(b.Get([]byte("before")))
	if err != nil {
		v.wrong("turn %d: its state: %v", turn, err)
		return
	}
	v.opened(turn, b, before)
	if open {
		return
	}
	rec, found, err := getJSON[turnRecord](b, []byte("record"))
	if err != nil || !found {
		v.wrong("turn %d: its record cannot be read (%v)", turn, err)
		return
	}
	wrong := len(v.found.Wrong)
	tables, sheets := v.inputs(turn, b, rec, before)
	check := TurnCheck{Turn: turn, Rules: rec.Rules, Hash: rec.Hash}
	v.state, v.sum, v.hash = nil, rec.After, rec.Hash
	if rec.Rules == v.rb.Version() && len(v.found.Wrong) == wrong {
		check.Replayed = true
		v.replay(turn, rec, before, tables, sheets)
	}
	check.OK = len(v.found.Wrong) == wrong
	v.found.Turns = append(v.found.Turns, check)
}

// opened checks that a turn began with what the one before left and with the
// realms that joined since.
func (v *verifier) opened(turn int, b *store.Bucket, before []byte) {
	o, found, err := getJSON[opening](b, []byte("opened"))
	if err != nil || !found {
		v.wrong("turn %d: its beginning cannot be read (%v)", turn, err)
		return
	}
	if o.Former != v.sum {
		v.wrong("turn %d: begins with another state than the one before it left", turn)
	}
	joins, err := joinsOf(v.tx, turn)
	if err != nil {
		v.wrong("turn %d: its joins cannot be read: %v", turn, err)
		return
	}
	after := o.Former
	for _, j := range joins {
		after = cmp.Or(j.After, after)
		if v.state == nil || j.Rules != v.rb.Version() {
			v.state = nil
			continue
		}
		if err := guarded(func() { v.state = v.join(j) }); err != nil || v.state == nil || j.After != "" && sum(v.state) != j.After {
			v.wrong("turn %d: joining or handing over of realm %d gives another state (%v)", turn, j.Realm, err)
			v.state = nil
		}
	}
	if sum(before) != after {
		v.wrong("turn %d: its state is not the one that was stored", turn)
	}
}

// join adds a realm, or hands it over, again; nil if that fails.
func (v *verifier) join(j join) []byte {
	tables, err := getFile(v.tx, j.Tables)
	if err != nil {
		return nil
	}
	world, err := v.rb.Open(v.state, tables)
	if err != nil {
		return nil
	}
	if j.To != nil {
		return world.HandOver(j.Realm, *j.To).State()
	}
	var seed game.Seed
	copy(seed[:], v.tx.Bucket(metaBucket).Get([]byte("seed")))
	if world, _, err = world.Join(j.Joining, seed); err != nil {
		return nil
	}
	return world.State()
}

// inputs checks what a turn was resolved from and its place in the chain.
func (v *verifier) inputs(turn int, b *store.Bucket, rec turnRecord, before []byte) (tables []byte, in []game.Sheet) {
	tables, err := getFile(v.tx, rec.Tables)
	if err != nil {
		v.wrong("turn %d: its tables: %v", turn, err)
	}
	records, err := v.shelf.sheets(v.tx, turn)
	if err != nil {
		v.wrong("turn %d: its sheets: %v", turn, err)
	}
	in = plainSheets(records)
	events, err := unpack(b.Get([]byte("events")))
	if err != nil {
		v.wrong("turn %d: its events: %v", turn, err)
	}
	for _, part := range []struct{ name, want, got string }{
		{"state", rec.Before, sum(before)}, {"sheets", rec.Sheets, sheetsSum(in)}, {"events", rec.Events, sum(events)},
		{"hash", rec.Hash, rec.chain(turn)}, {"link to the turn before", rec.Former, v.hash},
	} {
		if part.want != part.got {
			v.wrong("turn %d: its %s is not what was stored: %s, now %s", turn, part.name, part.want, part.got)
		}
	}
	return tables, in
}

// replay plays a turn again.
func (v *verifier) replay(turn int, rec turnRecord, before, tables []byte, in []game.Sheet) {
	world, err := v.rb.Open(before, tables)
	if err != nil {
		v.wrong("turn %d: opening its state: %v", turn, err)
		return
	}
	seed, err := game.ParseSeed(rec.Seed)
	if err != nil {
		v.wrong("turn %d: its seed: %v", turn, err)
		return
	}
	out, _, err := play(v.rb, current{turn: turn, world: world, seed: seed, tables: tables}, in)
	if err != nil {
		v.wrong("turn %d: %v", turn, err)
		return
	}
	if got := sum(out.state); got != rec.After {
		v.wrong("turn %d: played again it leaves another state: %s, stored %s", turn, got, rec.After)
	}
	if got := sum(out.events); got != rec.Events {
		v.wrong("turn %d: played again other things happen: %s, stored %s", turn, got, rec.Events)
	}
	v.state = out.state
}
