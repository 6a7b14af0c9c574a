package report

import (
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// selection is what is news to the reader of a short report. Nobody else asks what was shown, and it records what the
// report shows.
type selection struct {
	first     bool // nothing was shown yet
	buildings []buildingNews
	damaged   string // which buildings are damaged
	damage    bool   // which is news
	bank      []bankNews
}

// buildingNews is what is news of a building.
type buildingNews struct {
	*realm.Building
	state, was    string // who has it; who had it before, if the reader was shown that
	held, counted bool   // who has it is news; its counter is
}

// bankNews is a number of the bank that is news, and the one before.
type bankNews struct {
	now   phrase.Phrase
	was   int64
	known bool // the reader was shown that one
}

// selected selects what has changed since the position before.
func selected(r *frame.Reader, a *account, before realm.Position, shown *game.Shown) *selection {
	s := &selection{first: shown.Empty()}
	for _, e := range a.told {
		if e.Code == "counter-on" { // the row of the building need not repeat it
			shown.News(pipsFact(game.Counted(int(e.Arg("place").N), int(e.Arg("place").M)), e.Arg("pips").N))
		}
	}
	for _, b := range before.State.Buildings {
		if a.s.Building(b.At) == nil {
			shown.News(buildingFacts(a.s, b, "")...) // an event has told of its end
		}
	}
	var damaged []string
	for _, b := range a.s.Buildings {
		if b.Hits > 0 {
			damaged = append(damaged, r.Book.Say(phrase.P("short.damage-one", a.s.PlaceArg("place", b.At), num("hits", b.Hits),
				num("most", a.at.Tables.BuildingOf(b.Kind).Hits))))
		}
		n := buildingNews{Building: b, state: holder(r.Book, a.s, b)}
		if old := before.State.Building(b.At); old != nil && (old.Site == 0 || old.Site != b.Owner) { // whose builders, whose building
			if had := holder(r.Book, before.State, old); shown.Has(buildingFacts(a.s, old, had)[0]) {
				n.was = had
			}
		}
		facts := buildingFacts(a.s, b, n.state)
		n.held, n.counted = shown.News(facts[0]), shown.News(facts[1])
		s.buildings = append(s.buildings, n)
	}
	s.damaged = strings.Join(damaged, ", ")
	s.damage = shown.News(game.Fact{Subject: "buildings", Attribute: "damage", Value: "x" + s.damaged})
	then := bankNumbers(before)
	for i, now := range bankNumbers(a.at) {
		fact := func(n int64) game.Fact {
			return game.Fact{Subject: "bank", Attribute: strconv.Itoa(i), Value: frame.Digits(n)}
		}
		n := bankNews{now: now, was: then[i].Arg("number").N}
		n.known = shown.Has(fact(n.was))
		if shown.News(fact(now.Arg("number").N)) {
			s.bank = append(s.bank, n)
		}
	}
	return s
}

// buildingFacts are who has a building, and what its counter shows. Without a state there is no such building.
func buildingFacts(s *realm.State, b *realm.Building, state string) []game.Fact {
	at, pips := counted(s, b.At), b.Counter
	if state == "" {
		pips = 0
	} else {
		state = string(b.Kind) + " " + state
	}
	return []game.Fact{{Subject: "building " + at, Attribute: "state", Value: state}, pipsFact(at, pips)}
}

// pipsFact is the fact what a building's counter shows. 0 says that there is none.
func pipsFact(at string, pips int64) game.Fact {
	f := game.Fact{Subject: "building " + at, Attribute: "pips"}
	if pips > 0 {
		f.Value = frame.Digits(pips)
	}
	return f
}

// holder says who has a building, or builds it.
func holder(book *phrase.Book, s *realm.State, b *realm.Building) string {
	switch u := s.Crew(b); {
	case b.Site != 0:
		return book.Say(phrase.P("short.site", num("realm", b.Site)))
	case b.Owner != 0:
		return book.Say(phrase.P("short.owner", num("realm", b.Owner)))
	case u == nil:
		return book.Say(phrase.P("short.nobody"))
	default:
		return u.Name()
	}
}

// bankNumbers are the numbers of the bank.
func bankNumbers(at realm.Position) []phrase.Phrase {
	rows := []phrase.Phrase{phrase.P("short.bank-dice", num("number", at.State.Bank)),
		phrase.P("short.bank-weakening", num("number", max(at.State.Supply(at.Tables), 0)))}
	for i := range at.Tables.Tile {
		row := &at.Tables.Tile[i]
		rows = append(rows, phrase.P("short.tile", phrase.Key("building", row.Sides[0].Key()),
			phrase.Key("other", row.Sides[len(row.Sides)-1].Key()), num("number", max(at.State.Stock(row), 0))))
	}
	return rows
}
