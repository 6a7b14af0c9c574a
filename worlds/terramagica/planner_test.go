package terramagica

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
)

// plans is what a realm knows, as far as it plans.
func plans(t *testing.T, w *World, whose int) game.Planner {
	t.Helper()
	k, err := caseRules.OpenKnown(w.Known(whose), w.at.Tables.Text())
	if err != nil {
		t.Fatal(err)
	}
	return k.(game.Planner)
}

func digits(way string) (out []game.Direction) {
	for i := range way {
		out = append(out, game.Direction(way[i]-'0'))
	}
	return out
}

// planned is a realm's desk in both languages, where each army can come, and how.
func planned(t *testing.T, w *World, whose int) (out []any) {
	t.Helper()
	p := plans(t, w, whose)
	d := p.Desk(whose, phrase.En)
	out = append(out, d, p.Desk(whose, phrase.De))
	for _, a := range d.Armies {
		m := game.Mover{Army: a.Name}
		for _, r := range p.Reach(whose, m, "") {
			out = append(out, r, p.March(whose, m, digits(r.Way+r.Way), "$A\n"+a.Name+" conquer\n", phrase.En))
		}
	}
	for _, a := range w.at.State.Armies[whose] {
		for _, s := range a.Stacks {
			text := fmt.Sprintf("$A\n%s split 1 %s Neu\n", a.Name, s.Unit)
			out = append(out, p.Raised(game.Sheet{Realm: whose, Text: text}, phrase.En))
		}
	}
	for i := range w.at.State.Provinces {
		for realm := range w.at.State.Realms {
			m := game.Mover{Realm: realm, Kind: "army", At: fmt.Sprint(i + 1)}
			out = append(out, p.Reach(whose, m, ""), p.March(whose, m, digits("123456"), "", phrase.De))
		}
	}
	return out
}

// Provinces 1 to 4 are the northern row of the map, 5 to 8 the one south of it. 1 touches 2 and 5; 2 touches 1, 3, 5 and 6;
// 5 touches 1, 2, 6, 9 and 10.
const borderland = `turn 3
province 1 owner=1 people=5000 most=9000
province 2 owner=1 people=4000 walls=Palisade
province 3 hard
province 5 coast owner=2
province 9 sea
realm 1 gold=300 mana=3 home=1
army 1 Nord 1 Soldat:20 Ritter:4
army 1 Reiterei 2 Ritter:10
army 2 Sued 5 Soldat:10
army 2 Fern 8 Soldat:99
`

// Who is split off by a text can be ordered in the same text, and the other has fewer men. An army that is merged is
// no more.
func TestRaisedCanMarch(t *testing.T) {
	t.Parallel()
	p := plans(t, newCaseWorld(t, "", borderland), 1)
	raised := func(text string) (out []string) {
		for _, a := range p.Raised(game.Sheet{Realm: 1, Text: text}, phrase.En) {
			out = append(out, fmt.Sprint(a.Name, " ", a.At, " ", a.Men, " ", len(a.Actions) > 3))
		}
		return out
	}
	split := "$A\nNord split 5 soldier Vorhut\n"
	if got, want := raised(split), []string{"Nord 1 19 true", "Vorhut 1 5 true"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q makes %q, want %q", split, got, want)
	}
	if len(p.Reach(1, game.Mover{Army: "Vorhut"}, split)) == 0 {
		t.Error("who was split off comes nowhere")
	}
	if got, want := raised(split+"Nord merge Vorhut\n"), []string(nil); !reflect.DeepEqual(got, want) {
		t.Errorf("split off and merged again: %q", got)
	}
	if got := raised("$A\nNord 2\n$R\nsoldier 10 1\n"); got != nil {
		t.Errorf("a march and recruits of the end of the week raise %q", got)
	}
}

