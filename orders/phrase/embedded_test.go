package phrase

import (
	"embed"
	"testing"
)

// The default language stands in for one that has no book.
func TestBooksInALanguage(t *testing.T) {
	reads := 0
	of := func(lang Lang) *shelved {
		return &shelved{read: func() *Book { reads++; return &Book{Lang: lang} }}
	}
	books := Books{De: of(De), En: of(En)}
	for lang, want := range map[Lang]Lang{De: De, En: En, "fr": De, "": De} {
		if got := books.In(lang).Lang; got != want {
			t.Errorf("%q reads %s, want %s", lang, got, want)
		}
	}
	if reads != 2 {
		t.Errorf("two books were read %d times", reads)
	}
}

// A binary without its texts is a bug, and must not become a program that says nothing.
func TestEmbeddedTextsMustBeThere(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a book was read from nothing")
		}
	}()
	Embedded(De, embed.FS{})
}
