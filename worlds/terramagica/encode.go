package terramagica

import (
	"errors"
	"strings"

	"weltentor/worlds/game"
)

func encode(s *State) []byte { return game.EncodeState(s) }

// decode reads a state of the present schema. What Broken would name is no state
// either: nobody can play it.
func decode(raw []byte, t *Tables) (*State, error) {
	s, err := game.DecodeState[State](raw, Schema)
	if err != nil {
		return nil, err
	}
	if wrong := damaged(t, s); len(wrong) > 0 {
		return nil, errors.New(strings.Join(wrong, "; "))
	}
	return s, nil
}
