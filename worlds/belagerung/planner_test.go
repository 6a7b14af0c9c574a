package belagerung

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/gametest"
	"weltentor/worlds/belagerung/planner"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
)

// planned is what the realm whose turn it is knows, after some turns of sensible orders.
func planned(t *testing.T, turns int) (*World, game.Known, game.Planner, int) {
	t.Helper()
	w := war(t, turns)
	me := w.at.State.Next
	if me == 0 {
		t.Fatal("the game is over")
	}
	k, err := Rules().OpenKnown(w.Known(me), w.at.Tables.Text())
	if err != nil {
		t.Fatal(err)
	}
	return w, k, k.(game.Planner), me
}

// war is a game of two after some turns of sensible orders.
func war(t *testing.T, turns int) *World {
	t.Helper()
	w := fresh(t)
	for n := range turns {
		me, turn := w.at.State.Next, w.at.State.Turn
		if me == 0 {
			break
		}
		text := gametest.SensibleSheet(w.at, game.Seed{byte(n)}.Throw(turn, 0, "planned"))
		w = w.Resolve([]game.Sheet{{Realm: me, Turn: turn, Text: text}}, game.Seed{byte(n)}, 1, nil).Next().(*World)
	}
	return w
}

func fresh(t *testing.T) *World {
	t.Helper()
	return &World{at: gametest.Of(t, game.Founding{Seed: game.Seed{45}}, gametest.Three[:2]...)}
}

// A march along the way of a field in reach comes there with those steps left, and a turn brings the unit there. Where
// it must fight for a building, the dice decide.
func TestReachIsMarched(t *testing.T) {
	t.Parallel()
	reached, fought := 0, 0
	for turns := range 8 {
		w, _, p, me := planned(t, 3*turns)
		for _, a := range p.Desk(me, phrase.En).Armies {
			m := game.Mover{Army: a.Name}
			for i, r := range p.Reach(me, m, "") {
				way := make([]game.Direction, 0, len(r.Way))
				for _, d := range []byte(r.Way) {
					way = append(way, game.Direction(d-'0'))
				}
				march := p.March(me, m, way, "", phrase.En)
				last := march.Steps[len(march.Steps)-1]
				if march.Stops != nil || last.At != r.At || last.Left != r.Left {
					t.Fatalf("turn %d: %s comes to %s by %s with %d, but %+v", w.at.State.Turn, a.Name, r.At, r.Way, r.Left, march)
				}
				if r.Meets {
					fought++
					continue
				}
				if i%5 > 0 {
					continue
				}
				text := "$A\n" + a.Name + " " + r.Way + " catapult\n"
				if len(w.Check(game.Sheet{Realm: me, Turn: w.at.State.Turn, Text: text}).InForce) == 0 {
					text = "$A\n" + a.Name + " " + r.Way + "\n"
				}
				now := w.Resolve([]game.Sheet{{Realm: me, Turn: w.at.State.Turn, Text: text}}, game.Seed{}, 1, nil).Next().(*World)
				there := slices.IndexFunc(now.at.State.Units, func(u *realm.Unit) bool {
					return u.Realm == me && realm.Board{Me: w.at.State.Realm(me)}.Called(u) == a.Name
				})
				reached++
				if there < 0 || game.Counted(realm.Column(now.at.State.Grid, now.at.State.Units[there].At)) != r.At {
					t.Errorf("turn %d: %s was to come to %s by %s", w.at.State.Turn, a.Name, r.At, r.Way)
				}
			}
		}
	}
	if reached < 100 {
		t.Errorf("%d fields reached, %d fought for: the test proves little", reached, fought)
	}
}

// A walk before that of a unit frees a field or takes it; one behind it does not.
func TestMarchUnderOrders(t *testing.T) {
	t.Parallel()
	w, _, p, me := planned(t, 0)
	units := w.at.State.Of(me)
	i := slices.IndexFunc(units, func(u *realm.Unit) bool { return !u.Settler })
	j := slices.IndexFunc(units, func(u *realm.Unit) bool { return u != units[i] })
	a, b := game.Mover{Army: units[i].Name()}, units[j].Name()
	for _, r := range p.Reach(me, game.Mover{Army: b}, "") {
		same := func(text string) bool {
			return slices.ContainsFunc(p.Reach(me, a, text), func(x game.Reached) bool { return x.At == r.At })
		}
		if !same("") {
			continue
		}
		line := b + " " + r.Way + "\n"
		if same("$A\n" + line) {
			t.Errorf("%s goes to %s, where %s will be", a.Army, r.At, b)
		}
		if !same("$A\n" + a.Army + " 1\n" + line) {
			t.Errorf("%s, whose line stands before that of %s, cannot go to %s", a.Army, b, r.At)
		}
		return
	}
	t.Error("no field that both reach")
}

