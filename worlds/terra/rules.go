// Package terra is the rulebook of Terra: a campaign of nations on a globe, whose
// armies move by a clock of 1000, and whose battles are fought at the table, by a
// stand-in or by the rules.
package terra

import (
	"cmp"
	"embed"
	"fmt"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	numbers "weltentor/worlds/tables"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

//go:embed texts/*.toml
var textFiles embed.FS

// Rulebook is the game of Terra.
type Rulebook struct {
	lang     *orders.Language
	books    phrase.Books
	standard *tables.Tables

	written numbers.Last[[]byte]         // what a world's own numbers come to
	opened  numbers.Last[*tables.Tables] // of the world opened last
}

var (
	_ game.Rulebook = (*Rulebook)(nil)
	_ game.Founder  = (*Rulebook)(nil)
)

// Rules makes the rulebook; its tables and texts are embedded.
func Rules() *Rulebook {
	return &Rulebook{lang: order.Language(), books: phrase.EmbeddedBooks(textFiles, orders.Texts), standard: tables.StandardTables()}
}

// Name is the folder's.
func (r *Rulebook) Name() string { return "terra" }

// Version counts changes of the rules that alter a result.
func (r *Rulebook) Version() int { return 3 }

// Language is the table of the four sections.
func (r *Rulebook) Language() *orders.Language { return r.lang }

// Words are the sentences of one language.
func (r *Rulebook) Words(lang phrase.Lang) *phrase.Book { return r.books.In(lang) }

// Tables lays a world's own numbers over the embedded ones.
func (r *Rulebook) Tables(own []byte) ([]byte, error) { return r.written.Of(own, r.write) }

func (r *Rulebook) write(own []byte) ([]byte, error) {
	t, err := r.standard.With(own)
	if err != nil {
		return nil, fmt.Errorf("tables: %w", err)
	}
	return t.Text(), nil
}

// Settled: the map and the armies of a nation stay as they were founded.
func (r *Rulebook) Settled(founding, now []byte) error {
	was, err := r.standard.With(founding)
	if err != nil {
		return fmt.Errorf("tables: %w", err)
	}
	is, err := r.standard.With(now)
	if err != nil {
		return fmt.Errorf("tables: %w", err)
	}
	a, b := &was.Rules, &is.Rules
	return cmp.Or(numbers.Settled("rules", "width", a.Width, b.Width), numbers.Settled("rules", "height", a.Height, b.Height),
		numbers.Settled("rules", "globe", a.Globe, b.Globe), numbers.Settled("rules", "wild_garrison", a.WildGarrison, b.WildGarrison),
		numbers.Settled("rules", "armies", a.Armies, b.Armies))
}

// Open reads a world under its effective tables.
func (r *Rulebook) Open(state, own []byte) (game.World, error) {
	t, err := r.opened.Of(own, r.standard.With)
	if err != nil {
		return nil, fmt.Errorf("tables: %w", err)
	}
	s, err := realm.Decode(state)
	if err != nil {
		return nil, err
	}
	w := &World{rules: r, tables: t, state: s}
	if broken := s.Damaged(t); broken != "" {
		return nil, fmt.Errorf("this is no world of Terra: %s", broken)
	}
	return w, nil
}
