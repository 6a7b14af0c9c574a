package thoramar

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
)

// A march along the way of a field in reach comes there in that week, with those points left. Where somebody stops it,
// it ends beside the field.
func TestReachIsMarched(t *testing.T) {
	t.Parallel()
	reached, met := 0, 0
	for n := range conformance.Often(6, 30) {
		seed := game.Seed{byte(n), 45}
		w, sheets := scene(freshWorld(t, fmt.Sprint("reach", n%3), 36, 30, 4), seed.Throw(0, 0, "scene"))
		k, _ := open(t, w, 1)
		p := k.(game.Planner)
		for _, a := range p.Desk(1, phrase.En).Armies {
			m := game.Mover{Army: a.Name}
			for _, r := range p.Reach(1, m, sheets[0].Text) {
				march := p.March(1, m, directions(r.Way), sheets[0].Text, phrase.En)
				if r.Meets {
					if met++; march.Stops == nil || len(march.Steps) != len(r.Way)-1 || len(march.Tries) != 1 || march.Tries[0].At != r.At {
						t.Fatalf("scene %d: %s meets somebody in %s on %s, but %+v", n, a.Name, r.At, r.Way, march)
					}
					continue
				}
				reached++
				if last := len(march.Steps) - 1; march.Stops != nil || last < 0 || march.Steps[last].At != r.At ||
					march.Steps[last].Left != r.Left || march.Steps[last].Week != r.Week {
					t.Fatalf("scene %d: %s comes to %s by %s with %d, but %+v", n, a.Name, r.At, r.Way, r.Left, march)
				}
			}
		}
	}
	if reached < conformance.Often(500, 500) || met < conformance.Often(20, 20) {
		t.Errorf("%d fields reached, %d met: the test proves little", reached, met)
	}
}

// A way into a field that the realm does not know is tried by the turn, and the march says so: nobody can say whether
// the army comes there. A way on which the points run out is not.
func TestMarchIntoTheUnknown(t *testing.T) {
	t.Parallel()
	k, _ := open(t, freshWorld(t, "desk", 36, 30, 4), 1)
	p, unknown := k.(game.Planner), 0
	for d := range game.Direction(6) {
		way := slices.Repeat([]game.Direction{d + 1}, 13)
		march := p.March(1, game.Mover{Army: "R.L 1"}, way, "$R\nR.L 1 500 0 0\n", phrase.En)
		if march.Stops == nil {
			t.Fatalf("it goes 13 fields far: %+v", march)
		}
		if march.Stops.Code != "desk.unknown" {
			if march.Stops.Code == "forecast-points" && march.Tries != nil {
				t.Errorf("without points it tries %+v", march.Tries)
			}
			continue
		}
		unknown++
		// the rest of the 13 weeks goes on in the same direction, from the first field that is unknown
		if n := len(march.Tries); n != 13-len(march.Steps) || march.Tries[n-1].Week != 13 ||
			march.Tries[n-1].H-march.Tries[0].H != (n-1)*[6]int{1, 2, 1, -1, -2, -1}[d] {
			t.Errorf("toward %d it goes %+v, and tries %+v", d+1, march.Steps, march.Tries)
		}
		if want := "You do not know " + march.Tries[0].At + ": nobody can say whether an army can enter it."; march.Stops.Text != want {
			t.Errorf("%q, want %q", march.Stops.Text, want)
		}
	}
	if unknown == 0 {
		t.Error("no way leads into the unknown")
	}
}

func directions(way string) (out []game.Direction) {
	for i := range len(way) {
		out = append(out, game.Direction(way[i]-'0'))
	}
	return out
}

