package report

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/realm"
)

// data puts what the whole report says into its facts.
type data struct {
	*rulekit.Notes
	a *account

	mustering int    // the side of the last battle whose stacks come
	mustered  [2]int // how many stacks of each have come after its end
}

// writeData notes the week.
func writeData(n *rulekit.Notes, a *account) {
	d := data{Notes: n, a: a}
	d.Begin(a.undone, turnRow(a))
	for _, e := range a.told {
		d.event(e)
	}
	d.Money(accounts(a)...)
	d.standing()
	d.Post(a.week.Letters())
}

// welcomeData notes report 0.
func welcomeData(n *rulekit.Notes, a *account) {
	d := data{Notes: n, a: a}
	d.Part("welcome", "game", greeting(a))
	d.Money(treasury(a)...)
	d.standing()
}

// standing notes how things are.
func (d *data) standing() {
	d.atlas()
	for i := range d.a.s.Realms[1:] {
		d.realm(&d.a.s.Realms[i+1])
	}
	d.Standings(Standings(d.a.at))
	if row, running := enough(d.a); running {
		d.Part("ending", "report.realms", row)
	}
	seen := func(number int) bool { return d.a.sees[number-1] }
	beside := func(number int) bool { return !d.a.sees[number-1] && d.a.borders(number) }
	for _, wanted := range []func(int) bool{seen, beside, d.a.fortified} {
		for i := range d.a.s.Provinces {
			if wanted(i + 1) {
				d.province(i + 1)
			}
		}
	}
	for _, army := range d.a.s.Armies[d.a.realm] {
		d.own(army)
	}
	for i := range d.a.s.Provinces {
		if d.a.sees[i] {
			for _, army := range d.a.foreign(d.a.in(i + 1)) {
				d.foreign(army)
			}
		}
	}
}

// atlas notes all provinces, as the map shows them: the terrain, and the owner if it is known.
func (d *data) atlas() {
	for i := range d.a.s.Provinces {
		owner := d.a.owner(i + 1)
		d.Facts.Fields = append(d.Facts.Fields, game.FactField{At: strconv.Itoa(i + 1), Own: owner == d.a.realm,
			FactGround: game.FactGround{Terrain: string(d.a.s.Provinces[i].Terrain), Owner: owner}})
	}
}

// realm notes how a realm stands.
func (d *data) realm(r *realm.Realm) {
	fact := game.FactRealm{Number: r.Number, Name: r.Name, Player: r.Player, Fallen: r.Fallen}
	fact.Values, fact.Words = d.Figures(realmRow(d.a, r), "realm", "name", "player")
	d.Facts.Realms = append(d.Facts.Realms, fact)
	if r.Number == d.a.realm {
		d.Facts.Realm = fact
	}
}

// province notes the figures of a province, with each fortification.
func (d *data) province(number int) {
	q, row := d.a.s.Province(number), provinceRow(d.Reader, d.a, number)
	for _, wall := range wallRows(d.a, q) {
		d.Term("walls", wall)
	}
	fact := &d.Facts.Fields[number-1]
	fact.Values, fact.Words = d.Figures(row, "province", "owner", "realm")
	if row.Code == "report.home" || row.Code == "report.other-home" {
		rulekit.Put(&fact.Values, "home", 1)
	}
	for _, wall := range q.Walls {
		rulekit.Put(&fact.Values, "wall."+wall, d.a.at.Tables.WallOf(wall).HP)
		fact.Building = wall
	}
}

// army begins the entry of an army: its name, where it is, and its men.
func (d *data) army(a *realm.Army) game.FactArmy {
	name := strings.TrimPrefix(d.Book.Named(a.Called()), strconv.Itoa(a.Realm)+".")
	return game.FactArmy{Realm: a.Realm, Name: name, Kind: a.Kind(), At: strconv.Itoa(a.At), Men: a.Men()}
}

// stack adds the men of a unit to an army's entry, with the other figures of their row.
func (d *data) stack(army *game.FactArmy, s *realm.Stack, row phrase.Phrase) {
	part := game.FactArmy{Kind: s.Unit, Men: s.Number}
	part.Values, part.Words = d.Figures(row, "number", "men")
	army.Parts = append(army.Parts, part)
}