// The desk says what a realm can order: what it has to spend, armies with what they can be told, and what can be
// produced and built where.
func TestDesk(t *testing.T) {
	t.Parallel()
	d := plans(t, newCaseWorld(t, "", borderland), 1).Desk(1, phrase.En)
	// 5000 people grow by 1 % to 5050 and pay 252 gold, 4040 pay 202: with the 300 that is 754
	if fmt.Sprint(d.Purse) != "[{gold gold 754 } {mana mana 3 }]" {
		t.Errorf("purse %v", d.Purse)
	}
	if len(d.Armies) != 2 {
		t.Fatalf("armies %+v", d.Armies)
	}
	nord, horse := d.Armies[0], d.Armies[1]
	// soldiers enter one province a week, knights two, or one of hard land
	if nord.Name != "Nord" || nord.Kind != "army" || nord.Arm != game.Mixed || nord.At != "1" || nord.Men != 24 || nord.Points != 1 {
		t.Errorf("the host: %+v", nord)
	}
	if horse.Kind != "Ritter" || horse.Arm != game.Horse || horse.Men != 10 || horse.Points != 2 {
		t.Errorf("the knights: %+v", horse)
	}
	actions := map[string]game.Action{}
	for _, a := range nord.Actions {
		actions[a.Code] = a
	}
	if got := values(actions["march"], 1); got != "[2 5]" {
		t.Errorf("Nord marches to %s", got)
	}
	if c := actions["conquer"]; c.Why != nil || c.With != "march" || !c.Beside {
		t.Errorf("taking, with a march: %+v", c)
	}
	if p := actions["plunder"]; p.Why == nil || p.Why.Code != "take-own" {
		t.Errorf("plundering what is its own: %+v", p)
	}
	if got := values(actions["attack"], 2); got != "[2]" {
		t.Errorf("Nord attacks %s", got)
	}
	if m := actions["mana"].Fields[0]; m.Least != 1 || m.Most != 3 {
		t.Errorf("mana for Nord: %+v", m)
	}
	if s := actions["split"]; s.Draft.Values[3] != "Knight" || s.Fields[0].Most != 4 {
		t.Errorf("parting knights: %+v", s) // the last of the two
	}
	if f := actions["tactic"]; f.Draft.Letter != "K" || values(f, 1) != "[Soldier Knight]" || f.Fields[1].Most != 10 {
		t.Errorf("formation: %+v", f)
	}
}

// values are the choices of a part that have no reason why not.
func values(a game.Action, part int) string {
	out := []string{}
	for _, f := range a.Fields {
		for _, c := range f.Choices {
			if f.Part == part && c.Why == nil {
				out = append(out, c.Value)
			}
		}
	}
	return fmt.Sprint(out)
}

// Units have a site for each own province: as many as its points allow, for the largest army there, or a new one.
func TestDeskSites(t *testing.T) {
	t.Parallel()
	d := plans(t, newCaseWorld(t, "", borderland+"province 6 coast owner=1\n"), 1).Desk(1, phrase.En)
	sites := map[string]map[string]game.Site{}
	for _, u := range d.Units {
		sites[u.Code] = map[string]game.Site{}
		for _, s := range u.Sites {
			sites[u.Code][s.At] = s
		}
	}
	// 5050 people are 126 points, and 4040 are 101: 15 or 12 soldiers of 8
	if s := sites["Soldier"]["1"]; s.Most != 15 || fmt.Sprint(s.Draft.Values) != "[Soldier  Nord 1]" {
		t.Errorf("soldiers in 1: %+v", s)
	}
	if s := sites["Soldier"]["6"]; s.Most != 12 || fmt.Sprint(s.Draft.Values) != "[Soldier  Watch6 6]" {
		t.Errorf("soldiers in 6: %+v", s)
	}
	if s := sites["Boat"]["1"]; s.Why == nil || s.Why.Code != "recruit-terrain" || s.Draft != nil {
		t.Errorf("boats in 1: %+v", s)
	}
	if s := sites["Boat"]["6"]; s.Why != nil || s.Most != 1 { // of 60
		t.Errorf("boats in 6: %+v", s)
	}
	if s := sites["Dragon"]["1"]; s.Why == nil || s.Why.Code != "recruit-points" {
		t.Errorf("a dragon in 1: %+v", s)
	}
	walls := map[string][]string{}
	for _, w := range d.Works {
		for _, s := range w.Sites {
			walls[w.Code+" "+w.Symbol] = append(walls[w.Code+" "+w.Symbol], s.At)
		}
	}
	if fmt.Sprint(walls) != "map[Castle fort:[1 2 6] Palisade camp:[1 6] Wall castle:[1 2 6]]" {
		t.Errorf("walls: %v", walls)
	}
}

