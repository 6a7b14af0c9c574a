package frame

import (
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// NewFacts begins the facts of a page's report. They are about a turn, which title names, unless Begin or Opening does.
// They say that there is nothing, until something is put into them.
func (p *Page) NewFacts(turn int, title phrase.Phrase) {
	titled, r := Said(p.Book, nil, title), p.Reader
	p.Facts = &game.Facts{
		Schema: game.FactsSchema, Rulebook: p.Rules.Name(), Rules: p.Rules.Version(), Turn: turn, Title: titled.Text,
		Titled: titled, Lang: r.Lang, Realm: game.FactRealm{Number: r.Number, Name: r.Name, Player: r.Player},
		Refused: []game.FactRefused{}, Weeks: []game.FactWeek{}, Realms: []game.FactRealm{},
		Fields: []game.FactField{}, Armies: []game.FactArmy{}, Money: []game.FactMoney{}, Letters: []game.FactLetter{},
	}
}

// factTurn names the turn that the page is about, and begins what happened before all weeks: most games have no weeks.
func (p *Page) factTurn(turn phrase.Phrase) {
	if p.Facts != nil {
		titled := p.Said(turn)
		p.Facts.Title, p.Facts.Titled = titled.Text, titled
		p.Facts.Week(0)
	}
}

// Said is a sentence as data, as the reader counts fields, with its words in one line. It has only those arguments
// that can be read in it, since others would say more than the report (law 6).
func (p *Page) Said(what phrase.Phrase) game.Said { return Said(p.Book, p.Places, what) }

// Said is a sentence as data, in the words of a book; see Page.Said.
func Said(book *phrase.Book, places phrase.Viewer, what phrase.Phrase) game.Said {
	s := game.Said{Code: what.Code, Text: string(book.Append(nil, what, places))}
	shown := book.Shown(what)
	if len(shown) > 0 {
		s.Args = make(map[string]game.FactValue, len(shown))
	}
	for _, a := range shown {
		switch a.Kind {
		case phrase.Number:
			s.Args[a.Name] = game.FactValue{Number: a.N}
		case phrase.Word, phrase.Term:
			s.Args[a.Name] = worded(a.S)
		case phrase.Place:
			s.Args[a.Name] = worded("")
			if places != nil {
				s.Args[a.Name] = worded(string(places.AppendPlace(nil, a.N)))
			}
		case phrase.Coord:
			s.Args[a.Name] = worded(strconv.FormatInt(a.N, 10) + "/" + strconv.FormatInt(a.M, 10))
		}
	}
	return s
}

func worded(s string) game.FactValue { return game.FactValue{Word: s, Worded: true} }

// Place is a field as the reader counts it, and "" if sentences have no places.
func (p *Page) Place(at int64) string {
	if p.Places == nil {
		return ""
	}
	return string(p.Places.AppendPlace(nil, at))
}

// FactEvent tells the chronicler of something that happened, and puts it into the facts, in the page's words for it,
// with the field that they name: the argument `field`, otherwise the first. It returns the entry, for what else there
// is to say of it; nil: nobody asks for facts.
func (p *Page) FactEvent(e *game.Event, what phrase.Phrase) *game.FactEvent {
	p.Tell(what)
	if p.Facts == nil {
		return nil
	}
	w, fact := p.Facts.Week(e.Week), game.FactEvent{Phase: e.Phase, Said: p.Said(what)}
	for _, a := range p.Book.Shown(what) {
		if (a.Kind == phrase.Place || a.Kind == phrase.Coord) && (fact.At == "" || a.Name == "field") {
			fact.At = fact.Args[a.Name].Word
		}
	}
	m := p.Meaning(what.Code)
	fact.Tone, fact.Weight = m.Tone, m.Weight
	if p.Weigh != nil {
		p.Weigh(&fact, what)
	}
	w.Events = append(w.Events, fact)
	return &w.Events[len(w.Events)-1]
}

// Meaning is what events of a code mean to a reader: 0 is daily business, 9 the fall of a realm.
type Meaning struct {
	Tone   game.Tone
	Weight int
	Tale   string // the kind of a chronicler's phrases for it; "": he has none
	Grave  bool   // no phrase of its report jokes
}

// Meaning is what an event of a code means. The form of a sentence for its reader, or for a number that is 0, means
// what the sentence does, unless it has a meaning of its own.
func (p *Page) Meaning(code string) Meaning {
	for {
		m, means := p.Meanings[code]
		dot := strings.LastIndexByte(code, '.')
		if means || dot < 0 {
			return m
		}
		code = code[:dot]
	}
}

// NewBattle begins a battle in the facts, with the event that tells of it first.
func (p *Page) NewBattle(e *game.FactEvent) *game.FactBattle {
	none := func() game.FactSide { return game.FactSide{Armies: []game.FactFighter{}} }
	p.Facts.Battles = append(p.Facts.Battles, game.FactBattle{At: e.At, Result: e.Said,
		Sides: []game.FactSide{none(), none()}})
	return &p.Facts.Battles[len(p.Facts.Battles)-1]
}

// Ended weighs the end of a battle: the reader's side has won or lost it. For those who only saw it, it is news.
func (p *Page) Ended(b *game.FactBattle, e *game.FactEvent) {
	for i, side := range b.Sides {
		own := side.Realm == p.Facts.Realm.Number
		for _, a := range side.Armies {
			own = own || a.Realm == p.Facts.Realm.Number
		}
		if own && b.Won > 0 {
			if e.Tone, e.Weight = game.Loss, 5; b.Won == i+1 {
				e.Tone = game.Gain
			}
		}
	}
}

// FactPart puts sentences of the page into the facts, as a part of that name. title is the code of its heading.
func (p *Page) FactPart(name, title string, what ...phrase.Phrase) {
	if p.Facts == nil || len(what) == 0 {
		return
	}
	f := p.Facts
	if i := len(f.Parts) - 1; i < 0 || f.Parts[i].Name != name {
		titled := p.Said(phrase.P(title))
		f.Parts = append(f.Parts, game.FactPart{Name: name, Title: Label(titled.Text), Titled: titled})
	}
	part := &f.Parts[len(f.Parts)-1]
	part.Said = append(part.Said, Map(what, p.Said)...)
}

// Label is a heading without its decoration in the report.
func Label(heading string) string {
	heading, _, _ = strings.Cut(strings.Trim(heading, ";-() "), ":")
	return strings.TrimRight(heading, " ")
}

// FactMoney puts lines of the realm's money into the facts, in the words money.CODE.
func (p *Page) FactMoney(lines ...game.FactMoney) {
	if p.Facts == nil {
		return
	}
	for _, m := range lines {
		m.Text = p.Book.T("money." + m.Code)
		p.Facts.Money = append(p.Facts.Money, m)
	}
}

// FactWeekTitle gives a week its title.
func (p *Page) FactWeekTitle(week *game.FactWeek, title phrase.Phrase) {
	titled := p.Said(title)
	week.Title, week.Titled = Label(titled.Text), titled
}

// Term is the text of a sentence, of which a word of that name in the facts is made.
func (p *Page) Term(name string, what phrase.Phrase) string {
	said := p.Said(what)
	if p.Facts != nil {
		p.Facts.Term(name, said)
	}
	return said.Text
}

// FactArmy is an army on its way into the facts; nil: nobody asks for them.
type FactArmy game.FactArmy

// Word puts a word into an army.
func (a *FactArmy) Word(name, word string) {
	if a != nil {
		Put(&a.Words, name, word)
	}
}

// FactArmy puts an army that has all its rows into the facts.
func (p *Page) FactArmy(a *FactArmy) {
	if a != nil && p.Facts != nil {
		p.Facts.Armies = append(p.Facts.Armies, game.FactArmy(*a))
	}
}

// FactOwnFirst puts the reader's armies before others' in the facts. Otherwise they stay in their order.
func (p *Page) FactOwnFirst() {
	if p.Facts != nil {
		Before(p.Facts.Armies, func(a game.FactArmy) bool { return a.Realm == p.Facts.Realm.Number })
	}
}

// FactRefused puts an order into the facts that was not done, or only in part.
func (p *Page) FactRefused(why orders.Problem, partly bool) {
	if p.Facts != nil {
		p.Facts.Refused = append(p.Facts.Refused, game.FactRefused{Line: why.Line, Partly: partly,
			Said: p.Said(why.What)})
	}
}

// factLetter puts a letter that the reader gets into the facts.
func (p *Page) factLetter(l *Letter, name func(realm int) string) {
	if p.Facts == nil {
		return
	}
	fact := game.FactLetter{From: l.From, All: l.To == 0, Text: l.Text}
	if l.From != 0 {
		fact.Name = name(l.From)
	}
	p.Facts.Letters = append(p.Facts.Letters, fact)
}

// factSent puts a letter that the reader wrote into the facts.
func (p *Page) factSent(l *Letter) {
	if p.Facts != nil {
		p.Facts.Sent = append(p.Facts.Sent, game.FactLetter{From: l.Not, To: max(l.To, 0), All: l.To == 0,
			Master: l.To == Master, Text: l.Text})
	}
}

// FactStandings puts into the facts what is public about how the realms stand.
func (p *Page) FactStandings(public *game.Standings) {
	if p.Facts == nil {
		return
	}
	to := &game.FactStandings{Columns: []game.FactColumn{}, Rows: []game.FactStanding{}}
	for _, c := range public.Columns {
		to.Columns = append(to.Columns, game.FactColumn{Code: c, Text: p.Book.T("public." + c)})
	}
	for _, r := range public.Rows {
		to.Rows = append(to.Rows, game.FactStanding{Realm: r.Realm, Name: r.Name, Place: r.Place, Fallen: r.Fallen,
			Numbers: append([]int64{}, r.Numbers...)})
	}
	p.Facts.Standings = to
}
