package kolonien

import (
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"weltentor/worlds/conformance"
	"weltentor/worlds/conformance/cases"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/report"
	"weltentor/worlds/kolonien/tables"
)

// brief is an event as its phase, code and arguments.
func brief(e game.FactEvent) string {
	out := e.Phase + " " + e.Code
	for _, name := range slices.Sorted(maps.Keys(e.Args)) {
		if v := e.Args[name]; v.Worded {
			out += fmt.Sprintf(" %s=%s", name, v.Word)
		} else {
			out += fmt.Sprintf(" %s=%d", name, v.Number)
		}
	}
	return out
}

// wholeFacts are the facts of realm 1 in the case report-whole, whose report is worked out by hand.
func wholeFacts(t *testing.T) *game.Facts {
	text, err := os.ReadFile("testdata/report-whole.txtar")
	if err != nil {
		t.Fatal(err)
	}
	c := newCase(t, string(text))
	return c.world.Resolve(c.Sheets(c.world.at.State.Turn), game.Seed{3}, 1, nil).(*outcome).Facts(1)
}

// What that report tells of the year: its head, and the combat in 15 round by round, to be played again in its order.
func TestFactsOfAYear(t *testing.T) {
	f := wholeFacts(t)
	cases.Data(t, "head", []game.Facts{{Rulebook: f.Rulebook, Turn: f.Turn, Title: f.Title, Lang: f.Lang,
		Realm: f.Realm}}, `[{"schema": 0, "rulebook": "kolonien", "rules": 0, "turn": 6, "lang": "de",
		"title": "Jahr 6 von 20, Periode 2",
		"realm": {"number": 1, "name": "Reich_1", "values": {"ducats": 450, "income": 200, "glory": 2}},
		"refused": null, "weeks": null, "realms": null, "fields": null, "armies": null, "money": null,
		"letters": null}]`)
	cases.Data(t, "refused", f.Refused, `[{"line": 7, "code": "no-realm", "args": {"realm": "5", "most": 3},
		"text": "Reich 5 gibt es nicht; es sind 3."}]`)
	const want = `income income ducats=200
moves combat area=15 them=party.pirates-them us=party.own-us
moves roster-leader medic=own-medic-yes realm=1 side=side.attacker units=4 INF, 1 CAV value=2 who=Cortez
moves roster side=side.defender units=2 P-MIL
moves combat.round round=1
moves combat.factors cf=13 one=1 side=side.attacker two=1 units=6
moves combat.bonus bonus=3 side=side.attacker what=bonus.superior
moves combat.bonus bonus=1 side=side.attacker what=bonus.charge
moves combat.total side=side.attacker total=6
moves combat.factors cf=4 one=1 side=side.defender two=1 units=2
moves combat.bonus bonus=2 side=side.defender what=bonus.location
moves combat.total side=side.defender total=4
moves combat.low side=side.defender verdict=verdict.more
moves combat.hits base=0 extra=0 hits=0 saved=0 side=side.attacker
moves combat.hits base=2 extra=1 hits=3 saved=0 side=side.defender
moves combat.lost side=side.defender units=2 P-MIL whose=whose.alone
moves combat.won side=side.attacker
moves glory-won area=15 glory=1
moves haven-destroyed.own area=15
moves sailed area=11 who=fleet.2
natives combat area=8 them=party.own-them us=party.natives-us
natives roster-chief side=side.attacker units=2 N-INF, 1 I-CAV value=1`
	if len(f.Weeks) != 1 || f.Weeks[0].Week != 0 || f.Weeks[0].Title != "" {
		t.Fatalf("weeks %+v", f.Weeks)
	}
	var got []string
	for _, e := range f.Weeks[0].Events {
		got = append(got, brief(e))
	}
	if first := strings.Join(got[:strings.Count(want, "\n")+1], "\n"); first != want {
		t.Errorf("events\n%s", first)
	}
	// two more of the roster; of the one round: its number, two factors, two bonuses, two totals, who rolled lower, two
	// of hits, two of losses; who has won; glory, the natives' location, the pirates
	if len(got) != 22+2+12+1+3 || got[len(got)-1] != "pirates pirates-came.of area=20 from=16 name=Reich_3 realm=3" {
		t.Errorf("%d events:\n%s", len(got), strings.Join(got, "\n"))
	}
	if text := f.Weeks[0].Events[2].Text; text !=
		"Der Angreifer: Cortez (Reich 1, Wert 2, Arzt) mit 4 INF, 1 CAV." {
		t.Errorf("%q", text)
	}
}