// A unit that walks away before frees its field for another.
func TestMarchIntoWhatIsLeft(t *testing.T) {
	t.Parallel()
	w := fresh(t)
	me := w.at.State.Next
	k, err := Rules().OpenKnown(w.Known(me), w.at.Tables.Text())
	if err != nil {
		t.Fatal(err)
	}
	p, units, freed := k.(game.Planner), w.at.State.Of(me), 0
	for _, a := range units {
		for _, b := range units {
			at, m := game.Counted(realm.Column(w.at.State.Grid, b.At)), game.Mover{Army: a.Name()}
			there := func(text string) bool {
				return slices.ContainsFunc(p.Reach(me, m, text), func(r game.Reached) bool { return r.At == at })
			}
			away := slices.IndexFunc(p.Reach(me, game.Mover{Army: b.Name()}, ""), func(r game.Reached) bool { return r.At != at })
			if a == b || away < 0 || there("") {
				continue
			}
			for _, r := range p.Reach(me, game.Mover{Army: b.Name()}, "") {
				if there("$A\n" + b.Name() + " " + r.Way + "\n") {
					freed++
					break
				}
			}
		}
	}
	if freed == 0 {
		t.Error("no field becomes free")
	}
}

// That the treasury does not reach is no reason why not: the page sees prices and the purse.
func TestTooDearIsNoReason(t *testing.T) {
	t.Parallel()
	w := fresh(t)
	w.at.State = w.at.State.Clone()
	me := w.at.State.Next
	w.at.State.Realm(me).Treasure, w.at.State.Bank = 0, 0
	desk := planner.Planner{Position: w.at, Realm: me}.Desk(me, phrase.En)
	if desk.Purse[0].Amount != 0 {
		t.Fatalf("the purse holds %d", desk.Purse[0].Amount)
	}
	for i, want := range []string{"with a unit in it, it adds up the hills beside it each turn; 6 become a treasure die",
		"with a unit in it, it adds up the forests beside it each turn; 6 become a treasure die",
		"with a bow in it: range +1; with a sword: power +2; with a shoe: speed +1", "1 treasure die a turn",
		"trains units further, for 1 treasure die each"} {
		if got := desk.Works[i]; got.Gives != want || got.Action.Why != nil && got.Action.Why.Code == "no-treasure" {
			t.Errorf("%s gives %q, want %q", got.Code, got.Gives, want)
		}
	}
	for _, u := range desk.Units {
		if s := u.Sites[0]; u.Once[0].Amount == 0 || s.Why != nil && s.Why.Code == "no-treasure" || s.Why == nil && s.Draft == nil {
			t.Errorf("%s: %+v", u.Code, s)
		}
	}
}

// Orders that desks have begun are accepted, and those with a reason why not get a problem.
func TestDraftsCount(t *testing.T) {
	t.Parallel()
	tried := 0
	for turns := range 12 {
		_, k, _, me := planned(t, 2*turns)
		tried += conformance.Drafts(t, Rules(), k, me, conformance.Often(60, 200), game.Seed{byte(turns)}.Throw(0, 0, "drafts"))
	}
	if tried < 300 {
		t.Errorf("only %d drafts were tried", tried)
	}
}