// own notes an own army.
func (d *data) own(a *realm.Army) {
	fact := d.army(a)
	fact.Values, fact.Words = d.Figures(armyRow(d.a, a), "army", "province")
	for i := range a.Stacks {
		d.stack(&fact, &a.Stacks[i], stackRow(d.a, &a.Stacks[i]))
	}
	if row, busy := busyRow(a); busy {
		d.AddFigures(&fact.Values, &fact.Words, row)
		rulekit.Put(&fact.Words, "state", strings.TrimSpace(d.Term("state", row)))
	}
	for _, s := range stances(d.Book, d.a, a) {
		rulekit.Put(&fact.Words, s.name, d.Term(s.name, phrase.P(s.key)))
	}
	d.Facts.Armies = append(d.Facts.Armies, fact)
}

// foreign notes an army of another realm. The rows of its men have no other figures.
func (d *data) foreign(a *realm.Army) {
	fact := d.army(a)
	for i := range a.Stacks {
		d.stack(&fact, &a.Stacks[i], menRow(a.Stacks[i]))
	}
	d.Facts.Armies = append(d.Facts.Armies, fact)
}

// bred are the codes that come in three forms: about others, about the reader, and about what the reader lost.
var bred = map[string]bool{"army-fell": true, "retreats": true, "routed-there": true, "wall-fallen": true}

// event notes an event, and what it tells of a battle.
func (d *data) event(told *game.Event) {
	what := told.Phrase
	e := d.Event(told, what, meanings.Of(what.Code))
	if at, named := e.Args["province"]; named && !at.Worded {
		e.At = strconv.FormatInt(at.Number, 10)
	}
	switch {
	case what.Code == "battle":
		d.Battle(e)
		d.mustered = [2]int{}
	case len(d.Facts.Battles) > 0 && InProtocol(what.Code):
		d.course(&d.Facts.Battles[len(d.Facts.Battles)-1], e, what)
	case bred[what.Code]:
		d.after(e, what)
	}
}

// after notes what a battle led to: whose army was beaten, and which wall fell.
func (d *data) after(e *game.FactEvent, what phrase.Phrase) {
	if what.Code != "wall-fallen" {
		if e.Tone, e.Weight = game.Gain, 3; d.a.ours(what.Arg("army").S) {
			e.Tone, e.Weight = game.Loss, 5
		}
	}
	if n := len(d.Facts.Battles); n > 0 {
		d.Facts.Battles[n-1].Course = append(d.Facts.Battles[n-1].Course, e.Said)
	}
}

// course notes a sentence of a battle's protocol. After its end the sides come once more, with what is left of each
// stack in the same order.
func (d *data) course(b *game.FactBattle, e *game.FactEvent, what phrase.Phrase) {
	switch what.Code {
	case "rows.attackers", "rows.defenders":
		d.mustering = slices.Index([]string{"rows.attackers", "rows.defenders"}, what.Code)
	case "rows.stack":
		whose, name, named := strings.Cut(e.Args["army"].Word, ".")
		f := game.FactFighter{Kind: strings.TrimPrefix(what.Arg("unit").S, "unit."), Before: what.Arg("men").N}
		if f.Realm, _ = strconv.Atoi(whose); named {
			f.Name = name
		}
		side := &b.Sides[d.mustering]
		if side.Armies = append(side.Armies, f); len(side.Armies) == 1 {
			side.Realm = f.Realm
		}
	case "rows.stands", "rows.fled", "rows.gone":
		side, i := &b.Sides[d.mustering], d.mustered[d.mustering]
		if d.mustered[d.mustering]++; i >= len(side.Armies) {
			return
		}
		f := &side.Armies[i]
		f.After = what.Arg("men").N
		f.Fate = map[string]string{"rows.gone": "destroyed", "rows.fled": "fled"}[what.Code]
	case "rows.attackers-won", "rows.defenders-won", "rows.drawn":
		b.Won, b.Result = 1+slices.Index([]string{"rows.attackers-won", "rows.defenders-won"}, what.Code), e.Said
		d.Ended(b, e)
	case "rows.wall", "rows.wall-stands", "rows.wall-gone":
		b.Course = append(b.Course, e.Said)
	}
}
