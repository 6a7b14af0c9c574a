// Package texts has the sentences of the game in both languages.
package texts

import (
	"embed"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
)

//go:embed *.toml
var files embed.FS

// Books are the sentences, with those of order files and of what rulebooks share.
func Books() phrase.Books { return phrase.EmbeddedBooks(files, orders.Texts, rulekit.Texts) }
