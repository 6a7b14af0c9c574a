package founding

import (
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/texts"
)

// Rules are the name of the rules, their numbers, language and sentences. The version counts changes of the rules that
// alter a result.
func Rules() *rulekit.Book[*tables.Tables] {
	return rulekit.NewBook("thoramar", 6, order.Language, texts.Books(), rulekit.Numbers[*tables.Tables]{
		Standard: tables.StandardTables,
		Over:     (*tables.Tables).With,
		Text:     (*tables.Tables).Text,
		Practice: practice,
		Stored:   tables.Stored,
	})
}

// A practice world is small, and its capitals are near each other.
var practice = rulekit.Practice{Width: 30, Height: 22, Realms: 3,
	Numbers: "[rules]\nstart_distance = 5\n"}
