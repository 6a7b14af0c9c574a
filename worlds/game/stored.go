package game

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// EncodeState gives the canonical bytes of a state: JSON, in which there are no maps,
// so that equal states give equal bytes.
func EncodeState[T any](s *T) []byte {
	raw, err := json.Marshal(s)
	if err != nil {
		panic(fmt.Sprintf("state as JSON: %v", err))
	}
	return raw
}

// DecodeState reads what EncodeState gave of a state whose field Schema is the present
// one, and nothing behind it. Whether the state makes sense is not asked.
func DecodeState[T any](raw []byte, schema int) (*T, error) {
	var head struct{ Schema int }
	if err := json.Unmarshal(raw, &head); err != nil {
		return nil, err
	}
	if head.Schema != schema {
		return nil, fmt.Errorf("it has schema %d, this version reads %d", head.Schema, schema)
	}
	s := new(T)
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(s); err != nil {
		return nil, err
	}
	return s, nil
}
