package turn

import (
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/march"
	"weltentor/worlds/thoramar/market"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
)

// voyage is what can be known about an army aboard a fleet, from a week of the turn on.
type voyage struct {
	tries []byte     // week and direction of each attempt to land
	week  int        // in which it lands; 0: none
	from  game.Place // where its fleet is then
	to    game.Place // where it lands
	end   string     // of the landing: the key of the sentence that says who is met there
	sure  bool       // all attempts were followed, as the fleet's way and the coasts are known
}

// foreseeVoyage follows an army aboard: the fleet's plan from the week on (from 0), and the army's own digits from
// plan[digit] on. In each week the fleet moves first.
func foreseeVoyage(t *realm.Turn, a, f *realm.Army, week, digit int) voyage {
	if f == nil {
		return voyage{}
	}
	v, sails := voyage{sure: true}, sails(t, f)
	for ; digit < realm.Weeks && week < realm.Weeks; week, digit = week+1, digit+1 {
		d := a.March.Plan[digit]
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
		to, _, why := t.Step(a.Realm, a.Name.Unit, at, d)
		switch {
		case why == realm.WorldsEnd && to != game.Nowhere && !t.Receipt.Seen.Has(to):
			v.sure = false
		case why != "":
		case v.sure:
			v.week, v.from, v.to = week+1, at, to
			if v.end = foreseeMeeting(t, a, to); v.end == "" {
				v.end = "landing-clear"
			}
		}
	}
	return v
}

// sails is the walk of a fleet. A fleet that cannot be followed stays unknown.
func sails(t *realm.Turn, f *realm.Army) walk {
	if f.March.Beyond || f.Member() {
		return walk{}
	}
	return walkOf(t, f)
}

// foreseeAboard says what an army aboard will do: where it sails, and where and when it lands, as far as its fleet's
// way is known.
func foreseeAboard(t *realm.Turn, a *realm.Army, command phrase.Arg) phrase.Phrase {
	army, fleet := phrase.Str("army", a.Name.String()), phrase.Str("fleet", a.Aboard.String())
	v := foreseeVoyage(t, a, t.State.Army(a.Realm, a.Aboard), 0, 0)
	tries := phrase.Str("weeks", string(v.tries))
	switch {
	case v.tries == nil:
		return phrase.P("forecast-aboard", army, command, fleet)
	case v.week != 0:
		return phrase.P("forecast-lands-at", append(landing(t, a, &v), army, command, fleet)...)
	}
	return phrase.P("forecast-lands", army, command, fleet, tries)
}

// landing are the arguments for a foreseen landing.
func landing(t *realm.Turn, a *realm.Army, v *voyage) []phrase.Arg {
	return []phrase.Arg{phrase.Num("week", v.week), phrase.At("from", v.from), phrase.At("spot", v.to),
		phrase.Str("other", foreseenFoes(t, a, v.to)), phrase.Key("end", v.end)}
}

// boarding is the week (from 1) in which an army that waits at a coast from a week (from 0) on goes aboard a fleet in
// the field to. It is 0 if it does so in no week that is known. missed says that the fleet's whole way is known and
// never leads there.
func boarding(t *realm.Turn, a, f *realm.Army, to game.Place, from int) (week int, missed bool) {
	sails := sails(t, f)
	if sails.sure == 0 {
		return 0, false
	}
	was := f.At
	if from > 0 && from <= sails.sure {
		was = sails.spots[from-1]
	}
	if was == to && from < sails.sure && (sails.spots[from] == to || t.Speed(a) > t.Speed(f)) {
		return from + 1, false
	}
	for week := from; week < sails.sure; week++ {
		if sails.spots[week] == to {
			return week + 1, false
		}
	}
	leaving := was == to && t.Speed(a) == t.Speed(f) // it is drawn who is first
	return 0, sails.sure == realm.Weeks && !leaving
}

