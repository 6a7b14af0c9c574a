// Package texts has what the program says at a terminal, in German and English. The help, the manual page and the
// completions come from the same sentences. What is mailed has its sentences in resolve/wording.
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
