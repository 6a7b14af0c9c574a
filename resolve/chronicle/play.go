package chronicle

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"weltentor/orders"
	"weltentor/resolve/reports"
	"weltentor/resolve/seal"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/worlds/game"
)

// Resolved is a turn played but not yet stored.
type Resolved struct {
	Outcome game.Outcome
	Next    game.World
	State   []byte
	Events  []byte // canonical
	Packed  []byte // the events, once Write has been called
	Notices []game.Notice
	Realms  []int
	Reports []reports.Written // by realms, once Write has been called
	marks   []string          // blinded, of the reports' texts, by realms; the same
	secret  []byte            // see Secret
	leaves  []game.Leaf       // once Seal has been called
	Tales   []byte            // the same: Tales in their canonical form
	// tells realms about the turn in their reports
	Chronicler Chronicler
}

// Play resolves a turn. If anything contradicts the rules, it returns ErrRules. The sheets are parsed then, also for Seal.
func Play(rb game.Rulebook, c Current, in []game.Sheet) (out Resolved, err error) {
	var broken []string
	err = store.Guarded(func() {
		for i, s := range in {
			in[i] = s.Read(rb.Language(), s.Orders(rb.Language()))
		}
		outcome := resolve(c, withoutPassed(rb.Language(), in))
		if len(c.Edited) > 0 {
			outcome = outcome.(game.Prefaced).Preface(c.Edited)
		}
		out.Outcome, out.Next = outcome, outcome.Next()
		out.secret = c.Secret
		out.Chronicler = Chronicler{turn: c.Turn, seed: c.Seed, realms: ByNumber(out.Next)}
		out.State = out.Next.State()
		out.Events = annalsOf(outcome).Bytes()
		out.Notices = outcome.ToMaster()
		out.Realms = outcome.Realms()
		if broken = out.Next.Broken(); len(broken) > 0 {
			return
		}
		if got := out.Next.Asked().Turn; got != c.Turn+1 {
			broken = []string{fmt.Sprintf("after turn %d comes turn %d", c.Turn, got)}
		}
		if again, err := rb.Open(out.State, c.Tables); err != nil || !bytes.Equal(again.State(), out.State) {
			broken = append(broken, fmt.Sprintf("its state does not open as it was (%v)", err))
		}
	})
	if err == nil && len(broken) > 0 {
		err = fmt.Errorf("%w: the world after it is broken: %s", faults.ErrRules, strings.Join(broken, "; "))
	}
	return out, err
}

// resolve plays the turn, in as many lanes as there are cores if the rules support it.
func resolve(c Current, in []game.Sheet) game.Outcome {
	if w, is := c.World.(game.Laned); is {
		return w.ResolveIn(runtime.GOMAXPROCS(0), in, c.Seed)
	}
	return c.World.Resolve(in, c.Seed)
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

// annalsOf are the events of an outcome in their canonical form: the turn's hash is over these bytes.
func annalsOf(outcome game.Outcome) *game.Annals {
	if o, ok := outcome.(game.Annalist); ok {
		return o.Annals()
	}
	return game.AnnalsOf(outcome.Events())
}

// Write renders and packs the realms' reports on all cores, and the events beside them. It calls done for each report,
// one call at a time. shown is what reports.Shown returns.
func (out *Resolved) Write(shown map[int][]byte, done func(n int)) error {
	const events = 1 // the first work, since it takes longest
	out.Reports, out.marks = make([]reports.Written, len(out.Realms)), make([]string, len(out.Realms))
	heard := make([]game.Heard, len(out.Realms))
	works, faults := len(out.Realms)+events, make([]error, len(out.Realms)+events)
	var next atomic.Int64
	var telling sync.Mutex
	ready := 0
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), works) {
		wait.Go(func() {
			var packer reports.Packer
			var write func(int, []byte) (game.Report, []byte)
			for i := int(next.Add(1)) - 1; i < works; i = int(next.Add(1)) - 1 {
				if i < events {
					faults[i] = store.Guarded(func() { out.Packed = store.Pack(out.Events) })
					continue
				}
				faults[i] = store.Guarded(func() {
					if write == nil {
						write = Writer(out.Outcome)
					}
					realm := out.Realms[i-events]
					rep, now := write(realm, shown[realm])
					rep, heard[i-events] = out.Chronicler.Tell(rep)
					out.marks[i-events] = seal.Blind(seal.Key(out.secret, out.Chronicler.turn, realm), rep.Text)
					out.Reports[i-events] = reports.Written{Report: packer.Pack(rep), Shown: now}
				})
				telling.Lock()
				ready++
				done(ready)
				telling.Unlock()
			}
		})
	}
	wait.Wait()
	tales := Tales{}
	for i, n := range out.Realms {
		tales[n] = heard[i]
	}
	out.Tales = store.MustJSON(tales)
	return errors.Join(faults...)
}

// Put stores a resolved turn with its record. The hash of it covers the turns that were taken back before.
func (out Resolved) Put(tx *store.Tx, turn int, rec TurnRecord) {
	key := store.U32(turn)
	turnRecords.Put(tx, key, rec)
	pending.Remove(tx)
	if rec.Sealed != nil {
		leaves.Put(tx, key, out.leaves)
		lastSeal.Put(tx, seal.Of(*rec.Sealed))
	}
	turnEvents.Put(tx, key, out.Packed)
	turnTales.Bytes.Put(tx, key, store.Pack(out.Tales))
	turnNotices.Put(tx, key, out.Notices)
}
