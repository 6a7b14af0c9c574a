package kolonien

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/tables"
)

// plans is what realm 1 knows, as far as it plans.
func plans(t *testing.T, w *World) game.Planner {
	t.Helper()
	k, err := caseRules.OpenKnown(w.Known(1), w.at.Tables.Text())
	if err != nil {
		t.Fatal(err)
	}
	return k.(game.Planner)
}

// planned is realm 1's desk, and where armies can come.
func planned(t *testing.T, w *World) (out []any) {
	t.Helper()
	p := plans(t, w)
	d := p.Desk(1, phrase.En)
	out = append(out, d)
	for _, a := range d.Armies {
		m := game.Mover{Army: a.Name}
		for _, r := range p.Reach(1, m, "") {
			way := []game.Direction{}
			for i := range r.Way {
				way = append(way, game.Direction(r.Way[i]-'0'))
			}
			out = append(out, r, p.March(1, m, way, "$V\n2 A\n", phrase.En))
		}
	}
	raised := p.Raised(game.Sheet{Realm: 1, Text: "$R\n8 LEADER Balboa\n$A\nCortez 15\n"}, phrase.En)
	return append(out, raised, p.Reach(1, game.Mover{Realm: 2, Kind: "leader", At: "9"}, ""))
}

// A leader and ships that a text raises can be ordered in the same text, and a leader who was there can go aboard.
func TestRaisedCanMarch(t *testing.T) {
	t.Parallel()
	p := plans(t, newCase(t, colonyWithFleet).world)
	text := "$R\n14 LEADER Balboa\n"
	made := p.Raised(game.Sheet{Realm: 1, Text: text}, phrase.En)
	if len(made) != 1 || made[0].Name != "Balboa" || made[0].At != "14" || len(made[0].Actions) == 0 {
		t.Fatalf("the new leader: %+v", made)
	}
	if r := p.Reach(1, game.Mover{Army: "Balboa"}, text); len(r) == 0 {
		t.Error("the new leader comes nowhere")
	}
	if made := p.Raised(game.Sheet{Realm: 1}, phrase.En); len(made) > 0 {
		t.Errorf("nobody was raised, but %+v", made)
	}
}

const colonyWithFleet = `
-- world --
land 8 9 14 15 16 26 27 28
treaty 1 2 K
colony 14 1 level 1 INF 2
leader 1 Cortez 2 9 INF 4
leader 2 Drake 2 16 INF 4
fleet 1 1 10 TRA 2
`

