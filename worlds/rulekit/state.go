package rulekit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Encode returns the canonical bytes of a state: JSON without maps, so that equal states give equal bytes. An embedded
// struct, such as a Person, has its fields where it is embedded.
func Encode[S any](s *S) []byte {
	raw, err := json.Marshal(s)
	if err != nil {
		panic(fmt.Sprintf("state as JSON: %v", err))
	}
	return raw
}

// Decode reads what Encode returned. The state's field Schema must be the present one, and nothing may follow. A key
// that the state does not have is an error. Decode does not ask whether the state makes sense; see Sound.
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

// Sound is Decode for a state that must not contradict itself, since nobody could play it then. What broken lists is
// an error.
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

// Before puts the elements of a list that are of a kind before all others, and otherwise leaves them in their order.
func Before[E any](list []E, is func(E) bool) []E {
	slices.SortStableFunc(list, func(a, b E) int {
		switch first := is(a); {
		case first == is(b):
			return 0
		case first:
			return -1
		}
		return 1
	})
	return list
}

// Map lists what is made of each element of a list.
func Map[E, V any](list []E, of func(E) V) (out []V) {
	for _, e := range list {
		out = append(out, of(e))
	}
	return out
}

// Find returns the first element of a list that is of a kind, and nil if none is.
func Find[E any](list []*E, is func(*E) bool) *E {
	if i := slices.IndexFunc(list, is); i >= 0 {
		return list[i]
	}
	return nil
}

// Where returns the first element of a list that is of a kind, in its place, and nil if none is.
func Where[E any](list []E, is func(*E) bool) *E {
	for i := range list {
		if is(&list[i]) {
			return &list[i]
		}
	}
	return nil
}

// At returns the element with a number, and nil if there is none: for realms, armies and the like that are listed by
// their numbers, from 1.
func At[E any](list []E, number int) *E {
	if number < 1 || number > len(list) {
		return nil
	}
	return &list[number-1]
}

// Audit collects what is wrong with a state. A rulebook's own embeds it, beside the state.
type Audit struct {
	// whether limits of the tables count. A game master may lower one in a running game, and it then applies only to what
	// is new
	Limits bool
	Found  []string
}

// Say notes something that is wrong.
func (a *Audit) Say(format string, args ...any) {
	a.Found = append(a.Found, fmt.Sprintf(format, args...))
}

// Wrong notes something if it is wrong.
func (a *Audit) Wrong(is bool, format string, args ...any) {
	if is {
		a.Say(format, args...)
	}
}

// Beyond notes something if it is beyond a limit of the tables.
func (a *Audit) Beyond(is bool, format string, args ...any) { a.Wrong(a.Limits && is, format, args...) }
