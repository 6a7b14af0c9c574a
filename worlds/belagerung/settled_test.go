package belagerung

import (
	"strings"
	"testing"
)

// The board stays as it was laid out; other numbers may change.
func TestSettled(t *testing.T) {
	for own, want := range map[string]string{"board = \"example\"": "board = example: ", "width = 12": "width = 12: ",
		"height = 12": "height = 12: ", "castle_hits = 9": ""} {
		err := Rules().Settled(nil, []byte("[rules]\n"+own+"\n"))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", own, err)
		}
	}
}
