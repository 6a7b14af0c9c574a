package rulekit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"weltentor/worlds/game"
)

// sight is the form of what Known returns. The version of that form comes first.
type sight struct {
	Schema int
	Realm  int
	State  json.RawMessage
}

// Known encodes a state for game.World's Known. Everything that the realm does not know must be masked in it. schema
// is the version of the masked form and is raised whenever that form changes.
func Known[S any](schema, realm int, masked *S) []byte {
	return Encode(&sight{Schema: schema, Realm: realm, State: Encode(masked)})
}

// Masked is a world that was opened from what a realm knows: it answers, and returns the same bytes again.
type Masked interface {
	game.Known
	Known(realm int) []byte
}

// OpenKnown reads what Known returned, for game.Rulebook's OpenKnown. state reads the masked state and says what is
// wrong with it. Whatever it accepts must answer without a panic. world makes what answers from it, usually a World,
// which masks again what is masked already.
func OpenKnown[T, S any](b *Book[T], known, tables []byte, schema int, state func([]byte, T) (S, error),
	world func(T, S) Masked) (game.Known, error) {
	n, err := b.Effective(tables)
	if err != nil {
		return nil, err
	}
	k, err := openKnown(known, schema, func(masked []byte) (Masked, error) {
		s, err := state(masked, n)
		if err != nil {
			return nil, err
		}
		return world(n, s), nil
	})
	if err != nil {
		return nil, fmt.Errorf("known: %w", err)
	}
	return k, nil
}

// openKnown reads the form around a masked state. Bytes that Known would not return are damaged, however small the
// difference.
func openKnown(known []byte, schema int, with func(masked []byte) (Masked, error)) (game.Known, error) {
	if err := fewThings(known, mostThings); err != nil {
		return nil, err
	}
	s, err := Decode[sight](known, schema)
	if err != nil {
		return nil, err
	}
	k, err := with(s.State)
	switch {
	case err != nil:
		return nil, err
	case !slices.ContainsFunc(k.Realms(), func(r game.Realm) bool { return r.Number == s.Realm }):
		return nil, fmt.Errorf("realm %d, whose it is, is not in the game", s.Realm)
	case !bytes.Equal(k.Known(s.Realm), known):
		return nil, errors.New("it says more than a realm can know, or says it in another form")
	}
	return k, nil
}

// KnownBy is the realm that knows what Known returned; 0: the bytes are damaged.
func KnownBy(known []byte) int {
	var s sight
	if json.Unmarshal(known, &s) != nil {
		return 0
	}
	return s.Realm
}

// Known is what a realm knows of a person: everything of itself, number and name of others.
func (p Person) Known(realm int) Person {
	if p.Number == realm {
		return p
	}
	return Person{Number: p.Number, Name: p.Name}
}

// mostSight is the maximum size of what a realm knows in bytes, and mostThings how many things may be in it.
const (
	mostSight  = 1 << 20
	mostThings = 1 << 16
)

// fewThings refuses bytes that are few but would take much memory: a thing, such as a field or a list, becomes much
// larger when it is read.
func fewThings(raw []byte, most int) error {
	things := bytes.Count(raw, []byte("{")) + bytes.Count(raw, []byte("[")) + bytes.Count(raw, []byte("null"))
	if len(raw) > mostSight || things > most {
		return fmt.Errorf("%d things in %d bytes are too many", things, len(raw))
	}
	return nil
}

// DecodeSight reads, for OpenKnown, what a realm knows if that is a value of its own, from which the masked state is
// made. state says what is wrong with the value, damaged what is wrong with the state. At most this many things, such
// as fields and lists, are read.
func DecodeSight[K, S any](raw []byte, most int, state func(*K) (S, error), damaged func(S) string) (*K, error) {
	if err := fewThings(raw, most); err != nil {
		return nil, err
	}
	k, err := Decode[K](raw, 0) // the version is in the form around it
	if err != nil {
		return nil, err
	}
	s, err := state(k)
	if err != nil {
		return nil, err
	}
	if wrong := damaged(s); wrong != "" {
		return nil, errors.New(wrong)
	}
	return k, nil
}
