// Package frame is what the tiny games of the conformance suite have in common,
// and is not of their rules: a rulebook made of embedded files, tables laid over
// a default text, a state kept as JSON, players, sheets read line by line.
package frame

import (
	"embed"
	"fmt"

	"github.com/BurntSushi/toml"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// Book is the part of a rulebook that its files say.
type Book struct {
	name     string
	language *orders.Language
	words    phrase.Books
}

// NewBook reads the texts of both languages.
func NewBook(name string, language *orders.Language, texts embed.FS) Book {
	return Book{name: name, language: language, words: phrase.EmbeddedBooks(texts, orders.Texts)}
}

// Name is the folder's.
func (b *Book) Name() string { return b.name }

// Version of the rules.
func (*Book) Version() int { return 1 }

// Language is the table of the game's sections.
func (b *Book) Language() *orders.Language { return b.language }

// Words of both languages.
func (b *Book) Words(lang phrase.Lang) *phrase.Book { return b.words.In(lang) }

// Numbers are the tables of a game, which can tell what is wrong with them.
type Numbers[N any] interface {
	*N
	Check() error
}

// Over lays a world's own numbers over the default ones, which are embedded.
func Over[N any, P Numbers[N]](defaults string, own []byte) (N, error) {
	var n N
	if _, err := toml.Decode(defaults, &n); err != nil {
		panic(err)
	}
	md, err := toml.Decode(string(own), &n)
	if err != nil {
		return n, fmt.Errorf("tables: %w", err)
	}
	if unknown := md.Undecoded(); len(unknown) > 0 {
		return n, fmt.Errorf("tables: %s is no number of this game", unknown[0])
	}
	if err := P(&n).Check(); err != nil {
		return n, fmt.Errorf("tables: %w", err)
	}
	return n, nil
}

// Tables are the effective numbers as text.
func Tables[N any, P Numbers[N]](defaults string, own []byte) ([]byte, error) {
	n, err := Over[N, P](defaults, own)
	if err != nil {
		return nil, err
	}
	return toml.Marshal(n)
}
