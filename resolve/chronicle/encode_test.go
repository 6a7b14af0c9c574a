package chronicle

import (
	"errors"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/worlds/game"
)

func TestReportsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rep := game.Report{Realm: rapid.IntRange(0, 999).Draw(t, "realm"), Name: rapid.String().Draw(t, "name"),
			Text:    rapid.SliceOfN(rapid.Byte(), 1, 99).Draw(t, "text"),
			Summary: rapid.SliceOfN(rapid.Byte(), 1, 99).Draw(t, "summary"),
			News:    rapid.String().Draw(t, "news"),
			Files:   []game.File{{Name: "a", Type: "b", Data: []byte{0}, Sum: "c"}, {Sum: "d"}}}
		if got, err := readReport(AppendReport(nil, rep)); err != nil || !reflect.DeepEqual(got, rep) {
			t.Fatalf("%+v became %+v (%v)", rep, got, err)
		}
	})
}

func TestReadReportOfRubbish(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		readReport(rapid.SliceOf(rapid.Byte()).Draw(t, "raw")) // no panic, no giant allocation
	})
}

// Anything other than events in their place in the store is damage.
func TestReadEventsOfRubbish(t *testing.T) {
	packed := store.Pack(game.AnnalsOf([]game.Event{{Week: 1, Phrase: phrase.P("built")}}).Bytes())
	if got, err := ReadEvents(packed); err != nil || got.Len() != 1 {
		t.Errorf("one event: %v, %v", got, err)
	}
	for what, raw := range map[string][]byte{"nothing": nil, "not packed": []byte("built"),
		"not whole": packed[:len(packed)-1], "no events": store.Pack([]byte("built"))} {
		if got, err := ReadEvents(raw); !errors.Is(err, faults.ErrDamaged) {
			t.Errorf("%s: %v, %v", what, got, err)
		}
	}
}
