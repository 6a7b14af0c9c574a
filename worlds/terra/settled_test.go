package terra

import (
	"strings"
	"testing"
)

// What shapes the map and the nations stays as it was when the world was founded, and
// is named if it does not; all other numbers may change.
func TestSettled(t *testing.T) {
	for own, want := range map[string]string{
		"globe = false": "globe = false: the world was founded with true",
		"width = 12":    "width = 12: the world was founded with 20",
		"height = 30":   "height = 30: ", "armies = 5": "armies = 5: the world was founded with 3",
		"wild_garrison = 1": "wild_garrison = 1: ",
		"table = 0":         "", "rounds = 3": "", "start_treasury = 5": "", "release = \"automatic\"": "",
		"army_size = 6000": "",
	} {
		_, err := Rules().Settled(nil, []byte("[rules]\n"+own+"\n"))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", own, err)
		}
	}
	if _, err := Rules().Settled([]byte("[rules]\nglobe = false\narmies = 2\n"),
		[]byte("[rules]\nglobe = false\narmies = 2\ntable = 1\n")); err != nil {
		t.Error(err)
	}
}
