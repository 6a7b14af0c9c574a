package chronicle

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/worlds/game"

	"pgregory.net/rapid"
)

func TestEventsAndReportsRoundTrip(t *testing.T) {
	arg := rapid.Custom(func(t *rapid.T) phrase.Arg {
		return phrase.Arg{Name: rapid.String().Draw(t, "name"), Kind: phrase.Kind(rapid.Byte().Draw(t, "kind")),
			N: rapid.Int64().Draw(t, "n"), M: rapid.Int64().Draw(t, "m"), S: rapid.String().Draw(t, "s")}
	})
	event := rapid.Custom(func(t *rapid.T) game.Event {
		e := game.Event{Week: rapid.IntRange(-1, 99).Draw(t, "week"), Phase: rapid.String().Draw(t, "phase"),
			Realms: rapid.SliceOfN(rapid.Int(), 1, 3).Draw(t, "realms")}
		e.Code, e.Args = rapid.String().Draw(t, "code"), rapid.SliceOfN(arg, 1, 3).Draw(t, "args")
		return e
	})
	rapid.Check(t, func(t *rapid.T) {
		events := rapid.SliceOf(event).Draw(t, "events")
		raw := game.AnnalsOf(events).Bytes()
		got, err := ReadEvents(raw)
		if err != nil || len(got) != len(events) || len(got) > 0 && !reflect.DeepEqual(got, events) {
			t.Fatalf("%+v became %+v (%v)", events, got, err)
		}
		if len(raw) > 1 {
			if _, err := ReadEvents(raw[:rapid.IntRange(0, len(raw)-1).Draw(t, "cut")]); !errors.Is(err,
				store.ErrDamaged) {
				t.Fatalf("cut off: %v", err)
			}
		}
		var codes []string
		var want []game.Event
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
		if got, err := EventsCalled(raw, codes); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%q of %+v are %+v (%v)", codes, events, got, err)
		}
		if cut := raw[:len(raw)-1]; len(events) > 0 {
			if _, err := EventsCalled(cut, codes); !errors.Is(err, store.ErrDamaged) {
				t.Fatalf("cut off: %v", err)
			}
		}
		rep := game.Report{Realm: rapid.IntRange(0, 999).Draw(t, "realm"), Name: rapid.String().Draw(t, "name"),
			Text:    rapid.SliceOfN(rapid.Byte(), 1, 99).Draw(t, "text"),
			Summary: rapid.SliceOfN(rapid.Byte(), 1, 99).Draw(t, "summary"),
			Files:   []game.File{{Name: "a", Type: "b", Data: []byte{0}, Sum: "c"}, {Sum: "d"}}}
		if got, err := readReport(AppendReport(nil, rep)); err != nil || !reflect.DeepEqual(got, rep) {
			t.Fatalf("%+v became %+v (%v)", rep, got, err)
		}
	})
}

// As many rows may be announced as there are bytes, and not one more.
func TestRowsFitIntoTheirBytes(t *testing.T) {
	for said, want := range map[string]int{"\x00": 0, "\x00a": 0, "\x02ab": 2, "\x02abc": 2, "\x03ab": 0, "\x01": 0} {
		r := &reader{b: []byte(said)}
		if got := r.count(); got != want || r.bad != (want == 0 && said[0] > 0) {
			t.Errorf("%q: %d rows, bad %v, want %d", said, got, r.bad, want)
		}
	}
}

func TestReadEventsOfRubbish(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		raw := rapid.SliceOf(rapid.Byte()).Draw(t, "raw")
		EventsCalled(raw, []string{""})
		ReadEvents(raw) // no panic, no giant allocation
		readReport(raw)
	})
}
