package frame

import (
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

// Meaning is what events of a code mean to a reader: 0 is daily business, 9 the fall of a realm.
type Meaning struct {
	Tone   game.Tone
	Weight int
	Tale   string // the kind of a chronicler's phrases for it; "": he has none
	Grave  bool   // no phrase of its report jokes
}

// Meanings are those of a game's events, by code.
type Meanings map[string]Meaning

// Of is what an event of a code means. The form of a sentence for its reader, or for a number that is 0, means what the
// sentence does, unless it has a meaning of its own.
func (m Meanings) Of(code string) Meaning {
	for {
		means, known := m[code]
		dot := strings.LastIndexByte(code, '.')
		if known || dot < 0 {
			return means
		}
		code = code[:dot]
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

// Post puts letters into the facts that the reader gets, and those that the reader wrote. name is that of a sender.
func (n *Notes) Post(letters []Letter, name func(realm int) string) {
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
			fact.Name = name(l.From)
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
