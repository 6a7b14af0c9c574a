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
// reminds only.
func (in *intake) giveTime(before, after []game.Crossing) error {
	owes := func(x game.Crossing) bool {
		return x.Owes && x.Realm != in.a.Realm && !slices.ContainsFunc(before, func(y game.Crossing) bool {
			return y.Owes && y.Realm == x.Realm && y.About == x.About && reflect.DeepEqual(y.What, x.What)
		})
	}
	if !slices.ContainsFunc(after, owes) || !in.w.goesByDeadline(in.c.World) {
		return nil
	}
	p, err := in.w.schedule(in.tx, in.c)
	if err != nil || p.Answered || p.deadline.IsZero() || p.pause.holds(in.at) || p.deadline.Sub(in.at) >= answerTime {
		return err
	}
	s := overview{c: in.c, p: p}
	s.settle(in.tx)
	s.p.deadlineLog.Moved, s.p.deadlineLog.Answered = p.deadline.Add(answerTime).UTC(), true
	s.p.deadlineLog.Moves++
	putDeadlineLog(in.tx, in.c.Turn, s.p.deadlineLog)
	in.later = true
	return nil
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

func (in *intake) crossings() ([]game.Crossing, error) {
	if _, compares := in.c.World.(game.Comparer); !compares {
		return nil, nil
	}
	records, err := in.w.shelf.Sheets(in.tx, in.c.Turn)
	if err != nil {
		return nil, err
	}
	return compared(in.c.World, records)
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

// compare tells how the letter's sheet, now in force, agrees with those of others: its own realm in
// the receipt; the others, each by a letter, of a contradiction that is new or mended, and of what
// they owe an answer to. Whoever has been told too much in an hour is told the last state when it
// is over.
func (in *intake) compare(before []game.Crossing) error {
	after, err := in.crossings()
	if err != nil || len(after) == 0 {
		return err
	}
	for _, x := range after {
		switch {
		case x.Realm != in.a.Realm || x.Realm == 0:
		case x.Accord == game.Contradicted:
			in.crossed = append(in.crossed, x.What)
		default:
			in.agreed = append(in.agreed, x.What)
		}
	}
	if in.a.Realm != 0 {
		in.w.tellMasterCrossed(in.tx, in.c.Turn, newsOf(0, before, after), in.at)
	}
	if err := in.giveTime(before, after); err != nil {
		return err
	}
	stands, err := in.w.overview(in.tx, in.at, false)
	if err != nil {
		return err
	}
	for _, here := range in.c.World.Realms() {
		told := newsOf(here.Number, before, after)
		switch {
		case here.Number == in.a.Realm || told.empty():
		case limits.Crossed.Allow(in.tx, in.at, limits.OfRealm(here.Number)):
			if err := in.w.tellCrossed(in.tx, stands, here, told, in.later, in.at); err != nil {
				return err
			}
		default:
			if err := in.owe(here.Number); err != nil {
				return err
			}
		}
	}
	return nil
}

// owe notes that a realm is to be told the last state of what contradicts it, later.
func (in *intake) owe(realm int) error {
	t, _, err := store.GetJSON[deadlineLog](in.tx.Bucket(store.TurnsBucket).Bucket(store.U32(in.c.Turn)),
		[]byte("timing"))
	if err == nil && !slices.ContainsFunc(t.Owed, func(o owed) bool { return o.Realm == realm }) {
		t.Owed = append(t.Owed, owed{Realm: realm, At: in.at.Add(owedAfter).UTC()})
		putDeadlineLog(in.tx, in.c.Turn, t)
	}
	return err
}

// owed is a realm to which the last state of contradictions is told, not before At.
type owed struct {
	Realm int       `json:"realm"`
	At    time.Time `json:"at"`
}

// owedNow are the realms whose hour is over.
func (t deadlineLog) owedNow(now time.Time) (out []int) {
	for _, o := range t.Owed {
		if !now.Before(o.At) {
			out = append(out, o.Realm)
		}
	}
	return out
}

// tellOwed tells each realm whose hour is over how things stand.
func (k *clerk) tellOwed(tx *store.Tx, s overview, now time.Time) error {
	after, err := compared(s.c.World, s.records)
	if err != nil {
		return err
	}
	due := s.p.owedNow(now)
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
		if here, there := chronicle.Realm(s.c.World, n); there && !told.empty() {
			if err := k.tellCrossed(tx, s, here, told, false, now); err != nil {
				return err
			}
		}
	}
	t := s.p.deadlineLog
	t.Owed = slices.DeleteFunc(slices.Clone(t.Owed), func(o owed) bool { return slices.Contains(due, o.Realm) })
	putDeadlineLog(tx, s.c.Turn, t)
	return nil
}

// tellMasterCrossed tells the game master, who may have a word in it.
func (k *clerk) tellMasterCrossed(tx *store.Tx, turn int, told news, now time.Time) {
	if told.empty() || !limits.Crossed.Allow(tx, now, limits.OfRealm(0)) {
		return
	}
	t := &wording.Text{Book: wording.Words(k.s.Lang)}
	code := "subject.crossed"
	if len(told.contradicted) == 0 {
		code = "subject.mended"
	}
	t.Told("head.crossed-master", told.contradicted, k.rb.Words(k.s.Lang))
	t.Told("head.mended", told.mended, k.rb.Words(k.s.Lang))
	subject := t.Book.Say(phrase.P(code, phrase.Str("world", k.s.Name), phrase.Num("turn", turn)))
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
	l.Say(code, phrase.Str("title", s.c.World.Title(here.Lang)), k.called(here))
	l.Told("head.crossed", told.contradicted, k.rb.Words(here.Lang))
	l.Told("head.owed", told.owed, k.rb.Words(here.Lang))
	l.Told("head.mended", told.mended, k.rb.Words(here.Lang))
	l.Line("")
	if later {
		l.Say("deadline-later")
	}
	when := phrase.Str("when", wording.Moment(l.Book, s.r.deadline.In(k.s.Zone)))
	if k.goesByDeadline(s.c.World) {
		l.Say("reminder-deadline", when)
	} else {
		l.Say("reminder-master", when)
	}
	var e *outbox.Event
	if later {
		e = k.event(tx, s.c.World, here, s.r.deadline, s.p.Moves)
	}
	return l.queue(tx, s.c.Turn, phrase.P("subject."+code), s.r.deadline, e, now)
}
