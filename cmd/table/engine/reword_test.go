package engine

import (
	"testing"

	"weltentor/worlds"
	"weltentor/worlds/game"
)

// A report is said in the present language, in each game. What is no report of the game is none, and data of an older
// version, whose words have no codes, stay as they are.
func TestReword(t *testing.T) {
	t.Parallel()
	for _, rb := range worlds.Rulebooks() {
		e := laidOut(t, rb, nil)
		german := e.laid.table.Facts
		if _, err := e.Speak("en"); err != nil {
			t.Fatal(err)
		}
		got, err := e.Reword(raw(t, german))
		if err != nil {
			t.Fatal(err)
		}
		if german.Lang != "de" || got.Lang != "en" || got.Title == german.Title || got.Parts[0].Said[0].Text == german.Parts[0].Said[0].Text {
			t.Errorf("%s: %s in %s is %q", rb.Name(), german.Title, got.Lang, got.Title)
		}
		old := german
		old.Titled, old.Terms = game.Said{}, nil
		if got, err = e.Reword(raw(t, old)); err != nil || got.Title != german.Title {
			t.Errorf("%s: %v, %q", rb.Name(), err, got.Title)
		}
		german.Rulebook = "chess"
		for _, bad := range []string{"", "{", "[]", string(raw(t, german))} {
			if _, err := e.Reword([]byte(bad)); err == nil {
				t.Errorf("%s: %.40q is a report", rb.Name(), bad)
			}
		}
	}
}
