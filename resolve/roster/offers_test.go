package roster_test

import (
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/roster"
	"weltentor/worlds/game"
)

// hills returns the offers of a world with names from two tables in addition to those of the rulebook.
func hills() roster.Offers {
	return roster.Offers{Words: func(lang phrase.Lang) *phrase.Book {
		texts := map[phrase.Lang]string{
			phrase.De: "[of]\nplain = \"Gemeines Volk\"\nhill = \"Hügelvolk\"\nmarsh = \"Volk der Marsch\"\nline = " +
				"\"nirgends schlecht\"",
			phrase.En: "[of]\nplain = \"common people\"\nhill = \"people of the hills\"\nmarsh = \"people of the " +
				"marsh\"\nline = \"bad nowhere\"",
		}
		b, err := phrase.Load(lang, []byte(texts[lang]))
		if err != nil {
			panic(err)
		}
		return b
	}, List: []game.Choice{
		{Code: "plain", Word: phrase.P("of.plain"), Line: phrase.P("of.line")},
		{Code: "hill", Word: phrase.P("of.hill")},
		{Code: "marsh", Word: phrase.P("of.marsh")}, {Code: "Elben"}, {Code: "Erben"},
	}}
}

// An offer is found by its code and by its German and English name, in any case, with a typing mistake, or by its
// beginning. What fits none or several is not found.
func TestWhatIsOfferedIsFound(t *testing.T) {
	for called, want := range map[string]string{
		"hill": "hill", "HILL": "hill", "hil": "hill", "Hügelvolk": "hill", "huegelvolk": "hill", "Hügelvlok": "hill",
		"Hügel":                "hill",
		"People of the  Hills": "hill", "\"hill\".": "hill", "hill people": "hill", "Gemeines Volk": "plain",
		"common poeple": "plain", "common": "plain",
		"Elben": "Elben", "elbe": "Elben", "Erben": "Erben",
		"Elfen vom Mond": "", "people": "", "people of the": "", "Volk": "marsh", "pl": "", "": "", "Eben": "", "?": "",
	} {
		if got, ok := hills().Find(called); got != want || ok != (want != "") {
			t.Errorf("%q: %q, %v, want %q", called, got, ok, want)
		}
	}
	if _, ok := (roster.Offers{}).Find("plain"); ok {
		t.Error("found where nothing is offered")
	}
	for code, want := range map[string]string{"plain": "common people", "hill": "people of the hills", "Erben": "Erben",
		"gone": "gone", "": ""} {
		if got := hills().Name(code, phrase.En); got != want {
			t.Errorf("%q is called %q, want %q", code, got, want)
		}
	}
	var offered []string
	for _, o := range hills().In(phrase.De) {
		offered = append(offered, o.Name)
	}
	if got := strings.Join(offered, ", "); got != "Gemeines Volk, Hügelvolk, Volk der Marsch, Elben, Erben" {
		t.Errorf("offered are %s", got)
	}
	if got := hills().In(phrase.En)[0]; got != (roster.Offer{Code: "plain", Name: "common people",
		Line: "bad nowhere"}) {
		t.Errorf("%+v", got)
	}
}

// The form asks again for a kind or culture that does not exist, also after a bare answer. Nobody gets another one
// instead, whatever is in an older letter that they quote.
func TestAWishThatIsNotOfferedIsAskedAgain(t *testing.T) {
	for _, what := range []struct{ field, german string }{{"kind", "Art"}, {"culture", "Kultur"}} {
		chosen := func(f *roster.SignupForm) string {
			return map[string]string{"kind": f.Kind, "culture": f.Culture}[what.field]
		}
		f := roster.SignupForm{Kinds: hills(), Cultures: hills()}
		f.Read("> " + what.german + ": Elfen vom Mond\n")
		f.Complete("Kim")
		for i, step := range []struct{ own, quoted, want string }{
			{"", "", ""},
			{"Ja, gern!", what.german + ": Gemeines Volk\n", ""},
			{what.german + ": Ziegen\n", "", ""},
			{what.german + ": Hügelvolk\n", what.german + ": plain\n", "hill"},
			{"", what.german + ": plain\n", "plain"},
		} {
			if i > 0 {
				f = roster.SignupForm{Applicant: f.Applicant, Kinds: hills(), Cultures: hills()}
				f.Answered(step.own, step.quoted)
			}
			if chosen(&f) != step.want || (len(f.Faults) == 1) != (step.want == "") {
				t.Errorf("%s, answer %d: %q, %v, want %q", what.field, i, chosen(&f), f.Faults, step.want)
			}
		}
	}
	f := roster.SignupForm{Kinds: hills()}
	f.Read("Kultur: Elben\n") // a game without cultures: the wish is ignored
	if f.Complete("Kim"); f.Kind != "" || f.Culture != "" || len(f.Faults) != 0 {
		t.Errorf("%+v", f)
	}
}
