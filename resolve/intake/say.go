package intake

import (
	"slices"

	"weltentor/orders"
	"weltentor/resolve/world"
)

// sayWay is the way of messages that are put into force for the author of a letter.
var sayWay = []step{
	(*orderLetter).timely, (*orderLetter).verdict, (*orderLetter).fruitless, (*orderLetter).sheet,
}

// say adds messages to the orders in force of the letter's realm, as if its author had sent them in a letter that only
// speaks. The author must be proven. Nothing else of the letter is looked at, and the caller answers: l.after.News has
// what is new, l.pressed and l.went what was passed on at once. It returns an ending if the messages cannot count now;
// then an answer that says why is queued.
func (l *orderLetter) say(messages ...orders.Message) (*world.Ending, error) {
	language := l.World.Rules.Language()
	section := slices.IndexFunc(language.Sections, func(s orders.Section) bool { return s.Kind == orders.Messages })
	file := &orders.File{}
	for _, m := range messages {
		file.Lines = append(file.Lines, orders.Line{Section: language.Sections[section].Letter, Order: m})
	}
	studied := *l.from.Letter.Studied
	studied.Text = string(language.Print(nil, file))
	studied.Clean = language.Parse(studied.Text)
	l.from.Letter.Studied, l.from.Letter.Files, l.turn = &studied, nil, 0
	l.from.Text, l.from.File = studied.Text, studied.Clean
	return l.walk(sayWay)
}
