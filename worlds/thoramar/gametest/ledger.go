package gametest

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/turn"
)

// ledger is what a phase found: law 9 says that nothing of it changes without
// an event for those it belongs to.
type ledger struct {
	fields []realm.Field // with copies of their buildings
	gold   []int64
	booked []int64 // by realm: income less outlay, as the report lists them
	armies map[*realm.Army]realm.Army
	events int
}

func readLedger(t *turn.Turn) *ledger {
	l := &ledger{fields: slices.Clone(t.State.Fields),
		armies: make(map[*realm.Army]realm.Army, t.State.ArmyCount()), events: t.Annals.Len()}
	for p := range l.fields {
		if b := l.fields[p].Building; b != nil {
			copied := *b
			l.fields[p].Building = &copied
		}
	}
	for i := range t.State.Realms {
		l.gold = append(l.gold, t.State.Realms[i].Gold)
		l.booked = append(l.booked, booked(t, i))
	}
	for _, list := range t.State.Armies {
		for _, a := range list {
			l.armies[a] = *a
		}
	}
	return l
}

func booked(t *turn.Turn, realm int) int64 {
	sum := int64(0)
	for _, gold := range t.Income[realm] {
		sum += gold
	}
	for _, gold := range t.Outlay[realm] {
		sum -= gold
	}
	return sum
}

// unexplained lists what changed in a phase without an event. Declared to need
// none: the growth of wild herds (nobody's business), the points sorcerers spend
// every turn on training and control, and gold that the report lists by source
// or purpose.
func (l *ledger) unexplained(t *turn.Turn) []string {
	var out []string
	say := func(format string, args ...any) {
		out = append(out, fmt.Sprintf("%s, week %d: ", t.Phase, t.Week)+fmt.Sprintf(format, args...))
	}
	events := t.Annals.From(l.events)
	for i := range t.State.Fields {
		was, is, p := &l.fields[i], &t.State.Fields[i], game.Place(i)
		if t.Phase == "deserted" && anyFor(events, int(was.Owner)) {
			continue // one sentence tells that all the land is free
		}
		if was.Owner != is.Owner && !(toldOf(events, p, int(was.Owner)) && toldOf(events, p, int(is.Owner))) {
			say("field %d went from realm %d to %d", p, was.Owner, is.Owner)
		}
		if rebuilt(was.Building, is.Building) && !toldOf(events, p, int(was.Owner)) {
			say("%+v on field %d of realm %d became %+v", was.Building, p, was.Owner, is.Building)
		}
		if was.Rivers != is.Rivers || was.Roads != is.Roads || was.Bridges != is.Bridges || was.Walls != is.Walls {
			if !edgeTold(t, events, p) {
				say("an edge of field %d", p)
			}
		}
	}
	for i := range t.State.Realms {
		// the report lists all of it
		if change := t.State.Realms[i].Gold - l.gold[i]; change != booked(t, i)-l.booked[i] {
			say("%d gold of realm %d", change, i)
		}
	}
	return append(out, l.men(t, events)...)
}

// rebuilt tells whether there is another building, in another state or with
// another name; capacity, a mine's vein and the days of work are not told.
func rebuilt(was, is *realm.Building) bool {
	if was == nil || is == nil {
		return was != is
	}
	return was.Kind != is.Kind || was.Damage != is.Damage || was.Name != is.Name || was.New != is.New ||
		was.Into != is.Into || was.Gate != is.Gate
}

// men lists armies that came, went, grew, shrank or changed realms untold.
func (l *ledger) men(t *turn.Turn, events []game.Event) []string {
	var out []string
	now := make(map[*realm.Army]bool, len(l.armies))
	for _, list := range t.State.Armies {
		for _, a := range list {
			now[a] = true
			was, old := l.armies[a]
			switch {
			case old && was.Men == a.Men && was.Realm == a.Realm:
			case a.Herd() && t.Phase == "herds":
			case a.Name.Type == 'Z' && t.Phase == "sorcery" && old: // training and control, each turn alike
			case old && deserted(events, was.Realm): // the sentence that frees the land frees the soldiers
			case old && a.Name.Type == 'D' && a.Realm == 0 && t.Field(a.At).Owner == 0 && t.Field(a.At).Blessed > 0:
				// blessed, but nobody's any more
			case a.Formation() && old: // its men are its members', each told by itself
			case !old && a.Realm == 0 && anyOf(events, a.At):
				// freed in the phase it was summoned in: told by the name it had
			case !Named(events, a, a.Realm) && !(old && Named(events, &was, a.Realm)):
				out = append(out, fmt.Sprintf("%s, week %d: %d.%v went from %d men to %d", t.Phase, t.Week, a.Realm,
					a.Name, was.Men, a.Men))
			}
		}
	}
	for a, was := range l.armies {
		if !now[a] && !deserted(events, was.Realm) && !Named(events, &was, was.Realm) {
			out = append(out, fmt.Sprintf("%s, week %d: %d.%v with %d men is no more", t.Phase, t.Week, was.Realm,
				was.Name, was.Men))
		}
	}
	slices.Sort(out)
	return out
}

