package resolve

import (
	"reflect"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// crossings are what the sheets in force contradict each other in; none where the
// rules do not compare sheets.
func (in *intake) crossings() (out []game.Crossing, err error) {
	c, compares := in.c.world.(game.Comparer)
	if !compares {
		return nil, nil
	}
	records, err := in.w.sheets(in.tx, in.c.turn)
	if err != nil {
		return nil, err
	}
	err = guarded(func() { out = c.Compare(plainSheets(records)) })
	return out, err
}

// compare tells what the letter's sheet, now in force, contradicts others in: its
// own realm in the receipt, the others each by a letter, if it is news to them.
func (in *intake) compare(before []game.Crossing) error {
	after, err := in.crossings()
	if err != nil {
		return err
	}
	others := map[int][]phrase.Phrase{}
	for _, x := range after {
		switch {
		case x.Realm == in.a.Realm:
			in.crossed = append(in.crossed, x.What)
		case !slices.ContainsFunc(before, func(y game.Crossing) bool { return reflect.DeepEqual(x, y) }):
			others[x.Realm] = append(others[x.Realm], x.What)
		}
	}
	if len(others) == 0 {
		return nil
	}
	stands, err := in.w.standing(in.tx, in.at, false)
	if err != nil {
		return err
	}
	if told := others[0]; len(told) > 0 && crossed.allow(in.tx, in.at, ofRealm(0)) {
		in.tellMasterCrossed(told)
	}
	for _, here := range in.c.world.Realms() {
		if told := others[here.Number]; len(told) > 0 && crossed.allow(in.tx, in.at, ofRealm(here.Number)) {
			if err := in.tellCrossed(here, told, stands.r); err != nil {
				return err
			}
		}
	}
	return nil
}

// tellMasterCrossed tells the game master, who may have a word in it.
func (in *intake) tellMasterCrossed(told []phrase.Phrase) {
	t := &text{book: Words(in.w.s.Lang)}
	t.told("head.crossed-master", told, in.w.rb.Words(in.w.s.Lang))
	subject := t.book.Say(phrase.P("subject.crossed", phrase.Str("world", in.w.s.Name), phrase.Num("turn", in.c.turn)))
	in.w.tellMaster(in.tx, subject, strings.TrimPrefix(t.b.String(), "\n"), in.c.turn, in.at)
}

// tellCrossed queues the letter to a realm whose sheet another contradicts; one
// that has not left is replaced.
func (in *intake) tellCrossed(here game.Realm, told []phrase.Phrase, r readiness) error {
	l := in.w.deadlineLetter(here)
	l.about = "crossed"
	l.say("crossed", phrase.Str("title", in.c.world.Title(here.Lang)), phrase.Num("realm", here.Number), phrase.Str("name", here.Name))
	l.told("head.crossed", told, in.w.rb.Words(here.Lang))
	l.line("")
	when := phrase.Str("when", moment(l.book, r.deadline.In(in.w.s.Zone)))
	if in.w.goesByDeadline(in.c.world) {
		l.say("reminder-deadline", when)
	} else {
		l.say("reminder-master", when)
	}
	return l.queue(in.tx, in.c.turn, phrase.P("subject.crossed"), r.deadline, nil, in.at)
}
