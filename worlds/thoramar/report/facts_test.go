package report_test

import (
	"fmt"
	"reflect"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/report"
	"weltentor/worlds/thoramar/tables"
)

// front is a turn at the front, as realm 1 is told it: its castle at 2/0 is lost in the end, where it stood guard no
// more; beside the two armies at 0/0 stand one of realm 2 that shows its sign, one that shows none and a spy.
func front(t *testing.T) outcome {
	a := gametest.NewArena(t)
	a.Rules = gametest.Rules
	for i := range a.State.Realms[1:] {
		r := &a.State.Realms[i+1]
		r.Player, r.Lang = fmt.Sprint("P", i+1), phrase.De
	}
	before := realm.Position{Rules: a.Rules, Tables: a.Tables, State: a.State.Clone()}
	home, east, castle, west := a.Field(a.XY(0, 0)), a.Land(1, 0, "hwa"), a.Field(a.XY(2, 0)), a.Field(a.XY(-1, 0))
	home.Owner, home.Building = 1, &realm.Building{Kind: "STD", Name: "Bovipolis", Used: 20_000}
	castle.Owner, castle.Building = 1, &realm.Building{Kind: "FES", Damage: tables.Light}
	west.Owner, west.Yield, west.Blessed = 1, 75, 2
	west.Building = &realm.Building{Kind: "MIN"}
	a.State.SetEdge(a.XY(0, 0), 2, realm.Road, true)
	a.State.SetEdge(a.XY(0, 0), 2, realm.River, true)
	a.State.SetEdge(a.XY(0, 0), 4, realm.Wall, true)
	east.Owner = 2
	a.Army(1, "K.M 1", 500, 0, 0)
	a.Army(1, "P.H 2", 40, 0, 0).KK = 3
	a.Army(2, "R.M 3", 993, 1, 0)
	a.Army(2, "R.L 4", 998, 1, 0).Flag = realm.NoSign
	a.Army(2, "R.L 5", 100, 1, 0).Flag = realm.Hidden
	wild := a.Army(0, "M.K 7", 12, 5, 5)
	a.State.Realms[1].Treaties = []realm.TreatyWith{{Realm: 3, Treaty: realm.Pact}}
	a.State.Realms[1].Gold = 5
	a.Earn(1, "land", 3000)
	a.Spend(1, "recruit", 1200)
	a.Letters = []rulekit.PlayerMessage{{From: 4, To: 1, Not: 4, Text: "Gruß"}, {Not: 2, Text: "Man hört so einiges."}}
	a.Refuse(1, orders.Position{Line: 2, Col: 1}, phrase.P("no-such-army", phrase.Str("army", "K.M 7")))
	for a.Week = 1; a.Week <= realm.Weeks; a.Week++ {
		a.Phase = "move"
		if a.Week == 2 || a.Week == 3 {
			a.Tell(phrase.P("held-up", phrase.Str("army", "K.M 1"), phrase.At("field", a.XY(1, 0)),
				phrase.Str("other", "2.R.M 3")), 1)
		}
		switch a.Week {
		case 6:
			a.MoveArmy(wild, a.XY(-1, 0))
		case 7:
			a.MoveArmy(wild, a.XY(5, 5))
		case 13:
			a.MoveArmy(wild, a.XY(2, 0))
		}
		a.Phase = "sight"
		a.Turn.Watch.Look(a.Turn.Turn)
	}
	castle.Owner = 2
	a.State.Turn++
	return told(before, a.Turn)
}

