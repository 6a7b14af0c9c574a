package tables_test

import (
	"strings"
	"testing"

	"weltentor/worlds/thoramar/founding"
	"weltentor/worlds/thoramar/tables"
)

// A state and tables stored before there was a choice fight by strength; a way to
// fight that nobody knows is refused by name.
func TestBattleIsChosen(t *testing.T) {
	r := founding.Rules()
	for own, want := range map[string]string{"": tables.ByStrength, "battle = \"terra-magica\"\n": tables.InRows} {
		text, err := r.Tables([]byte(own))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := r.Effective(text); err != nil || got.Battle != want {
			t.Errorf("%q: %v", own, err)
		}
	}
	if _, err := r.Tables([]byte("battle = \"rows\"\n")); err == nil ||
		!strings.Contains(err.Error(), `battle = "rows": must be one of strength, terra-magica`) {
		t.Errorf("an unknown way to fight: %v", err)
	}
	text := string(r.Standard().Text())
	var old []string
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "battle = ") && !strings.HasPrefix(line, "rows_") {
			old = append(old, line)
		}
	}
	got, err := r.Effective([]byte(strings.Join(old, "")))
	if err != nil || string(got.Text()) != text {
		t.Errorf("tables stored before there were rows: %v", err)
	}
}
