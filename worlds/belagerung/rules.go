// Package belagerung is the rulebook of Die Kunst der Belagerung: a board of hexes,
// castles behind walls, and players who move one after the other.
package belagerung

import (
	"embed"
	"fmt"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

//go:embed texts/*.toml
var textFiles embed.FS

// Rulebook is the game.
type Rulebook struct {
	lang     *orders.Language
	books    map[phrase.Lang]*phrase.Book
	standard *Tables
}

var _ game.Rulebook = (*Rulebook)(nil)

// Rules makes the rulebook; its tables and texts are embedded.
func Rules() *Rulebook {
	r := &Rulebook{standard: standardTables(), books: map[phrase.Lang]*phrase.Book{}}
	r.lang = language()
	for _, lang := range phrase.Langs {
		r.books[lang] = loadBook(lang)
	}
	return r
}

// loadBook reads the sentences of the order language and the rulebook's own. They are
// part of the binary: a mistake in them is ours.
func loadBook(lang phrase.Lang) *phrase.Book {
	texts := [][]byte{orders.Texts(lang)}
	files, err := textFiles.ReadDir("texts")
	if err != nil {
		panic(fmt.Sprintf("embedded texts: %v", err))
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), "."+string(lang)+".toml") {
			continue
		}
		b, err := textFiles.ReadFile("texts/" + f.Name())
		if err != nil {
			panic(fmt.Sprintf("embedded texts: %v", err))
		}
		texts = append(texts, b)
	}
	book, err := phrase.Load(lang, texts...)
	if err != nil {
		panic(fmt.Sprintf("embedded texts: %v", err))
	}
	return book
}

// Name is the folder's.
func (r *Rulebook) Name() string { return "belagerung" }

// Version counts changes of the rules that alter a result.
func (r *Rulebook) Version() int { return 1 }

// Language is the table of the sections.
func (r *Rulebook) Language() *orders.Language { return r.lang }

// Words are the sentences of one language.
func (r *Rulebook) Words(lang phrase.Lang) *phrase.Book {
	if b := r.books[lang]; b != nil {
		return b
	}
	return r.books[phrase.Langs[0]]
}

// Tables lays a world's own numbers over the embedded ones.
func (r *Rulebook) Tables(own []byte) ([]byte, error) {
	t, err := r.standard.with(own)
	if err != nil {
		return nil, fmt.Errorf("tables: %w", err)
	}
	return t.text(), nil
}

// effective reads tables that Tables has made; empty ones are the embedded.
func (r *Rulebook) effective(text []byte) (*Tables, error) {
	t, err := r.standard.with(text)
	if err != nil {
		return nil, fmt.Errorf("tables: %w", err)
	}
	return t, nil
}

// Found makes a fresh world without realms.
func (r *Rulebook) Found(f game.Founding) (game.World, error) {
	t, err := r.effective(f.Tables)
	if err != nil {
		return nil, err
	}
	s, err := found(t, f)
	if err != nil {
		return nil, err
	}
	return &World{rules: r, tables: t, state: s}, nil
}

// Open reads a world from its bytes.
func (r *Rulebook) Open(state, tables []byte) (game.World, error) {
	t, err := r.effective(tables)
	if err != nil {
		return nil, err
	}
	s, err := decode(state, t)
	if err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	return &World{rules: r, tables: t, state: s}, nil
}