// Facts of a staged turn, worked out by hand.
func TestFactsOfATurn(t *testing.T) {
	f := front(t).Facts(1)
	mine := func(name string, men int64) game.FactArmy {
		return game.FactArmy{Realm: 1, Name: name, ID: "1/" + name, Men: men}
	}
	wild := game.FactArmy{Name: "M.K 7", ID: "0/M.K 7", Men: 12}
	rider := game.FactArmy{Realm: 2, Name: "R.M 3", ID: "2/R.M 3", Men: 993}
	veiled := game.FactArmy{Unknown: true, Kind: "R.L", Men: 998}
	ground := func(at, terrain, edges string, owner int) game.FactSighting {
		return game.FactSighting{At: at, FactGround: game.FactGround{Terrain: terrain, Edges: edges, Owner: owner}}
	}
	home, east, west := ground("0/0", "tla", "1:---- 2:S-F- 3:---- 4:-W-- 5:---- 6:----", 1),
		ground("1/0", "hwa", "5:S-F-", 2), ground("-1/0", "tla", "2:----", 1)
	// The line of K.M 1 tells how many P.H 2 has, and P.H 2 has no lines of its own.
	home.By, home.Armies = []string{"K.M 1", "P.H 2"}, []game.FactArmy{mine("P.H 2", 40), mine("K.M 1", 0)}
	home.Building, home.State = "STD", "I"
	east.Armies, west.Building = []game.FactArmy{veiled, rider}, "MIN" // as armies are called
	// Without a wall on its own side: it stands on that of 0/0.
	ring := []game.FactSighting{home, ground("1/1", "tla", "4:----", 0), east, ground("1/-1", "tla", "6:----", 0),
		ground("-1/-1", "tla", "1:----", 0), west, ground("-1/1", "tla", "3:----", 0)}
	if got := f.Weeks[1].Sightings; !reflect.DeepEqual(got, ring) {
		t.Errorf("week 1:\n%+v\nwant\n%+v", got, ring)
	}
	if got := f.Weeks[6].Sightings[5].Armies; !reflect.DeepEqual(got, []game.FactArmy{wild}) {
		t.Errorf("on -1/0 in week 6: %+v", got)
	}
	// Of the castle, which is lost, what week 13 showed, but nothing of how it lies; after the turn the own town.
	castle := game.FactSighting{At: "2/0", Armies: []game.FactArmy{wild}}
	if got := f.Weeks[13].Sightings[7:]; !reflect.DeepEqual(got, []game.FactSighting{castle}) {
		t.Errorf("week 13 beside the ring: %+v", got)
	}
	town := game.FactSighting{At: "0/0", Armies: []game.FactArmy{mine("K.M 1", 500), mine("P.H 2", 40)}}
	if got := f.Weeks[14].Sightings; !reflect.DeepEqual(got, []game.FactSighting{town}) {
		t.Errorf("week 14: %+v", got)
	}
	if len(f.Weeks) != 15 || f.Weeks[3].Title != "Woche 3" || f.Weeks[14].Title != "Nach Woche 13" {
		t.Errorf("%d weeks, %+v", len(f.Weeks), f.Weeks[14])
	}
	held := game.FactEvent{Phase: "move", Tone: game.Warn, Weight: 1, At: "1/0", Said: game.Said{Code: "held-up-weeks",
		Text: "K.M 1 wird in den Wochen 2, 3 vor Feld 1/0 von 2.R.M 3 aufgehalten.", Args: map[string]game.FactValue{
			"weeks": {Word: "2, 3", Worded: true}, "army": {Word: "K.M 1", Worded: true},
			"field": {Word: "1/0", Worded: true}, "other": {Word: "2.R.M 3", Worded: true}}}}
	if got := f.Weeks[2].Events; !reflect.DeepEqual(got, []game.FactEvent{held}) || len(f.Weeks[3].Events) != 0 {
		t.Errorf("events %+v, %+v", got, f.Weeks[3].Events)
	}
	wantList(t, "refused", f.Refused, game.FactRefused{Line: 2, Said: game.Said{Code: "no-such-army",
		Text: "Es gibt keine Armee K.M 7.", Args: map[string]game.FactValue{"army": {Word: "K.M 7", Worded: true}}}})
	seen := func(a game.FactArmy, at string, week int64) game.FactArmy {
		a.At, a.Values = at, map[string]int64{"week": week}
		return a
	}
	wantList(t, "armies", f.Armies,
		game.FactArmy{Realm: 1, Name: "K.M 1", ID: "1/K.M 1", At: "0/0", Men: 500,
			Values: map[string]int64{"movement": 4, "experience": 0}},
		game.FactArmy{Realm: 1, Name: "P.H 2", ID: "1/P.H 2", At: "0/0", Men: 40,
			Values: map[string]int64{"movement": 8, "experience": 3},
			Words:  map[string]string{"special": "40 Punkte"}},
		seen(veiled, "1/0", 13), seen(rider, "1/0", 13), seen(wild, "2/0", 13))
}