// What a text recruits, splits off and forms can be ordered in the same text: recruits all that armies can be told, the
// others no special.
func TestRaisedCanMarch(t *testing.T) {
	t.Parallel()
	k, _ := open(t, freshWorld(t, "desk", 36, 30, 4), 1)
	p := k.(game.Planner)
	text := "$R\nK.M 1 2500 0 0\nR.L 1 500 0 0\n$A\nK.M 1 0000000000000 V+ K.M 2 1000\nR.L 1 0000000000000 V+ V.L 1\n"
	made := p.Raised(game.Sheet{Realm: 1, Text: text}, phrase.En)
	var names []string
	for _, a := range made {
		names = append(names, fmt.Sprint(a.Name, " ", a.Men, " ", a.At))
	}
	if want := "[K.M 1 2500 0/0 R.L 1 500 0/0 K.M 2 1000 0/0 V.L 1 500 0/0]"; fmt.Sprint(names) != want {
		t.Fatalf("%v are raised, want %s", names, want)
	}
	code := func(code string) func(game.Action) bool { return func(a game.Action) bool { return a.Code == code } }
	for i, splits := range []bool{true, true, false, false} {
		if got := slices.ContainsFunc(made[i].Actions, code("split")); got != splits {
			t.Errorf("%s splits: %v", made[i].Name, got)
		}
		if !slices.ContainsFunc(made[i].Actions, code("march")) || slices.ContainsFunc(made[i].Actions, code("reinforce")) {
			t.Errorf("%s can be told %+v", made[i].Name, made[i].Actions)
		}
		if len(p.Reach(1, game.Mover{Army: made[i].Name}, text)) == 0 {
			t.Errorf("%s comes nowhere", made[i].Name)
		}
	}
	if got := fmt.Sprint(made[3].Members); got != "[R.L 1]" {
		t.Errorf("the formation's members are %s", got)
	}
	if made := p.Raised(game.Sheet{Realm: 2, Text: text}, phrase.En); made != nil {
		t.Errorf("realm 2 raises %+v", made)
	}
}

// A desk is the same each time it is asked for, and only its realm has one.
func TestDeskIsTheRealmsOwn(t *testing.T) {
	t.Parallel()
	w, _ := scene(freshWorld(t, "desk", 36, 30, 4), game.Seed{3}.Throw(0, 0, "scene"))
	k, _ := open(t, w, 1)
	p := k.(game.Planner)
	if first, again := p.Desk(1, phrase.De), p.Desk(1, phrase.De); !reflect.DeepEqual(first, again) {
		t.Errorf("a desk changes:\n%+v\n%+v", first, again)
	}
	if d := p.Desk(2, phrase.De); d.Weeks != 0 || d.Armies != nil {
		t.Errorf("the desk of another: %+v", d)
	}
	if m := p.March(2, game.Mover{Army: "K.L 1"}, directions("11"), "", phrase.De); m.Steps != nil || m.Stops != nil {
		t.Errorf("the march of another: %+v", m)
	}
	units := p.Desk(1, phrase.En).Units
	i := slices.IndexFunc(units, func(u game.Unit) bool { return u.Code == "K.M" })
	if i < 0 || units[i].Price[0].Amount != 10 || units[i].Once[0].Amount != 1000 || units[i].Sites[0].At != "0/0" ||
		units[i].Sites[0].Most != 10000 { // the capital's 100,000 GS a year, at 10 GS a man
		t.Errorf("medium warriors: %+v", units[i])
	}
}

// To free land that it knows an army is led to conquer, if it is strong enough and of a kind that can; elsewhere it is
// only led.
func TestReachProposesConquest(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, "desk", 36, 30, 4)
	k, _ := open(t, w, 1)
	p := k.(game.Planner)
	free := map[string]bool{}
	for _, c := range k.Chart(1, phrase.En).Cells {
		free[c.Label] = c.Owner == 0
	}
	// T03: 501 medium warriors conquer, and 500 do not; bows never do
	for army, able := range map[string]bool{"K.M 1 2500": true, "K.M 1 100": false, "F.M 1 2500": false} {
		text, proposed := "$R\n"+army+" 0 0\n", 0
		for _, r := range p.Reach(1, game.Mover{Army: army[:5]}, text) {
			if r.Does == "" {
				continue
			}
			proposed++
			if r.Does != "conquer" || !free[r.At] || r.Meets {
				t.Errorf("%s is to %s %s", army, r.Does, r.At)
			}
		}
		if (proposed > 0) != able {
			t.Errorf("%s: %d fields to conquer", army, proposed)
		}
	}
}

