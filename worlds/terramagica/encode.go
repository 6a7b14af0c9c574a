package terramagica

import (
	"weltentor/worlds/frame"
)

func encode(s *State) []byte { return frame.Encode(s) }

// decode reads a state of the present schema. What Broken would name is no state
// either: nobody can play it.
func decode(raw []byte, t *Tables) (*State, error) {
	return frame.Sound(raw, Schema, func(s *State) []string { return damaged(t, s) })
}
