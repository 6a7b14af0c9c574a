package engine

import (
	"testing"

	"weltentor/worlds"
	"weltentor/worlds/game"
)

// told is report 0 of a German player.
func told(t *testing.T, rb game.Rulebook) game.Facts {
	t.Helper()
	tables, err := rb.Tables(nil)
	if err != nil {
		t.Fatal(err)
	}
	w, err := rb.Found(game.Founding{Seed: game.Seed{1}, Tables: tables})
	if err != nil {
		t.Fatal(err)
	}
	if w, _, err = w.Join(game.Joining{Name: "Reich", Player: "P", Lang: "de"}, game.Seed{}); err != nil {
		t.Fatal(err)
	}
	return *w.Facts(1)
}

// A report is said in the present language, in each game. What is no report of the game is none, and data of an older
// version, whose words have no codes, stay as they are.
func TestReword(t *testing.T) {
	t.Parallel()
	for _, rb := range worlds.Rulebooks() {
		e := laidOut(t, rb, nil)
		german := told(t, rb)
		if _, err := e.Speak("en"); err != nil {
			t.Fatal(err)
		}
		got, err := e.Reword(raw(t, german))
		if err != nil {
			t.Fatal(err)
		}
		if german.Lang != "de" || got.Lang != "en" || got.Title == german.Title {
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
