package thoramar

import (
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// voyage is what can be known of an army that is aboard a fleet, from a week of
// the turn on.
type voyage struct {
	tries []byte     // week and direction of each try to land
	week  int        // in which it lands; 0 none
	from  game.Place // where its fleet lies then
	to    game.Place // where it lands
	end   string     // of the try to land: the sentence that says who is met there
	sure  bool       // all tries were followed: the fleet's way and the coasts are known
}

// voyage follows an army aboard: the fleet's plan from the week on (from 0), the
// army's own digits from plan[digit] on. In a week the fleet moves first.
func (t *Turn) voyage(a, f *Army, week, digit int) voyage {
	v := voyage{sure: true}
	sails := t.sails(f)
	for ; digit < Weeks && week < Weeks; week, digit = week+1, digit+1 {
		d := a.march.plan[digit]
		if d == 0 {
			continue
		}
		if v.tries != nil {
			v.tries = append(v.tries, ", "...)
		}
		v.tries = append(strconv.AppendInt(append(v.tries, 'W'), int64(week+1), 10), ' ', '0'+byte(d))
		if v.week != 0 {
			continue
		}
		if week >= sails.sure {
			v.sure = false
			continue
		}
		at := sails.spots[week]
		to, _, why := t.step(a.Realm, a.Name.Unit, at, d)
		switch {
		case why == worldsEnd && to != game.Nowhere && !t.receipt.seen.Has(to):
			v.sure = false
		case why != "":
		case v.sure:
			v.week, v.from, v.to = week+1, at, to
			if v.end = t.foreseeMeeting(a, to); v.end == "" {
				v.end = "landing-clear"
			}
		}
	}
	return v
}

// sails is the walk of a fleet; a fleet that is not followed stays unknown.
func (t *Turn) sails(f *Army) walk {
	if f.march.beyond || f.member() {
		return walk{}
	}
	return t.walk(f)
}

// foreseeAboard tells what an army aboard will do: sail along, and where and when
// it lands, as far as its fleet's way is known.
func (t *Turn) foreseeAboard(a *Army, command phrase.Arg) phrase.Phrase {
	army, fleet := phrase.Str("army", a.Name.String()), phrase.Str("fleet", a.Aboard.String())
	v := voyage{}
	if f := t.state.army(a.Realm, a.Aboard); f != nil {
		v = t.voyage(a, f, 0, 0)
	}
	tries := phrase.Str("weeks", string(v.tries))
	switch {
	case v.tries == nil:
		return phrase.P("forecast-aboard", army, command, fleet)
	case v.week != 0:
		return phrase.P("forecast-lands-at", append(t.landing(a, &v), army, command, fleet)...)
	}
	return phrase.P("forecast-lands", army, command, fleet, tries)
}

// landing are the arguments of a landing that is foretold.
func (t *Turn) landing(a *Army, v *voyage) []phrase.Arg {
	return []phrase.Arg{phrase.Num("week", v.week), phrase.At("from", v.from), phrase.At("spot", v.to),
		phrase.Str("other", t.foreseenFoes(a, v.to)), phrase.Key("end", v.end)}
}

// boarding is the week (from 1) in which an army that waits at a coast from a week
// (from 0) on goes aboard a fleet in the field to, 0 if in none that is known;
// missed tells that the fleet's whole way is known and never leads there.
func (t *Turn) boarding(a, f *Army, to game.Place, from int) (week int, missed bool) {
	sails := t.sails(f)
	if sails.sure == 0 {
		return 0, false
	}
	was := f.At
	if from > 0 && from <= sails.sure {
		was = sails.spots[from-1]
	}
	if was == to && from < sails.sure && (sails.spots[from] == to || t.speed(a) > t.speed(f)) {
		return from + 1, false
	}
	for week := from; week < sails.sure; week++ {
		if sails.spots[week] == to {
			return week + 1, false
		}
	}
	leaving := was == to && t.speed(a) == t.speed(f) // the lot decides who is first
	return 0, sails.sure == Weeks && !leaving
}

// foreseeBoarding tells of an army whose next step, in the week from (from 0),
// leads aboard: when, and what it does then. Of a berth that is taken the caveat
// tells.
func (t *Turn) foreseeBoarding(a *Army, w *walk, command phrase.Arg) phrase.Phrase {
	m := a.march
	f := t.state.army(a.Realm, m.special.Army)
	args := []phrase.Arg{phrase.Str("army", a.Name.String()), command, phrase.Str("fleet", f.Name.String())}
	code := "forecast-boards-here"
	if w.weeks != nil {
		code, args = "forecast-boards", append(args, phrase.Str("weeks", string(w.weeks)))
	}
	week, _ := t.boarding(a, f, w.next, w.stopped)
	if week == 0 || t.rival(a, f) != nil {
		return phrase.P(code, args...)
	}
	args = append(args, phrase.Num("boards", week), phrase.At("field", w.next))
	v := t.voyage(a, f, week, w.stopped+1)
	then := "boards-stays"
	switch {
	case v.week != 0:
		then = "boards-lands"
		args = append(args, t.landing(a, &v)...)
	case v.tries != nil:
		then = "boards-tries"
		args = append(args, phrase.Str("tries", string(v.tries)))
	}
	return phrase.P(code+"-at", append(args, phrase.Key("then", then))...)
}

// rival is the own army that has, or may take, the only berth of a fleet: who is
// aboard, else who is to board it, too.
func (t *Turn) rival(a, f *Army) *Army {
	if b := t.load(f); b != nil && b != a {
		return b
	}
	for _, b := range t.ordered(a.Realm) {
		if m := b.march; b != a && m.kind == Embark && m.special.Army == f.Name {
			return b
		}
	}
	return nil
}

// doubtBerth warns of a fleet that has an army aboard already, is to take another,
// or never comes where the army waits for it.
func (t *Turn) doubtBerth(a *Army, w *walk) {
	m := a.march
	f := t.state.army(a.Realm, m.special.Army)
	if m.kind != Embark || f == nil {
		return
	}
	args := []phrase.Arg{phrase.Str("army", a.Name.String()), phrase.Str("fleet", f.Name.String())}
	switch b := t.rival(a, f); {
	case b != nil && b.cargo():
		t.caveat(a.Realm, m.at, phrase.P("berth-taken", append(args, phrase.Str("other", b.Name.String()))...))
	case b != nil:
		t.caveat(a.Realm, m.at, phrase.P("berth-wanted", append(args, phrase.Str("other", b.Name.String()))...))
	case w.end == boardsThere:
		if _, missed := t.boarding(a, f, w.next, w.stopped); missed {
			t.caveat(a.Realm, m.at, phrase.P("berth-missed", append(args, phrase.At("field", w.next), phrase.Num("week", w.stopped+1))...))
		}
	}
}