// The desk says what a realm can order: armies with their place, men and points, what can be raised where, what can be
// built, and treaties.
func TestDesk(t *testing.T) {
	t.Parallel()
	d := plans(t, newCase(t, colonyWithFleet).world).Desk(1, phrase.En)
	if len(d.Armies) != 2 {
		t.Fatalf("armies %+v", d.Armies)
	}
	cortez, fleet := d.Armies[0], d.Armies[1]
	// area 9 touches 3 and 4, 8 and 10, 15 and 16; land are 8, 15 and 16
	if cortez.Name != "Cortez" || cortez.At != "9" || cortez.Men != 4 || cortez.Points != 1 ||
		fmt.Sprint(goals(cortez.Actions[0])) != "march[8 15 16]" {
		t.Errorf("the leader: %+v", cortez)
	}
	if fleet.Name != "Fleet_1" || fleet.Men != 2 || fleet.Points != 3 || fleet.Actions[0].Code != "march" {
		t.Errorf("the fleet: %+v", fleet)
	}
	// 300 ducats, and the income of a home and a level
	if n := caseRules.Standard().Rules; d.Purse[0].Amount != int64(300+n.IncomeHome+n.IncomeLevel) {
		t.Errorf("purse %+v", d.Purse)
	}
	for _, u := range d.Units {
		if u.Code == "TRA" && (len(u.Sites) != 2 || u.Sites[0].At != "31" || u.Sites[0].Why != nil ||
			u.Sites[1].At != "14" || u.Sites[1].Why == nil || u.Sites[1].Why.Code != "no-port") {
			t.Errorf("ships are built where a port is: %+v", u.Sites)
		}
		if u.Code == "INF" && (u.Sites[0].At != "14" || u.Sites[0].Most != int64(caseRules.Standard().Rules.GarrisonMost-2)) {
			t.Errorf("the garrison of 14 has 2 units already: %+v", u.Sites)
		}
	}
	if w := d.Works[0]; w.Code != "colony" || len(w.Sites) != 1 || w.Sites[0].At != "9" || w.Sites[0].Why != nil {
		t.Errorf("a colony is founded where Cortez is: %+v", w)
	}
	if w := d.Works[1]; w.Code != "extend" || w.Action.Why != nil || w.Sites[0].At != "14" {
		t.Errorf("the colony can be extended: %+v", w)
	}
	bare := plans(t, newCase(t, "\n-- world --\nland 8 9\n").world).Desk(1, phrase.En)
	for i, why := range []string{"desk.no-landing", "desk.no-colony"} {
		if w := bare.Works[i]; w.Sites != nil || w.Action.Why == nil || w.Action.Why.Code != why {
			t.Errorf("without a leader ashore and a colony: %+v", w)
		}
	}
	// income, glory and bonuses of the tables; the fort waits for the palisade
	gives := []string{"50 ducats a year; 1 glory, and 1 more at the end", "50 ducats more a year; 1 more glory at the end",
		"+1 for your side in each round of combat there", "+2 for your side in each round of combat there"}
	for i, want := range gives {
		if w := d.Works[i]; w.Gives != want || (i == 3) != (w.Action.Why != nil && w.Action.Why.Code == "fort-steps") {
			t.Errorf("%s: want %q, got %+v", w.Code, want, w)
		}
	}
	if p := d.Pacts[0]; p.Realm != 2 || p.Now != "war" || len(p.Actions) != 2 {
		t.Errorf("treaties: %+v", d.Pacts)
	}
}

// What a line raises takes the room of all others: two units are in the garrison of 14, where three find room. The line
// may name the garrison, and is still one of the unit's orders.
func TestUnitsUnderOrders(t *testing.T) {
	t.Parallel()
	m := plans(t, newCase(t, colonyWithFleet).world)
	in14 := func(code, text string) (most int64, why string) {
		for _, u := range m.Units(game.Sheet{Realm: 1, Text: text}, phrase.En) {
			i := slices.IndexFunc(u.Sites, func(s game.Site) bool { return s.At == "14" })
			if u.Code == code && u.Sites[i].Why != nil {
				return 0, u.Sites[i].Why.Code
			} else if u.Code == code {
				return u.Sites[i].Most, ""
			}
		}
		return -1, "no unit " + code
	}
	for _, x := range []struct {
		text string
		most int64
		why  string
	}{{"", 1, ""}, {"$R\n14 MIL 1\n", 0, "no-room-area-left"}, {"$R\n14 INF 1 Garrison\n", 0, "no-room-area-left"}, {"$R\n31 MIL 1\n", 1, ""}} {
		for _, code := range []string{"MIL", "INF", "ART"} {
			if most, why := in14(code, x.text); most != x.most || why != x.why {
				t.Errorf("after %q %d more %s, why not %q; want %d, %q", x.text, most, code, why, x.most, x.why)
			}
		}
	}
	forms := caseRules.Language().Sections[slices.IndexFunc(caseRules.Language().Sections, func(s orders.Section) bool { return s.Letter == 'R' })]
	form, values := forms.Form("14 INF 1 Garrison", phrase.En)
	also := m.Units(game.Sheet{Realm: 1}, phrase.En)[1].Also
	if i := slices.IndexFunc(also, func(d game.Draft) bool { return d.Form == form }); i < 0 || also[i].Values[1] != values[1] {
		t.Errorf("form %d with %v is none of %+v", form, values, also)
	}
}

// goals are the code of an action and the areas that it may lead to.
func goals(a game.Action) (string, []string) {
	var out []string
	for _, f := range a.Fields {
		for _, c := range f.Choices {
			if c.Why == nil {
				out = append(out, c.Value)
			}
		}
	}
	return a.Code, out
}

