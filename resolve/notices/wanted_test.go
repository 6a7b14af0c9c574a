package notices_test

import (
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/notices"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// If a rulebook has its own word for realms, letters use it. Otherwise they say realm.
func TestRealmsAreCalledByTheirRulebook(t *testing.T) {
	t.Parallel()
	var de, en []string
	for _, rb := range worlds.Rulebooks() {
		k := &world.Setup{Rules: rb}
		de = append(de, notices.Called(k, game.Realm{Number: 3, Name: "Moor", Lang: phrase.De}).S)
		en = append(en, notices.Called(k, game.Realm{Number: 3, Name: "Moor", Lang: phrase.En}).S)
	}
	slices.Sort(de)
	slices.Sort(en)
	if de, en = slices.Compact(de), slices.Compact(en); strings.Join(de, ", ") != "Nation 3 Moor, Reich 3 Moor" ||
		strings.Join(en, ", ") != "nation 3 Moor, realm 3 Moor" {
		t.Error(de, en)
	}
}

// The sentence with the deadline names only once what is sent in a phase, if the title names it. No sentence asks for
// orders when results are wanted.
func TestTheTitleNamesWhatIsWanted(t *testing.T) {
	t.Parallel()
	named := 0
	for _, rb := range worlds.Rulebooks() {
		w, err := rb.Found(game.Founding{Seed: game.Seed{3}})
		must(t, err)
		k := &world.Setup{Rules: rb}
		for _, lang := range phrase.Langs {
			code := notices.Wanted(k, "closing", w, lang)
			said := wording.Words(lang).Say(phrase.P(code, phrase.Str("title", w.Title(lang)), phrase.Str("when", "X")))
			if code == "closing-named" {
				named++
				said := ""
				for _, code := range []string{"closing", "deadline-then", "reminder", "subject.reminder"} {
					said += wording.Words(lang).Say(phrase.P(notices.Wanted(k, code, w, lang), phrase.Str("title", "T"),
						phrase.Str("when", "X"), phrase.Str("who", "W"), phrase.Str("world", "B"),
						phrase.Num("turn", 1))) + "\n"
				}
				if want := map[phrase.Lang]string{
					phrase.De: "Als Nächstes: T bis X.\nT bis X.\n" +
						"T. Von W liegt noch nichts vor.\n[B Z1] Erinnerung: Frist X\n",
					phrase.En: "Next: T until X.\nT until X.\n" +
						"T. Nothing has come from W yet.\n[B T1] Reminder: deadline X\n",
				}[lang]; said != want {
					t.Errorf("%s: %q", rb.Name(), said)
				}
			}
			what := map[phrase.Lang]string{phrase.De: "Befehle", phrase.En: "orders"}[lang]
			if n := strings.Count(strings.ToLower(said), strings.ToLower(what)); n != 1 {
				t.Errorf("%s: %q", rb.Name(), said)
			}
		}
	}
	if named != 2 {
		t.Errorf("%d titles name what is wanted", named)
	}
}
