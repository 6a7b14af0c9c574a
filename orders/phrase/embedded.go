package phrase

import (
	"embed"
	"fmt"
	"strings"

	"weltentor/orders/lazy"
)

// Books are the sentences of a program or rulebook, one book per language. A book is read only when it is first asked
// for: a command needs only a few sentences, and there are many books.
type Books map[Lang]func() *Book

// In returns the book of a language, or that of the default language if there is none.
func (b Books) In(lang Lang) *Book {
	book := b[lang]
	if book == nil {
		book = b[Langs[0]]
	}
	return book()
}

// EmbeddedBooks returns the books of all languages, each as Embedded reads it.
func EmbeddedBooks(files embed.FS, before ...func(Lang) []byte) Books {
	books := Books{}
	for _, lang := range Langs {
		books[lang] = lazy.Value(func() *Book { return Embedded(lang, files, before...) })
	}
	return books
}

// Text is an embedded text, for Load. That it is missing would be a fault of the program, and panics.
func Text(files embed.FS, name string) []byte {
	text, err := files.ReadFile(name)
	if err != nil {
		panic(fmt.Sprintf("embedded texts: %v", err))
	}
	return text
}

// Embedded reads the book of a language. First come the texts that others have for it, then the embedded files
// texts/LANG.toml and texts/*.LANG.toml, in the order of their names. In a package the folder texts is its own. The
// files are part of the binary, so a mistake in them is a fault of the program, and panics.
func Embedded(lang Lang, files embed.FS, before ...func(Lang) []byte) *Book {
	var texts []source
	for _, of := range before {
		texts = append(texts, source{text: of(lang)})
	}
	folder := "texts/"
	entries, err := files.ReadDir("texts")
	if err != nil {
		folder = ""
		entries, _ = files.ReadDir(".") // it is always there
	}
	own := len(texts)
	for _, e := range entries {
		if !strings.HasSuffix("."+e.Name(), "."+string(lang)+".toml") {
			continue
		}
		texts = append(texts, source{folder + e.Name(), Text(files, folder+e.Name())})
	}
	if len(texts) == own {
		panic(fmt.Sprintf("embedded texts: none in %s", lang))
	}
	book, err := load(lang, texts)
	if err != nil {
		panic(fmt.Sprintf("embedded texts: %v", err))
	}
	return book
}
