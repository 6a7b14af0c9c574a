// Package thoramar is the rulebook of Thoramar (manual of 1994–1997).
package thoramar

import (
	"embed"
	"fmt"
	"maps"
	"slices"

	"weltentor/orders"
	names "weltentor/orders/name"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rows"
	numbers "weltentor/worlds/tables"
	"weltentor/worlds/thoramar/land"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// title names a turn: "Spielzug 8, Jahr 2, Frühling".
func (r *Rulebook) title(lang phrase.Lang, turn int) string {
	return r.Words(lang).Say(phrase.P("turn-title",
		phrase.Num("turn", turn), phrase.Num("year", realm.Year(turn)), phrase.Key("season", "season."+realm.Season(turn))))
}

//go:embed texts/*.toml
var textFiles embed.FS

// Rulebook is the game of Thoramar.
type Rulebook struct {
	lang     *orders.Language
	books    phrase.Books
	standard *tables.Tables
	spare    chan board // of a receipt that is written

	written numbers.Last[[]byte]         // what a world's own numbers come to
	opened  numbers.Last[*tables.Tables] // of the world opened last
}

var _ game.Rulebook = (*Rulebook)(nil)

// Rules makes the rulebook; its tables and texts are embedded.
func Rules() *Rulebook {
	return &Rulebook{lang: order.Language(), books: phrase.EmbeddedBooks(textFiles, orders.Texts, names.Texts, rows.Texts), standard: tables.StandardTables(),
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
	t, err := r.standard.With(own, false)
	if err != nil {
		return nil, fmt.Errorf("tables: %w", err)
	}
	return t.Text(), nil
}

// effective reads tables that Tables has made; empty ones are the embedded.
func (r *Rulebook) effective(text []byte) (*tables.Tables, error) {
	if len(text) == 0 {
		return r.standard, nil
	}
	before := tables.Tables{Battle: r.standard.Battle, Rules: r.standard.Rules} // what was stored before there was a choice of battles
	t, err := before.With(text, true)
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
	s, err := land.Found(t, f)
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
	s, err := realm.Decode(state, t)
	if err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	return &World{rules: r, tables: t, state: s}, nil
}

var _ game.NumberSets = (*Rulebook)(nil)

// Sets names the sets of numbers beside the manual's.
func (r *Rulebook) Sets() []string { return slices.Sorted(maps.Keys(tables.NumberSets)) }