// Who stands where after that year: the reader's, then others in sight, with the units each has.
func TestFactsOfArmies(t *testing.T) {
	cases.Data(t, "armies", wholeFacts(t).Armies, `[
		{"realm": 1, "kind": "leader", "name": "Cortez", "id": "1/Cortez", "at": "15", "men": 5, "values": {"value": 2},
			"words": {"medic": "Arzt"}, "parts": [{"realm": 1, "name": "INF", "men": 4},
			{"realm": 1, "name": "CAV", "men": 1}]},
		{"realm": 1, "kind": "leader", "name": "Pizarro", "id": "1/Pizarro", "at": "7", "men": 1, "values": {"value": 1},
			"words": {"fleet": "Flotte_1"}, "parts": [{"realm": 1, "name": "INF", "men": 1}]},
		{"realm": 1, "kind": "fleet", "name": "Flotte_1", "id": "1/fleet.1", "at": "7", "values": {"cargo": 2, "hold": 6},
			"parts": [{"realm": 1, "name": "TRA", "values": {"ships": 1}},
			{"realm": 1, "name": "KAR", "values": {"ships": 1}}]},
		{"realm": 1, "kind": "fleet", "name": "Flotte_2", "id": "1/fleet.2", "at": "11", "values": {"cargo": 0, "hold": 1},
			"parts": [{"realm": 1, "name": "ESK", "values": {"ships": 1}}]},
		{"realm": 1, "kind": "garrison", "name": "", "at": "8", "men": 2,
			"parts": [{"realm": 1, "name": "MIL", "men": 2}]},
		{"realm": 1, "kind": "regiment", "name": "", "at": "8", "men": 2,
			"parts": [{"realm": 1, "name": "LIN", "men": 2}]},
		{"realm": 2, "kind": "fleet", "name": "Flotte_1", "id": "2/fleet.1", "at": "7",
			"parts": [{"realm": 2, "name": "LIN_S", "values": {"ships": 1}}]},
		{"realm": 3, "kind": "leader", "name": "Cook", "id": "3/Cook", "at": "9", "values": {"value": 1}},
		{"kind": "natives", "name": "", "at": "10", "men": 3, "values": {"value": 2},
			"words": {"location": "Hauptstadt"}, "parts": [{"name": "I-CAV", "men": 3}]},
		{"realm": 2, "kind": "garrison", "name": "", "at": "14", "men": 3,
			"parts": [{"realm": 2, "name": "MIL", "men": 1}, {"realm": 2, "name": "INF", "men": 2}]},
		{"realm": 2, "kind": "regiment", "name": "", "at": "14", "men": 1,
			"parts": [{"realm": 2, "name": "INF", "men": 1}]},
		{"realm": 2, "kind": "leader", "name": "Drake", "id": "2/Drake", "at": "14", "men": 2, "values": {"value": 3},
			"parts": [{"realm": 2, "name": "CAV", "men": 2}]},
		{"kind": "haven", "name": "", "at": "16", "men": 2, "parts": [{"name": "P-MIL", "men": 2}]},
		{"kind": "pirates", "name": "", "at": "16", "parts": [{"name": "P1", "values": {"ships": 1}},
			{"name": "P3", "values": {"ships": 1}}]}]`)
}

