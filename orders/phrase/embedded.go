package phrase

import (
	"embed"
	"fmt"
	"strings"
	"sync/atomic"
)

// Books are the sentences of one program or rulebook, a book a language. A book is read when it
// is asked for first: a command says a few sentences of one, and there are many books.
type Books map[Lang]*shelved

// shelved is a book that may not be read yet. Several goroutines may ask for it.
type shelved struct {
	book atomic.Pointer[Book]
	read func() *Book
}

// In is the book of a language, of the default one where there is none.
func (b Books) In(lang Lang) *Book {
	s := b[lang]
	if s == nil {
		s = b[Langs[0]]
	}
	if book := s.book.Load(); book != nil {
		return book
	}
	s.book.CompareAndSwap(nil, s.read())
	return s.book.Load()
}

// EmbeddedBooks are the books of all languages, each as Embedded reads it.
func EmbeddedBooks(files embed.FS, before ...func(Lang) []byte) Books {
	books := Books{}
	for _, lang := range Langs {
		books[lang] = &shelved{read: func() *Book { return Embedded(lang, files, before...) }}
	}
	return books
}

// Embedded reads the book of a language: first the texts others have for it, then
// the embedded files texts/LANG.toml and texts/*.LANG.toml in the order of their
// names; in a package that is the folder texts, its own files. They are part of the
// binary: a mistake in them is ours and panics.
func Embedded(lang Lang, files embed.FS, before ...func(Lang) []byte) *Book {
	var texts [][]byte
	for _, of := range before {
		texts = append(texts, of(lang))
	}
	folder := "texts/"
	entries, err := files.ReadDir("texts")
	if err != nil {
		folder = ""
		entries, err = files.ReadDir(".")
	}
	if err != nil {
		panic(fmt.Sprintf("embedded texts: %v", err))
	}
	own := len(texts)
	for _, e := range entries {
		if !strings.HasSuffix("."+e.Name(), "."+string(lang)+".toml") {
			continue
		}
		text, err := files.ReadFile(folder + e.Name())
		if err != nil {
			panic(fmt.Sprintf("embedded texts: %v", err))
		}
		texts = append(texts, text)
	}
	if len(texts) == own {
		panic(fmt.Sprintf("embedded texts: none in %s", lang))
	}
	book, err := Load(lang, texts...)
	if err != nil {
		panic(fmt.Sprintf("embedded texts: %v", err))
	}
	return book
}
