package report

import (
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
)

// selection is what is news to the reader of a short report. Nobody else asks what was shown, and asking records that
// the report shows it.
type selection struct {
	r     *frame.Reader
	shown *game.Shown
}

// record records what report 0 shows.
func (s selection) record(a *account) {
	l := a.at.State.Links(a.realm.Number)
	for _, at := range a.ordered() {
		if a.owns(at) {
			s.field(at, ownField(a, l, at))
		}
	}
	seen := spot(a)
	for _, u := range seen.order {
		s.army(u, seen.armies[u])
	}
	for _, at := range a.ordered() {
		if row, is := seen.fields[at]; is {
			s.field(at, row)
		}
	}
}

// fieldFact is the fact of what the report says of an own field, or one in sight.
func (s selection) fieldFact(at game.Place, row phrase.Phrase) game.Fact {
	return game.Fact{Subject: "field " + s.r.Place(int64(at)), Value: s.r.Words(row)}
}

// field reports whether the row of a field is news, and fieldKnown whether it is what the reader was shown last.
func (s selection) field(at game.Place, row phrase.Phrase) bool {
	return s.shown.News(s.fieldFact(at, row))
}

func (s selection) fieldKnown(at game.Place, row phrase.Phrase) bool {
	return s.shown.Has(s.fieldFact(at, row))
}

// fieldGone reports whether it is news that a field is out of sight.
func (s selection) fieldGone(at game.Place) bool {
	return s.shown.News(game.Fact{Subject: "field " + s.r.Place(int64(at))})
}

// army reports whether the row of a foreign army is news; the zero row: that it is out of sight.
func (s selection) army(u realm.Unit, row phrase.Phrase) bool {
	return s.shown.News(game.Fact{Subject: "army " + strconv.Itoa(u.Realm) + " " + strconv.Itoa(u.Army),
		Value: s.r.Words(row)})
}

// ground reports whether it is news what is on a battlefield.
func (s selection) ground(name, words string) bool {
	return s.shown.News(game.Fact{Subject: name, Value: words})
}
