package thoramar

import (
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// What can be changed of the report is offered with the line that changes it, as it is now.
func TestAdjustments(t *testing.T) {
	w := newCase(t, "-- world --\narmy 1 K.M 1 500 0/0\n").world
	for _, c := range []struct {
		short, chart bool
		want         [2]string
	}{
		{false, false, [2]string{"adjust.short", "adjust.map"}}, {true, false, [2]string{"adjust.full", "adjust.map"}},
		{false, true, [2]string{"adjust.short", "adjust.no-map"}},
		{true, true, [2]string{"adjust.full", "adjust.no-map"}},
	} {
		w.at.State.Realms[1].Settings.Short, w.at.State.Realms[1].Settings.Map = c.short, c.chart
		got := w.Adjustments(1)
		if len(got) != 2 || got[0].Line.Code != c.want[0] || got[1].Line.Code != c.want[1] {
			t.Errorf("short %t, map %t: %+v", c.short, c.chart, got)
			continue
		}
		for text, uses := range map[string][2]bool{"Bericht kurz": {true, false}, "Karte ja": {false, true},
			"Zip ja": {}} {
			lines := w.at.Rules.Language().Parse("$S\n" + text).Lines
			if len(lines) != 1 || got[0].Uses(lines[0].Order) != uses[0] || got[1].Uses(lines[0].Order) != uses[1] {
				t.Errorf("%s: %v", text, lines)
			}
		}
	}
	for _, nobody := range []int{-1, 0, 99} {
		if got := w.Adjustments(nobody); got != nil {
			t.Errorf("realm %d: %+v", nobody, got)
		}
	}
	for _, a := range w.Adjustments(1) {
		for _, lang := range phrase.Langs {
			if text := w.at.Rules.Words(lang).Say(orders.Brief(a.Line)); text == "" {
				t.Errorf("%s: nothing in %s", a.Line.Code, lang)
			}
		}
	}
}
