package cases

import (
	"slices"
	"testing"
)

// A case is cut at its heads; lines that only look like one are text.
func TestNew(t *testing.T) {
	c := New(t, "Rules §1.1 -- as said.\n-- world --\n\nfield 1 -- 2\n\n-- orders 2 --\n$A\n-- check.en 12 --\n"+
		"-- absent 1 --\nlast")
	want := []Section{{"world", "field 1 -- 2"}, {"orders 2", "$A"}, {"check.en 12", ""}, {"absent 1", "last"}}
	if !slices.Equal(c.Sections, want) {
		t.Errorf("%q, want %q", c.Sections, want)
	}
	if h := c.head(c.Sections[2]); h.What != "check.en" || h.Realm != 12 || len(h.More) > 0 {
		t.Errorf("head %v", h)
	}
	if h := c.head(Section{Name: "events 1 land spoils"}); h.What != "events" || h.Realm != 1 ||
		!slices.Equal(h.More, []string{"land", "spoils"}) {
		t.Errorf("head %v", h)
	}
	if sheets := c.Sheets(7); len(sheets) != 1 || sheets[0].Realm != 2 || sheets[0].Turn != 7 ||
		sheets[0].Text != "$A" {
		t.Errorf("sheets %v", sheets)
	}
	if c.Text("world") != "field 1 -- 2" || c.Text("fields") != "" || c.Has("fields") || !c.Has("world") {
		t.Error("the texts of sections")
	}
	if s := New(t, "only words").Sections; s != nil {
		t.Errorf("sections %q", s)
	}
}

// A passage is whole lines; the first may be indented.
func TestPassagesAreWholeLines(t *testing.T) {
	const text = "Armee  10\n   K.L 1\n  nahe\nxy\ny\n  z"
	for lines, want := range map[string]bool{
		"Armee  10": true, "Armee  10\n   K.L 1": true, "K.L 1\n  nahe": true, "z": true, "y\n  z": true,
		"Armee": false, "K.L": false, "L 1": false, "K.L 1\nnahe": false, "10\n   K.L 1": false, "x": false,
	} {
		if stands(text, lines) != want {
			t.Errorf("%q stands there: %t", lines, !want)
		}
	}
}