// The areas, the realms, money, letters and standing orders after that year.
func TestFactsOfLand(t *testing.T) {
	f := wholeFacts(t)
	if len(f.Fields) != 33 {
		t.Errorf("%d areas, not the 30 of the map and three homes", len(f.Fields))
	}
	told := slices.DeleteFunc(slices.Clone(f.Fields),
		func(f game.FactField) bool { return f.Owner == 0 && f.Words == nil })
	cases.Data(t, "areas with something in them", told, `[
		{"at": "8", "terrain": "land", "owner": 1, "own": true, "building": "palisade", "values": {"level": 2},
			"words": {"fort": "Palisade", "port": "Hafen"}},
		{"at": "31", "terrain": "home", "owner": 1, "own": true,
			"words": {"fort": "keine Befestigung", "port": "Hafen"}},
		{"at": "10", "terrain": "land", "words": {"location": "Hauptstadt"}},
		{"at": "14", "terrain": "land", "owner": 2, "values": {"level": 3}},
		{"at": "16", "terrain": "land", "words": {"haven": "Piratennest"}},
		{"at": "20", "terrain": "land", "owner": 3, "values": {"level": 1}},
		{"at": "32", "terrain": "home", "owner": 2},
		{"at": "33", "terrain": "home", "owner": 3}]`)
	cases.Data(t, "realms", f.Realms, `[
		{"number": 1, "name": "Reich_1", "values": {"glory": 2, "colonies": 1, "levels": 2, "home": 31},
			"words": {"stance": "Ihr selbst"}},
		{"number": 2, "name": "Reich_2", "values": {"glory": 0, "colonies": 1, "levels": 3, "home": 32},
			"words": {"stance": "Krieg", "own": "Frieden", "theirs": "Krieg"}},
		{"number": 3, "name": "Reich_3", "values": {"glory": 0, "colonies": 1, "levels": 1, "home": 33},
			"words": {"stance": "Bündnis"}}]`)
	cases.Data(t, "money", f.Money, `[
		{"kind": "income", "code": "colonies", "amount": 200, "text": "Heimat und Kolonien"},
		{"kind": "treasury", "code": "ducats", "amount": 450, "text": "Dukaten"}]`)
	cases.Data(t, "letters", f.Letters, `[{"all": true, "text": "Im Osten liegt Gold."},
		{"from": 2, "name": "Reich_2", "text": "Lang lebe Albion!"}]`)
	orders := f.Parts[0]
	f.Parts[0].Said = nil
	cases.Data(t, "parts", f.Parts, `[{"name": "orders", "title": "Dauerbefehle",
		"titled": {"code": "own-orders", "text": "Dauerbefehle:"}, "said": null},
		{"name": "relations", "title": "Die Reiche", "titled": {"code": "report-nations", "text": "Die Reiche"}, "said": [{"code": "nations-relation",
		"args": {"realm": 2, "realm2": 3, "stance": "stance.war"}, "text": "Zwischen 2 und 3: Krieg"}]}]`)
	if len(orders.Said) != 4 || orders.Said[0].Text !=
		"Cortez attacke ja; Cortez belagerung nein; Cortez regiment ja; Cortez rueckzug verlust 50 nach 8" ||
		orders.Said[3].Text != "Flotte_2 rueckzug verlust 50" {
		t.Errorf("standing orders %+v", orders.Said)
	}
	if s := f.Standings; s == nil || len(s.Columns) != 3 || s.Rows[0].Name != "Reich_1" || s.Rows[0].Numbers[0] != 2 {
		t.Errorf("standings %+v", s)
	}
}

// A combat at sea, as the facts tell it: two against two, each hit once; the weaker sink, and who is aboard drowns.
func TestFactsOfACombatAtSea(t *testing.T) {
	text, err := os.ReadFile("testdata/sea-fight-and-drowned.txtar")
	if err != nil {
		t.Fatal(err)
	}
	c := newCase(t, string(text))
	out := c.world.Resolve(c.Sheets(1), game.Seed{3}, 1, nil).(*outcome)
	var got []string
	for _, e := range out.Facts(2).Weeks[0].Events {
		got = append(got, brief(e))
	}
	const want = `income income ducats=100
moves sea-combat area=17 name-us=Reich_1 realm-us=1 ` +
		`ships-them=2 TRA ships-us=1 KAR, 1 ESK them=party.own-them us=party.realm-us
moves combat.round round=1
moves sea.factors cf=6 one=1 ships=2 side=side.attacker two=1
moves combat.total side=side.attacker total=2
moves sea.factors cf=4 one=1 ships=2 side=side.defender two=1
moves combat.total side=side.defender total=2
moves combat.equal
moves sea.hits base=1 extra=0 hits=1 side=side.attacker
moves sea.lost ships=1 KAR side=side.attacker whose=whose.alone
moves sea.hits base=1 extra=0 hits=1 side=side.defender
moves sea.lost ships=1 TRA side=side.defender whose=whose.alone
moves combat.withdraws side=side.defender
moves combat.won side=side.attacker
moves fled-to-sea area=16
moves drowned.own units=3 INF`
	if all := strings.Join(got, "\n"); all != want {
		t.Errorf("events\n%s", all)
	}
	if out.Facts(0) != nil || out.Facts(4) != nil || c.world.Facts(4) != nil {
		t.Error("a realm that does not exist has facts")
	}
	// without the map nobody is told of areas that are not his own
	c.world.at.State.Realms[0].NoMap = true
	f := c.world.Resolve(nil, game.Seed{3}, 1, nil).(*outcome).Facts(1)
	if len(f.Fields) != 1 || f.Fields[0].At != "31" {
		t.Errorf("without a map: %+v", f.Fields)
	}
}

