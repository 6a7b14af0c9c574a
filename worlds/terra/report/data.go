package report

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/realm"
)

// data puts what the whole report says into its facts.
type data struct {
	*rulekit.Notes
	a     *account
	early []game.Said // of the course of a battle whose result follows
}

// writeData notes the mail phase.
func writeData(n *rulekit.Notes, a *account) {
	d := data{Notes: n, a: a}
	d.Turn(roundTitle(a.phase.Before))
	d.Refused(a.none, false)
	d.Refused(a.inPart, true)
	for _, e := range a.told {
		d.event(e)
	}
	_, list := toReport(a)
	for _, b := range list {
		d.Part("to-tell", "report-to-tell", b.against, b.line)
	}
	d.body()
	d.Post(a.phase.Letters())
}

// welcomeData notes report 0.
func welcomeData(n *rulekit.Notes, a *account) {
	n.Part("welcome", "report-welcome", greeting(a)...)
	(&data{Notes: n, a: a}).body()
}

// body notes what a nation has and sees, and what everybody knows.
func (d *data) body() {
	for _, row := range ownArmyRows(d.a) {
		d.army(d.a.realm.Number, row)
	}
	l := d.a.at.State.Links(d.a.realm.Number)
	for _, at := range d.a.ordered() {
		if d.a.owns(at) {
			d.field(at, ownField(d.a, l, at))
		}
	}
	s := spot(d.a)
	for _, u := range s.order {
		d.army(u.Realm, s.armies[u])
	}
	for _, at := range d.a.ordered() {
		if row, seen := s.fields[at]; seen {
			d.field(at, row)
		}
	}
	for i := range d.a.at.State.Realms {
		d.nation(&d.a.at.State.Realms[i])
	}
	d.Standings(Standings(d.a.at))
	if row, landed := standingRow(d.a); landed {
		d.Facts.Realm.Values, d.Facts.Realm.Words = d.Figures(row)
	}
	if !d.a.at.State.Over {
		d.Part("end", "report-nations", goal(d.a.at))
	}
	d.money()
}

// army notes a sentence about an army: its nation, its number and where it is.
func (d *data) army(nation int, row phrase.Phrase) {
	told := d.Said(row).Args
	a := game.FactArmy{Realm: nation, Name: strconv.FormatInt(told["army"].Number, 10), At: told["field"].Word}
	a.Values, a.Words = d.Figures(row, "army", "field", "terrain", "realm", "name")
	d.Facts.Armies = append(d.Facts.Armies, a)
}

// field notes a sentence about a field.
func (d *data) field(at game.Place, row phrase.Phrase) {
	f, field := game.FactField{At: d.Place(int64(at)), Own: d.a.owns(at)}, &d.a.at.State.Fields[at]
	f.Terrain, f.Owner = d.a.at.Tables.Terrain[field.Terrain].Code, field.Owner
	f.Values, f.Words = d.Figures(row, "terrain", "realm", "name")
	d.Facts.Fields = append(d.Facts.Fields, f)
}

// nation notes what everybody knows about a nation.
func (d *data) nation(r *realm.Realm) {
	f := game.FactRealm{Number: r.Number, Name: r.Name}
	f.Values, f.Words = d.Figures(nationRow(d.a, r, "nation-own"), "realm", "name")
	if r.King {
		f.Words = map[string]string{"kind": d.Term("kind", phrase.P("kind."+realm.King))}
	}
	d.Facts.Realms = append(d.Facts.Realms, f)
}

// event notes an event, and what it tells of a battle. Those of a phase of orders are still to be fought.
func (d *data) event(told *game.Event) {
	what := told.Phrase
	e := d.Event(told, what, meanings.Of(what.Code))
	switch {
	case heads(what.Code):
		b := d.Battle(e)
		b.Equal = what.Code == "paired-mercenaries"
	case strings.HasPrefix(what.Code, "result"):
		d.result(e, what)
	case what.Code == "drawn" || what.Code == "gives-up" || strings.HasPrefix(what.Code, "staked"):
		d.early = append(d.early, e.Said) // the result follows
	case len(d.Facts.Battles) > 0 && below(what.Code):
		d.side(&d.Facts.Battles[len(d.Facts.Battles)-1], e, what)
	}
}

