package battle

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// text is a battle's text while it is read.
type text struct {
	frame.BattleText
	*Single
	now   [2]int            // the realm of the present lines of a side; 0 before the first
	names map[formed]bool   // the armies that were named
	west  lineOf            // the line that says where the attack comes from
	lines map[formed]lineOf // where formations, and fleets with somebody aboard, were first named
}

// lineOf is a line that may be at fault.
type lineOf struct {
	line int
	at   orders.Token
	text string
}

// headWord is a word that begins a line before the sides, with a good line and the key of the sentence about it.
type headWord struct {
	words         []string
	example, term string
	read          func(*text, *orders.Reading)
}

// headWords lists the words that begin a line before the sides.
func headWords() []headWord {
	return []headWord{
		{[]string{"Feld", "Field"}, fieldLine, "battle-file.field-line", (*text).field},
		{[]string{"Von", "From"}, fromLine, "battle-file.from-line", (*text).from},
		{[]string{"Besitzer", "Owner"}, ownerLine, "battle-file.owner-line", // 0: nobody
			func(f *text, r *orders.Reading) { f.owner = int(r.Number("realm", 0, tables.MaxRealm)) }},
		{[]string{"Geweiht", "Blessed"}, blessedLine, "battle-file.blessed-line",
			func(f *text, _ *orders.Reading) { f.blessed = true }},
		{[]string{"Rueckzug", "Retreat"}, "Rueckzug nein", "battle-file.retreat-line",
			func(f *text, r *orders.Reading) { f.shut = !yes(r) }},
		{[]string{"Reihen", "Rows"}, "Reihen ja", "battle-file.rows-line", (*text).inRows},
	}
}

// Examples of good lines.
const (
	fieldLine   = "Feld hwa FES L"
	fromLine    = "Von tla F W"
	ownerLine   = "Besitzer 3"
	blessedLine = "Geweiht"

	armyLine  = "K.M 1 2000 +6 A"
	ranksLine = "K.M 1 2000 A 3 Sturmangriff"
	realmLine = "Reich 3 steppe"
)

var (
	realmWords = []string{"Reich", "Realm"}
	yesWords   = []string{"ja", "yes"}
	noWords    = []string{"nein", "no"}
	states     = []string{"I", "L", "S", "R", "B"} // of a building, as reports write them
)

// mostMen and mostKK are the limits of a text.
const (
	mostMen = 1_000_000
	mostKK  = 1000
)

// Read reads a battle's text, to be fought with these tables. If anything is wrong the battle is nil.
func Read(in string, t *tables.Tables, words func(phrase.Lang) *phrase.Book) (*Single, []orders.Problem) {
	plain, _ := t.FindTerrain("tla")
	f := &text{lines: map[formed]lineOf{}, names: map[formed]bool{},
		Single: &Single{tables: t, words: words, ground: ground{owner: -1, field: plain, from: plain},
			people: map[int]string{}, side: map[int]int{}, formed: map[formed]realm.Command{}}}
	f.Line, f.Example = f.line, f.example
	f.Terms = map[string]string{armyLine: "battle-file.army-line", ranksLine: "battle-file.ranks-line",
		realmLine: "battle-file.realm-line"}
	for _, h := range headWords() {
		f.Terms[h.example] = h.term
	}
	f.Read(in)
	if len(f.Problems) == 0 {
		f.together()
	}
	if len(f.Problems) > 0 {
		return nil, f.Problems
	}
	f.seed = f.BattleText.Seed
	return f.Single, nil
}

// example is a good line with the same first word.
func (f *text) example(side int, line string) string {
	first := strings.Fields(line)[0]
	if side == frame.NoSide {
		for _, h := range headWords() {
			if orders.Among(first, h.words) {
				return h.example
			}
		}
		return headWords()[0].example
	}
	switch {
	case orders.Among(first, realmWords):
		return realmLine
	case f.tables.Battle == tables.InRows:
		return ranksLine
	}
	return armyLine
}

// line reads a line of a side, or one before both.
func (f *text) line(side int, r *orders.Reading) bool {
	t := r.Peek()
	if side != frame.NoSide {
		if orders.Among(t.Value, realmWords) {
			r.Skip()
			f.realm(side, r)
			return false
		}
		f.army(side, r)
		return true
	}
	var all []string
	for _, h := range headWords() {
		if orders.Among(t.Value, h.words) {
			r.Skip()
			h.read(f, r)
			return false
		}
		all = append(all, h.words...)
	}
	r.Bad(t, orders.Guessed("battle-file.before", orders.Nearest(t.Value, all),
		phrase.Str("got", orders.Clip(t.Value))))
	return false
}

