package engine

import (
	"encoding/json"
	"testing"

	"weltentor/worlds"
	"weltentor/worlds/game"
)

// The chart of another turn's table is the one it would have if it were open, in the present language. The open table
// stays open.
func TestChartOfAnotherTurn(t *testing.T) {
	for _, rb := range worlds.Rulebooks() {
		e, past := New(rb), table(t, rb)
		known, err := rb.OpenKnown(past.Known, []byte(past.Tables))
		if err != nil {
			t.Fatal(err)
		}
		want := known.Chart(1, "de")
		if want == nil {
			continue // a game without a map
		}
		ask := func(does, with string) (chart game.Chart) {
			t.Helper()
			answer := struct {
				Value json.RawMessage
				Fault *Fault
			}{}
			if err := json.Unmarshal(e.Answer(does, []string{with}, nil), &answer); err != nil || answer.Fault != nil {
				t.Fatalf("%s: %v %v", does, err, answer.Fault)
			}
			if does == "chart" {
				err = json.Unmarshal(answer.Value, &chart)
			}
			return chart
		}
		ask("open", string(raw(t, past)))
		ask("speak", "de")
		was := e.laid
		got := ask("chart", string(raw(t, past)))
		if string(raw(t, got.Cells)) != string(raw(t, want.Cells)) || got.Terrains[0].Name != want.Terrains[0].Name {
			t.Errorf("%s: the chart is\n%s, want\n%s", rb.Name(), raw(t, got), raw(t, want))
		}
		if e.laid != was {
			t.Errorf("%s: another table is open now", rb.Name())
		}
	}
	bad := New(worlds.Rulebooks()[0])
	if _, err := bad.Chart([]byte("{}")); err == nil || err.Error() != "no-table" {
		t.Errorf("%v", err)
	}
}
