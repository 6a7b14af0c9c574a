// Package texts has the sentences of the game in both languages.
package texts

import (
	"embed"

	"weltentor/orders"
	"weltentor/orders/name"
	"weltentor/orders/phrase"
	"weltentor/worlds/battlelines"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/order"
)

//go:embed *.toml
var files embed.FS

// Books are the sentences, with those of order files, of the orders, and of what rulebooks share.
func Books() phrase.Books {
	return phrase.EmbeddedBooks(files, orders.Texts, name.Texts, battlelines.Texts, order.Words, rulekit.Texts)
}