// yes reads `ja` or `nein`.
func yes(r *orders.Reading) bool {
	t, ok := r.Next("yes")
	if ok && !orders.Among(t.Value, yesWords) && !orders.Among(t.Value, noWords) {
		r.Unexpected(t, "yes")
	}
	return orders.Among(t.Value, yesWords)
}

// terrain reads the code of a terrain.
func (f *text) terrain(r *orders.Reading) uint8 {
	t, ok := r.Next("terrain")
	if !ok {
		return f.ground.field
	}
	i, known := f.tables.FindTerrain(strings.ToLower(t.Value))
	if !known || f.tables.Terrain[i].Height < 0 {
		var all []string
		for k := range f.tables.Terrain {
			all = append(all, f.tables.Terrain[k].Code)
		}
		r.Bad(t, orders.Guessed("battle-file.terrain", orders.Nearest(t.Value, all),
			phrase.Str("got", orders.Clip(t.Value))))
		return f.ground.field
	}
	return i
}

// field reads `hwa FES L`: the field fought for, what is built there, and its state.
func (f *text) field(r *orders.Reading) {
	f.ground.field = f.terrain(r)
	if !r.More() {
		return
	}
	t, _ := r.Next("building")
	b := &realm.Building{Kind: strings.ToUpper(t.Value)}
	if row := f.tables.FindBuilding(b.Kind); row == nil || row.Edge {
		r.Bad(t, orders.Guessed("order.building", order.NearBuildings(t.Value),
			phrase.Str("got", orders.Clip(t.Value))))
		return
	}
	if r.More() {
		t, _ = r.Next("state")
		switch i := slices.Index(states, strings.ToUpper(t.Value)); {
		case i < 0:
			r.Unexpected(t, "state")
		case i == len(states)-1:
			b.New, b.Ready = true, 2
		default:
			b.Damage = tables.Damage(i)
		}
	}
	f.building = b
}

// from reads `tla F W`: where the attack comes from, and what is on the edge between.
func (f *text) from(r *orders.Reading) {
	f.west = lineOf{f.At(), r.Peek(), r.Text}
	f.ground.from, f.over = f.terrain(r), true
	for r.More() {
		t, _ := r.Next("edge")
		for _, c := range strings.ToUpper(t.Value) {
			if !strings.ContainsRune("SWFB", c) {
				r.Unexpected(t, "edge")
				return
			}
			f.edges = append(f.edges, realm.Edge(c))
		}
	}
}

// inRows reads whether they fight in rows.
func (f *text) inRows(r *orders.Reading) {
	n := *f.tables
	n.Battle = tables.ByStrength
	if yes(r) {
		n.Battle = tables.InRows
	}
	f.tables = &n
}

// realm reads `3 steppe`: the realm that the armies below belong to.
func (f *text) realm(side int, r *orders.Reading) {
	at := r.Peek()
	number := int(r.Number("realm", 0, tables.MaxRealm))
	culture := ""
	if r.More() {
		t, _ := r.Next("culture")
		var all []string
		for i := range f.tables.Culture {
			if c := f.tables.Culture[i].Name; orders.Fold(c) == orders.Fold(t.Value) {
				culture = c
			} else {
				all = append(all, c)
			}
		}
		if culture == "" {
			r.Bad(t, orders.Guessed("battle-file.culture", orders.Nearest(t.Value, all),
				phrase.Str("got", orders.Clip(t.Value)), phrase.Str("list", strings.Join(all, ", "))))
		}
	}
	if other, there := f.side[number]; there && other != side {
		r.Bad(at, phrase.P("battle-file.both-sides", phrase.Num("realm", number)))
	}
	if r.Problem == nil {
		f.enter(side, number, culture)
	}
}

// enter lets the lines below name armies of a realm.
func (f *text) enter(side, number int, culture string) {
	f.now[side], f.side[number] = number, side
	if culture == "" && number > 0 && f.people[number] == "" {
		culture = f.tables.Culture[0].Name
	}
	if culture != "" || f.people[number] == "" {
		f.people[number] = culture
	}
}
