// Package belagerung is the rulebook of Die Kunst der Belagerung: a board of hexes,
// castles behind walls, and players who move one after the other.
package belagerung

import (
	"embed"
	"fmt"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/tables"
)

//go:embed texts/*.toml
var textFiles embed.FS

// Rulebook is the game.
type Rulebook struct {
	lang     *orders.Language
	books    phrase.Books
	standard *Tables

	written tables.Last[[]byte]  // what a world's own numbers come to
	opened  tables.Last[*Tables] // of the world opened last
}

var (
	_ game.Rulebook = (*Rulebook)(nil)
	_ game.Pacer    = (*Rulebook)(nil)
)

// Rules makes the rulebook; its tables and texts are embedded.
func Rules() *Rulebook {
	return &Rulebook{lang: language(), books: phrase.EmbeddedBooks(textFiles, orders.Texts), standard: standardTables()}
}

// Name is the folder's.
func (r *Rulebook) Name() string { return "belagerung" }

// Version counts changes of the rules that alter a result.
func (r *Rulebook) Version() int { return 3 }

// Days: players move one after the other, and each has a day (§1.4).
func (r *Rulebook) Days() int { return 1 }

// Language is the table of the sections.
func (r *Rulebook) Language() *orders.Language { return r.lang }

// Words are the sentences of one language.
func (r *Rulebook) Words(lang phrase.Lang) *phrase.Book { return r.books.In(lang) }

// Tables lays a world's own numbers over the embedded ones.
func (r *Rulebook) Tables(own []byte) ([]byte, error) { return r.written.Of(own, r.write) }

func (r *Rulebook) write(own []byte) ([]byte, error) {
	t, err := r.effective(own)
	if err != nil {
		return nil, err
	}
	return t.text(), nil
}

// effective reads what is laid over the embedded tables: a world's own numbers, or what
// Tables has made of them.
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

// Open reads a world from its bytes. Numbers of a running game may have changed: what
// is there already may exceed a limit drawn closer since.
func (r *Rulebook) Open(state, tables []byte) (game.World, error) {
	t, err := r.opened.Of(tables, r.effective)
	if err != nil {
		return nil, err
	}
	s, err := decode(state, t)
	if err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	return &World{rules: r, tables: t, state: s, eased: len(broken(t, s, true)) > 0}, nil
}