// A desk is that of the realm whose turn it is, from its own knowledge, and is counted after its preparation: the
// purse holds what the castle brings.
func TestDeskIsTheRealmsOwn(t *testing.T) {
	t.Parallel()
	w, _, p, me := planned(t, 4)
	desk, n := p.Desk(me, phrase.De), &w.at.Tables.Rules
	if got, least := desk.Purse[0].Amount, w.at.State.Realm(me).Treasure+n.CastleIncome; got < least {
		t.Errorf("the purse holds %d, want %d at least", got, least)
	}
	if d := p.Desk(3-me, phrase.De); d.Armies != nil || p.Reach(3-me, game.Mover{Army: "E1"}, "") != nil {
		t.Errorf("the desk of another: %+v", d)
	}
	k, err := Rules().OpenKnown(w.Known(3-me), w.at.Tables.Text())
	if err != nil {
		t.Fatal(err)
	}
	for realm := range 3 {
		if d := k.(game.Planner).Desk(realm, phrase.De); d.Armies != nil {
			t.Errorf("realm %d has a desk in the knowledge of %d, whose turn it is not", realm, 3-me)
		}
	}
	bow := slices.IndexFunc(desk.Units, func(u game.Unit) bool { return u.Code == string(tables.Bow) })
	if bow < 0 || desk.Units[bow].Name != "Bogen" || desk.Units[bow].Arm != game.Bow || len(desk.Units[bow].Sites) != 1 {
		t.Errorf("the archers: %+v", desk.Units)
	}
}

// Enemies move as they could if it were their turn. What is not there has no reach.
func TestStrangersRoam(t *testing.T) {
	t.Parallel()
	w, _, p, me := planned(t, 6)
	found := 0
	for _, u := range w.at.State.Of(3 - me) {
		at := game.Counted(realm.Column(w.at.State.Grid, u.At))
		reach := p.Reach(me, game.Mover{Realm: 3 - me, Kind: realm.CardOf(w.at.Tables, u).Card, At: at}, "")
		all := p.Reach(me, game.Mover{At: at}, "")
		if found += len(reach); len(all) < len(reach) {
			t.Errorf("%s reaches %d fields, and whatever is there %d", u.Name(), len(reach), len(all))
		}
		for _, r := range reach {
			steps := p.March(me, game.Mover{Realm: 3 - me, At: at}, []game.Direction{game.Direction(r.Way[0] - '0')}, "", phrase.En).Steps
			if len(r.Way) == 1 && (len(steps) != 1 || steps[0].At != r.At) {
				t.Errorf("%s to %s by %s: %+v", u.Name(), r.At, r.Way, steps)
			}
		}
	}
	if found == 0 {
		t.Error("no enemy moves")
	}
	for _, m := range []game.Mover{{At: "99/99"}, {At: "x"}, {Army: "E99"}, {}} {
		if got := p.Reach(me, m, ""); got != nil {
			t.Errorf("%+v: %v", m, got)
		}
	}
}

// The page puts the number in front of what a purse is called.
func TestOneDieIsNoDice(t *testing.T) {
	t.Parallel()
	for n, want := range map[int64]string{1: "treasure die", 2: "treasure dice"} {
		w := fresh(t)
		w.at.State.Realm(1).Treasure = n - w.at.Tables.Rules.CastleIncome
		got := (&learned{w, planner.Planner{Position: w.at, Realm: 1}}).Desk(1, phrase.En).Purse
		if len(got) != 1 || got[0].Amount != n || got[0].Name != want {
			t.Errorf("the purse is %+v, want %d %s", got, n, want)
		}
	}
}

// The ledger has what is there, what comes in before the orders, each order's price by its line, and what they leave.
func TestLedgerHasEachOrder(t *testing.T) {
	t.Parallel()
	w := fresh(t)
	r, n := w.at.State.Realm(1), &w.at.Tables.Rules
	bow := slices.IndexFunc(w.at.Tables.Card, func(c tables.CardRow) bool { return c.Card == string(tables.Bow) })
	cost := w.at.Tables.Card[bow].Cost
	got := w.Check(game.Sheet{Realm: 1, Turn: 1, Text: "$R\n; archers\nbow\n"}).Ledger
	for i := range got {
		got[i].What = phrase.Phrase{}
	}
	want := []game.MoneyLine{
		{Kind: "treasury", Code: "treasure", Amount: r.Treasure, Sure: true},
		{Kind: "income", Code: "treasure", Amount: n.CastleIncome, Sure: true},
		{Line: 3, Kind: "order", Code: "treasure", Amount: -cost, Sure: true},
		{Kind: "left", Code: "treasure", Amount: r.Treasure + n.CastleIncome - cost, Sure: true},
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the ledger is\n%v, want\n%v", got, want)
	}
}

