package deadlines

import (
	"cmp"
	"slices"
	"time"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// Schedule is what beside the rules and the sheets decides when a turn is resolved.
// It is good for the transaction it was read in.
type Schedule struct {
	Log
	Pause    Pause
	Mailbox  Mailbox
	Held     chronicle.Hold // a turn that is resolved, and of which nobody is told yet
	Deadline time.Time      // with all that moved it; zero while a pause has no end
	Record   func(realm int) (roster.RealmRecord, error)
}

// Schedule reads how the turn that awaits orders stands.
func (rule Rule) Schedule(tx *store.Tx, c chronicle.Current, people *roster.Roster) (p Schedule, err error) {
	if p.Log, err = ReadLog(tx, c.Turn); err != nil {
		return p, err
	}
	if p.Pause, _, err = store.GetJSON[Pause](tx.Bucket(store.MetaBucket), []byte("pause")); err != nil {
		return p, err
	}
	if p.Mailbox, err = ReadMailbox(tx); err != nil {
		return p, err
	}
	if p.Held, err = chronicle.Held(tx); err != nil {
		return p, err
	}
	p.Deadline = rule.Ends(c.Opened.Since, p.Log, p.Pause)
	p.Record = func(realm int) (roster.RealmRecord, error) { return people.Person(tx, realm) }
	return p, nil
}

// Settle lets the deadline stand where the pause that is over has left it, and
// forgets the pause.
func (p *Schedule) Settle(tx *store.Tx, c chronicle.Current) {
	if was := p.Pause; !was.From.IsZero() && was.Until.After(c.Opened.Since) {
		p.Moved = p.Deadline.UTC()
		p.Moves++
		p.Log.Put(tx, c.Turn)
	}
	ForgetPause(tx)
}

// silent lists who is asked and has sent nothing: who owes orders, and who is
// away. Who is free to send or not owes none. A realm nobody plays is neither: the rules are given no sheet for it.
func (p Schedule) silent(c chronicle.Current, asked game.Asked, sheets []game.Sheet) (missing, away []int, err error) {
	sent := map[int]bool{}
	for _, s := range sheets {
		sent[s.Realm] = true
	}
	for _, n := range asked.Realms {
		if sent[n] {
			continue
		}
		rec, err := p.Record(n)
		if err != nil {
			return nil, nil, err
		}
		if rec.Vacant() {
			continue
		}
		switch {
		case rec.Absent(c.Turn):
			away = append(away, n)
		case !slices.Contains(asked.Free, n):
			missing = append(missing, n)
		}
	}
	return missing, away, nil
}

// anybody tells whether a player is there at all: where all are away, turns are
// not to follow each other at once.
func (p Schedule) anybody(c chronicle.Current) (bool, error) {
	for _, r := range c.World.Realms() {
		if r.Fallen {
			continue
		}
		rec, err := p.Record(r.Number)
		if err != nil || !rec.Vacant() && !rec.Absent(c.Turn) {
			return err == nil, err
		}
	}
	return false, nil
}

// Wishes tells how many realms want more time, of how many: those that are asked this turn and
// have a player who is not away. Whoever is away and writes counts.
func (p Schedule) Wishes(c chronicle.Current) (n, of int, err error) {
	for _, realm := range c.World.Asked().Realms {
		here, _ := c.Realm(realm)
		rec, err := p.Record(realm)
		if err != nil {
			return 0, 0, err
		}
		wants := slices.Contains(p.Wants, realm)
		if here.Fallen || rec.Vacant() || rec.Absent(c.Turn) && !wants {
			continue
		}
		if of++; wants {
			n++
		}
	}
	return n, of, nil
}

// Votes tells how many realms want the game closed, of how many: all that are in the game and have a
// player, whether or not this turn asks them, and also who is away: a vote is of all.
func Votes(tx *store.Tx, people *roster.Roster, world game.World) (n, of int, err error) {
	for _, r := range world.Realms() {
		rec, err := people.Person(tx, r.Number)
		if err != nil {
			return 0, 0, err
		}
		if r.Fallen || rec.Vacant() {
			continue
		}
		if of++; rec.Closes {
			n++
		}
	}
	return n, of, nil
}

// FirstMiss lists who of the missing gets grace: once in a game, and only who
// has not just missed a turn without. Who cannot miss this one needs none.
func (p Schedule) FirstMiss(d Due) (out []int, err error) {
	for _, n := range d.Missing {
		rec, err := p.Record(n)
		if err != nil {
			return nil, err
		}
		if rec.Graced == 0 && rec.Missed == 0 && !slices.Contains(p.Came, n) {
			out = append(out, n)
		}
	}
	return out, nil
}

// Excused are the realms that have sent nothing and miss nothing: those that are away, and, in a turn that was taken
// back, those whose players came after it. The rules hear of both alike, so that they count as the machine does.
func (p Schedule) Excused(d Due) []int {
	out := slices.Clone(d.Away)
	for _, n := range d.Missing {
		if slices.Contains(p.Came, n) {
			out = append(out, n)
		}
	}
	return out
}

// CountMissed counts, as a turn is resolved, the turns each realm has missed in
// a row. Whoever is excused misses none; whoever was not asked, or free to send or not,
// neither misses nor makes up for one.
func (p Schedule) CountMissed(tx *store.Tx, asked game.Asked, d Due) error {
	excused := p.Excused(d)
	for _, n := range asked.Realms {
		if slices.Contains(asked.Free, n) {
			continue
		}
		rec, err := p.Record(n)
		if err != nil {
			return err
		}
		missed := 0
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

// WithAway adds, where the rules are asked whether a turn is due and where they play
// it, the sheets of those who are away or excused, so that they can tell them from those who
// missed it.
func WithAway(in []game.Sheet, turn int, away []int) []game.Sheet {
	for _, n := range away {
		in = append(in, game.Sheet{Realm: n, Turn: turn, Absent: true})
	}
	slices.SortFunc(in, func(a, b game.Sheet) int { return cmp.Compare(a.Realm, b.Realm) })
	return in
}

// PutAway keeps those sheets with the others: the turn is played again with them.
func PutAway(tx *store.Tx, turn int, away []int, now time.Time) {
	for _, s := range WithAway(nil, turn, away) {
		chronicle.PutSheet(tx, store.SheetsBucket, store.Pair(turn, s.Realm),
			chronicle.SheetRecord{Sheet: s, At: now.UTC()})
	}
}
