package deadlines

import (
	"cmp"
	"slices"
	"time"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/roster"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// Schedule is everything besides the rules and the sheets that decides when a turn is resolved. It is valid for the
// transaction in which it was read.
type Schedule struct {
	Log
	Pause    Pause
	Mailbox  Mailbox
	Unshown  Unshown
	Held     chronicle.Hold // a turn that is resolved, but that nobody has been told of yet
	Deadline time.Time      // after everything that moved it; zero while a pause has no end
	Record   func(realm int) roster.RealmRecord
}

// Schedule reads the schedule of the turn that awaits orders.
func (rule Rule) Schedule(tx *store.Tx, c chronicle.Current, people *roster.Roster) (p Schedule) {
	p.Log = ReadLog(tx, c.Turn)
	p.Pause, _ = pause.Get(tx)
	p.Mailbox, p.Unshown = ReadMailbox(tx), ReadUnshown(tx)
	p.Held = chronicle.Held(tx)
	p.Deadline = rule.Ends(c.Opened.Since, p.Log, p.Pause)
	p.Record = func(realm int) roster.RealmRecord { return people.Person(tx, realm) }
	return p
}

// Settle makes the deadline permanent that a pause has led to, once the pause is over, and forgets the pause.
func (p *Schedule) Settle(tx *store.Tx, c chronicle.Current) {
	if was := p.Pause; !was.From.IsZero() && was.Until.After(c.Opened.Since) {
		p.Moved = p.Deadline.UTC()
		p.Moves++
		p.Log.Put(tx, c.Turn)
	}
	ForgetPause(tx)
}

// silent lists the realms that are asked and have sent no orders: those that owe some, those that are away, and those
// whose players sit at this machine. A realm that is free to send or not owes none. A realm that nobody plays, or the
// machine, is in no list: the rules are given no sheet for it, or the machine's.
func (p Schedule) silent(c chronicle.Current, asked game.Asked, in []game.Sheet) (missing, away, here []int) {
	sent := map[int]bool{}
	for _, s := range in {
		sent[s.Realm] = true
	}
	for _, n := range asked.Realms {
		if sent[n] {
			continue
		}
		rec := p.Record(n)
		realm, _ := c.Realm(n)
		switch {
		case rec.Bot != nil: // the machine has its orders when the turn is due
		case rec.Vacant():
			if realm.Player != "" {
				here = append(here, n)
			}
		case rec.Absent(c.Turn):
			away = append(away, n)
		case !slices.Contains(asked.Free, n):
			missing = append(missing, n)
		}
	}
	return missing, away, here
}

// anybody reports whether any player is there at all. If all are away, turns should not follow each other at once. In a
// game without mail, players are there once all of them have sent their orders; here lists those who have not.
func (p Schedule) anybody(c chronicle.Current, here []int) bool {
	local := false
	for _, r := range c.World.Realms() {
		if r.Fallen {
			continue
		}
		switch rec := p.Record(r.Number); {
		case rec.Bot != nil:
		case rec.Vacant():
			local = local || r.Player != ""
		case !rec.Absent(c.Turn):
			return true
		}
	}
	return local && len(here) == 0
}

// deserted reports whether nobody plays any realm, nor the machine.
func (p Schedule) deserted(c chronicle.Current) bool {
	return !slices.ContainsFunc(c.World.Realms(), func(r game.Realm) bool {
		rec := p.Record(r.Number)
		return !r.Fallen && (rec.Bot != nil || !rec.Vacant() || r.Player != "")
	})
}

// unbegun reports whether the game waits for its first player: so far only the machine plays.
func (p Schedule) unbegun(c chronicle.Current) bool {
	bots := false
	for _, r := range c.World.Realms() {
		if rec := p.Record(r.Number); !rec.Vacant() || rec.Bot == nil {
			return false
		}
		bots = true
	}
	return bots && c.Turn == 1
}

// Wishes counts the realms that want more time, and those that can want it: all that are asked this turn and have a
// player who is not away. A player who is away and writes counts, too.
func (p Schedule) Wishes(c chronicle.Current) (n, of int) {
	for _, realm := range c.World.Asked().Realms {
		here, _ := c.Realm(realm)
		rec := p.Record(realm)
		wants := slices.Contains(p.Wants, realm)
		if here.Fallen || rec.Vacant() || rec.Absent(c.Turn) && !wants {
			continue
		}
		if of++; wants {
			n++
		}
	}
	return n, of
}

// Votes counts the realms that want the game closed, and those that have a vote. All realms in the game with a player
// have one, whether or not this turn asks them, and even if the player is away.
func Votes(tx *store.Tx, people *roster.Roster, world game.World) (n, of int) {
	for _, r := range world.Realms() {
		rec := people.Person(tx, r.Number)
		if r.Fallen || rec.Vacant() {
			continue
		}
		if of++; rec.Closes {
			n++
		}
	}
	return n, of
}

// FirstMiss lists the missing realms that get grace. A player gets it once in a game, and only if they did not miss
// the turn before. Whoever cannot miss this turn needs none.
func (p Schedule) FirstMiss(d Due) (out []int) {
	for _, n := range d.Missing {
		if rec := p.Record(n); rec.Graced == 0 && rec.Missed == 0 && !slices.Contains(p.Came, n) {
			out = append(out, n)
		}
	}
	return out
}

// Excused returns the realms that have sent no orders and miss nothing: those that are away, and, in a turn that was
// taken back, those whose players came after it. The rules are told of both in the same way, so that they count as the
// machine does.
func (p Schedule) Excused(d Due) []int {
	out := slices.Clone(d.Away)
	for _, n := range d.Missing {
		if slices.Contains(p.Came, n) {
			out = append(out, n)
		}
	}
	return out
}

// CountMissed counts the turns that each realm has missed in a row, when a turn is resolved. For a realm that is
// excused, was not asked, or is free to send or not, the count stays.
func (p Schedule) CountMissed(tx *store.Tx, asked game.Asked, d Due) error {
	excused := p.Excused(d)
	for _, n := range asked.Realms {
		if slices.Contains(asked.Free, n) {
			continue
		}
		rec, missed := p.Record(n), 0
		switch {
		case slices.Contains(excused, n):
			continue
		case slices.Contains(d.Missing, n):
			missed = rec.Missed + 1
		}
		if missed == rec.Missed {
			continue
		}
		if _, err := roster.ChangeRealm(tx, n, func(rec *roster.RealmRecord) { rec.Missed = missed }); err != nil {
			return err
		}
	}
	return nil
}

// withAway adds a sheet for each player who is away or excused and has none. The rules need them to decide whether a
// turn is due, and to play it: they distinguish such players from those who missed the turn.
func withAway(in []game.Sheet, turn int, away []int) []game.Sheet {
	for _, n := range away {
		if !slices.ContainsFunc(in, func(s game.Sheet) bool { return s.Realm == n }) {
			in = append(in, game.Sheet{Realm: n, Turn: turn, Absent: true})
		}
	}
	slices.SortFunc(in, func(a, b game.Sheet) int { return cmp.Compare(a.Realm, b.Realm) })
	return in
}

// Given returns the sheets that the rules get to play a turn: those in force, and one for each player who is away or
// excused and has none. A sheet that only speaks says so if its realm has missed the turn.
func (p Schedule) Given(records []sheets.Sheet, turn int, d Due) []game.Sheet {
	in, excused := sheets.Plain(records), p.Excused(d)
	for i, s := range in {
		in[i].Missed = slices.Contains(d.Missing, s.Realm) && !slices.Contains(excused, s.Realm)
	}
	return withAway(in, turn, excused)
}

// PutGiven stores what Given has added to the sheets in force, since the turn is replayed with it. It returns those in
// force then.
func PutGiven(tx *store.Tx, records []sheets.Sheet, given []game.Sheet, now time.Time) []sheets.Sheet {
	records = slices.Clone(records)
	for _, s := range given {
		if !s.Absent && !s.Missed {
			continue
		}
		i := slices.IndexFunc(records, func(r sheets.Sheet) bool { return r.Realm == s.Realm })
		if i < 0 {
			i, records = len(records), append(records, sheets.Sheet{At: now.UTC()})
		}
		records[i].Sheet = s
		sheets.Put(tx, records[i])
	}
	return records
}

// Pause is a pause of the whole world. It stays in the store after its own end: the deadline of the turn in which it
// began is computed with it.
type Pause struct {
	From  time.Time `json:"from,omitzero"`
	Until time.Time `json:"until,omitzero"` // zero: until somebody ends it
}

const pause store.Slot[Pause] = "pause"

// Holds reports whether the world is paused.
func (p Pause) Holds(now time.Time) bool {
	return !p.From.IsZero() && (p.Until.IsZero() || now.Before(p.Until))
}

// Put stores the pause.
func (p Pause) Put(tx *store.Tx) { pause.Put(tx, p) }

// ForgetPause drops it.
func ForgetPause(tx *store.Tx) { pause.Remove(tx) }