// Who is recruited stands on the first free walls, where the turn puts them, and has nothing to do yet.
func TestRecruitsStandOnWalls(t *testing.T) {
	t.Parallel()
	w := fresh(t)
	me := w.at.State.Next
	text := "$R\nBow\nShoe\n"
	made := (&learned{w, planner.Planner{Position: w.at, Realm: me}}).Raised(game.Sheet{Realm: me, Turn: 1, Text: text}, phrase.En)
	out := w.Resolve([]game.Sheet{{Realm: me, Turn: 1, Text: text}}, game.Seed{1}, 1, nil)
	there := map[string]string{}
	for _, a := range out.Facts(me).Armies {
		there[a.Name] = a.At
	}
	castle := (&learned{w, planner.Planner{Position: w.at, Realm: me}}).Desk(me, phrase.En).Units[0].Sites[0].At
	if len(made) != 2 || made[0].Arm != game.Bow || made[1].Arm != game.Horse {
		t.Fatalf("recruited are %+v", made)
	}
	for _, a := range made {
		if a.At != there[a.Name] || a.At == castle || a.At == "" || a.Actions != nil {
			t.Errorf("%s is to stand on %s, and stands on %q: %+v", a.Name, a.At, there[a.Name], a)
		}
	}
}

// Building is behind the walks (§1.3): where a settler stands on a wall nothing can be built (§8.4), and where its walk
// leads it can. It still sets out from the wall, and a sheet that does both counts.
func TestRaisedBuildWhereTheyWalk(t *testing.T) {
	t.Parallel()
	w := fresh(t)
	me := w.at.State.Next
	p := (&learned{w, planner.Planner{Position: w.at, Realm: me}})
	outpost := func(a game.DeskArmy) *game.Option {
		build := a.Actions[slices.IndexFunc(a.Actions, func(x game.Action) bool { return x.Code == "build" })]
		return &build.Fields[0].Choices[slices.IndexFunc(build.Fields[0].Choices, func(o game.Option) bool {
			return strings.EqualFold(o.Value, "outpost")
		})]
	}
	desk, built := p.Desk(me, phrase.En), 0
	settler := desk.Armies[slices.IndexFunc(desk.Armies, func(a game.DeskArmy) bool { return a.Kind == "settler" })]
	if outpost(settler).Why == nil {
		t.Fatalf("%s builds on a wall: %+v", settler.Name, settler)
	}
	for _, r := range p.Reach(me, game.Mover{Army: settler.Name}, "") {
		text := "$A\n" + settler.Name + " " + r.Way + "\n"
		there := p.Raised(game.Sheet{Realm: me, Turn: 1, Text: text}, phrase.En)
		if len(there) != 1 || there[0].Name != settler.Name || there[0].At != settler.At || there[0].To != r.At {
			t.Fatalf("by %q walks %+v", text, there)
		}
		text += "$B\n" + settler.Name + " outpost\n"
		if errors := p.Check(game.Sheet{Realm: me, Turn: 1, Text: text}).Errors(); (errors == 0) != (outpost(there[0]).Why == nil) {
			t.Errorf("%q has %d errors, but the desk says %+v", text, errors, outpost(there[0]).Why)
		}
		if outpost(there[0]).Why == nil {
			built++
		}
	}
	if built == 0 {
		t.Error("it builds nowhere")
	}
	if other := p.Raised(game.Sheet{Realm: 3 - me, Turn: 1, Text: "$A\nS1 1\n"}, phrase.En); other != nil {
		t.Errorf("another realm walks: %+v", other)
	}
}

// After as many recruits as there are free walls no unit can be raised, with the reason of the receipt.
func TestRecruitsUseUpWalls(t *testing.T) {
	t.Parallel()
	w, _, p, me := planned(t, 0)
	free := 0
	for dir := game.Direction(1); dir <= 6; dir++ {
		r := w.at.State.Realm(me)
		if len(w.at.State.On(w.at.State.Grid.Step(r.Castle, dir))) == 0 {
			free++
		}
	}
	m := p
	for n := range free + 1 {
		in := game.Sheet{Realm: me, Turn: 1, Text: "$R\n" + strings.Repeat("Sword\n", n)}
		why := m.Units(in, phrase.En)[0].Sites[0].Why
		if (why != nil) != (n == free) || why != nil && why.Code != "no-wall-free" {
			t.Errorf("after %d of %d swords: %+v", n, free, why)
		}
	}
	if other := m.Units(game.Sheet{Realm: 3 - me}, phrase.En); other != nil {
		t.Errorf("another realm recruits: %+v", other)
	}
}
