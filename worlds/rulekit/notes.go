package rulekit

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Notes are a report as data while it is collected: game.Facts, in the words of one reader.
type Notes struct {
	*Reader
	Facts game.Facts
}

// Notes begin the facts of a report. They are about a turn, which title names, unless Turn does. They say that there is
// nothing, until something is put into them.
func (r *Reader) Notes(turn int, title phrase.Phrase) *Notes {
	titled := Said(r.Book, nil, title)
	return &Notes{r, game.Facts{
		Schema: game.FactsSchema, Rulebook: r.Rules.Name(), Rules: r.Rules.Version(), Turn: turn, Title: titled.Text,
		Titled: titled, Lang: r.Person.Lang,
		Realm:   game.FactRealm{Number: r.Person.Number, Name: r.Person.Name, Player: r.Person.Player},
		Refused: []game.FactRefused{}, Weeks: []game.FactWeek{}, Realms: []game.FactRealm{},
		Fields: []game.FactField{}, Armies: []game.FactArmy{}, Money: []game.FactMoney{}, Letters: []game.FactLetter{},
	}}
}

// Begin notes what Text.Begin writes: what was not done, and the turn.
func (n *Notes) Begin(undone []orders.Problem, turn phrase.Phrase) {
	n.Refused(undone, false)
	n.Turn(turn)
}

// Turn names the turn that the report is about, and begins what happened before all weeks: most games have no weeks.
func (n *Notes) Turn(title phrase.Phrase) {
	titled := n.Said(title)
	n.Facts.Title, n.Facts.Titled = titled.Text, titled
	n.Facts.Week(0)
}

// Event notes something that happened, in the report's words for it, with what it means and with the field that the
// words name: the argument `field`, otherwise the first. It returns the entry, for what else there is to say of it.
func (n *Notes) Event(e *game.Event, what phrase.Phrase, m Meaning) *game.FactEvent {
	w, fact := n.Facts.Week(e.Week), game.FactEvent{Phase: e.Phase, Said: n.Said(what), Tone: m.Tone, Weight: m.Weight}
	for _, a := range n.Book.Shown(what) {
		if (a.Kind == phrase.Place || a.Kind == phrase.Coord) && (fact.At == "" || a.Name == "field") {
			fact.At = fact.Args[a.Name].Word
		}
	}
	w.Events = append(w.Events, fact)
	return &w.Events[len(w.Events)-1]
}

// Events notes what a realm is told.
func (n *Notes) Events(told []*game.Event, m Meanings) {
	for _, e := range told {
		n.Event(e, e.Phrase, m.Of(e.Code))
	}
}

// Battle begins a battle in the facts, with the event that tells of it first.
func (n *Notes) Battle(e *game.FactEvent) *game.FactBattle {
	none := func() game.FactSide { return game.FactSide{Armies: []game.FactFighter{}} }
	n.Facts.Battles = append(n.Facts.Battles, game.FactBattle{At: e.At, Result: e.Said,
		Sides: []game.FactSide{none(), none()}})
	return &n.Facts.Battles[len(n.Facts.Battles)-1]
}

// Ended weighs the end of a battle: the reader's side has won or lost it. For those who only saw it, it is news.
func (n *Notes) Ended(b *game.FactBattle, e *game.FactEvent) {
	for i, side := range b.Sides {
		own := side.Realm == n.Facts.Realm.Number
		for _, a := range side.Armies {
			own = own || a.Realm == n.Facts.Realm.Number
		}
		if own && b.Won > 0 {
			if e.Tone, e.Weight = game.Loss, 5; b.Won == i+1 {
				e.Tone = game.Gain
			}
		}
	}
}

// Part puts sentences of the report into the facts, as a part of that name. title is the code of its heading.
func (n *Notes) Part(name, title string, what ...phrase.Phrase) {
	if len(what) == 0 {
		return
	}
	f := &n.Facts
	if i := len(f.Parts) - 1; i < 0 || f.Parts[i].Name != name {
		titled := n.Said(phrase.P(title))
		f.Parts = append(f.Parts, game.FactPart{Name: name, Title: Label(titled.Text), Titled: titled})
	}
	part := &f.Parts[len(f.Parts)-1]
	part.Said = append(part.Said, Map(what, n.Said)...)
}