// A leader goes one area and meets the enemy whom he sees there. A fleet goes three areas over the sea, home too, by
// the course that the turn takes.
func TestDeskMarches(t *testing.T) {
	t.Parallel()
	p := plans(t, newCase(t, colonyWithFleet).world)
	meets := map[string]bool{}
	for _, r := range p.Reach(1, game.Mover{Army: "Cortez"}, "") {
		meets[r.At] = r.Meets
	}
	if fmt.Sprint(meets) != "map[15:false 16:true 8:false]" {
		t.Errorf("Cortez comes to %v", meets)
	}
	ways := map[string]game.Reached{}
	for _, r := range p.Reach(1, game.Mover{Army: "Flotte_1"}, "") {
		ways[r.At] = r
	}
	// from 10 to the east are 11 and 12, and the home of realm 1 lies beside 12
	if w := ways["12"]; w.Way != "22" || w.Left != 1 {
		t.Errorf("to 12: %+v", w)
	}
	if w := ways["31"]; w.Way != "220" || w.Left != 0 {
		t.Errorf("home: %+v", w)
	}
	if w, is := ways["14"]; is {
		t.Errorf("a way by land, or too long: %+v", w)
	}
	far := p.March(1, game.Mover{Army: "Fleet_1"}, []game.Direction{2, 2, 0}, "", phrase.En)
	if len(far.Steps) != 3 || far.Steps[2].At != "31" || far.Steps[2].Left != 0 || far.Stops != nil {
		t.Errorf("home: %+v", far)
	}
	if m := p.March(1, game.Mover{Army: "Cortez"}, []game.Direction{5, 5}, "", phrase.En); len(m.Steps) != 1 ||
		m.Steps[0].At != "8" || m.Stops == nil {
		t.Errorf("two areas: %+v", m)
	}
	if m := p.March(2, game.Mover{Army: "Drake"}, []game.Direction{5}, "", phrase.En); m.Steps != nil || m.Stops != nil {
		t.Errorf("the march of another: %+v", m)
	}
}

const offCoast = `
-- world --
land 9 16 22
leader 1 Cortez 2 10 INF 1
fleet 1 1 10 TRA 2
aboard 1 Cortez 1
leader 1 Pizarro 2 9 INF 1
`

// A leader at sea lands wherever his fleet can put in this year, by its voyage and his landing: that is what the desk
// writes, and the turn does it. Elsewhere the rules say why not.
func TestLeaderLandsFromTheSea(t *testing.T) {
	t.Parallel()
	w := newCase(t, offCoast).world
	p, cortez := plans(t, w), game.Mover{Army: "Cortez"}
	land := p.Desk(1, phrase.En).Armies[0].Actions[0]
	// 9 and 16 lie beside 10, 22 beside 16 and 17, and the home of realm 1 beside 12
	if code, at := goals(land); code != "land" || fmt.Sprint(at) != "[9 16 22 31]" || len(land.Then) != 1 {
		t.Fatalf("he can land: %+v", land)
	}
	if says := land.Fields[0].Says; says != "Coasts that Fleet_1 reaches this year: at most 3 areas away." {
		t.Errorf("why these coasts: %q", says)
	}
	ways := map[string]string{}
	for _, r := range p.Reach(1, cortez, "") {
		ways[r.At] = r.Does
	}
	if fmt.Sprint(ways) != "map[16:land 22:land 31:land 9:land]" {
		t.Errorf("he comes to %v", ways)
	}
	text := "$A\nFleet_1 22\n" + strings.Join(land.Then[0].Values, " ") + "\n"
	if m := p.March(1, cortez, nil, text, phrase.En); len(m.Steps) != 2 || m.Steps[1].At != "22" {
		t.Errorf("the text leads him %+v", m)
	}
	after := w.Resolve([]game.Sheet{{Realm: 1, Turn: 1, Text: text}}, game.Seed{}, 1, nil).Next().(*World)
	if l := after.at.State.Realms[0].Leader("Cortez"); l.At != 22 || l.Aboard > 0 {
		t.Errorf("after the turn he is in %d, aboard %d", l.At, l.Aboard)
	}
	for dir, why := range map[game.Direction]string{2: "fleet-at-sea", 3: "fleet-at-sea"} { // to 11 and 17
		if m := p.March(1, cortez, []game.Direction{dir}, "", phrase.En); m.Steps != nil || m.Stops.Code != why {
			t.Errorf("toward %d: %+v, %+v", dir, m, m.Stops)
		}
	}
}

