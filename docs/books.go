// Package docs holds the rulebooks' books for players, so that the program can
// mail and print them.
package docs

import (
	"embed"
	"errors"
	"io/fs"
)

//go:embed rules/*.md
var files embed.FS

// Book is the book of a rulebook in a language, de or en; "" if there is none.
func Book(rulebook, lang string) string {
	suffix := ".md" // English has no mark of its own
	if lang != "en" {
		suffix = "." + lang + ".md"
	}
	text, err := files.ReadFile("rules/" + rulebook + suffix)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		panic(err)
	}
	return string(text)
}
