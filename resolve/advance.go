package resolve

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// Advanced is what Advance did.
type Advanced struct {
	Resolved bool
	Turn     int           // that was resolved, or that waits
	Waits    phrase.Phrase // what it waits for, in the words of Words
	Deadline time.Time     // of a turn that waits; zero if it does not go by one
	Reports  int
	Hash     string
	Former   time.Time // when the turn before was resolved; zero of the first
	Reminded []int     // realms a reminder was queued for
	Graced   []int     // realms for which the deadline was moved to the one above
}

// turnRecord is a resolved turn, with all that is needed to play it again. Sums
// are SHA-256 in hex.
type turnRecord struct {
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
	Settings settingsCopy `json:"settings"`
}

// settingsCopy is what of the settings played a part in a turn.
type settingsCopy struct {
	Name     string      `json:"name"`
	Address  string      `json:"address"`
	Zone     string      `json:"zone"`
	Deadline Deadline    `json:"deadline"`
	Early    bool        `json:"early"`
	Master   string      `json:"master"`
	Lang     phrase.Lang `json:"lang"`
}

// chain is the turn's hash: over the turn before, all that went in, and all
// that came out. When and under which settings it was resolved is not in it.
func (r turnRecord) chain(turn int) string {
	return sum(fmt.Appendf(nil, "weltentor turn %d\nformer %s\nrulebook %s %d\nschema %d\nseed %s\ntables %s\nbefore %s\nsheets %s\nafter %s\nevents %s\n",
		turn, r.Former, r.Rulebook, r.Rules, r.Schema, r.Seed, r.Tables, r.Before, r.Sheets, r.After, r.Events))
}