// A march takes whole parts of a week. What does not fit into it is marched in the next one.
func TestDeskMarches(t *testing.T) {
	t.Parallel()
	p := plans(t, newCaseWorld(t, "", borderland), 1)
	got := map[string]string{}
	for _, r := range p.Reach(1, game.Mover{Army: "Reiterei"}, "") {
		got[r.At] = fmt.Sprint(r.Way, " ", r.Left)
	}
	// two provinces a week, or one of hard land, of which nothing is left
	for at, want := range map[string]string{"1": "5 1", "3": "2 0"} {
		if got[at] != want {
			t.Errorf("the knights come to %s by %q, want %q: %v", at, got[at], want, got)
		}
	}
	if len(got) < 6 || got["9"] != "" {
		t.Errorf("the knights come to %v", got)
	}
	m := p.March(1, game.Mover{Army: "Nord"}, digits("22"), "", phrase.En)
	if len(m.Steps) != 2 || m.Stops != nil || m.Steps[0].At != "2" || m.Steps[0].Left != 0 || m.Steps[1].At != "3" ||
		m.Steps[1].Week != 2 || m.Steps[1].Says[0].Code != "desk.later" {
		t.Errorf("two provinces on foot: %+v", m)
	}
	if m := p.March(1, game.Mover{Army: "Nord"}, digits("1"), "", phrase.En); m.Steps != nil || m.Stops.Code != "desk.no-way" {
		t.Errorf("over the edge: %+v", m)
	}
	long := p.March(1, game.Mover{Army: "Nord"}, digits(strings.Repeat("25", 300)), "", phrase.En)
	if len(long.Steps) != 40 || long.Stops.Code != "desk.too-far" || long.Steps[39].Week != 40 {
		t.Errorf("to and fro: %d steps, %+v", len(long.Steps), long.Stops)
	}
	// the knights of Nord alone are as fast as Reiterei
	text := "$A\nNord split 4 Knight Neu\n"
	if m := p.March(1, game.Mover{Army: "Neu"}, digits("2"), text, phrase.En); len(m.Steps) != 1 || m.Steps[0].Left != 1 {
		t.Errorf("parted knights: %+v", m)
	}
	if m := p.March(1, game.Mover{Army: "Neu"}, digits("2"), "", phrase.En); m.Stops == nil || m.Stops.Code != "no-such-army" {
		t.Errorf("nobody's march: %+v", m)
	}
}

// Armies of others are taken for the fastest that they may be. Those that the realm sees have the units that it sees.
func TestDeskStrangers(t *testing.T) {
	t.Parallel()
	p := plans(t, newCaseWorld(t, "", borderland+"army 1 Spaeher 5 Soldat:1\n"), 1)
	reach := func(m game.Mover) int { return len(p.Reach(1, m, "")) }
	seen, far := reach(game.Mover{Realm: 2, Kind: "Soldat", At: "5"}), reach(game.Mover{Realm: 2, Kind: "army", At: "8"})
	if seen != 4 { // 5 touches five provinces, and 9 is sea
		t.Errorf("ten soldiers come to %d provinces", seen)
	}
	if far < 8 { // a dragon may be among them
		t.Errorf("an army of which nobody knows what is in it comes to %d provinces", far)
	}
	if n := reach(game.Mover{Realm: 0, Kind: "Miliz", At: "6"}); n != 0 {
		t.Errorf("guards come to %d provinces", n)
	}
	if m := p.March(2, game.Mover{Army: "Sued"}, digits("1"), "", phrase.En); m.Steps != nil || m.Stops != nil {
		t.Errorf("the march of another: %+v", m)
	}
}

// Orders that desks have begun are accepted, and those with a reason why not get a problem.
func TestDraftsCount(t *testing.T) {
	t.Parallel()
	tried := 0
	shownWeeks(t, func(w *World) {
		for _, whose := range w.Asked().Realms {
			k, err := Rules().OpenKnown(w.Known(whose), w.at.Tables.Text())
			if err != nil {
				t.Fatal(err)
			}
			d := game.Seed{byte(whose)}.Throw(w.Asked().Turn, 0, "drafts")
			tried += conformance.Drafts(t, Rules(), k, whose, conformance.Often(20, 200), d)
		}
	})
	if tried < conformance.Often(300, 300) {
		t.Errorf("only %d drafts were tried", tried)
	}
}

