package resolve

import (
	"reflect"
	"slices"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/pace"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// answerTime is what is left at the least, once a turn, for an answer to what only one
// realm has told, and by how much the deadline is moved where less is.
const answerTime = 24 * time.Hour

// giveTime moves the deadline, once a turn, if the letter tells something within the last
// day before it to which another owes an answer: nobody is to be bound by silence who
// could not have answered. Both are told. By hand nothing is moved: there a deadline
// reminds only. It tells whether the deadline is later now.
func (v verdict) giveTime(before, after []game.Crossing) (later bool, err error) {
	owes := func(x game.Crossing) bool {
		return x.Owes && x.Realm != v.realm && !slices.ContainsFunc(before, func(y game.Crossing) bool {
			return y.Owes && y.Realm == x.Realm && y.About == x.About && reflect.DeepEqual(y.What, x.What)
		})
	}
	if !slices.ContainsFunc(after, owes) || !v.world.goesByDeadline(v.current.World) {
		return false, nil
	}
	p, err := v.world.schedule(v.tx, v.current)
	if err != nil || p.Answered || p.Deadline.IsZero() || p.Pause.Holds(v.at) || p.Deadline.Sub(v.at) >= answerTime {
		return false, err
	}
	s := overview{current: v.current, schedule: p}
	s.schedule.Settle(v.tx, s.current)
	s.schedule.Moved, s.schedule.Answered = p.Deadline.Add(answerTime).UTC(), true
	s.schedule.Moves++
	s.schedule.Log.Put(v.tx, v.current.Turn)
	return true, nil
}

// owedAfter is how long a realm of which too much was told waits for the last state.
const owedAfter = time.Hour

// compared is how far the sheets in force agree, as the rules see it; nothing where
// they do not compare sheets.
func compared(world game.World, records []chronicle.SheetRecord) (out []game.Crossing, err error) {
	c, compares := world.(game.Comparer)
	if !compares {
		return nil, nil
	}
	err = store.Guarded(func() { out = c.Compare(chronicle.PlainSheets(records)) })
	return out, err
}

// crossings is how far the sheets in force agree now.
func (d desk) crossings() ([]game.Crossing, error) {
	if _, compares := d.current.World.(game.Comparer); !compares {
		return nil, nil
	}
	records, err := d.world.shelf.Sheets(d.tx, d.current.Turn)
	if err != nil {
		return nil, err
	}
	return compared(d.current.World, records)
}

// news is what a realm is to be told of the sheets of others.
type news struct {
	contradicted, mended, owed []phrase.Phrase
}

func (n news) empty() bool { return len(n.contradicted)+len(n.mended)+len(n.owed) == 0 }

// newsOf is what of the crossings is news to a realm: contradictions that are not
// among those before, those before that are none any more, and what only another has told
// to which it owes an answer.
func newsOf(realm int, before, after []game.Crossing) (n news) {
	for _, x := range after {
		was := slices.IndexFunc(before, func(y game.Crossing) bool { return y.Realm == x.Realm && y.About == x.About })
		switch {
		case x.Realm != realm || was >= 0 && reflect.DeepEqual(before[was], x):
		case x.Accord == game.Contradicted:
			n.contradicted = append(n.contradicted, x.What)
		case x.Owes:
			n.owed = append(n.owed, x.What)
		case was >= 0 && before[was].Accord == game.Contradicted:
			n.mended = append(n.mended, x.What)
		}
	}
	return n
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
func (v verdict) compare(before []game.Crossing) (own accord, err error) {
	after, err := v.crossings()
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
		v.world.tellMasterCrossed(v.tx, v.current.Turn, newsOf(0, before, after), v.at)
	}
	if own.later, err = v.giveTime(before, after); err != nil {
		return own, err
	}
	stands, err := v.world.overview(v.tx, v.at, false)
	if err != nil {
		return own, err
	}
	for _, here := range v.current.World.Realms() {
		told := newsOf(here.Number, before, after)
		switch {
		case here.Number == v.realm || told.empty():
		case limits.Crossed.Allow(v.tx, v.at, limits.OfRealm(here.Number)):
			if err := v.world.tellCrossed(v.tx, stands, here, told, own.later, v.at); err != nil {
				return own, err
			}
		default:
			if err := v.owe(here.Number); err != nil {
				return own, err
			}
		}
	}
	return own, nil
}

// owe notes that a realm is to be told the last state of what contradicts it, later.
func (d desk) owe(realm int) error {
	t, err := pace.ReadLog(d.tx, d.current.Turn)
	if err == nil && t.Owe(realm, d.at.Add(owedAfter)) {
		t.Put(d.tx, d.current.Turn)
	}
	return err
}

// tellOwed tells each realm whose hour is over how things stand.
func (k *clerk) tellOwed(tx *store.Tx, s overview, now time.Time) error {
	after, err := compared(s.current.World, s.records)
	if err != nil {
		return err
	}
	due := s.schedule.OwedNow(now)
	for _, n := range due {
		told := news{}
		for _, x := range after {
			switch {
			case x.Realm != n:
			case x.Accord == game.Contradicted:
				told.contradicted = append(told.contradicted, x.What)
			case x.Owes:
				told.owed = append(told.owed, x.What)
			default:
				told.mended = append(told.mended, x.What)
			}
		}
		if here, there := chronicle.Realm(s.current.World, n); there && !told.empty() {
			if err := k.tellCrossed(tx, s, here, told, false, now); err != nil {
				return err
			}
		}
	}
	t := s.schedule.Log
	t.Told(due)
	t.Put(tx, s.current.Turn)
	return nil
}

// tellMasterCrossed tells the game master, who may have a word in it.
func (k *clerk) tellMasterCrossed(tx *store.Tx, turn int, told news, now time.Time) {
	if told.empty() || !limits.Crossed.Allow(tx, now, limits.OfRealm(0)) {
		return
	}
	t := &wording.Text{Book: wording.Words(k.settings.Lang)}
	code := "subject.crossed"
	if len(told.contradicted) == 0 {
		code = "subject.mended"
	}
	t.Told("head.crossed-master", told.contradicted, k.rulebook.Words(k.settings.Lang))
	t.Told("head.mended", told.mended, k.rulebook.Words(k.settings.Lang))
	subject := t.Book.Say(phrase.P(code, phrase.Str("world", k.settings.Name), phrase.Num("turn", turn)))
	k.master.Tell(tx, subject, strings.TrimPrefix(t.Body.String(), "\n"), turn, now)
}

// tellCrossed queues the letter to a realm whose sheet another contradicts, or does
// not any more, or to whom it owes an answer, for which the deadline is later perhaps;
// a letter that has not left is replaced.
func (k *clerk) tellCrossed(tx *store.Tx, s overview, here game.Realm, told news, later bool, now time.Time) error {
	l := k.deadlineLetter(here)
	l.about = "crossed"
	code := "crossed"
	switch {
	case len(told.contradicted) > 0:
	case len(told.owed) > 0:
		code = "owed"
	default:
		code = "mended"
	}
	l.Say(code, phrase.Str("title", s.current.World.Title(here.Lang)), k.called(here))
	l.Told("head.crossed", told.contradicted, k.rulebook.Words(here.Lang))
	l.Told("head.owed", told.owed, k.rulebook.Words(here.Lang))
	l.Told("head.mended", told.mended, k.rulebook.Words(here.Lang))
	l.Line("")
	if later {
		l.Say("deadline-later")
	}
	when := phrase.Str("when", wording.Moment(l.Book, s.ready.Deadline.In(k.settings.Zone)))
	if k.goesByDeadline(s.current.World) {
		l.Say("reminder-deadline", when)
	} else {
		l.Say("reminder-master", when)
	}
	var e *outbox.Event
	if later {
		e = k.event(tx, s.current.World, here, s.ready.Deadline, s.schedule.Moves)
	}
	return l.queue(tx, s.current.Turn, phrase.P("subject."+code), s.ready.Deadline, e, now)
}
