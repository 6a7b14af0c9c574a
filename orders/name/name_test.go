package name

import (
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"

	"pgregory.net/rapid"
)

func TestWrong(t *testing.T) {
	for s, want := range map[string]string{
		"Anna": "", "A. Adler": "", "Jörg-Uwe d'Oro 2": "", "Dr.": "", "Žižka Ægir": "", "Mu\u0308ller": "",
		"Țepeș": "", "Nguyễn": "", "O’Neil": "",
		"N. N.": "", "7 Berge": "", "1. Bund": "", strings.Repeat("ä", 30): "", "Großes Eisvolk": "",
		"": "name.empty", "  ": "name.empty", strings.Repeat("a", 31): "name.long",
		"123": "name.letterless", "- 7": "name.letterless", "'": "name.letterless",
		"www.spam.example": "name.sign", "a@b.de": "name.sign", "http://x": "name.sign", "$I 1 x": "name.sign",
		"«": "name.sign", "Reich; x": "name.sign",
		"\u202eabc": "name.sign", "abc\x07": "name.sign", "a\u200bb": "name.sign", "Moor\u034fland": "name.sign",
		"\u0308a": "name.sign",
		"Иван":    "name.sign", "\u041coorland": "name.sign", "R\u0435ich2": "name.sign", "Ｍoor": "name.sign",
		"Moor\u0661": "name.sign", "ªber": "name.sign", "ﬁn": "name.sign", "ɑlba": "name.sign",
		"a\xffb": "name.sign", "a_b": "name.sign", "Haus №": "name.sign",
		"Spielleitung": "name.master", "Die SpieIIeitung": "name.master", "SPIELLEITER": "name.master",
		"Spie1leitung": "name.master", "Game-Master": "name.master",
		"Garnemaster": "name.master", "G. M.": "name.master", "gm": "name.master", "SL": "name.master",
		"Gmund": "", "Slawa": "",
	} {
		if got := Wrong(Neat(s)).Code; got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
	if got := Neat("  Mu\u0308hl\t berg\u00a0"); got != "Mühl berg" {
		t.Errorf("neat: %q", got)
	}
}

func alike(a, b string) bool { return skeletons(a).meet(skeletons(b)) }

// A name that looks or sounds like another's counts as the other's.
func TestAlike(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"Moorland", "MOORLAND", true}, {"Moorland", "Moor-land", true}, {"Moorland", "M00rland", true},
		{"Moorland", "MoorIand", true}, {"Moorland", "Moor1and", true},
		{"Moorland", "Moorländ", true}, {"Müller", "Mu\u0308ller", true}, {"Moorland", "Moor land.", true},
		{"Fenmark", "Fenrnark", true},
		{"Bär", "Baer", true}, {"Baer", "Bar", true}, {"Bär", "Bar", true}, {"Köln", "Koeln", true},
		{"Søren", "Sören", true}, {"Ægir", "Aegir", true}, {"Łódź", "Lodz", true},
		{"O’Neil", "O'Neil", true}, {"Wald", "VVald", true}, {"Straße", "Strasse", true}, {"STRAẞE", "strasse", true},
		{"Illyria", "lllyria", true}, {"Illyria", "illyria", true},
		{"Bovistan", "Воvistan", true}, {"Alba", "ɑlba", true}, {"Ceres", "Сеrеѕ", true}, // old names in other scripts
		{"Moorland", "Mooriand", false}, {"Moorland", "Mohrland", false}, {"Fenmark", "Fernmark", false},
		{"Ilm", "Lim", false}, {"Bild", "Blld", false},
		{"Nord 2", "Nord 3", false}, {"???", "!!!", false}, {"", "", false},
	} {
		if alike(c.a, c.b) != c.same || alike(c.b, c.a) != c.same {
			t.Errorf("%q and %q: alike is %v", c.a, c.b, !c.same)
		}
	}
}

func TestWrongFor(t *testing.T) {
	for _, c := range []struct {
		name   string
		own    int
		others []string
		want   string
	}{
		{"Moorland", 2, []string{"Bovistan", "Fenmark"}, ""},
		{"Moor-Iand", 2, []string{"Bovistan", "Moorland"}, "name.taken"},
		{"Reich 2", 2, nil, ""}, {"realm2", 2, nil, ""}, {"Reich 02", 2, nil, ""}, {"Reich l0", 10, nil, ""},
		{"Reich 2", 3, nil, "name.number"}, {"reich-2", 3, nil, "name.number"}, {"Rea1m 2", 3, nil, "name.number"},
		{"REICH l", 3, nil, "name.number"}, {"Realm IO", 3, nil, "name.number"},
		{"Nation 7", 3, nil, "name.number"}, {"Reich 2", 0, nil, "name.number"}, {"Reich 0", 0, nil, "name.number"},
		{"Reich 99999999999999999999", 1, nil, ""},
		{"Reich", 1, nil, ""}, {"Reich der 2 Flüsse", 1, nil, ""}, {"Österreich 2", 1, nil, ""},
		{"Spielleitung", 1, nil, "name.master"}, {"", 1, nil, "name.empty"},
	} {
		if got := WrongFor(c.name, c.own, c.others...).Code; got != c.want {
			t.Errorf("%q for realm %d beside %q: %q, want %q", c.name, c.own, c.others, got, c.want)
		}
	}
}

// The words of realms and of the game master are what their skeletons are today.
func TestWordsAreSkeletons(t *testing.T) {
	for _, c := range []struct{ words, skeletons []string }{
		{[]string{"Reich", "realm", "Nation"}, realmWords},
		{[]string{"Spielleit", "game master"}, masterWords},
		{[]string{"GM", "SL"}, masterAlone},
	} {
		var want []string
		for _, word := range c.words {
			want = append(want, skeletons(word)[0])
		}
		if !slices.Equal(c.skeletons, want) {
			t.Errorf("%q: %q, want %q", c.words, c.skeletons, want)
		}
	}
}

// TestSentences: each reason has its words in both languages, with what it names.
func TestSentences(t *testing.T) {
	for _, lang := range phrase.Langs {
		b, err := phrase.Load(lang, Texts(lang))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []string{"", strings.Repeat("a", 31), "R\u0435ich", "a\u200bb", "a@b", "12", "GM",
			"Reich 9", "Moorland"} {
			p := WrongFor(s, 1, "Moorland")
			if said := b.Say(p); p.Code == "" || !b.Has(p.Code) || strings.ContainsAny(said, "{}\u200b") {
				t.Errorf("%s: %q is refused as %q: %s", lang, s, p.Code, said)
			}
		}
	}
}

// TestRuleHolds: what is neat stays neat, and a name is like itself. Capitals, or umlauts written as two letters, do
// not make another name.
func TestRuleHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(), rapid.StringMatching(`[A-Za-zÄÖÜäöüß0-9 .'’-]{1,12}`)).Draw(t, "name")
		n := Neat(s)
		if Neat(n) != n {
			t.Fatalf("%q neat is %q, then %q", s, n, Neat(n))
		}
		if Wrong(n).Code != "" {
			return
		}
		written := strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss").Replace(n)
		for _, other := range []string{n, strings.ToLower(n), strings.ReplaceAll(n, " ", ""),
			strings.ReplaceAll(n, "'", "’"), written} {
			if !alike(n, other) {
				t.Fatalf("%q is not like %q", n, other)
			}
		}
	})
}
