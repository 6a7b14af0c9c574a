package intake

import (
	"reflect"
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/letters"
	"weltentor/resolve/limits"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// answerTime is what is left at the least, once a turn, for an answer to what only one
// realm has told, and by how much the deadline is moved where less is.
const answerTime = 24 * time.Hour

// giveTime moves the deadline, once a turn, if the letter tells something within the last
// day before it to which another owes an answer: nobody is to be bound by silence who
// could not have answered. Both are told. By hand nothing is moved: there a deadline
// reminds only. It tells whether the deadline is later now.
func (v *orderLetter) giveTime(before, after []game.Crossing) (later bool, err error) {
	owes := func(x game.Crossing) bool {
		return x.Owes && x.Realm != v.realm && !slices.ContainsFunc(before, func(y game.Crossing) bool {
			return y.Owes && y.Realm == x.Realm && y.About == x.About && reflect.DeepEqual(y.What, x.What)
		})
	}
	if !slices.ContainsFunc(after, owes) || !v.World.GoesByDeadline(v.Current.World) {
		return false, nil
	}
	p, err := v.World.Schedule(v.Tx, v.Current)
	if err != nil || p.Answered || p.Deadline.IsZero() || p.Pause.Holds(v.At) || p.Deadline.Sub(v.At) >= answerTime {
		return false, err
	}
	s := world.Overview{Current: v.Current, Schedule: p}
	s.Schedule.Settle(v.Tx, s.Current)
	s.Schedule.Moved, s.Schedule.Answered = p.Deadline.Add(answerTime).UTC(), true
	s.Schedule.Moves++
	s.Schedule.Log.Put(v.Tx, v.Current.Turn)
	return true, nil
}

// owedAfter is how long a realm of which too much was told waits for the last state.
const owedAfter = time.Hour

// crossings is how far the sheets in force agree now.
func crossings(d world.Session) ([]game.Crossing, error) {
	if _, compares := d.Current.World.(game.Comparer); !compares {
		return nil, nil
	}
	records, err := d.World.Shelf.Sheets(d.Tx, d.Current.Turn)
	if err != nil {
		return nil, err
	}
	return letters.Compared(d.Current.World, records)
}

// accord is how a letter's sheet agrees with those of others.
type accord struct {
	crossed []phrase.Phrase // what it contradicts others in
	agreed  []phrase.Phrase // what else it and those of others tell of the same
	later   bool            // the deadline was moved, for another's answer
}

// compare tells how the letter's sheet, now in force, agrees with those of others: its own realm in
// the receipt; the others, each by a letter, of a contradiction that is new or mended, and of what
// they owe an answer to. Whoever has been told too much in an hour is told the last state when it
// is over.
func (v *orderLetter) compare(before []game.Crossing) (own accord, err error) {
	after, err := crossings(v.Session)
	if err != nil || len(after) == 0 {
		return own, err
	}
	for _, x := range after {
		switch {
		case x.Realm != v.realm || x.Realm == 0:
		case x.Accord == game.Contradicted:
			own.crossed = append(own.crossed, x.What)
		default:
			own.agreed = append(own.agreed, x.What)
		}
	}
	if v.realm != 0 {
		letters.TellMasterCrossed(v.World.Setup, v.Tx, v.Current.Turn, letters.NewsOf(0, before, after), v.At)
	}
	if own.later, err = v.giveTime(before, after); err != nil {
		return own, err
	}
	stands, err := v.World.Overview(v.Tx, v.At, false)
	if err != nil {
		return own, err
	}
	for _, here := range v.Current.World.Realms() {
		told := letters.NewsOf(here.Number, before, after)
		switch {
		case here.Number == v.realm || told.Empty():
		case limits.Crossed.Allow(v.Tx, v.At, limits.OfRealm(here.Number)):
			if err := letters.TellCrossed(v.World.Setup, v.Tx, stands, here, told, own.later, v.At); err != nil {
				return own, err
			}
		default:
			if err := owe(v.Session, here.Number); err != nil {
				return own, err
			}
		}
	}
	return own, nil
}

// owe notes that a realm is to be told the last state of what contradicts it, later.
func owe(d world.Session, realm int) error {
	t, err := deadlines.ReadLog(d.Tx, d.Current.Turn)
	if err == nil && t.Owe(realm, d.At.Add(owedAfter)) {
		t.Put(d.Tx, d.Current.Turn)
	}
	return err
}