// years calls do for the years of a game with sensible orders.
func years(t *testing.T, seed game.Seed, many int, do func(was *World, o *outcome)) {
	founded, err := Rules().Found(game.Founding{Seed: seed, Width: 12, Height: 10})
	if err != nil {
		t.Fatal(err)
	}
	var w game.World = founded
	for _, j := range joinings {
		if w, _, err = w.Join(j, seed); err != nil {
			t.Fatal(err)
		}
	}
	for range many {
		now := w.(*World)
		if now.at.State.Over {
			return
		}
		var sheets []game.Sheet
		for r := range now.at.State.Realms {
			d := seed.Throw(now.at.State.Turn, 0, "sheet", int64(r))
			sheets = append(sheets, game.Sheet{Realm: r + 1, Turn: now.at.State.Turn, Text: sensible(now, r+1, d)})
		}
		o := now.Resolve(sheets, seed, 1, nil).(*outcome)
		do(now, o)
		w = o.After
	}
}

// What a report tells its facts have, and the report is the same whether facts are asked for or not: each event in its
// words, every leader, fleet and colony of the realm, the letters; and the money adds up, but for what works cost.
func TestFactsHaveWhatTheReportTells(t *testing.T) {
	events, fights := 0, 0
	years(t, game.Seed{5}, 18, func(was *World, o *outcome) {
		for i := range was.at.State.Realms {
			f, told, r := o.Facts(i+1), o.Told(i+1), &o.After.at.State.Realms[i]
			text := strings.Join(strings.Fields(string(o.Report(i+1, nil).Text)), " ")
			if len(f.Weeks) != 1 || len(f.Weeks[0].Events) != len(told) {
				t.Fatalf("year %d: realm %d is told %d events and has %+v", f.Turn, i+1, len(told), f.Weeks)
			}
			sum := was.at.State.Realms[i].Ducats
			for k, e := range f.Weeks[0].Events {
				events++
				if strings.HasSuffix(e.Code, "combat") {
					fights++
				}
				code := report.From(i+1, told[k].Phrase).Code
				if strings.HasSuffix(code, "-came") { // the report says whose colony they came to
					code += map[bool]string{true: ".own", false: ".of"}[strings.HasSuffix(e.Code, ".own")]
				}
				if !strings.Contains(text, e.Text) || e.Code != code {
					t.Errorf("year %d: %q is not what realm %d is told:\n%s", f.Turn, e.Text, i+1, text)
				}
				if e.Code == "built.own" || e.Code == "founded.own" {
					sum -= int64(was.at.Tables.Rules.StepCost)
				}
			}
			var names, want []string
			for _, a := range f.Armies {
				if a.Realm == i+1 && a.Name != "" {
					names = append(names, a.Name)
				}
			}
			for _, l := range r.Leaders {
				want = append(want, l.Name)
			}
			for _, fleet := range r.Fleets {
				want = append(want, o.After.at.Rules.Words(r.Lang).T(order.FleetArg("", fleet.Number).S))
			}
			if !slices.Equal(names, want) {
				t.Errorf("year %d: realm %d has %v, and the facts %v", f.Turn, i+1, want, names)
			}
			own := 0
			for _, field := range f.Fields {
				if field.Own {
					own++
				}
			}
			if colonies, _ := o.After.at.State.Settled(i + 1); own != colonies+1 {
				t.Errorf("year %d: realm %d has %d colonies, and %d areas in the facts", f.Turn, i+1, colonies, own)
			}
			for _, m := range f.Money {
				if m.Kind != "treasury" {
					sum += m.Amount
				}
			}
			if sum != r.Ducats {
				t.Errorf("year %d: realm %d has %d ducats, by its facts %d: %+v", f.Turn, i+1, r.Ducats, sum, f.Money)
			}
			for _, l := range f.Letters {
				if !strings.Contains(text, l.Text) {
					t.Errorf("year %d: the letter %q is not in the report of %d", f.Turn, l.Text, i+1)
				}
			}
		}
	})
	if events < 300 || fights < 5 {
		t.Errorf("only %d events and %d combats", events, fights)
	}
}