// The ledger has each order's price by its line, and what they leave.
func TestLedgerHasEachOrder(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, "ledger", 36, 30, 2)
	text := "$R\n; 2,500 at 10 GS, and 1,000 GS once\nK.M 1 2500 0 0\n\nK.L 1 1000 0 0\n$A\nK.M 1 0000000000000 V+ V.L 1\n"
	got := w.Check(game.Sheet{Realm: 1, Turn: 1, Text: text}).Ledger
	want := []game.MoneyLine{
		{Kind: "treasury", Code: "gold", Amount: 400000, Sure: true},
		{Line: 3, Kind: "order", Code: "gold", Amount: -26000, Sure: true},
		{Line: 5, Kind: "order", Code: "gold", Amount: -11000, Sure: true},
		{Line: 7, Kind: "order", Code: "gold", Amount: -1000, Sure: true}, // the formation
		{Kind: "left", Code: "gold", Amount: 362000, Sure: true},
	}
	if len(got) < len(want) || fmt.Sprint(got[:len(want)]) != fmt.Sprint(want) {
		t.Fatalf("the ledger is\n%v, want\n%v", got, want)
	}
	// next autumn: the capital brings 25,000 GS; the men cost 1 GS each, the armies 100 GS, the formation 100 GS
	rest := map[string]int64{}
	for _, e := range got[len(want):] {
		rest[e.What.Code+e.At] = e.Amount
	}
	// the capital recruits for 100,000 GS a year, without the fixed parts of prices
	if rest["desk.room0/0"] != 100000-25000-10000 {
		t.Errorf("what can still be recruited: %v", rest)
	}
	if rest["income.buildings"] != 25000 || rest["outlay.upkeep"] != -(2500+100+1000+100+100) || rest["income.land"] <= 0 {
		t.Errorf("next autumn: %v", rest)
	}
}

// Orders that desks have begun are accepted, and those with a reason why not get a problem: in all cases, in states full
// of armies, and in years that were played.
func TestDraftsCount(t *testing.T) {
	tried, most := 0, conformance.Often(12, 30)
	every, staged := conformance.Often(8, 4), conformance.Often(2, 1)
	seasons := append(slices.Clone(playedYears(t, 24)), stagedCases(t)...)
	for i, s := range seasons {
		if i < 24 && i%every != 0 || i >= 24 && i%staged != 0 {
			continue
		}
		for r := range s.w.at.State.Realms[1:] {
			if s.w.at.State.Realms[r+1].Fallen {
				continue
			}
			k, _ := open(t, s.w, r+1)
			tried += conformance.Drafts(t, caseRules, k, r+1, most, game.Seed{byte(i), byte(r)}.Throw(0, 0, "drafts"))
		}
		if t.Failed() && i > 60 {
			break
		}
	}
	if tried < 2000 {
		t.Errorf("only %d drafts were tried", tried)
	}
}

// Battles as data are what the report tells: each army that fought is in one, with its numbers, and who won is who the
// sentence says. An arch-demon has strength, not men.
func TestBattlesAreTold(t *testing.T) {
	t.Parallel()
	fought, won, demons := 0, 0, 0
	for n := range 12 {
		seed := game.Seed{byte(n), 46}
		w, sheets := scene(freshWorld(t, fmt.Sprint("battles", n%3), 36, 30, 4), seed.Throw(0, 0, "scene"))
		f := w.Resolve(sheets, seed, 1, nil).Facts(1)
		told := map[string]int{}
		for _, week := range f.Weeks {
			for _, e := range week.Events {
				switch e.Code {
				case "battle-attacker", "battle-defender":
					told[fmt.Sprint(week.Week, e.Args["men"].Number, e.Args["left"].Number)]++
				case "battle-attackers-won", "battle-defenders-won":
					won++
				}
			}
		}
		for _, b := range f.Battles {
			if b.Won > 0 {
				won--
			}
			for s, side := range b.Sides {
				for _, a := range side.Armies {
					before, left := a.Before+a.Strength, a.After+a.Left
					if a.Kind == "D.E" {
						if demons++; a.Before != 0 || a.Strength == 0 {
							t.Errorf("an arch-demon of %d men: %+v", a.Before, a)
						}
					}
					if b.Result.Code != "battle-vain-line" {
						told[fmt.Sprint(b.Week, before, left)]--
					}
					if fought++; left == 0 && a.Fate != "destroyed" || side.Realm != side.Armies[0].Realm {
						t.Errorf("scene %d, side %d: %+v", n, s, a)
					}
				}
			}
		}
		for what, many := range told {
			if many != 0 {
				t.Errorf("scene %d: %s is told %d times more than it is in battles", n, what, many)
			}
		}
	}
	if won != 0 || fought < 20 {
		t.Errorf("%d more battles are won in words than in data, %d armies fought", won, fought)
	}
}

