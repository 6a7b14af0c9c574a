package game

import (
	"strings"
	"testing"
)

// A value that can be taken for another is none that may be announced.
func TestAnnouncedValuesAreReadInOneWay(t *testing.T) {
	for value, sound := range map[string]bool{
		"3 14 15 92 65 35": true, "DAX 24.105,37": true, strings.Repeat("x", MostAnnounced): true,
		"": false, "3  14": false, "3 14 ": false, "3\u200b 14": false, "3\u00a014": false, "3\t14": false, "3\n14": false,
		"\u0415": false, strings.Repeat("x", MostAnnounced+1): false,
	} {
		if got := (Announced{Value: value}).Sound(); got != sound {
			t.Errorf("%q: %v", value, got)
		}
	}
}