// sheetsSum is over the sheets as the turn reads them: no matter when and with
// which letter they came.
func sheetsSum(sheets []game.Sheet) string {
	h := sha256.New()
	for _, s := range sheets {
		s.Files = slices.Clone(s.Files)
		for i := range s.Files {
			s.Files[i].Data = nil
		}
		h.Write(append(mustJSON(s), '\n'))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// resolved is a turn played but not yet stored.
type resolved struct {
	next    game.World
	state   []byte
	events  []byte // canonical
	notices []game.Notice
	realms  []int
	reports [][]byte // packed, by realms
}

// Advance resolves the turn that awaits orders if it is due, or if the game
// master forces it; else it tells what it waits for. A copy of the store is made
// first. Then state, events, reports and letters become one transaction. A fault
// of the rules (ErrRules) leaves the store as it is, and so does a turn whose
// deadline is five weeks gone (ErrAhead), unless it is forced.
func (w *World) Advance(now time.Time, force bool) (Advanced, error) {
	var s standing
	var generation uint64
	var former turnRecord
	err := w.view(func(tx *store.Tx) (err error) {
		c, err := w.now(tx)
		if err != nil {
			return err
		}
		if former, err = w.clock(tx, c, now); err != nil {
			return err
		}
		generation = number(tx, "generation")
		if s, err = w.standing(tx, now, force); err == nil {
			err = s.lookAhead(w, now)
		}
		return err
	})
	if err != nil {
		return Advanced{}, err
	}
	c, r := s.c, s.r
	switch {
	case r.longPast(now):
		return Advanced{}, fault(ErrAhead, "due-since", phrase.Num("turn", c.turn),
			phrase.Str("due", w.clockTime(r.deadline)), phrase.Str("now", w.clockTime(now)))
	case !r.due || len(s.first) > 0:
		return w.wait(s, generation, former, now)
	}
	if err := w.disk.backupTurn(c.turn); err != nil {
		return Advanced{}, err
	}
	in := withAway(plainSheets(s.records), c.turn, r.away)
	out, outcome, err := play(w.rb, c, in)
	if err == nil {
		out.reports, err = reports(outcome, out.realms)
	}
	if err != nil {
		return Advanced{}, fmt.Errorf("turn %d: %w", c.turn, err)
	}
	rec := w.record(c, in, out, former.Hash, now)
	err = w.updateAt(generation, c.turn, func(tx *store.Tx) error {
		if s.p, err = w.pace(tx, c); err != nil {
			return err
		}
		w.shelf.unlist()
		putAway(tx, c.turn, r.away, now)
		if err := countMissed(tx, c.world.Asked(), s.p, r); err != nil {
			return err
		}
		return w.storeTurn(tx, s, rec, out, nextSince(r.deadline, now))
	})
	if err != nil {
		return Advanced{}, err
	}
	return Advanced{Resolved: true, Turn: c.turn, Reports: len(out.reports), Hash: rec.Hash, Former: former.At}, nil
}

// updateAt is update for what was worked out from an earlier look at the store,
// if nothing has changed it since.
func (w *World) updateAt(generation uint64, turn int, f func(*store.Tx) error) error {
	return w.update(func(tx *store.Tx) error {
		if number(tx, "generation") != generation+1 { // update has counted itself
			return fmt.Errorf("%w: it changed the world while turn %d was resolved", ErrLocked, turn)
		}
		return f(tx)
	})
}

// wait does what is to be done while a turn waits, or instead of resolving it: it
// gives grace, reminds, and tells the game master that the mailbox holds it up.
func (w *World) wait(s standing, generation uint64, former turnRecord, now time.Time) (Advanced, error) {
	a := Advanced{Turn: s.c.turn, Waits: s.r.waits, Deadline: s.r.deadline, Former: former.At}
	if len(s.first)+len(s.owing)+len(s.p.owedNow(now)) == 0 && !s.heldLong(now) {
		return a, nil
	}
	err := w.updateAt(generation, s.c.turn, func(tx *store.Tx) (err error) {
		if s.p, err = w.pace(tx, s.c); err != nil {
			return err
		}
		switch {
		case len(s.first) > 0:
			a.Graced, a.Waits = s.first, waitsDeadline(s.r, s.c.world.Asked())
			a.Deadline, err = w.grace(tx, s, now)
		case len(s.owing) > 0:
			a.Reminded = s.owing
			err = w.remind(tx, s, now)
		case len(s.p.owedNow(now)) > 0:
			err = w.tellOwed(tx, s, now)
		default:
			err = w.tellHeld(tx, s, now)
		}
		return err
	})
	if err != nil {
		return Advanced{}, err
	}
	return a, nil
}

// record tells what a turn was resolved from and what came of it.
func (k *clerk) record(c current, in []game.Sheet, out resolved, former string, now time.Time) turnRecord {
	rec := turnRecord{Rulebook: k.rb.Name(), Rules: k.rb.Version(), Schema: Schema, Seed: c.seed.String(), At: now.UTC(),
		Tables: sum(c.tables), Before: sum(c.world.State()), Sheets: sheetsSum(in), After: sum(out.state), Events: sum(out.events),
		Former: former, Settings: settingsCopy{k.s.Name, k.s.Address, k.s.Zone.String(), k.s.Deadline, k.s.Early, k.s.Master, k.s.Lang}}
	rec.Hash = rec.chain(c.turn)
	return rec
}

// clock refuses a time before the last turn's or, before the first, the newest
// realm's or the founding's, and gives the record of the last turn.
func (w *World) clock(tx *store.Tx, c current, now time.Time) (former turnRecord, err error) {
	t := tx.Bucket(turnsBucket).Bucket(u32(c.turn - 1))
	if t == nil {
		if now.Before(c.opened.Since) {
			return former, fault(ErrClock, "clock-founded", phrase.Str("now", w.clockTime(now)),
				phrase.Str("then", w.clockTime(c.opened.Since)))
		}
		return former, nil
	}
	if former, _, err = getJSON[turnRecord](t, []byte("record")); err != nil {
		return former, err
	}
	if now.Before(former.At) {
		return former, &clockError{phrase.P("fault.clock-turn", phrase.Str("now", w.clockTime(now)), phrase.Num("turn", c.turn-1),
			phrase.Str("then", w.clockTime(former.At))), w.disk.cureOf(c.turn - 1)}
	}
	return former, nil
}

// clockTime is a time in an error, in the world's zone.
func (k *clerk) clockTime(t time.Time) string {
	return t.In(k.s.Zone).Format("2006-01-02 15:04:05 MST")
}

// play resolves a turn. Whatever contradicts the rules is ErrRules.
func play(rb game.Rulebook, c current, in []game.Sheet) (out resolved, outcome game.Outcome, err error) {
	var broken []string
	err = guarded(func() {
		outcome = c.world.Resolve(in, c.seed)
		out.next = outcome.Next()
		out.state = out.next.State()
		out.events = appendEvents(nil, outcome.Events())
		out.notices = outcome.ToMaster()
		out.realms = outcome.Realms()
		if broken = out.next.Broken(); len(broken) > 0 {
			return
		}
		if got := out.next.Asked().Turn; got != c.turn+1 {
			broken = []string{fmt.Sprintf("after turn %d comes turn %d", c.turn, got)}
		}
		if again, err := rb.Open(out.state, c.tables); err != nil || !bytes.Equal(again.State(), out.state) {
			broken = append(broken, fmt.Sprintf("its state does not open as it was (%v)", err))
		}
	})
	if err == nil && len(broken) > 0 {
		err = fmt.Errorf("%w: the world after it is broken: %s", ErrRules, strings.Join(broken, "; "))
	}
	return out, outcome, err
}

// reports renders and packs the realms' reports on all cores.
func reports(outcome game.Outcome, realms []int) ([][]byte, error) {
	packed, faults := make([][]byte, len(realms)), make([]error, len(realms))
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(realms)) {
		wait.Go(func() {
			var raw []byte
			for i := int(next.Add(1)) - 1; i < len(realms); i = int(next.Add(1)) - 1 {
				faults[i] = guarded(func() {
					raw = appendReport(raw[:0], outcome.Report(realms[i]))
					packed[i] = pack(raw)
				})
			}
		})
	}
	wait.Wait()
	return packed, errors.Join(faults...)
}

// storeTurn puts a resolved turn, what awaits orders next, the reports and the
// letters into the store.
func (k *clerk) storeTurn(tx *store.Tx, s standing, rec turnRecord, out resolved, since time.Time) error {
	c := s.c
	t := tx.Bucket(turnsBucket).Bucket(u32(c.turn))
	putFile(tx, c.tables)
	putJSON(t, []byte("record"), rec)
	put(t, []byte("events"), pack(out.events))
	put(t, []byte("notices"), pack(mustJSON(out.notices)))
	if err := putState(tx, c.turn+1, out.state, opening{Since: since.UTC(), Former: rec.After}); err != nil {
		return err
	}
	b := tx.Bucket(reportsBucket)
	b.Append()
	players := map[int]game.Realm{}
	for _, r := range append(c.world.Realms(), out.next.Realms()...) {
		players[r.Number] = r
	}
	closing := k.closings(tx, out.next, k.deadline(since, timing{}, s.p.pause), 0)
	for i, n := range out.realms {
		put(b, pair(c.turn, n), out.reports[i])
		if err := k.queueReport(tx, players[n], c.turn, closing(players[n]), rec.At); err != nil {
			return err
		}
	}
	notices, err := unmailed(tx, c.turn, out.notices)
	k.queueNotices(tx, out.next, c.turn, notices, rec.At)
	return errors.Join(err, settleNews(tx))
}
