package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/laws"
	"weltentor/orders/phrase"
	"weltentor/worlds"
)

// The first letter of orders that the players' pages show for a game is accepted, every
// line of it, by a newly founded world of that game.
func TestFirstLettersOfThePages(t *testing.T) {
	for _, rb := range worlds.Rulebooks() {
		dir := filepath.Join(t.TempDir(), "w")
		do := func(args ...string) string {
			t.Helper()
			var out, errs strings.Builder
			args = append([]string{"--at", "2027-03-01T12:00:00Z"}, args...)
			code := run(t.Context(), args, strings.NewReader(""), &out, &errs, noEnv, worlds.Rulebooks())
			if code != exitDone {
				t.Fatalf("%v: exit %d, %s%s", args, code, out.String(), errs.String())
			}
			return out.String()
		}
		do("new", dir, "--rulebook", rb.Name(), "--seed", "3")
		settings := filepath.Join(dir, "world.toml")
		text, err := os.ReadFile(settings)
		if err != nil {
			t.Fatal(err)
		}
		text = []byte(strings.Replace(string(text), `address = ""`, `address = "game@example.org"`, 1))
		if err := os.WriteFile(settings, text, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"Moorland", "Fenmark", "Graumark", "Salzkueste"} {
			mail := strings.ToLower(name) + "@example.org"
			do("realm", "add", dir, "--name", name, "--player", name, "--mail", mail, "--player-lang", "de")
		}
		for _, lang := range []string{"de", "en"} {
			letter := firstLetter(t, laws.Content(t, "docs/player."+lang+".md"), rb.Words(phrase.Lang(lang)).T("game"))
			file := filepath.Join(t.TempDir(), "letter.txt")
			if lang == "en" { // the world's realms are German, and so is the first army's name
				letter = strings.ReplaceAll(letter, "Guard ", "Garde ")
				letter = strings.ReplaceAll(letter, "Fleet_1", "Flotte_1")
			}
			if err := os.WriteFile(file, []byte(letter), 0o600); err != nil {
				t.Fatal(err)
			}
			var got struct {
				Problems []json.RawMessage `json:"problems"`
			}
			out := do("check", "--json", "--world", dir, "--realm", letter[3:4], file)
			if err := json.Unmarshal([]byte(out), &got); err != nil || len(got.Problems) > 0 {
				t.Errorf("%s, %s: %v\n%s\n%s", rb.Name(), lang, err, letter, out)
			}
		}
	}
}

// firstLetter is the first block below a game's heading on a page.
func firstLetter(t *testing.T, page, game string) string {
	t.Helper()
	_, below, found := strings.Cut(page, "\n### "+game+"\n")
	_, block, open := strings.Cut(below, "```\n")
	letter, _, closed := strings.Cut(block, "```")
	if !found || !open || !closed || !strings.HasPrefix(letter, "$I ") {
		t.Fatalf("the page has no first letter of %s", game)
	}
	return letter
}
