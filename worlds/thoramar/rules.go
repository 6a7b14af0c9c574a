// Package thoramar is the rulebook of Thoramar (manual of 1994–1997).
package thoramar

import (
	"embed"
	"fmt"

	"weltentor/orders"
	names "weltentor/orders/name"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rows"
	numbers "weltentor/worlds/tables"
)

//go:embed texts/*.toml
var textFiles embed.FS

// Rulebook is the game of Thoramar.
type Rulebook struct {
	lang     *orders.Language
	books    phrase.Books
	standard *Tables
	spare    chan board // of a receipt that is written

	written numbers.Last[[]byte]  // what a world's own numbers come to
	opened  numbers.Last[*Tables] // of the world opened last
}

var _ game.Rulebook = (*Rulebook)(nil)

// Rules makes the rulebook; its tables and texts are embedded.
func Rules() *Rulebook {
	return &Rulebook{lang: language(), books: phrase.EmbeddedBooks(textFiles, orders.Texts, names.Texts, rows.Texts), standard: standardTables(),
		spare: make(chan board, 1)}
}

// Name is the folder's.
func (r *Rulebook) Name() string { return "thoramar" }

// Version counts changes of the rules that alter a result.
func (r *Rulebook) Version() int { return 4 }

// Language is the table of the ten sections.
func (r *Rulebook) Language() *orders.Language { return r.lang }

// Words are the sentences of one language.
func (r *Rulebook) Words(lang phrase.Lang) *phrase.Book { return r.books.In(lang) }

// Tables lays a world's own numbers over the embedded ones.
func (r *Rulebook) Tables(own []byte) ([]byte, error) { return r.written.Of(own, r.write) }

func (r *Rulebook) write(own []byte) ([]byte, error) {
	t, err := r.standard.with(own, false)
	if err != nil {
		return nil, fmt.Errorf("tables: %w", err)
	}
	return t.text(), nil
}

// effective reads tables that Tables has made; empty ones are the embedded.
func (r *Rulebook) effective(text []byte) (*Tables, error) {
	if len(text) == 0 {
		return r.standard, nil
	}
	before := Tables{Battle: r.standard.Battle, Rules: r.standard.Rules} // what was stored before there was a choice of battles
	t, err := before.with(text, true)
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
	t, err := r.opened.Of(tables, r.effective)
	if err != nil {
		return nil, err
	}
	s, err := decode(state, t)
	if err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	return &World{rules: r, tables: t, state: s}, nil
}
