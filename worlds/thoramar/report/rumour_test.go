package report_test

import (
	"bytes"
	"fmt"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
)

// TestRumoursHideTheirAuthors (law 6): whichever realms start the rumours, what
// a third one reads is the same to the byte, beside the letters that are signed.
func TestRumoursHideTheirAuthors(t *testing.T) {
	p := gametest.Fresh(t, "rumours", 60, 40, 6)
	rumours := []string{"Das Heer von Reich 3 ist alt.", "Der Spielleiter ist bestechlich.", "Gold!",
		"Wer hat mein Pferd gesehen?\nEs ist weiß."}
	read := func(authors [4]int) []byte {
		text := map[int]string{2: "#1\nBrief\n", 4: "#A\nAn alle.\n"}
		for i, realm := range authors {
			text[realm] += "#G\n" + rumours[i] + "\n"
		}
		var sheets []game.Sheet
		for realm := 2; realm <= 6; realm++ {
			sheets = append(sheets, game.Sheet{Realm: realm, Turn: 1, Text: "$N\n" + text[realm] + "#E\n"})
		}
		return resolved(p, game.Seed{5}, sheets).Report(1, nil).Text
	}
	want := read([4]int{2, 3, 5, 6})
	for _, r := range rumours[:3] {
		if !bytes.Contains(want, []byte(r)) {
			t.Fatalf("%q is not told", r)
		}
	}
	for _, authors := range [][4]int{{6, 5, 3, 2}, {4, 4, 4, 4}, {3, 2, 6, 5}, {5, 5, 2, 3}} {
		if got := read(authors); !bytes.Equal(got, want) {
			t.Errorf("authors %s show:\n%s\nwant\n%s", fmt.Sprint(authors), got[max(0, len(got)-600):],
				want[max(0, len(want)-600):])
		}
	}
}