// Where an army of others can come is bounded by its kind's points, also of a formation and of one whose kind was not
// seen. One seen in week 11 has two weeks more. What nobody knows has no reach.
func TestStrangersRoam(t *testing.T) {
	t.Parallel()
	w := freshWorld(t, "strangers", 36, 30, 3)
	k, _ := open(t, w, 1)
	p := k.(game.Planner)
	count := func(m game.Mover) int { return len(p.Reach(1, m, "")) }
	heavy, light := count(game.Mover{Realm: 2, Kind: "K.S", At: "0/0"}), count(game.Mover{Realm: 2, Kind: "R.L", At: "0/0"})
	if heavy == 0 || heavy > light || count(game.Mover{Realm: 2, Kind: "V.L", At: "0/0"}) == 0 ||
		count(game.Mover{At: "0/0"}) < light || count(game.Mover{Realm: 2, Kind: "K.S", At: "0/0", Week: 11}) < heavy {
		t.Errorf("%d fields are in reach of heavy warriors, %d of light riders", heavy, light)
	}
	for _, m := range []game.Mover{{Kind: "X.X", At: "0/0"}, {At: "x"}, {At: "900/900"}, {Army: "K.L 77"}, {Army: "zz"}} {
		if got := p.Reach(1, m, ""); got != nil {
			t.Errorf("%+v: %v", m, got)
		}
	}
	// heavy warriors have 2 points: two steps at most, as the second may be paid with a point too few
	for _, r := range p.Reach(1, game.Mover{Realm: 2, Kind: "K.S", At: "0/0"}, "") {
		march := p.March(1, game.Mover{Realm: 2, Kind: "K.S", At: "0/0"}, directions(r.Way), "", phrase.De)
		if len(r.Way) > 2 || march.Stops != nil || march.Steps[len(march.Steps)-1].At != r.At {
			t.Errorf("%+v: %+v", r, march)
		}
	}
}

// What each work is for is said in few words by the tables, and of a work that is possible nowhere also why, by the
// commonest reason. A realm that has only its capital can build nothing but roads and walls around it.
func TestWorksSayWhatForAndWhyNot(t *testing.T) {
	t.Parallel()
	k, _ := open(t, freshWorld(t, "desk", 36, 30, 4), 1)
	says := map[string][2]string{
		"BRG": {"7500 GS a year · defence +50% · recruits warriors, riders, sorcerers for 20,000 GS a year",
			"This conversion is not possible in field 0/0: capital to castle."},
		"TSL": {"costs 10,000 GS a year · defence +25% · recruits warriors, riders, warships, priests for 50,000 GS a year",
			"This conversion is not possible in field 0/0: capital to city of light."},
		"TPL": {"defence +10% · reinforces priests for 5000 GS a year",
			"This conversion is not possible in field 0/0: capital to temple."},
		"MIN": {"at first 10,000 to 40,000 GS a year", "Mine: can only be found, not built."},
		"WTO": {"5000 GS a year · leads to other world gates", "World gate: can only be found, not built."},
		"S":   {"a step by road costs 1 point", ""},
		"B":   {"saves 1 point at a river", "Bridge at field 0/0, direction 1: no river runs there."},
		"W":   {"costs strangers 1 point more; warriors behind it defend with +50%", ""},
	}
	for _, w := range k.(game.Planner).Desk(1, phrase.En).Works {
		why := ""
		if w.Action.Why != nil {
			why = w.Action.Why.Text
		}
		if want, told := says[w.Code]; told && want != [2]string{w.Gives, why} {
			t.Errorf("%s gives %q, why not %q; want %q", w.Code, w.Gives, why, want)
		}
		if free := slices.ContainsFunc(w.Sites, func(s game.Site) bool { return s.Why == nil }); free == (why != "") {
			t.Errorf("%s: it is possible: %v, why not: %q", w.Code, free, why)
		}
	}
}
