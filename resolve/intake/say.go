package intake

import (
	"slices"

	"weltentor/orders"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/sent"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// Said is what became of messages that were added to a realm's orders in force.
type Said struct {
	After game.After     // News has those that are new, Left those for which there is no room
	Went  []receipt.Went // messages to the game master
	Press receipt.Press  // messages to other players
}

// sayWay is the way of messages that are put into force by themselves.
var sayWay = []step{
	(*orderLetter).timely, (*orderLetter).verdict, (*orderLetter).fruitless, (*orderLetter).sheet,
}

// Say adds messages to the orders in force of a realm, as if its player had sent them in a letter that only speaks.
// That the sender may do so must be proven. Nothing else of the letter is looked at, and the caller answers. If no
// message can count now, it returns an ending, and an answer that says why is queued.
func Say(from sent.Sender, realm int, rec roster.RealmRecord, messages ...orders.Message) (Said, *world.Ending, error) {
	language := from.World.Rules.Language()
	section := slices.IndexFunc(language.Sections, func(s orders.Section) bool { return s.Kind == orders.Messages })
	file := &orders.File{}
	for _, m := range messages {
		file.Lines = append(file.Lines,
			orders.Line{Section: language.Sections[section].Letter, Order: orders.Told(m.To, m.Text)})
	}
	studied := *from.Letter.Studied
	studied.Text = string(language.Print(nil, file))
	studied.Clean, studied.Part = language.Parse(studied.Text), false
	from.Letter.Studied, from.Letter.Files, from.Text, from.File = &studied, nil, studied.Text, studied.Clean
	l := letterOf(from)
	l.realm, l.rec, l.registered = realm, rec, roster.Has(rec.Mail, from.Letter.From)
	end, err := l.walk(sayWay)
	return Said{After: l.after, Went: l.went, Press: l.pressed}, end, err
}
