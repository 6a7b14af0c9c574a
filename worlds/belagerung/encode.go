package belagerung

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// encode gives the canonical bytes of a state: JSON, in which there are no maps,
// so that equal states give equal bytes.
func encode(s *State) []byte {
	raw, err := json.Marshal(s)
	if err != nil {
		panic(fmt.Sprintf("state as JSON: %v", err))
	}
	return raw
}

// decode reads a state of the present schema, and nothing behind it. What contradicts
// itself is no state either: nobody can play it.
func decode(raw []byte, t *Tables) (*State, error) {
	var head struct{ Schema int }
	if err := json.Unmarshal(raw, &head); err != nil {
		return nil, err
	}
	if head.Schema != Schema {
		return nil, fmt.Errorf("it has schema %d, this version reads %d", head.Schema, Schema)
	}
	s := &State{}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(s); err != nil {
		return nil, err
	}
	if wrong := broken(t, s, false); len(wrong) > 0 {
		return nil, errors.New(strings.Join(wrong, "; "))
	}
	return s, nil
}
