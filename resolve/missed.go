package resolve

import (
	"cmp"
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// countMissed counts, as a turn is resolved, the turns each realm has missed in
// a row. Whoever is away misses none; whoever was not asked, or free to send or not,
// neither misses nor makes up for one.
func countMissed(tx *store.Tx, asked game.Asked, p schedule, r dueCheck) error {
	for _, n := range asked.Realms {
		if slices.Contains(asked.Free, n) {
			continue
		}
		rec, err := p.record(n)
		if err != nil {
			return err
		}
		missed := 0
		switch {
		case slices.Contains(r.away, n):
			continue
		case slices.Contains(r.missing, n):
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

// withAway adds, where the rules are asked whether a turn is due and where they play
// it, the sheets of those who are away, so that they can tell them from those who
// missed it.
func withAway(in []game.Sheet, turn int, away []int) []game.Sheet {
	for _, n := range away {
		in = append(in, game.Sheet{Realm: n, Turn: turn, Absent: true})
	}
	slices.SortFunc(in, func(a, b game.Sheet) int { return cmp.Compare(a.Realm, b.Realm) })
	return in
}

// putAway keeps those sheets with the others: the turn is played again with them.
func putAway(tx *store.Tx, turn int, away []int, now time.Time) {
	for _, s := range withAway(nil, turn, away) {
		chronicle.PutSheet(tx, store.SheetsBucket, store.Pair(turn, s.Realm),
			chronicle.SheetRecord{Sheet: s, At: now.UTC()})
	}
}

// firstMiss lists who of the missing gets grace: once in a game, and only who
// has not just missed a turn without.
func (p schedule) firstMiss(r dueCheck) (out []int, err error) {
	for _, n := range r.missing {
		rec, err := p.record(n)
		if err != nil {
			return nil, err
		}
		if rec.Graced == 0 && rec.Missed == 0 {
			out = append(out, n)
		}
	}
	return out, nil
}

// grace moves the deadline for those who are about to miss their first turn, and
// tells all who are asked and not away. It counts from the deadline, or, if
// nothing ran until half of it was over, from now.
func (k *clerk) grace(tx *store.Tx, s overview, now time.Time) (moved time.Time, err error) {
	from := s.r.deadline
	if now.Sub(from) > k.s.Grace/2 {
		from = now
	}
	moved = from.Add(k.s.Grace).Truncate(time.Second).In(k.s.Zone)
	s.p.deadlineLog.Moved, s.p.deadlineLog.Moves = moved.UTC(), s.p.Moves+1
	putDeadlineLog(tx, s.c.Turn, s.p.deadlineLog)
	store.Remove(tx.Bucket(store.MetaBucket), []byte("pause")) // if there was one, it is over, and the deadline stands
	for _, n := range s.first {
		if _, err := roster.ChangeRealm(tx, n, func(rec *roster.RealmRecord) { rec.Graced = s.c.Turn }); err != nil {
			return moved, err
		}
	}
	asked := s.c.World.Asked()
	for _, n := range asked.Realms {
		here, _ := chronicle.Realm(s.c.World, n)
		if here.Fallen || slices.Contains(s.r.away, n) {
			continue
		}
		l := k.deadlineLetter(here)
		l.Say("grace", phrase.Str("title", s.c.World.Title(here.Lang)),
			phrase.Str("when", wording.Moment(l.Book, moved)))
		switch {
		case slices.Contains(s.r.missing, n):
			l.Say("grace-owed", k.called(here))
		case slices.Contains(asked.Free, n):
			l.Say("grace-free")
		default:
			l.Say(graceSent(s, n))
		}
		if err := l.queue(tx, s.c.Turn, phrase.P("subject.grace"), moved,
			k.event(tx, s.c.World, here, moved, s.p.Moves), now); err != nil {
			return moved, err
		}
	}
	return moved, nil
}

// graceSent is the code of what grace means to a realm whose orders are there:
// what a new letter does to them.
func graceSent(s overview, realm int) string {
	code := "grace-sent"
	i := slices.IndexFunc(s.records, func(r chronicle.SheetRecord) bool { return r.Realm == realm })
	if i >= 0 && store.Guarded(func() {
		if s.c.World.Check(s.records[i].Sheet).Adds {
			code = "grace-sent-adds"
		}
	}) != nil {
		return "grace-sent"
	}
	return code
}
