package game

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"weltentor/orders/phrase"

	"pgregory.net/rapid"
)

// Annals are read from their bytes as they were; cut off or longer they are none. Those called by a code are the ones
// that a search of all finds.
func TestAnnalsAreRead(t *testing.T) {
	arg := rapid.Custom(func(t *rapid.T) phrase.Arg {
		return phrase.Arg{Name: rapid.String().Draw(t, "name"), Kind: phrase.ArgKind(rapid.Byte().Draw(t, "kind")),
			N: rapid.Int64().Draw(t, "n"), M: rapid.Int32().Draw(t, "m"), S: rapid.String().Draw(t, "s")}
	})
	event := rapid.Custom(func(t *rapid.T) Event {
		e := Event{Week: rapid.IntRange(-1, 99).Draw(t, "week"), Phase: rapid.String().Draw(t, "phase"),
			Realms: rapid.SliceOfN(rapid.Int(), 1, 3).Draw(t, "realms")}
		e.Code, e.Args = rapid.String().Draw(t, "code"), rapid.SliceOfN(arg, 1, 3).Draw(t, "args")
		return e
	})
	rapid.Check(t, func(t *rapid.T) {
		events := rapid.SliceOf(event).Draw(t, "events")
		raw := AnnalsOf(events).Bytes()
		got, err := ReadAnnals(raw)
		if err != nil || got.Len() != len(events) || len(events) > 0 && !reflect.DeepEqual(got.Events(), events) ||
			!slices.Equal(got.Bytes(), raw) {
			t.Fatalf("%+v became %+v (%v)", events, got, err)
		}
		if got, err := ReadAnnals(raw[:rapid.IntRange(0, len(raw)-1).Draw(t, "cut")]); !errors.Is(err, errRows) {
			t.Fatalf("cut off: %+v, %v", got, err)
		}
		if got, err := ReadAnnals(append(slices.Clone(raw), 0)); !errors.Is(err, errRows) {
			t.Fatalf("too long: %+v, %v", got, err)
		}
		var codes []string
		var want []Event
		for _, e := range events {
			if rapid.Bool().Draw(t, "wanted") {
				codes = append(codes, e.Code)
			}
		}
		for _, e := range events {
			if slices.Contains(codes, e.Code) {
				want = append(want, e)
			}
		}
		if got := got.Called(codes); len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
			t.Fatalf("%q of %+v are %+v", codes, events, got)
		}
	})
}

// Bytes that are no annals are an error: no panic, no giant allocation. What is read can be told.
func TestReadAnnalsOfRubbish(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		raw := rapid.SliceOf(rapid.Byte()).Draw(t, "raw")
		got, err := ReadAnnals(raw)
		if err == nil && len(got.Events()) != got.Len() || err != nil && !errors.Is(err, errRows) {
			t.Fatalf("%x: %v, %v", raw, got, err)
		}
	})
}