// A leader who goes aboard by the text can be told to land in the same year.
func TestLeaderLandsWhereHeBoards(t *testing.T) {
	t.Parallel()
	p, m := plans(t, newCase(t, strings.ReplaceAll(offCoast, " 10 ", " 9 ")).world), game.Mover{Army: "Pizarro"}
	text := "$A\nPizarro on Fleet_1\n"
	made := p.Raised(game.Sheet{Realm: 1, Text: text}, phrase.En)
	i := slices.IndexFunc(made, func(a game.DeskArmy) bool { return a.Name == "Pizarro" })
	if i < 0 {
		t.Fatalf("the text changes what he can do: %+v", made)
	}
	if code, at := goals(made[i].Actions[0]); code != "land" || fmt.Sprint(at) != "[16 22]" {
		t.Errorf("he can land in %v: %+v", at, made[i].Actions)
	}
	if r := p.Reach(1, m, text); len(r) != 2 || r[0].At != "16" || r[0].Does != "land" {
		t.Errorf("he comes to %+v", r)
	}
	sails := text + "Fleet_1 16\n"
	made = p.Raised(game.Sheet{Realm: 1, Text: sails}, phrase.En)
	if i = slices.IndexFunc(made, func(a game.DeskArmy) bool { return a.Name == "Pizarro" }); made[i].To != "16" {
		t.Errorf("the fleet takes him along: %+v", made[i])
	}
	if steps := p.March(1, m, nil, sails, phrase.En).Steps; len(steps) != 2 || steps[1].At != "16" {
		t.Errorf("the fleet takes him along: %+v", steps)
	}
}

// Units are taken before a leader boards, and he boards before his fleet sails: so the desk orders the lines, and the
// turn does them all. His landing goes with his boarding, and with the voyage.
func TestTakesBoardsSailsLands(t *testing.T) {
	t.Parallel()
	w := newCase(t, strings.ReplaceAll(offCoast, " 10 ", " 9 ")+"colony 9 1 level 1 INF 2\n").world
	p := plans(t, w)
	text := "$A\nPizarro on Fleet_1\nFleet_1 16\n"
	find := func(army, code string) (a game.Action) {
		for _, x := range append(p.Desk(1, phrase.En).Armies, p.Raised(game.Sheet{Realm: 1, Text: text}, phrase.En)...) {
			i := slices.IndexFunc(x.Actions, func(a game.Action) bool { return a.Code == code })
			if x.Name == army && i >= 0 {
				a = x.Actions[i]
			}
		}
		return a
	}
	take, embark, land := find("Pizarro", "take"), find("Pizarro", "embark"), find("Pizarro", "land")
	voyage := game.Draft{Letter: "A", Form: 0, Values: []string{"Fleet_1", ""}}
	boarding := game.Draft{Letter: "A", Form: 1, Values: []string{"Pizarro", "", ""}}
	landing := game.Draft{Letter: "A", Form: 1, Values: []string{"Pizarro", "from", "Fleet_1"}}
	all := landing
	all.Values = []string{"", "from", "Fleet_1"}
	for _, x := range []struct {
		of   string
		list []game.Draft
		want game.Draft
	}{{"taking is before boarding", take.Before, boarding}, {"taking is before sailing", take.Before, voyage},
		{"boarding is before sailing", embark.Before, voyage}, {"landing goes with boarding", embark.Ends, landing},
		{"landing goes with the voyage", find("Fleet_1", "march").Ends, all}} {
		if !slices.ContainsFunc(x.list, func(d game.Draft) bool { return fmt.Sprint(d) == fmt.Sprint(x.want) }) {
			t.Errorf("%s: %+v", x.of, x.list)
		}
	}
	if !take.Beside || embark.Beside || !land.Beside && land.Then == nil {
		t.Errorf("to take and to land leave the boarding: %+v, %+v, %+v", take, embark, land)
	}
	text = "$A\nPizarro takes INF 1\nPizarro on Fleet_1\nFleet_1 16\nPizarro from Fleet_1\n"
	after := w.Resolve([]game.Sheet{{Realm: 1, Turn: 1, Text: text}}, game.Seed{}, 1, nil).Next().(*World)
	if l := after.at.State.Realms[0].Leader("Pizarro"); l.At != 16 || l.Aboard > 0 || l.Troops[tables.INF] != 2 {
		t.Errorf("after the turn: %+v", l)
	}
}

