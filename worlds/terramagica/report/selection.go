package report

import (
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/realm"
)

// selection is what is news to the reader of a short report. Nobody else asks what was shown, and asking records that
// the report shows it.
type selection struct {
	r     *frame.Reader
	shown *game.Shown
}

// record records what report 0 shows.
func (s selection) record(a *account) {
	for i := range a.s.Provinces {
		s.ground(a, i+1)
		if a.sees[i] {
			s.people(i+1, a.s.Provinces[i].People)
			s.armies(i+1, a.foreign(a.in(i+1)))
		}
	}
	for i := range a.s.Realms[1:] {
		s.realm(realmRow(a, &a.s.Realms[i+1]))
	}
	row, _ := enough(a)
	s.enough(row)
}

// ground reports whether what lasts of a province is news.
func (s selection) ground(a *account, number int) bool {
	return s.shown.News(groundFacts(s.r, a, number)...)
}

// owner notes whose a province is.
func (s selection) owner(number, owner int) { s.shown.News(ownerFact(number, owner)) }

// people reports whether it is news how many live in a province, and peopleKnown whether that number was shown last.
func (s selection) people(number int, people int64) bool {
	return s.shown.News(peopleFact(number, people))
}

func (s selection) peopleKnown(number int, people int64) bool {
	return s.shown.Has(peopleFact(number, people))
}

// armies reports whether it is news which foreign armies are in a province, and armiesKnown whether that was shown last.
func (s selection) armies(number int, there []*realm.Army) bool {
	return s.shown.News(armiesFact(s.r.Book, number, there))
}

func (s selection) armiesKnown(number int, there []*realm.Army) bool {
	return s.shown.Has(armiesFact(s.r.Book, number, there))
}

// realm and enough report whether rows about the realms are news.
func (s selection) realm(row phrase.Phrase) bool { return s.shown.News(rowFact(s.r.Book, row)) }

func (s selection) enough(row phrase.Phrase) bool {
	return s.shown.News(game.Fact{Subject: "game", Attribute: "enough", Value: s.r.Book.Say(row)})
}

// groundFacts are the facts of a province that last: all know its walls, neighbours its owner, and who sees it its ways.
func groundFacts(r *frame.Reader, a *account, number int) []game.Fact {
	q, subject := a.s.Province(number), subjectOf(number)
	walls := ""
	if len(q.Walls) > 0 {
		walls = strings.Join(frame.Map(wallRows(a, q), r.Words), ", ")
	}
	facts := []game.Fact{{Subject: subject, Attribute: "walls", Value: walls}}
	if a.sees[number-1] || a.borders(number) {
		facts = append(facts, ownerFact(number, q.Owner))
	}
	if !a.sees[number-1] {
		return facts
	}
	home := ""
	if q.Owner > 0 && a.s.Realms[q.Owner].Home == number {
		home = "home"
	}
	return append(facts, game.Fact{Subject: subject, Attribute: "home", Value: home},
		game.Fact{Subject: subject, Attribute: "ways", Value: realm.PathText(q.Ways)})
}

func subjectOf(number int) string { return "province " + strconv.Itoa(number) }

// ownerFact is the fact whose a province is.
func ownerFact(number, owner int) game.Fact {
	return game.Fact{Subject: subjectOf(number), Attribute: "owner", Value: strconv.Itoa(owner)}
}

// peopleFact is the fact how many people live in a province.
func peopleFact(number int, people int64) game.Fact {
	return game.Fact{Subject: subjectOf(number), Attribute: "people", Value: frame.Digits(people)}
}

// armiesFact is the fact which foreign armies are in a province, with which men.
func armiesFact(book *phrase.Book, number int, there []*realm.Army) game.Fact {
	list := frame.Map(there, func(a *realm.Army) string { return a.Called() + ": " + men(book, a) })
	return game.Fact{Subject: subjectOf(number), Attribute: "armies", Value: strings.Join(list, "; ")}
}

// rowFact is the fact how a realm stands.
func rowFact(book *phrase.Book, row phrase.Phrase) game.Fact {
	return game.Fact{Subject: "realm " + frame.Digits(row.Arg("realm").N), Attribute: "row", Value: book.Say(row)}
}