// Land, money, letters and the realms of the same turn.
func TestFactsOfARealm(t *testing.T) {
	o := front(t)
	o.Turn.State.Realms[1].Account = 250
	f := o.Facts(1)
	// A town recruits for 50000 GS a year, of which 20000 are spent (T04); tla is worth 3000 GS a year.
	wantList(t, "fields", f.Fields,
		game.FactField{At: "2/0", Words: map[string]string{"lost": "verloren"}},
		game.FactField{At: "-1/0", Own: true, FactGround: game.FactGround{Terrain: "tla", Owner: 1},
			Values: map[string]int64{"yield": 75, "income": 3000, "blessed": 1}},
		game.FactField{At: "0/0", Own: true, Name: "Bovipolis", Words: map[string]string{"state": "unbeschädigt"},
			FactGround: game.FactGround{Terrain: "tla", Owner: 1, Building: "STD", State: "I"},
			Values:     map[string]int64{"yield": 100, "income": 3000, "capacity": 30_000}})
	wantList(t, "money", f.Money, game.FactMoney{Kind: "income", Code: "land", Amount: 3000, Text: "Land"},
		game.FactMoney{Kind: "outlay", Code: "recruit", Amount: -1200, Text: "Rüsten"},
		game.FactMoney{Kind: "treasury", Code: "gold", Amount: 1805, Text: "Reichsschatz"},
		game.FactMoney{Kind: "account", Code: "EUR", Amount: 250, Text: "Kontostand"})
	wantList(t, "letters", f.Letters, game.FactLetter{From: 4, Name: "R4", Text: "Gruß"},
		game.FactLetter{All: true, Text: "Man hört so einiges."})
	wantList(t, "realms", f.Realms, game.FactRealm{Number: 1, Name: "R1", Player: "P1"},
		game.FactRealm{Number: 3, Name: "R3", Words: map[string]string{"treaty": "A"}},
		game.FactRealm{Number: 4, Name: "R4"})
	if len(f.Standings.Rows) != 4 || f.Turn != 5 || f.Title != "Zug 5, Jahr 2, Sommer" || f.Realm.Player != "P1" {
		t.Errorf("%+v", f)
	}
	said := map[string]string{}
	for _, p := range f.Parts {
		said[p.Name] = p.Title + " " + p.Said[0].Text
	}
	if said["treaties"] != "Verträge Reich 3 : Nichtangriffspakt (R3)" || len(said) != 2 {
		t.Errorf("parts %q", said)
	}
	// On the map, which he may wish, every own building is drawn, with what it is.
	o.Turn.State.Realms[1].Settings.Map = true
	if got := o.Facts(1).Fields[1].Building; got != "MIN" {
		t.Errorf("with a map the mine is %q", got)
	}
}

func wantList[T any](t *testing.T, what string, got []T, want ...T) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s:\n%+v\nwant\n%+v", what, got, want)
	}
}

// Report 0 as data has its sightings in week 0, and what Info asks for among the realm's numbers; a number that is no
// realm's has no facts.
func TestFactsOfReportZero(t *testing.T) {
	p := gametest.Fresh(t, "facts", 36, 30, 2)
	f := report.Facts(p, nil, 1)
	if len(f.Weeks) != 1 || f.Weeks[0].Week != 0 || len(f.Weeks[0].Sightings) != 7 || f.Turn != 0 ||
		f.Weeks[0].Sightings[0].Building != "HST" || f.Weeks[0].Sightings[0].By != nil {
		t.Errorf("weeks %+v", f.Weeks)
	}
	if len(f.Fields) != 1 || f.Fields[0].At != "0/0" || f.Fields[0].Values["capacity"] != 100_000 ||
		f.Realm.Values["strength.K.L"] != 100 || f.Names["strength.K.L"] != "Kampfkraft K.L in %" {
		t.Errorf("fields %+v, realm %+v", f.Fields, f.Realm)
	}
	o := resolved(p, game.Seed{1}, nil)
	for _, n := range []int{-1, 0, 3} {
		if report.Facts(p, nil, n) != nil || o.Facts(n) != nil {
			t.Errorf("realm %d has facts", n)
		}
	}
}