// side notes a sentence below that of a pairing: who fights there, or what else is said of it.
func (d *data) side(b *game.FactBattle, e *game.FactEvent, what phrase.Phrase) {
	if what.Code == "side-strengths" {
		b.Sides[0].Strength, b.Sides[1].Strength = what.Arg("own").N, what.Arg("other").N
	}
	code, _, _ := strings.Cut(what.Code, ".")
	code = strings.TrimSuffix(strings.TrimPrefix(code, "side-"), "-led")
	if !slices.Contains([]string{"army", "garrison", "wild", "mercenaries"}, code) {
		b.Course = append(b.Course, e.Said)
		return
	}
	f := game.FactFighter{Realm: int(what.Arg("realm").N), Kind: code, Strength: what.Arg("status").N}
	switch code {
	case "army":
		f.Name, f.Kind = strconv.FormatInt(what.Arg("army").N, 10), ""
	case "wild":
		f.Kind = "garrison"
	}
	s := &b.Sides[max(slices.Index(sides, what.Arg("side").S), 0)/2]
	s.Armies = append(s.Armies, f)
	if s.Realm = f.Realm; what.Arg("leader").N > 0 {
		s.Realm = int(what.Arg("leader").N)
	}
}

// result notes how a battle ended, with the victory points of both sides.
func (d *data) result(e *game.FactEvent, what phrase.Phrase) {
	b := d.Battle(e)
	b.Equal = true
	b.Course, d.early = d.early, nil
	b.Sides[0].Realm, b.Sides[1].Realm = d.a.realm.Number, called(d.a, what.Arg("opponent").S)
	for i, told := range [2][2]string{{"own", "goals"}, {"other", "theirs"}} {
		for k, code := range [2]string{"factor.points", "factor.goals"} {
			if n := what.Arg(told[k]).N; n != 0 {
				b.Sides[i].Factors = append(b.Sides[i].Factors, game.FactFactor{Code: code, Name: d.Book.T(code), Amount: n})
			}
		}
	}
	b.Won = slices.Index([]string{"verdict.draw", "verdict.victory", "verdict.defeat"}, what.Arg("verdict").S)
	if e.Weight = 5; b.Won > 0 {
		d.Ended(b, e)
	}
}

// called is the number of the nation of a name; 0: there is none.
func called(a *account, name string) int {
	return 1 + slices.IndexFunc(a.at.State.Realms, func(r realm.Realm) bool { return name != "" && r.Name == name })
}

// entry is the line of a nation's money to which an event's points belong, and whether they were gained or spent.
type entry struct {
	kind, code string
	sign       int64
}

// accounts are the lines of the events that concern the treasury. What is missing would be taken for relief: TestConserved
// of the game finds it.
var accounts = map[string]entry{
	"income": {"income", "land", 1}, "foraged": {"income", "forage", 1}, "spoils": {"income", "spoils", 1},
	"ransom": {"outlay", "ransom", -1}, "ransom-short": {"outlay", "ransom", -1}, "staked": {"outlay", "stake", -1},
}

// money puts into the facts what the events say about the treasury, and what is in it now. An event about an army's
// relief does not say whether the treasury paid it, or fields without a link to a city. So the treasury's part is
// computed: the treasury after the income, with what was gained and spent since, less the treasury now.
func (d *data) money() {
	earned, expected := false, int64(0)
	for _, week := range d.Facts.Weeks {
		for _, e := range week.Events {
			a, is := accounts[e.Code]
			amount := a.sign * e.Args["points"].Number
			switch {
			case e.Code == "hand.points" || e.Code == "hand.treasury":
				a = entry{"income", "hand", 1}
				if amount = e.Args["more"].Number; e.Code == "hand.treasury" {
					amount = e.Args["now"].Number - e.Args["was"].Number
				}
				if amount < 0 {
					a.kind = "outlay"
				}
			case !is:
				continue
			}
			expected += amount
			if a.code == "land" {
				earned, expected = true, e.Args["treasury"].Number
			}
			d.Sum(a.kind, a.code, amount)
		}
	}
	if earned {
		d.Sum("outlay", "relief", d.a.realm.Treasury-expected)
	}
	d.Sum("treasury", "points", d.a.realm.Treasury)
}
