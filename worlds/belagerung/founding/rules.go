package founding

import (
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/belagerung/texts"
	"weltentor/worlds/rulekit"
)

// Rules are the name of the rules, their numbers, language and sentences. The version counts changes of the rules that
// alter a result.
func Rules() *rulekit.Book[*tables.Tables] {
	return rulekit.NewBook("belagerung", 3, order.Language, texts.Books(),
		rulekit.Numbers[*tables.Tables]{Standard: tables.StandardTables, Over: (*tables.Tables).With,
			Text: (*tables.Tables).Text, Before: tables.Before, Practice: practice})
}

// A practice has three castles, so that foes come one by one, and dice enough for a training site in the third turn.
var practice = rulekit.Practice{Width: 15, Height: 11, Realms: 3,
	Numbers: "[rules]\nstart_treasure = 6\n"}
