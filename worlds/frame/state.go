package frame

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Encode gives the canonical bytes of a state: JSON, in which there are no maps, so that equal states give equal
// bytes. A struct that is embedded, as a Person is, has its fields where it stands.
func Encode[S any](s *S) []byte {
	raw, err := json.Marshal(s)
	if err != nil {
		panic(fmt.Sprintf("state as JSON: %v", err))
	}
	return raw
}

// Decode reads what Encode gave of a state whose field Schema is the present one, and nothing behind it. Strict: a key
// that the state does not have is an error. Whether the state makes sense is not asked; see Sound.
func Decode[S any](raw []byte, schema int) (*S, error) {
	var head struct{ Schema int }
	if err := json.Unmarshal(raw, &head); err != nil {
		return nil, err
	}
	if head.Schema != schema {
		return nil, fmt.Errorf("it has schema %d, this version reads %d", head.Schema, schema)
	}
	s := new(S)
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(s); err != nil {
		return nil, err
	}
	return s, nil
}

// Sound is Decode of a state that nobody could play if it contradicts itself: what broken lists is an error.
func Sound[S any](raw []byte, schema int, broken func(*S) []string) (*S, error) {
	s, err := Decode[S](raw, schema)
	if err != nil {
		return nil, err
	}
	if wrong := broken(s); len(wrong) > 0 {
		return nil, errors.New(strings.Join(wrong, "; "))
	}
	return s, nil
}

// At gives the element of a number, nil if there is none: of realms, armies and the like that stand by their numbers,
// the first of which is 1.
func At[E any](list []E, number int) *E {
	if number < 1 || number > len(list) {
		return nil
	}
	return &list[number-1]
}
