// Package rulekit has what rulebooks do alike, as small values that a rulebook composes: book, state codec, person,
// turn, outcome, the text of a report, the post.
//
// It knows no rule of any game, and nothing here is a base to derive from: what a value does not fit is done without
// it. A rulebook embeds Book in its value, Person in its realm, Turn in its turn and Outcome in its outcome. What is
// its own it writes beside them. Receipt and turn share their phases by Turn (law 8). What a rulebook copies from
// another belongs here, and a test counts that. Begin with Book, then Turn and Play.
package rulekit

import (
	"bytes"
	"fmt"
	"sync/atomic"

	"weltentor/orders"
	"weltentor/orders/lazy"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Book is the part of a rulebook that comes from its files: name, version, language, sentences and numbers. Embedded,
// it has the methods of game.Rulebook about these. T is the type of the numbers, usually a pointer.
type Book[T any] struct {
	name     string
	version  int
	language func() *orders.Language
	words    phrase.Books
	numbers  Numbers[T]

	standard func() T

	written last[[]byte] // what a world's own numbers result in
	played  last[T]      // the numbers of the world asked for last
}

// Numbers say how a rulebook's numbers are read and written. Errors name the key and say what it may be. The Book puts
// "tables: " before them.
type Numbers[T any] struct {
	Standard func() T                                // reads the embedded ones; nil: T has no numbers
	Over     func(standard T, own []byte) (T, error) // lays a text over the standard ones, which stay as they are
	Text     func(T) []byte                          // the canonical text of numbers
	// reads what Text returned, in older versions too, and the standard ones if it needs them; nil: Over does
	Stored func(standard func() T, text []byte) (T, error)
	// the numbers of a world that was founded with a text of an older version: what that lacks is as the rules were
	// before it was a number; nil: as the standard ones
	Before   func(founding []byte, n T) T
	Practice Practice // how practice worlds are laid out
}

// NewBook makes the book of a rulebook. name is the name of its folder. The version counts changes of the rules that
// alter a result, since a turn is replayed only by the version that resolved it. Language and numbers are made when they
// are first needed.
func NewBook[T any](name string, version int, l func() *orders.Language, words phrase.Books,
	n Numbers[T]) *Book[T] {
	if n.Before == nil {
		n.Before = func(_ []byte, n T) T { return n }
	}
	if n.Stored == nil {
		n.Stored = func(standard func() T, text []byte) (T, error) {
			out, err := n.Over(standard(), text)
			if err == nil {
				out = n.Before(text, out)
			}
			return out, err
		}
	}
	standard := n.Standard
	if standard == nil {
		standard = func() (none T) { return none }
	}
	return &Book[T]{name: name, version: version, language: lazy.Value(l), words: words, numbers: n,
		standard: lazy.Value(standard)}
}

// Name is the name of the rulebook's folder.
func (b *Book[T]) Name() string { return b.name }

// Version counts changes of the rules that alter a result.
func (b *Book[T]) Version() int { return b.version }

// Language is the table of the sections of an order file.
func (b *Book[T]) Language() *orders.Language { return b.language() }

// Settled lets all numbers of a world change, unless the game says otherwise.
func (b *Book[T]) Settled(founding, now []byte) ([]byte, error) { return now, nil }

// Repeats says that the same founding gives the same state, unless the game says otherwise.
func (b *Book[T]) Repeats([]byte) bool { return true }

// Days is the usual week, unless the game says otherwise.
func (b *Book[T]) Days() int { return 0 }

// Sets is empty, unless the game says otherwise: there are the standard numbers alone.
func (b *Book[T]) Sets() []string { return nil }

// Words are the sentences of one language.
func (b *Book[T]) Words(lang phrase.Lang) *phrase.Book { return b.words.In(lang) }

// Reword says facts in another language, see game.Rulebook. Those in a language that nobody speaks stay.
func (b *Book[T]) Reword(f *game.Facts, to phrase.Lang) {
	if from := b.Words(f.Lang); from.Lang == f.Lang && f.Lang != to {
		Reword(f, from, b.Words(to))
	}
}

// Standard returns the embedded numbers; nobody may change them. They are read when they are first needed: most commands
// play one game.
func (b *Book[T]) Standard() T { return b.standard() }

// practised begins the own numbers of a practice world.
const practised = "practice = true\n"

// Tables lays a world's own numbers over the embedded ones and returns the effective ones as canonical text. In a practice
// world, those of practice come over both.
func (b *Book[T]) Tables(own []byte) ([]byte, error) {
	return b.written.of(own, func(own []byte) ([]byte, error) {
		own, practises := bytes.CutPrefix(own, []byte(practised))
		n, err := b.numbers.Over(b.Standard(), own)
		if err == nil && practises {
			n, err = b.numbers.Over(n, []byte(b.numbers.Practice.Numbers))
		}
		if err != nil {
			return nil, fmt.Errorf("tables: %w", err)
		}
		text := b.numbers.Text(n)
		b.played.keep(text, n) // Effective is asked next, and would read the same
		return text, nil
	})
}

// Effective reads the numbers that a world is played under, from the text that Tables returned. Worlds with the same
// numbers share them, so nobody may change them.
func (b *Book[T]) Effective(tables []byte) (T, error) {
	return b.played.of(tables, func(text []byte) (T, error) {
		n, err := b.numbers.Stored(b.Standard, text)
		if err != nil {
			return n, fmt.Errorf("tables: %w", err)
		}
		return n, nil
	})
}

// Practice is how a game lays its practice worlds out.
type Practice struct {
	Width, Height, Realms int
	Numbers               string // TOML, over the world's own
}

// Practice is that of a game.Bot.
func (b *Book[T]) Practice(own []byte) (f game.Founding, realms int) {
	p := &b.numbers.Practice
	return game.Founding{Tables: append([]byte(practised), own...), Width: p.Width, Height: p.Height}, p.Realms
}

// Open reads a stored state under its numbers, for game.Rulebook's Open. decode says what is wrong with the state, and
// world makes the world of both.
func Open[T, S any, W game.World](b *Book[T], state, tables []byte, decode func([]byte, T) (S, error),
	world func(T, S) W) (game.World, error) {
	n, err := b.Effective(tables)
	if err != nil {
		return nil, err
	}
	s, err := decode(state, n)
	if err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	return world(n, s), nil
}

// Found makes a new world, for game.Rulebook's Found. found makes its state, under the numbers of the founding.
func Found[T, S any, W game.World](b *Book[T], f game.Founding, found func(T, game.Founding) (S, error),
	world func(T, S) W) (game.World, error) {
	if f.Moved != nil {
		return nil, game.Refused("moved")
	}
	n, err := b.Effective(f.Tables)
	if err != nil {
		return nil, err
	}
	s, err := found(n, f)
	if err != nil {
		return nil, err
	}
	return world(n, s), nil
}

// Sides are the sides of a map: those of the founding, or the numbers' if it names neither.
func Sides(f game.Founding, width, height int) (int, int) {
	if f.Width == 0 && f.Height == 0 {
		return width, height
	}
	return f.Width, f.Height
}

// Around returns the sides of the smallest map with at least so many fields that is about as wide and high as a map of
// wide × high fields, and no wider than widest.
func Around(fields, wide, high, widest int) (width, height int) {
	for width = 1; width < widest && width*width*high < fields*wide; {
		width++
	}
	return width, (fields + width - 1) / width
}

// Settled reads the numbers of a founding and those of now, for game.Rulebook's Settled. holds says which of them must stay.
func Settled[T any](b *Book[T], founding, now []byte, holds func(was, is T) error) ([]byte, error) {
	was, err := b.Effective(founding)
	if err != nil {
		return nil, err
	}
	is, err := b.Effective(now)
	if err != nil {
		return nil, err
	}
	is = b.numbers.Before(founding, is)
	return b.numbers.Text(is), holds(was, is)
}

// Position is a world between two turns, or one that a turn is changing: a state S under its tables T, with the language
// and the words of the rules. A rulebook's packages take one, where they ask a world and do not play it.
type Position[T, S any] struct {
	Rules  *Book[T]
	Tables T
	State  S
}

// With is the same position with another state.
func (p Position[T, S]) With(state S) Position[T, S] {
	p.State = state
	return p
}

// Say says something in the words of the rules.
func (p Position[T, S]) Say(lang phrase.Lang, what phrase.Phrase) string {
	return p.Rules.Words(lang).Say(what)
}

// last remembers what the last text was read as. Most worlds of one rulebook have the same numbers, and each asks for
// them when it is opened. The result is shared, so nobody may change it. Several goroutines may call it.
type last[T any] struct{ kept atomic.Pointer[known[T]] }

type known[T any] struct {
	text string
	is   T
}

// of reads the text, or remembers what it is. An error is returned each time.
func (l *last[T]) of(text []byte, read func([]byte) (T, error)) (T, error) {
	if k := l.kept.Load(); k != nil && k.text == string(text) {
		return k.is, nil
	}
	is, err := read(text)
	if err == nil {
		l.keep(text, is)
	}
	return is, err
}

// keep remembers what a text is read as.
func (l *last[T]) keep(text []byte, is T) { l.kept.Store(&known[T]{string(text), is}) }

// Reader is a person who plays by these rules.
func (b *Book[T]) Reader(p *Person) *Reader {
	return &Reader{Person: p, Book: b.Words(p.Lang), Rules: b}
}