// deserted tells whether everybody was told that the realm is deserted.
func deserted(events []game.Event, realm int) bool {
	return slices.ContainsFunc(events, func(e game.Event) bool {
		return e.Code == "realm-deserted" && e.Args[0].N == int64(realm)
	})
}

// toldOf tells whether a realm was told something about a field; the free lands
// need not be.
func toldOf(events []game.Event, p game.Place, realm int) bool {
	return realm == 0 || slices.ContainsFunc(events, func(e game.Event) bool {
		return e.For(realm) && speaksOf(e, p)
	})
}

// edgeTold: of an edge the owner of either side is told, about either field; of
// a road, about the field where its path begins.
func edgeTold(t *turn.Turn, events []game.Event, p game.Place) bool {
	for _, e := range events {
		if e.Code == "road-built" && alongPath(t, e.Phrase, p) {
			return true
		}
	}
	for d := game.Direction(0); d <= 6; d++ {
		if q := t.Grid.Step(p, d); q != game.Nowhere && anyOf(events, q) {
			return true
		}
	}
	return false
}

// alongPath tells whether a road that was built touches the field.
func alongPath(t *turn.Turn, built phrase.Phrase, p game.Place) bool {
	at, path := game.Nowhere, ""
	for _, a := range built.Args {
		switch a.Name {
		case "field":
			at = game.Place(a.N)
		case "path":
			path = a.S
		}
	}
	for _, d := range path {
		if at = t.Grid.Step(at, game.Direction(d-'0')); at == p {
			return true
		}
	}
	return false
}

// anyOf tells whether anything was told about a field.
func anyOf(events []game.Event, p game.Place) bool {
	return slices.ContainsFunc(events, func(e game.Event) bool { return speaksOf(e, p) })
}

func speaksOf(e game.Event, p game.Place) bool {
	return slices.ContainsFunc(e.Phrase.Args,
		func(a phrase.Arg) bool { return a.Kind == phrase.Place && a.N == int64(p) })
}

func anyFor(events []game.Event, realm int) bool {
	return slices.ContainsFunc(events, func(e game.Event) bool { return e.For(realm) })
}

// Named tells whether a realm was told of an army by its name, or by that of the
// formation or fleet it is in.
func Named(events []game.Event, a *realm.Army, number int) bool {
	names := []string{a.Name.String(), strconv.Itoa(a.Realm) + "." + a.Name.String()}
	if a.Aboard.ID != 0 {
		names = append(names, a.Aboard.String())
	}
	return slices.ContainsFunc(events, func(e game.Event) bool {
		return (number == 0 || e.For(number)) && slices.ContainsFunc(e.Phrase.Args, func(a phrase.Arg) bool {
			return a.Kind == phrase.Word && slices.Contains(names, a.S)
		})
	})
}

// Watched plays the turn and looks after every phase whether anything is broken
// or changed without an event.
func Watched(test *testing.T, t *turn.Turn) {
	test.Helper()
	run := func(list []turn.Phase) {
		for _, p := range list {
			before := readLedger(t)
			t.Run([]turn.Phase{p})
			for _, untold := range before.unexplained(t) {
				test.Errorf("nobody was told: %s", untold)
			}
			for _, wrong := range realm.Broken(t.Tables, t.State) {
				test.Fatalf("after %s of week %d: %s", p.Name, t.Week, wrong)
			}
		}
	}
	run(turn.Before)
	for t.Week = 1; t.Week <= realm.Weeks; t.Week++ {
		run(turn.Weekly)
	}
	t.Week = realm.Weeks + 1
	run(turn.After)
	t.State.Turn++
}