// Law 6: what a realm does not know changes nothing of what it can plan.
func TestDesksHideTheHidden(t *testing.T) {
	t.Parallel()
	compared := 0
	shownWeeks(t, func(w *World) {
		whose := 1 + w.Asked().Turn%3
		if w.at.State.Realms[whose].Fallen {
			return
		}
		was := planned(t, w, whose)
		for kind := range unknown {
			d := game.Seed{4}.Throw(w.Asked().Turn, 0, "hidden", int64(whose), int64(kind))
			if other := changedUnseen(w, whose, kind, d); other != nil {
				compared++
				if !reflect.DeepEqual(was, planned(t, other.(*World), whose)) {
					t.Errorf("week %d, realm %d: a change of kind %d shows", w.Asked().Turn, whose, kind)
				}
			}
		}
	})
	if compared < 50 {
		t.Errorf("only %d changes were compared", compared)
	}
}

// The ledger has gold and mana as they are, what the week brings, each order's price by its line, what they leave, and
// the upkeep. A price is sure where nobody can come between.
func TestLedgerHasEachOrder(t *testing.T) {
	t.Parallel()
	w := newCaseWorld(t, "", borderland)
	text := "$B\n1 Palisade\n2 Palisade\n$R\nSoldier 5 Nord\nRider 2 Watch 2\n$H\nMana Nord 2\n"
	got := w.Check(game.Sheet{Realm: 1, Turn: 3, Text: text}).Ledger
	for i := range got {
		got[i].What = phrase.Phrase{}
	}
	// taxes as in TestDesk. 25 soldiers of 8 and 4 knights of 40 cost a twentieth of 360 a week, 10 knights one of 400,
	// and 2 riders of 18 one of 36, rounded up.
	want := []game.MoneyLine{
		{Kind: "treasury", Code: "gold", Amount: 300, Sure: true},
		{Kind: "treasury", Code: "mana", Amount: 3, Sure: true},
		{Kind: "income", Code: "gold", Amount: 454},
		{Line: 2, Kind: "order", Code: "gold", Amount: -200, Sure: true},
		{Line: 5, Kind: "order", Code: "gold", Amount: -40, Sure: true},
		{Line: 6, Kind: "order", Code: "gold", Amount: -36, Sure: true},
		{Line: 8, Kind: "order", Code: "mana", Amount: -2},
		{Kind: "left", Code: "gold", Amount: 300 + 454 - 276},
		{Kind: "left", Code: "mana", Amount: 1},
		{Kind: "income", Code: "mana", Amount: 1, Sure: true}, // after it was spent
		{Kind: "upkeep", Code: "gold", Amount: -(18 + 20 + 2)},
		// 5050 people give 126 points and 4040 give 101; walls take none
		{Kind: "room", Code: "points", At: "1", Amount: 126 - 40},
		{Kind: "room", Code: "points", At: "2", Amount: 101 - 36},
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the ledger is\n%v, want\n%v", got, want)
	}
}

// The ways of the map lead where armies march: each to the province that touches it on that side.
func TestChartHasTheWays(t *testing.T) {
	t.Parallel()
	w := founded(t, game.Founding{Seed: game.Seed{7}, Width: 5, Height: 4})
	c := w.Chart(0, phrase.En)
	steps := [][2]int{{1, 1}, {2, 0}, {1, -1}, {-1, -1}, {-2, 0}, {-1, 1}}
	there := map[[2]int]bool{}
	for _, cell := range c.Cells {
		there[[2]int{cell.H, cell.Y}] = true
	}
	for _, cell := range c.Cells {
		for d, s := range steps {
			if way := cell.Roads>>d&1 == 1; way != there[[2]int{cell.H + s[0], cell.Y + s[1]}] {
				t.Errorf("from %s a way in direction %d: %t", cell.Label, d+1, way)
			}
		}
	}
}
