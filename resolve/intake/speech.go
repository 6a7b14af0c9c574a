package intake

import (
	"slices"

	"weltentor/orders"
	"weltentor/resolve/sent"
	"weltentor/resolve/world"
)

// speaks ends the way of a letter to other players that goes with the turn. Its messages are added to the orders in
// force of the realm, as if they had come in a letter that only speaks. Its sender is proven. For all other letters it
// returns their ending.
func speaks(from sent.Sender, end *world.Ending, err error) (*world.Ending, error) {
	if err != nil || end == nil || len(end.Says) == 0 {
		return end, err
	}
	language := from.World.Rules.Language()
	section := slices.IndexFunc(language.Sections, func(s orders.Section) bool { return s.Kind == orders.Messages })
	file := &orders.File{}
	for _, m := range end.Says {
		file.Lines = append(file.Lines, orders.Line{Section: language.Sections[section].Letter, Order: m})
	}
	studied := *from.Letter.Studied
	studied.Text = string(language.Print(nil, file))
	studied.Clean, studied.Part = language.Parse(studied.Text), false
	from.Letter.Studied, from.Letter.Files, from.Text, from.File = &studied, nil, studied.Text, studied.Clean
	from.Shown = true
	l := letterOf(from)
	l.realm, l.toPlayers = end.Realm, true
	if l.rec, _, err = from.RecordOf(end.Realm); err != nil {
		return nil, err
	}
	l.registered = slices.Contains(from.Own, end.Realm)
	return l.walk(ordersWay)
}