// foreseeBoarding is about an army whose next step, in the week from (from 0), leads aboard: when, and what it does
// then. A caveat says if its berth is taken.
func foreseeBoarding(t *realm.Turn, a *realm.Army, w *walk, command phrase.Arg) phrase.Phrase {
	m := a.March
	f := t.State.Army(a.Realm, m.Special.Army)
	args := []phrase.Arg{phrase.Str("army", a.Name.String()), command, phrase.Str("fleet", f.Name.String())}
	code := "forecast-boards-here"
	if w.weeks != nil {
		code, args = "forecast-boards", append(args, phrase.Str("weeks", string(w.weeks)))
	}
	week, _ := boarding(t, a, f, w.next, w.stopped)
	if week == 0 || berthRival(t, a, f) != nil {
		return phrase.P(code, args...)
	}
	args = append(args, phrase.Num("boards", week), phrase.At("field", w.next))
	v := foreseeVoyage(t, a, f, week, w.stopped+1)
	then := "boards-stays"
	switch {
	case v.week != 0:
		then = "boards-lands"
		args = append(args, landing(t, a, &v)...)
	case v.tries != nil:
		then = "boards-tries"
		args = append(args, phrase.Str("tries", string(v.tries)))
	}
	return phrase.P(code+"-at", append(args, phrase.Key("then", then))...)
}

// berthRival is the own army that has, or may take, the only berth of a fleet: the one aboard, or else one that is to
// board it too.
func berthRival(t *realm.Turn, a, f *realm.Army) *realm.Army {
	if b := t.Load(f); b != nil && b != a {
		return b
	}
	for _, b := range ordered(t, a.Realm) {
		if m := b.March; b != a && m.Kind == realm.Embark && m.Special.Army == f.Name {
			return b
		}
	}
	return nil
}

// doubtBerth warns of a fleet that has an army aboard already, is to take another, or never comes to where the army
// waits for it.
func doubtBerth(t *realm.Turn, a *realm.Army, w *walk) {
	m := a.March
	f := t.State.Army(a.Realm, m.Special.Army)
	if m.Kind != realm.Embark || f == nil {
		return
	}
	args := []phrase.Arg{phrase.Str("army", a.Name.String()), phrase.Str("fleet", f.Name.String())}
	switch b := berthRival(t, a, f); {
	case b != nil && b.Cargo():
		t.Caveat(a.Realm, m.At, phrase.P("berth-taken", append(args, phrase.Str("other", b.Name.String()))...))
	case b != nil:
		t.Caveat(a.Realm, m.At, phrase.P("berth-wanted", append(args, phrase.Str("other", b.Name.String()))...))
	case w.end == boardsThere:
		if _, missed := boarding(t, a, f, w.next, w.stopped); missed {
			t.Caveat(a.Realm, m.At, phrase.P("berth-missed",
				append(args, phrase.At("field", w.next), phrase.Num("week", w.stopped+1))...))
		}
	}
}

// foreseeTrade says what a trade would bring, as far as is known, and whether the plan leads there. It says nothing
// about a trade of which the receipt warns that it will bring nothing.
func foreseeTrade(t *realm.Turn, a *realm.Army) (phrase.Phrase, bool) {
	to := march.Goal(t, a)
	goal := phrase.XY("field", a.March.Special.At.X, a.March.Special.At.Y)
	if a.March.Kind != realm.Trade {
		return phrase.Phrase{}, false
	}
	if _, vain := market.TradesInVain(t, a, to, goal); vain {
		return phrase.Phrase{}, false
	}
	w := &walk{}
	if !a.Cargo() {
		*w = walkOf(t, a)
	}
	before, comes := w.upTo()
	left, there := tollOf(t, a, before), *a
	if there.Men = left.high; left.high == 0 { // it perishes on the way
		return phrase.Phrase{}, false
	}
	gold, distance := market.Gain(t, &there, to)
	atMost, counts := 0, min(distance, t.Tables.Rules.TradeFar)
	if left.low < left.high {
		atMost = 1
	}
	if a.Start >= 0 {
		h, y := t.Apart(a.Realm, a.Start, a.March.Special.At)
		if int64(sight.Least(t, a.Realm, h, y)) < counts {
			atMost = 1
		}
	}
	code := "forecast-trade"
	switch {
	case a.Cargo():
		code = tradesAshore(t, a)
	case !comes:
		code = "forecast-trade-short"
	}
	return phrase.P(code, phrase.Str("army", a.Name.String()), goal, phrase.Num("distance", distance),
		phrase.Num("gold", gold), phrase.Num("most", atMost)), true
}

// tradesAshore is what can be said about the trade of a caravan aboard. It trades if it lands in the town itself. If
// its landing cannot be foreseen, that is open.
func tradesAshore(t *realm.Turn, a *realm.Army) string {
	v := foreseeVoyage(t, a, t.State.Army(a.Realm, a.Aboard), 0, 0)
	switch {
	case v.week != 0 && march.ComesTo(t, a, v.to):
		return "forecast-trade"
	case v.week != 0:
		return "forecast-trade-short"
	}
	return "forecast-trade-aboard"
}
