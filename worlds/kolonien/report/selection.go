package report

import (
	"slices"
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/order"
)

// selection is what is news to the reader of a short report. Nobody else asks what was shown, and asking records that
// the report shows it.
type selection struct {
	book  *phrase.Book
	shown *game.Shown
}

// record records what report 0 shows: it sees nobody yet.
func (s selection) record(a *account) {
	for _, c := range commanders(s.book, a) {
		s.topics(c)
	}
}

// topics are those of a commander of which the orders are news: all, if there is one of which nothing is said any more.
func (s selection) topics(c commands) (news []order.Topic) {
	whole := false
	for _, t := range c.all() {
		if s.shown.News(game.Fact{Subject: "orders of " + c.who, Attribute: strconv.Itoa(int(t)), Value: c.topics[t]}) {
			news, whole = append(news, t), whole || c.topics[t] == ""
		}
	}
	if whole {
		return c.all()
	}
	return news
}

// forget notes that commanders are no more: who comes by such a name is somebody else.
func (s selection) forget(before, now []commands) {
	for _, c := range before {
		if !slices.ContainsFunc(now, func(now commands) bool { return now.who == c.who }) {
			for t := range c.topics {
				s.shown.News(game.Fact{Subject: "orders of " + c.who, Attribute: strconv.Itoa(int(t))})
			}
		}
	}
}

// fact is what the report says of people in sight.
func (s selection) fact(p *spot) game.Fact {
	return game.Fact{Subject: p.key, Value: s.book.Say(p.row)}
}

// seen reports whether it is news that people are in sight, known whether that was shown last, and gone whether it is
// news that they are out of sight.
func (s selection) seen(p *spot) bool  { return s.shown.News(s.fact(p)) }
func (s selection) known(p *spot) bool { return s.shown.Has(s.fact(p)) }
func (s selection) gone(p *spot) bool  { return s.shown.News(game.Fact{Subject: p.key}) }