// Label is a heading without its decoration in the report.
func Label(heading string) string {
	heading, _, _ = strings.Cut(strings.Trim(heading, ";-() "), ":")
	return strings.TrimRight(heading, " ")
}

// Money puts lines of the realm's money into the facts, in the words money.CODE.
func (n *Notes) Money(lines ...game.FactMoney) {
	for _, m := range lines {
		m.Text = n.Book.T("money." + m.Code)
		n.Facts.Money = append(n.Facts.Money, m)
	}
}

// WeekTitle gives a week its title.
func (n *Notes) WeekTitle(week *game.FactWeek, title phrase.Phrase) {
	titled := n.Said(title)
	week.Title, week.Titled = Label(titled.Text), titled
}

// Term is the text of a sentence, of which a word of that name in the facts is made.
func (n *Notes) Term(name string, what phrase.Phrase) string {
	said := n.Said(what)
	n.Facts.Term(name, said)
	return said.Text
}

// OwnFirst puts the reader's armies before others' in the facts. Otherwise they stay in their order.
func (n *Notes) OwnFirst() {
	Before(n.Facts.Armies, func(a game.FactArmy) bool { return a.Realm == n.Facts.Realm.Number })
}

// Refused puts orders into the facts that were not done, or only in part.
func (n *Notes) Refused(undone []orders.Problem, partly bool) {
	for _, why := range undone {
		n.Facts.Refused = append(n.Facts.Refused, game.FactRefused{Line: why.Line, Partly: partly, Said: n.Said(why.What)})
	}
}

// Post puts letters into the facts that the reader gets, and those that the reader wrote.
func (n *Notes) Post(letters []PlayerMessage) {
	f := &n.Facts
	for i := range letters {
		l := &letters[i]
		if l.Not == n.Realm() {
			f.Sent = append(f.Sent, game.FactLetter{From: l.Not, To: max(l.To, 0), All: l.To == 0, Master: l.To == Master,
				Text: l.Text})
		}
		if !l.reaches(n.Realm()) {
			continue
		}
		fact := game.FactLetter{From: l.From, All: l.To == 0, Text: l.Text}
		if l.From != 0 {
			fact.Name = n.Name(l.From)
		}
		f.Letters = append(f.Letters, fact)
	}
}

// Standings puts into the facts what is public about how the realms stand.
func (n *Notes) Standings(public *game.Standings) {
	to := &game.FactStandings{Columns: []game.FactColumn{}, Rows: []game.FactStanding{}}
	for _, c := range public.Columns {
		to.Columns = append(to.Columns, game.FactColumn{Code: c, Text: n.Book.T("public." + c)})
	}
	for _, r := range public.Rows {
		to.Rows = append(to.Rows, game.FactStanding{Realm: r.Realm, Name: r.Name, Place: r.Place, Fallen: r.Fallen,
			Numbers: append([]int64{}, r.Numbers...)})
	}
	n.Facts.Standings = to
}

// Figures returns the numbers and the words that can be read in a sentence, by name, without those left out. So the
// facts have exactly what a row of a report says. Words are as the reader reads them; empty words are left out.
func (n *Notes) Figures(row phrase.Phrase, leftOut ...string) (values map[string]int64, words map[string]string) {
	n.AddFigures(&values, &words, row, leftOut...)
	return values, words
}

// AddFigures adds the figures of another row about the same thing.
func (n *Notes) AddFigures(values *map[string]int64, words *map[string]string, row phrase.Phrase, leftOut ...string) {
	for _, a := range n.Book.Shown(row) {
		switch {
		case slices.Contains(leftOut, a.Name):
		case a.Kind == phrase.Number:
			Put(values, a.Name, a.N)
		default:
			if w := n.word(a, row.Args); w != "" {
				Put(words, a.Name, w)
			}
		}
	}
}

// Put puts a figure or a word under its name, and makes the map if it is the first.
func Put[V any](in *map[string]V, name string, v V) {
	if *in == nil {
		*in = map[string]V{}
	}
	(*in)[name] = v
}

