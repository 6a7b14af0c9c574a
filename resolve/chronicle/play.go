package chronicle

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/logbook"
	"weltentor/resolve/replay"
	"weltentor/resolve/seal"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// Resolved is a turn played but not yet stored.
type Resolved struct {
	replay.Played
	Packed  []byte // the events, once Write has been called
	Notices []game.Notice
	Realms  []int
	Reports []WrittenReport // by realms, once Write has been called
	marks   []string        // blinded, of the reports' texts, by realms; the same
	secret  []byte          // see Secret
	leaves  []game.Leaf     // once Seal has been called
	Tales   []byte          // the same: Tales in their canonical form
	// tells realms about the turn in their reports
	Chronicler Chronicler
}

// Play resolves a turn. If anything contradicts the rules, it returns ErrRules. The sheets are parsed then, also for Seal.
func Play(rb game.Rulebook, c Current, in []game.Sheet) (out Resolved, err error) {
	fault := store.Guarded(func() {
		for i, s := range in {
			in[i] = s.Read(rb.Language(), s.Orders(rb.Language()))
		}
		t := replay.Turn{Number: c.Turn, World: c.World, Seed: c.Seed, Tables: c.Tables, Edited: c.Edited}
		out.Played, err = replay.Play(rb, t, in)
		out.secret = c.Secret
		out.Chronicler = Chronicler{turn: c.Turn, seed: c.Seed, realms: ByNumber(out.Next)}
		out.Notices = out.Outcome.ToMaster()
		out.Realms = out.Outcome.Realms()
	})
	return out, cmp.Or(fault, err)
}

// Write renders and packs the realms' reports on all cores, and the events beside them. It calls done for each report,
// one call at a time. shown is what Shown returns.
func (out *Resolved) Write(shown map[int][]byte, done func(n int)) error {
	const events = 1 // the first work, since it takes longest
	out.Reports, out.marks = make([]WrittenReport, len(out.Realms)), make([]string, len(out.Realms))
	heard := make([]game.Heard, len(out.Realms))
	works, faults := len(out.Realms)+events, make([]error, len(out.Realms)+events)
	var next atomic.Int64
	var telling sync.Mutex
	ready := 0
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), works) {
		wait.Go(func() {
			var packer ReportPacker
			var write func(int, []byte) (game.Report, []byte)
			for i := int(next.Add(1)) - 1; i < works; i = int(next.Add(1)) - 1 {
				if i < events {
					faults[i] = store.Guarded(func() { out.Packed = store.Pack(out.Events) })
					continue
				}
				faults[i] = store.Guarded(func() {
					if write == nil {
						write = Writer(out.Chronicler.seed, out.Outcome)
					}
					realm := out.Realms[i-events]
					rep, now := write(realm, shown[realm])
					rep, heard[i-events] = out.Chronicler.Tell(rep)
					out.marks[i-events] = seal.Blind(seal.Key(out.secret, out.Chronicler.turn, realm), rep.Text)
					out.Reports[i-events] = WrittenReport{Report: packer.Pack(rep), News: rep.News, Shown: now}
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

// TurnRecord is a resolved turn, with all that is needed to play it again. Sums
// are SHA-256 in hex.
type TurnRecord struct {
	Rulebook string       `json:"rulebook"`
	Rules    int          `json:"rules"` // version
	Schema   int          `json:"schema"`
	Seed     string       `json:"seed"`
	At       time.Time    `json:"at"`
	Tables   string       `json:"tables"`
	Before   string       `json:"before"`
	Sheets   string       `json:"sheets"`
	After    string       `json:"after"`
	Events   string       `json:"events"`
	Former   string       `json:"former"` // hash of the turn before, "" of the first
	Hash     string       `json:"hash"`
	Settings SettingsCopy `json:"settings"`
	Tales    string       `json:"tales,omitempty"` // sum; "" where nobody kept them

	Undone []string         `json:"undone,omitempty"` // hashes of turns taken back since the one before
	Logged *logbook.Last    `json:"logged,omitempty"` // the turn's entry in the logbook; nil before schema 3
	Sealed *game.SealedTurn `json:"sealed,omitempty"` // what its seal is made from; nil before there were seals
	// who sent orders, as everybody may know; nil before this was stored
	Answers *Answers `json:"answers,omitempty"`
}

// Answers are who sent orders for a turn and who did not. They are stored as they are told: whoever comes, leaves or is
// played by the machine later changes nothing of them.
type Answers struct {
	Sent   []int        `json:"sent,omitempty"`
	Away   []int        `json:"away,omitempty"`   // sent none, and had said so
	Missed []NamedRealm `json:"missed,omitempty"` // sent none
}

// NamedRealm is a realm by its name of that time.
type NamedRealm struct {
	Realm int    `json:"realm"`
	Name  string `json:"name"`
}

// SettingsCopy has the settings that played a part in a turn.
type SettingsCopy struct {
	Name     string      `json:"name"`
	Address  string      `json:"address"`
	Zone     string      `json:"zone"`
	Deadline Deadline    `json:"deadline"`
	Early    bool        `json:"early"`
	Master   string      `json:"master"`
	Lang     phrase.Lang `json:"lang"`
}

// Chain is the turn's hash. It does not cover when the turn was resolved, nor under which settings.
func (r TurnRecord) Chain(turn int) string {
	return r.public().Chain(turn, r.Former, fmt.Sprintf("%s %d", r.Rulebook, r.Rules), r.Seed)
}

// public is the part of the record that its hash is over, without what the whole world shares.
func (r TurnRecord) public() replay.HashedTurn {
	return replay.HashedTurn{Schema: r.Schema, Tables: r.Tables, Before: r.Before, Sheets: r.Sheets, After: r.After,
		Events: r.Events, Undone: r.Undone}
}

// SheetsSum is over the sheets as the turn reads them: no matter when and with
// which letter they came.
func SheetsSum(sheets []game.Sheet) string {
	h := sha256.New()
	for _, s := range sheets {
		s.Files = slices.Clone(s.Files)
		for i := range s.Files {
			s.Files[i].Data = nil
		}
		h.Write(append(store.MustJSON(s), '\n'))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// LastResolved returns when the last turn was resolved. It is zero before the first.
func LastResolved(tx *store.Tx) time.Time {
	return ResolvedAt(tx, store.Turn(tx)-1)
}

// ResolvedAt returns when a turn was resolved. It is zero if it was not.
func ResolvedAt(tx *store.Tx, turn int) time.Time {
	if turn < 1 {
		return time.Time{}
	}
	rec, _ := Record(tx, turn)
	return rec.At
}
