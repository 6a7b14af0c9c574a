// Package kolonien is the rulebook of Kolonien: colonies, leaders, armies and
// fleets in a new world, natives and pirates, and land combats by rounds.
package kolonien

import (
	"embed"
	"fmt"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
	numbers "weltentor/worlds/tables"
)

//go:embed texts/*.toml
var textFiles embed.FS

// Rulebook is the game of Kolonien.
type Rulebook struct {
	lang     *orders.Language
	books    phrase.Books
	standard *tables.Tables

	written numbers.Last[[]byte]         // what a world's own numbers come to
	opened  numbers.Last[*tables.Tables] // of the world opened last
}

var _ game.Rulebook = (*Rulebook)(nil)

// Rules makes the rulebook; its tables and texts are embedded.
func Rules() *Rulebook {
	return &Rulebook{lang: order.Language(), books: phrase.EmbeddedBooks(textFiles, orders.Texts, fleetWords), standard: tables.StandardTables()}
}

// fleetWords are the sentences that name fleets: "Flotte_2", "Fleet_2".
func fleetWords(lang phrase.Lang) []byte {
	out := []byte("[fleet]\n")
	for n := 1; n <= order.MostFleet; n++ {
		out = fmt.Appendf(out, "%d = %q\n", n, order.FleetWord.Append(nil, lang, n))
	}
	return out
}

// fleetArg names a fleet in the reader's language.
func fleetArg(name string, number int) phrase.Arg {
	return phrase.Key(name, "fleet."+fight.Itoa(number))
}

// Name is the folder's.
func (r *Rulebook) Name() string { return "kolonien" }

// Version counts changes of the rules that alter a result.
func (r *Rulebook) Version() int { return 5 }

// Language is the table of the seven sections.
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

// Open reads a world under its effective tables.
func (r *Rulebook) Open(state, tables []byte) (game.World, error) {
	t, err := r.opened.Of(tables, r.standard.With)
	if err != nil {
		return nil, fmt.Errorf("tables: %w", err)
	}
	s, err := realm.Decode(state)
	if err != nil {
		return nil, err
	}
	w := &World{rules: r, tables: t, state: s}
	if broken := s.Damaged(t); broken != "" {
		return nil, fmt.Errorf("this is no world of Kolonien: %s", broken)
	}
	return w, nil
}