// word is an argument as a sentence says it, without what joins it to the words before it.
func (n *Notes) word(a phrase.Arg, args []phrase.Arg) string {
	switch a.Kind {
	case phrase.Term:
		return joined(n.Term(a.Name, phrase.P(a.S, args...)))
	case phrase.Place:
		return n.Place(a.N)
	case phrase.Coord:
		return strconv.FormatInt(a.N, 10) + "/" + strconv.FormatInt(int64(a.M), 10)
	}
	return a.S
}

// joined is a word without what joins it to those before it.
func joined(word string) string { return strings.TrimLeft(word, ",; ") }

// Sum adds to the line of the realm's money with this kind and code; the first sum makes the line. A sum of 0
// makes no line, except for a treasury.
func (n *Notes) Sum(kind, code string, amount int64) {
	if amount == 0 && kind != "treasury" {
		return
	}
	for i := range n.Facts.Money {
		if m := &n.Facts.Money[i]; m.Kind == kind && m.Code == code {
			m.Amount += amount
			return
		}
	}
	n.Money(game.FactMoney{Kind: kind, Code: code, Amount: amount})
}

// Done ends the facts: figures get their names, and armies their IDs. Refused lines are in the order of the sheet,
// whether all of a line was refused or a part.
func (n *Notes) Done() *game.Facts {
	slices.SortStableFunc(n.Facts.Refused, func(a, b game.FactRefused) int { return cmp.Compare(a.Line, b.Line) })
	nameFigures(&n.Facts, n.Book)
	identify(&n.Facts, n.Book)
	return &n.Facts
}

// nameFigures puts the names of figures into the facts: the sentence figure.NAME. A name such as wall.3 has the
// sentence figure.wall with the argument of.
func nameFigures(f *game.Facts, book *phrase.Book) {
	name := func(values map[string]int64, words map[string]string) {
		for n := range values {
			f.Names[n] = figureName(n, book)
		}
		for n := range words {
			f.Names[n] = figureName(n, book)
		}
	}
	f.Names = map[string]string{}
	name(f.Realm.Values, f.Realm.Words)
	for i := range f.Realms {
		name(f.Realms[i].Values, f.Realms[i].Words)
	}
	for i := range f.Fields {
		name(f.Fields[i].Values, f.Fields[i].Words)
	}
	armies(f.Armies, name)
	for i := range f.Weeks {
		for k := range f.Weeks[i].Sightings {
			armies(f.Weeks[i].Sightings[k].Armies, name)
		}
	}
}

func armies(list []game.FactArmy, name func(map[string]int64, map[string]string)) {
	for i := range list {
		name(list[i].Values, list[i].Words)
		armies(list[i].Parts, name)
	}
}

func figureName(name string, book *phrase.Book) string {
	base, of, _ := strings.Cut(name, ".")
	if book.Has(name) { // that thing is the rulebook's: its code is in the name, its word is put here
		of = book.T(name)
	}
	return book.Say(phrase.P("figure."+base, phrase.Str("of", of)))
}

// identify gives armies their IDs: the realm and the name that they show. An army that hides one of them gets none
// (law 6).
func identify(f *game.Facts, book *phrase.Book) {
	of := func(realm int, name string, hides bool) string {
		if name == "" || hides {
			return ""
		}
		for _, t := range f.Terms["name"] { // each language has its own word for it
			if t.Text == name {
				name = t.Code
			}
		}
		return strconv.Itoa(realm) + "/" + book.Unnamed(strconv.Itoa(realm)+".", name)
	}
	give := func(list []game.FactArmy) {
		for i := range list {
			list[i].ID = of(list[i].Realm, list[i].Name, list[i].Unknown)
		}
	}
	give(f.Armies)
	for i := range f.Weeks {
		for k := range f.Weeks[i].Sightings {
			give(f.Weeks[i].Sightings[k].Armies)
		}
	}
	for i := range f.Battles {
		for s := range f.Battles[i].Sides {
			side := f.Battles[i].Sides[s].Armies
			for k := range side {
				side[k].ID = of(side[k].Realm, side[k].Name, false)
			}
		}
	}
}