// A free area says what a colony in it would bring a year, what that costs, and who lives there as far as all know or the
// realm sees; the sea and what is owned say nothing. Cortez sees 9, where he is. Nobody of the realm sees 22.
func TestFreeLandIsSurveyed(t *testing.T) {
	t.Parallel()
	s := plans(t, newCase(t, strings.Replace(colonyWithFleet, "27 28", "27 28 22 23", 1)+"natives 23 tribe N-INF 2\n").world)
	n := caseRules.Standard().Rules
	got := s.Survey(1, "9", phrase.En)
	for at, want := range map[string]string{"9": "no natives or pirates", "22": "no natives or pirates as far as known", "23": "tribe natives: whoever goes"} {
		if p := s.Survey(1, at, phrase.En)[2]; !strings.HasPrefix(p.Text+" "+p.Name, want) || (at == "9") != (p.Name == "natives or pirates") {
			t.Errorf("area %s: %+v, want %q", at, p, want)
		}
	}
	if len(got) != 3 || got[0].Amount != int64(n.IncomeLevel) || got[1].Amount != int64(n.StepCost) {
		t.Errorf("area 9: %+v", got)
	}
	for _, at := range []string{"10", "14", "31", "99"} { // sea, a colony, the home, none
		if got := s.Survey(1, at, phrase.En); got != nil {
			t.Errorf("%s: %+v", at, got)
		}
	}
}

// The ledger has what is there, the income, each order's price by its line, and what they leave. A line that is refused
// costs nothing.
func TestLedgerHasEachOrder(t *testing.T) {
	t.Parallel()
	w := newCase(t, colonyWithFleet).world
	n := caseRules.Standard().Rules
	got := w.Check(game.Sheet{Realm: 1, Turn: 1, Text: "$B\n14 extend\n9 colony\n14 extend\n$R\n14 INF 1\n"}).Ledger
	for i := range got {
		got[i].What = phrase.Phrase{}
	}
	income := int64(n.IncomeHome + n.IncomeLevel)
	step, men := int64(n.StepCost), int64(caseRules.Standard().Unit[tables.INF].Cost)
	want := []game.MoneyLine{
		{Kind: "treasury", Code: "ducats", Amount: 300, Sure: true},
		{Kind: "income", Code: "ducats", Amount: income, Sure: true},
		{Line: 2, Kind: "order", Code: "ducats", Amount: -step, Sure: true},
		{Line: 3, Kind: "order", Code: "ducats", Amount: -step, Sure: true},
		{Line: 6, Kind: "order", Code: "ducats", Amount: -men, Sure: true},
		{Kind: "left", Code: "ducats", Amount: 300 + income - 2*step - men, Sure: true},
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the ledger is\n%v, want\n%v", got, want)
	}
}

// What a realm has offered, and what others have as far as reports say it, is open until both want the same: in the
// case report-whole there is war with 2, and realm 1 wants peace.
func TestDeskOffers(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/report-whole.txtar")
	if err != nil {
		t.Fatal(err)
	}
	c := newCase(t, string(text))
	after := c.world.Resolve(c.Sheets(c.world.at.State.Turn), game.Seed{3}, 1, nil).Next()
	for realm, want := range map[int][3]string{1: {"war", "peace", ""}, 2: {"war", "", "peace"}} {
		known, err := Rules().OpenKnown(after.Known(realm), []byte(c.Text("tables")))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range known.(game.Planner).Desk(realm, "en").Pacts {
			if p.Realm == 3-realm && [3]string{p.Now, p.Offers, p.Wants} != want {
				t.Errorf("realm %d: %+v", realm, p)
			}
		}
	}
}
