package mailing_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/settings"
	"weltentor/worlds"
)

// The game master hears for how many realms a world has land when it is founded, and as
// soon as there are more; a game whose rules know of no such number says nothing.
func TestCrowdedWorldsAreToldOf(t *testing.T) {
	t.Parallel()
	for lang, c := range map[string][2]string{
		"en": {"This map has room for 1 realm; with more it is crowded.",
			"the world now has 2 realms, and its land is enough for 1: neighbours"},
		"de": {"Land genug ist auf dieser Karte für 1 Reich; mit mehr Reichen wird es eng.",
			"die Welt hat jetzt 2 Reiche, und ihr Land genügt für 1: Die Nachbarn"},
	} {
		d := clitest.EmptyTable(t)
		dir := filepath.Join(t.TempDir(), "small")
		_, out, errs := d.Run("--lang", lang, "new", dir, "--size", "20x16", "--seed", "small")
		if !strings.Contains(out+errs, c[0]) {
			t.Errorf("new says\n%s%s", out, errs)
		}
		if err := os.WriteFile(filepath.Join(dir, settings.File), []byte("address = \""+clitest.Address+"\"\n"),
			0o600); err != nil {
			t.Fatal(err)
		}
		for i, name := range []string{"Moor", "Heide"} {
			_, out, errs := d.Run("--lang", lang, "realm", "add", "--by-hand", dir, "--name", name, "--player", name,
				"--mail", clitest.Player)
			if told := strings.Contains(errs, c[1]); told != (i == 1) {
				t.Errorf("realm %d: told %v:\n%s%s", i+1, told, out, errs)
			}
		}
	}
	out := clitest.Must(t, "new", filepath.Join(t.TempDir(), "board"), "--rulebook", worlds.Rulebooks()[1].Name())
	if strings.Contains(out, "land enough") {
		t.Error(out)
	}
}
