package intake

import (
	"reflect"
	"slices"
	"time"

	"weltentor/resolve/deadlines"
	"weltentor/resolve/limits"
	"weltentor/resolve/notices"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// answerTime is the least time that is left, once a turn, for an answer to what only one realm has reported. If less
// is left, the deadline is moved by as much.
const answerTime = 24 * time.Hour

// giveTime moves the deadline, once a turn, if a letter in the last day before it reports something that another realm
// has to answer. Nobody should be bound by silence who had no time to answer. Both realms are told. In games that the
// game master advances by hand, nothing is moved: a deadline is only a reminder there. It reports whether the deadline
// is later now.
func (l *orderLetter) giveTime(before, after []game.Crossing) (later bool) {
	owes := func(x game.Crossing) bool {
		return x.Owes && x.Realm != l.realm && !slices.ContainsFunc(before, func(y game.Crossing) bool {
			return y.Owes && y.Realm == x.Realm && y.About == x.About && reflect.DeepEqual(y.What, x.What)
		})
	}
	if !slices.ContainsFunc(after, owes) || !l.World.GoesByDeadline(l.Current.World) {
		return false
	}
	p := l.World.Schedule(l.Tx, l.Current)
	if p.Answered || p.Deadline.IsZero() || p.Pause.Holds(l.At) || p.Deadline.Sub(l.At) >= answerTime {
		return false
	}
	s := world.Overview{Current: l.Current, Schedule: p}
	s.Schedule.Settle(l.Tx, s.Current)
	s.Schedule.Moved, s.Schedule.Answered = p.Deadline.Add(answerTime).UTC(), true
	s.Schedule.Moves++
	s.Schedule.Log.Put(l.Tx, l.Current.Turn)
	return true
}

// owedAfter is how long a realm that was told too much waits until it is told how things stand.
const owedAfter = time.Hour

// crossings returns how far the sheets in force agree now.
func crossings(d world.Session) ([]game.Crossing, error) {
	return notices.Compared(d.Current.World, d.World.Cache.Sheets(d.Tx, d.Current.Turn))
}

// compare finds out how far the letter's sheet, now in force, agrees with those of others. Its own realm is told in
// the receipt. Each other realm gets a letter if a contradiction is new or resolved, or if it has to answer something.
// A realm that was told too much in an hour is told how things stand once the hour is over.
func (l *orderLetter) compare(before []game.Crossing) error {
	after, err := crossings(l.Session)
	if err != nil || len(after) == 0 {
		return err
	}
	for _, x := range after {
		switch {
		case x.Realm != l.realm || x.Realm == 0:
		case x.Accord == game.Contradicted:
			l.Crossed = append(l.Crossed, x.What)
		default:
			l.Agreed = append(l.Agreed, x.What)
		}
	}
	if l.realm != 0 {
		notices.TellMasterCrossed(l.Session, notices.NewsOf(0, before, after))
	}
	l.Later = l.giveTime(before, after)
	stands, err := l.World.Overview(l.Tx, l.At, false)
	if err != nil {
		return err
	}
	for _, here := range l.Current.World.Realms() {
		told := notices.NewsOf(here.Number, before, after)
		switch {
		case here.Number == l.realm || told.Empty():
		case limits.Crossed.Allow(l.Tx, l.At, limits.OfRealm(here.Number)):
			notices.TellCrossed(l.Session, stands, here, told, l.Later)
		default:
			if t := deadlines.ReadLog(l.Tx, l.Current.Turn); t.Owe(here.Number, l.At.Add(owedAfter)) {
				t.Put(l.Tx, l.Current.Turn)
			}
		}
	}
	return nil
}
