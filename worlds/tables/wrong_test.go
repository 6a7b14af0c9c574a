package tables

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"weltentor/orders/phrase"
)

func book(lang phrase.Lang) *phrase.Book { return phrase.Embedded(lang, texts) }

// A mistake is read in the reader's language, with the place it is at.
func TestWrongInBothLanguages(t *testing.T) {
	_, _, err := over("[[town]]\ncode = \"A\"\nman = 3\n", false)
	for _, c := range []struct {
		err    error
		de, en string
	}{
		{err, "unbekannte Schlüssel in den Tabellen: town.man", "unknown keys in the tables: town.man"},
		{Bad("town A", "number", phrase.Str("key", "men"), phrase.Num("n", 10), phrase.Num("low", 1),
			phrase.Num("high", 9)),
			"town A: men = 10: erlaubt sind 1 bis 9", "town A: men = 10: must be 1 to 9"},
		{Within("realm 4", Bad("", "twice")), "realm 4: dafür gibt es zwei Zeilen",
			"realm 4: there are two rows for it"},
		{Within("realm 4", Bad("town", "no-row", phrase.Str("code", "C"))), `realm 4: town: "C" gibt es nicht`,
			`realm 4: town: there is no "C"`},
		{Bad("", "kind", phrase.Str("key", "a.b"), phrase.Key("want", "tables.kind-bool")),
			"a.b braucht true oder false", "a.b needs true or false"},
	} {
		w, ok := c.err.(*Wrong)
		if !ok {
			t.Errorf("%v is none of ours", c.err)
			continue
		}
		if de, en := book(phrase.De).Say(w.Phrase()), book(phrase.En).Say(w.Phrase()); de != c.de || en != c.en ||
			w.Error() != en {
			t.Errorf("%q, %q; want %q, %q", de, en, c.de, c.en)
		}
	}
}

// Both languages have the same sentences, and one for every mistake that the sources
// of this package and of the rulebooks make.
func TestEveryMistakeHasASentence(t *testing.T) {
	de, en := book(phrase.De), book(phrase.En)
	if !slices.Equal(de.Codes(), en.Codes()) {
		t.Errorf("codes differ:\n%v\n%v", de.Codes(), en.Codes())
	}
	used := map[string]bool{}
	made := regexp.MustCompile(`Bad\((?:[^()"]|"[^"]*"|\([^()]*\))*?, "([a-z-]+)"`)
	sources, err := filepath.Glob("../*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	inRooms, err := filepath.Glob("../*/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	sources = append(sources, inRooms...)
	for _, path := range sources {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range made.FindAllStringSubmatch(string(src), -1) {
			if used["tables."+m[1]] = true; !de.Has("tables." + m[1]) {
				t.Errorf("%s: no sentence tables.%s", path, m[1])
			}
		}
	}
	kind := regexp.MustCompile("^tables.kind-")
	for _, code := range de.Codes() {
		if !slices.Equal(de.Names(code), en.Names(code)) {
			t.Errorf("%s: German uses %v, English %v", code, de.Names(code), en.Names(code))
		}
		if !used[code] && !kind.MatchString(code) {
			t.Errorf("%s is said of nothing", code)
		}
	}
}
