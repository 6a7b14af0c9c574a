package chronicle_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/wording"
)

// A turn that waits names whose orders it fails at, if that was found; the game master's have no number.
func TestFailureNamesOrders(t *testing.T) {
	for _, c := range []struct {
		realms []int
		want   string
	}{
		{nil, "(no paper). It is tried again"},
		{[]int{0}, "(no paper). It is tried again"},
		{[]int{7}, "Without the orders of realm 7 it can be resolved"},
		{[]int{0, 3, 7}, "Without the orders of realms 3, 7 it can be resolved"},
	} {
		f := chronicle.Failure{Turn: 2, What: "no paper", Realms: c.realms}
		said := wording.Words(phrase.En).Say(f.Waits(func(time.Time) string { return "Friday" }))
		if !strings.Contains(said, c.want) {
			t.Errorf("%v: %s", c.realms, said)
		}
	}
}
