// Package texts has what the program says at a terminal: a code goes in, its sentence in German or English comes out.
// The commands and their complaints take their words from it.
package texts

import (
	"embed"

	"weltentor/orders/phrase"
	"weltentor/worlds/tables"
)

//go:embed *.toml
var files embed.FS

var books = phrase.EmbeddedBooks(files, tables.Texts)

// Book returns the sentences of a language, including those about errors in a world's numbers.
func Book(lang phrase.Lang) *phrase.Book { return books.In(lang) }
