package chronicle

import (
	"errors"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/worlds/game"
)

// Anything other than events in their place in the store is damage.
func TestReadEventsOfRubbish(t *testing.T) {
	packed := store.Pack(game.AnnalsOf([]game.Event{{Week: 1, Phrase: phrase.P("built")}}).Bytes())
	if got, err := readEvents(packed); err != nil || got.Len() != 1 {
		t.Errorf("one event: %v, %v", got, err)
	}
	for what, raw := range map[string][]byte{"nothing": nil, "not packed": []byte("built"),
		"not whole": packed[:len(packed)-1], "no events": store.Pack([]byte("built"))} {
		if got, err := readEvents(raw); !errors.Is(err, faults.ErrDamaged) {
			t.Errorf("%s: %v, %v", what, got, err)
		}
	}
}