// Law 6: change what a realm does not know, and the facts stay.
func TestFactsOfWhatIsUnknown(t *testing.T) {
	tried, d := 0, game.Seed{8}.Throw(0, 0, "unknown")
	years(t, game.Seed{6}, 12, func(was *World, _ *outcome) {
		for whose := 1; whose <= len(was.at.State.Realms); whose++ {
			facts := was.Facts(whose)
			for range 12 {
				other := unknown(was, whose, d)
				if other == nil {
					continue
				}
				tried++
				if got := other.(*World).Facts(whose); !reflect.DeepEqual(got, facts) {
					t.Fatalf("year %d: realm %d has in its facts what it does not know:\n%+v\n%+v", was.at.State.Turn,
						whose, got, facts)
				}
			}
		}
	})
	if tried < 150 {
		t.Errorf("only %d changes", tried)
	}
}

// What the letter says that combats have cost a realm is what it has less after the year: units raised and those lost
// otherwise counted.
func TestLettersTellAllLosses(t *testing.T) {
	units := func(s *realm.State, whose int) int {
		n := 0
		for _, l := range s.Realms[whose-1].Leaders {
			n += l.Troops.Count()
		}
		for i := range s.Areas {
			if c := s.Areas[i].Colony; c != nil && c.Owner == whose {
				n += c.Garrison.Count()
				for _, r := range c.Regiments {
					n += r.Count()
				}
			}
		}
		return n
	}
	count := func(list string) int {
		n := 0
		for part := range strings.SplitSeq(list, ", ") {
			if number, code, _ := strings.Cut(part, " "); slices.Contains(tables.KindCodes[:], code) {
				units, _ := strconv.Atoi(number)
				n += units
			}
		}
		return n
	}
	ownLosses := regexp.MustCompile(`(?:Eure Verluste|Your losses): ([^.]*)\.`)
	lost := 0
	worlds := int64(conformance.Often(60, 150))
	for k := range worlds {
		d := game.Seed{12}.Throw(0, 0, "thick", k)
		was := thick(t, d)
		var sheets []game.Sheet
		for _, r := range was.at.State.Realms {
			sheets = append(sheets,
				game.Sheet{Realm: r.Number, Turn: was.at.State.Turn, Text: reckless(was, r.Number, d)})
		}
		o := was.Resolve(sheets, game.Seed{byte(k)}, 1, nil).(*outcome)
	realms:
		for i := range was.at.State.Realms {
			whose, fell := i+1, 0
			want := units(was.at.State, whose) - units(o.After.at.State, whose)
			for _, e := range o.Told(whose) {
				switch what := report.From(whose, e.Phrase); what.Code {
				case "raised":
					want += int(what.Arg("count").N)
				case "drowned.own", "fallen-disbanded.own":
					want -= count(what.Arg("units").S)
				case "disbanded":
					continue realms // it does not say whose they were
				}
			}
			for _, m := range ownLosses.FindAllStringSubmatch(string(o.Report(whose, nil).Summary), -1) {
				fell += count(m[1])
			}
			if lost += fell; fell != want {
				t.Errorf("world %d: realm %d has lost %d units in combats, and its letter says %d:\n%s", k, whose, want, fell,
					o.Report(whose, nil).Summary)
			}
		}
	}
	if lost < int(worlds)*8/3 {
		t.Errorf("only %d units were lost", lost)
	}
}
