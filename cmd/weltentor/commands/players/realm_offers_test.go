package players_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/settings"
	"weltentor/worlds"
)

// The help for a world, and the refusal, name what a realm may be, in both languages. If there is nothing to choose,
// they say so.
func TestRealmAddNamesTheChoices(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	add := func(dir string, more ...string) (int, string) {
		code, out, errs := d.Run(append([]string{"realm", "add", "--by-hand", dir, "--name", "M", "--player", "A", "--mail",
			clitest.Player}, more...)...)
		return code, out + errs
	}
	for lang, words := range map[string][]string{
		"de": {"Diese Welt bietet:", "normal (normales Reich), nomad (Nomaden), pirate (Piraten)",
			"plain (Gemeines Volk), ice (Eisvolk), ", "höchstens 10 Karawanen und 5 Handelsflotten",
			"Reiter 20 % stärker"},
		"en": {"This world offers:", "normal (normal realm), nomad (nomads), pirate (pirates)",
			"plain (common people), ice (people of the ice), ", "at most 10 caravans and 5 trade fleets",
			"riders 20 % stronger"},
	} {
		head, kinds, cultures := words[0], words[1], words[2]
		_, out, _ := d.Run("--lang", lang, "realm", "add", "--by-hand", d.Dir, "--help")
		d.Lists("the help", strings.Join(strings.Fields(out), " "), head, "--kind nomad", "--culture steppe",
			words[3], words[4])
		if _, out, _ := d.Run("--lang", lang, "realm", "add", "--help"); strings.Contains(out, head) {
			t.Errorf("help without a world names some:\n%s", out)
		}
		code, said := add(d.Dir, "--lang", lang, "--kind", "robber")
		if code != complaint.ExitUsage || !strings.Contains(said, kinds) || strings.Count(said, "\n") != 1 {
			t.Errorf("exit %d, %q", code, said)
		}
		if code, said := add(d.Dir, "--lang", lang, "--culture", "Elben"); code != complaint.ExitUsage ||
			!strings.Contains(said, cultures) {
			t.Errorf("exit %d, %q", code, said)
		}
	}
	for i, called := range [][2]string{{"Nomad", "Eisvolk"}, {"Piraten", "people of the sea"}, {"nomda", "STEPE"}} {
		if code, said := add(d.Dir, "--name", string(rune('A'+i)), "--kind", called[0], "--culture", called[1]); code !=
			complaint.ExitDone {
			t.Errorf("%v: exit %d, %q", called, code, said)
		}
	}

	none := 0
	for _, rb := range worlds.Rulebooks()[1:] {
		plain := d.Dir + "-" + rb.Name()
		d.Done("new", plain, "--rulebook", rb.Name())
		if _, out, _ := d.Run("--lang", "en", "realm", "add", plain, "--help"); strings.Contains(out,
			"This world offers:") {
			continue
		}
		none++
		if err := os.WriteFile(filepath.Join(plain, settings.File), []byte("address = \""+clitest.Address+"\"\n"),
			0o600); err != nil {
			t.Fatal(err)
		}
		if code, said := add(plain, "--lang", "en", "--kind", "x"); code != complaint.ExitUsage ||
			!strings.Contains(said, "offers no choice") {
			t.Errorf("%s: exit %d, %q", rb.Name(), code, said)
		}
	}
	if none == 0 {
		t.Error("all games offer kinds or cultures: this shows nothing")
	}
}
