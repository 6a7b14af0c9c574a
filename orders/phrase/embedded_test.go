package phrase

import (
	"bytes"
	"embed"
	"strings"
	"testing"

	"weltentor/orders/lazy"
)

// The default language stands in for one that has no book.
func TestBooksInALanguage(t *testing.T) {
	reads := 0
	of := func(lang Lang) func() *Book {
		return lazy.Value(func() *Book { reads++; return &Book{Lang: lang} })
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

//go:embed embedded.go
var files embed.FS

// Who has written a bad sentence reads in which of the many files it is.
func TestABadTextIsNamed(t *testing.T) {
	good, bad := source{"texts/a.en.toml", []byte("a = 'one'")}, source{"texts/b.en.toml", []byte("b = 2")}
	if _, err := load(En, []source{good, bad}); err == nil || !strings.Contains(err.Error(), "en texts/b.en.toml: ") {
		t.Errorf("%v", err)
	}
}

// A binary without its texts is a bug, and must not become a program that says nothing.
func TestEmbeddedTextsMustBeThere(t *testing.T) {
	if got := Text(files, "embedded.go"); !bytes.HasPrefix(got, []byte("package phrase\n")) {
		t.Errorf("the text is %q", got)
	}
	for name, read := range map[string]func(){
		"no files": func() { Embedded(De, embed.FS{}) },
		"no file of sentences": func() {
			Embedded(De, files, func(Lang) []byte { return []byte("a = 'b'") })
		},
		"no file of the name": func() { Text(files, "de.toml") },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: a book was read from nothing", name)
				}
			}()
			read()
		}()
	}
}
