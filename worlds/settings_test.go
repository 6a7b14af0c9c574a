package worlds

import (
	"testing"
)

// What all games have is set in all of them with the same words; what a game lacks is refused by name
// there, and not as an unknown word.
func TestSettingsAreAlike(t *testing.T) {
	everywhere := []string{"Sprache Deutsch", "Sprache englisch", "Sprache en", "Language German", "Language en",
		"Computer Amiga", "Computer PC", "computer utf8", "Zip ja", "zip nein", "Zip yes"}
	somewhere := []string{"Karte ja", "Karte nein", "Map no", "Bericht kurz", "Report full"}
	for _, rb := range Rulebooks() {
		refused := func(line string) string {
			file := rb.Language().Parse("$S\n" + line + "\n$E\n")
			if len(file.Problems) == 0 && len(file.Lines) == 1 {
				return ""
			}
			return file.Problems[0].What.Code
		}
		for _, line := range everywhere {
			if code := refused(line); code != "" {
				t.Errorf("%s refuses %s: %s", rb.Name(), line, code)
			}
		}
		for _, line := range somewhere {
			if code := refused(line); code != "" && code != "setting.elsewhere" {
				t.Errorf("%s refuses %s: %s", rb.Name(), line, code)
			}
		}
		if code := refused("Wetter schön"); code == "" || code == "setting.elsewhere" {
			t.Errorf("%s: Wetter: %q", rb.Name(), code)
		}
	}
}
