// Package terramagica is the rulebook of Terra Magica: provinces, armies in rows,
// and a Hierophant for each realm.
package terramagica

import (
	"embed"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/rows"
)

//go:embed texts/*.toml
var textFiles embed.FS

// Rulebook is the game of Terra Magica.
type Rulebook struct {
	*frame.Book[*Tables]
}

var _ game.Rulebook = (*Rulebook)(nil)

// Rules makes the rulebook; its tables and texts are embedded. The version counts changes of the rules that alter a
// result.
func Rules() *Rulebook {
	t := standardTables()
	words := phrase.EmbeddedBooks(textFiles, orders.Texts, rows.Texts)
	return &Rulebook{frame.NewBook("terramagica", 4, language(t), words,
		frame.Numbers[*Tables]{Standard: t, Over: t.with, Text: (*Tables).text})}
}

// Found makes a fresh world without realms.
func (r *Rulebook) Found(f game.Founding) (game.World, error) {
	t, s, err := frame.Found(r.Book, f.Tables, func(t *Tables) (*State, error) { return found(t, f) })
	if err != nil {
		return nil, err
	}
	return &World{rules: r, tables: t, state: s}, nil
}

// Open reads a world from its bytes.
func (r *Rulebook) Open(state, tables []byte) (game.World, error) {
	t, s, err := frame.Open(r.Book, state, tables, decode)
	if err != nil {
		return nil, err
	}
	return &World{rules: r, tables: t, state: s}, nil
}
