package terra

import (
	"fmt"
	"slices"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

func digits(way string) (out []game.Direction) {
	for _, d := range []byte(way) {
		out = append(out, game.Direction(d-'0'))
	}
	return out
}

// A march along the way of a field in reach comes there with those moves left, under the command that the text gives.
// A turn without orders of others brings the army there, unless the march had doubts. Who hurries comes farther.
func TestReachIsMarched(t *testing.T) {
	t.Parallel()
	reached, walked, farther := 0, 0, 0
	for seed := range byte(6) {
		w := bounded(t, seed, 2*int(seed))
		for w.at.State.Phase != realm.InOrders {
			w = w.Resolve(nil, game.Seed{}, 1, nil).Next().(*World)
		}
		for nation := 1; nation <= 3; nation++ {
			p := open(t, w, nation).(game.Planner)
			for _, a := range p.Desk(nation, phrase.En).Armies {
				m, most := game.Mover{Army: a.Name}, map[string]int{}
				for _, command := range []string{"", "March", "Patrol"} {
					text := ""
					if command != "" {
						text = "$A\n" + a.Name + " " + command + "\n"
					}
					all := p.Reach(nation, m, text)
					most[command] = len(all)
					for i, r := range all {
						march := p.March(nation, m, digits(r.Way), text, phrase.En)
						last := march.Steps[len(march.Steps)-1]
						if reached++; march.Stops != nil || last.At != r.At || last.Left != r.Left || last.H != r.H || last.Y != r.Y {
							t.Fatalf("army %d.%s comes to %s by %s with %d, but %+v", nation, a.Name, r.At, r.Way, r.Left, march)
						}
						said := slices.ContainsFunc(march.Steps, func(s game.Step) bool {
							return slices.ContainsFunc(s.Says, func(s game.Said) bool {
								return s.Code == "may-meet" || s.Code == "may-wait" ||
									s.Code == "may-hunt" || s.Code == "own-may-be-in-the-way"
							})
						})
						if i%7 > 0 || r.Meets || said {
							continue
						}
						word := command
						if word == "" {
							word = "Advance"
						}
						sheet := game.Sheet{Realm: nation, Turn: w.at.State.Turn, Text: "$A\n" + a.Name + " " + word + " " + r.Way + "\n"}
						moved := slices.ContainsFunc(w.Resolve([]game.Sheet{sheet}, game.Seed{}, 1, nil).Facts(nation).Weeks,
							func(week game.FactWeek) bool {
								return slices.ContainsFunc(week.Events, func(e game.FactEvent) bool {
									return e.Code == "moved" && e.Args["field"].Word == r.At
								})
							})
						if walked++; !moved {
							t.Errorf("army %d.%s was to come to %s by %s (%s)", nation, a.Name, r.At, r.Way, word)
						}
					}
				}
				if most["March"] < most[""] || most["Patrol"] > most[""] {
					t.Errorf("army %d.%s reaches %v", nation, a.Name, most)
				}
				if most["March"] > most[""] {
					farther++
				}
			}
		}
	}
	if reached < 500 || walked < 60 || farther == 0 {
		t.Errorf("%d fields reached, %d walked to, %d times farther in a hurry: the test proves little", reached, walked, farther)
	}
}

// A march says why it does not come to the end: on foreign land an army stops, and a command has so many moves.
func TestMarchStops(t *testing.T) {
	t.Parallel()
	w := startedWorld(t, 3, "")
	p := open(t, w, 1).(game.Planner)
	m := game.Mover{Army: "1"}
	march := p.March(1, m, digits("1111111"), "", phrase.En)
	if march.Stops == nil || len(march.Steps) > w.at.Tables.Command[tables.Advance].Moves {
		t.Errorf("seven steps: %+v", march)
	}
	held := p.March(1, m, digits("1"), "$A\n1 Hold\n", phrase.En)
	if held.Stops == nil || held.Stops.Code != "step-moves" || held.Steps != nil {
		t.Errorf("a step of who holds: %+v", held)
	}
	if gone := p.March(1, game.Mover{Army: "9"}, digits("1"), "", phrase.De); gone.Stops == nil || gone.Steps != nil {
		t.Errorf("an army that is not there: %+v", gone)
	}
}

// A step into a mountain takes two movement points.
func TestMarchIntoMountains(t *testing.T) {
	t.Parallel()
	w := startedWorld(t, 3, "")
	w.at.State = w.at.State.Clone()
	s := w.at.State
	for i := range s.Realms[0].Armies { // the others are not in the way
		s.Realms[0].Armies[i].At, s.Realms[0].Armies[i].Target = game.Nowhere, game.Nowhere
	}
	s.Realms[0].Armies[0].At, s.Realms[0].Armies[0].Target = s.Realms[0].Capital, s.Realms[0].Capital
	q := s.Grid().Step(s.Realms[0].Capital, 1)
	s.Fields[q] = realm.Field{Terrain: tables.Mountain, Owner: 1}
	march := open(t, w, 1).(game.Planner).March(1, game.Mover{Army: "1"}, digits("1"), "", phrase.En)
	if len(march.Steps) != 1 || march.Steps[0].Cost != 2 || march.Steps[0].Left != 1 {
		t.Errorf("into a mountain: %+v, %+v", march, march.Stops)
	}
}

// Orders that desks have begun are accepted, and those with a reason why not get a problem.
func TestDraftsCount(t *testing.T) {
	t.Parallel()
	tried := 0
	for seed := range byte(6) {
		w := bounded(t, seed, 2*int(seed)+1)
		for nation := 1; nation <= 4; nation++ {
			tried += conformance.Drafts(t, Rules(), open(t, w, nation), nation, conformance.Often(40, 200),
				game.Seed{seed, byte(nation)}.Throw(0, 0, "drafts"))
		}
	}
	if tried < conformance.Often(300, 300) {
		t.Errorf("only %d drafts were tried", tried)
	}
}

// Armies of others come no farther than the fastest command lets them, and not over land of which the reader sees that
// it is not theirs.
func TestStrangersRoam(t *testing.T) {
	t.Parallel()
	w := startedWorld(t, 3, "")
	p := open(t, w, 1).(game.Planner)
	home := p.Desk(1, phrase.En).Armies[0].At
	theirs, anybody := p.Reach(1, game.Mover{Realm: 2, At: home}, ""), p.Reach(1, game.Mover{At: home}, "")
	if len(theirs) == 0 || len(anybody) <= len(theirs) {
		t.Errorf("they reach %d fields, and whoever it is %d", len(theirs), len(anybody))
	}
	for _, r := range theirs {
		if len(r.Way) > w.at.Tables.Command[tables.March].Moves {
			t.Errorf("they come to %s by %s", r.At, r.Way)
		}
	}
	for _, m := range []game.Mover{{At: "x"}, {At: "900/900"}, {Army: "77"}, {Army: "K.M 1"}, {}} {
		if got := p.Reach(1, m, ""); got != nil {
			t.Errorf("%+v: %v", m, got)
		}
	}
}

// The ledger has the treasury, the income, what each relief costs, and what they leave.
func TestLedgerHasEachOrder(t *testing.T) {
	t.Parallel()
	w := startedWorld(t, 3, "")
	w.at.State = w.at.State.Clone()
	r := &w.at.State.Realms[0]
	r.Treasury, r.Armies[0].Status = 500, w.at.Tables.Rules.ArmySize-300
	r.Armies[0].At = r.Capital
	got := w.Check(game.Sheet{Realm: 1, Turn: 1, Text: "$A\n1 Hold Relief 120\n"}).Ledger
	for i := range got {
		got[i].What = phrase.Phrase{}
	}
	want := []game.MoneyLine{
		{Kind: "treasury", Code: "points", Amount: 500, Sure: true},
		{Kind: "income", Code: "points", Amount: got[1].Amount, Sure: true},
		{Line: 2, Kind: "order", Code: "points", Amount: -120, Sure: true},
		{Kind: "left", Code: "points", Amount: 380 + got[1].Amount},
	}
	if fmt.Sprint(got) != fmt.Sprint(want) || got[1].Amount <= 0 {
		t.Errorf("the ledger is\n%v, want\n%v", got, want)
	}
}
