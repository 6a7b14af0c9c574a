package report

import (
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/realm"
)

// page is a report being written for one realm over a world.
type page struct {
	frame.Page
	at    realm.Position
	realm *realm.Realm

	people [2]string // what those who are no realm are, on each side of the last combat
}

func newPage(at realm.Position, number int) *page {
	r := &at.State.Realms[number-1]
	p := &page{Page: frame.Page{Book: at.Rules.Words(r.Lang)}, at: at, realm: r}
	p.Weigh, p.Meanings, p.Teller, p.Own = p.weigh, meanings, p.teller, []phrase.Arg{phrase.Str("own", r.Name)}
	return p
}

// called is the name of a realm.
func (p *page) called(realm int) string { return p.at.State.Realms[realm-1].Name }

// Title names the year and its period.
func Title(at realm.Position, lang phrase.Lang) string {
	return at.Rules.Words(lang).Say(nowTitle(at))
}

// nowTitle names the year that awaits orders.
func nowTitle(at realm.Position) phrase.Phrase {
	if at.State.Over {
		return phrase.P("title-over")
	}
	return titleOf(at)
}

func titleOf(at realm.Position) phrase.Phrase {
	return phrase.P("title", phrase.Num("turn", at.State.Turn), phrase.Num("years", at.Tables.Rules.Years),
		phrase.Num("period", at.Tables.Rules.Period(at.State.Turn)))
}

// Event writes an event. The rounds of a combat are indented.
func Event(p *frame.Page, what phrase.Phrase) {
	indent := "  "
	switch code := what.Code; {
	case code == "combat" || code == "sea-combat":
		p.Blank()
	case code == "combat.round", code == "combat.won", strings.HasPrefix(code, "roster"):
		indent = "    "
	case code == "combat.bonus":
		indent = "          "
	case fight.Protocol(code):
		indent = "      "
	}
	p.Line(indent, what)
}
