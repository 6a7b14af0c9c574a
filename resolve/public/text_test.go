package public_test

import (
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/public"
)

// A table that is too wide for the page is written as sentences. In the body of a mail, where mail programs break
// lines, it stays a table.
func TestWideStandings(t *testing.T) {
	name := strings.Repeat("Königreich ", 2) + "Norden" // 28 of the 30 characters a name may have
	s := &public.Standings{Rows: []public.StandingRow{{Realm: public.Realm{Realm: 12, Name: name}, Place: 1,
		Numbers: []int64{13, 5873, 1950, 4, 1, 5}}, {Realm: public.Realm{Realm: 2, Name: "Süd"}, Place: 2, Fallen: true,
		Numbers: []int64{0, 0, 0, 0, 0, 9}}}}
	for _, title := range []string{"Felder", "Etat", "Einkommen", "gewonnen", "unentschieden", "verloren"} {
		s.Columns = append(s.Columns, public.Column{title, public.Words{phrase.De: title}})
	}
	page := public.Page{Public: public.Shown{public.Standing}, Standings: s}
	got := string(page.Parts(phrase.De, public.Columns))
	if want := "\nDer Stand\n---------\n" +
		"  1. 12 Königreich Königreich Norden: Felder 13, Etat 5873, Einkommen 1950,\n" +
		"    gewonnen 4, unentschieden 1, verloren 5\n" +
		"  2. 2 Süd (gefallen): Felder 0, Etat 0, Einkommen 0, gewonnen 0,\n" +
		"    unentschieden 0, verloren 9\n"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if wide := string(page.Parts(phrase.De, 1000)); !strings.Contains(wide,
		"\n  1.  12  Königreich Königreich Norden      13  5873") {
		t.Errorf("%s", wide)
	}
}

// Who reads the standings sees which realms the machine plays.
func TestStandingsNameTheMachine(t *testing.T) {
	s := &public.Standings{Rows: []public.StandingRow{{Realm: public.Realm{Realm: 1, Name: "Nord"}, Bot: true}, {Realm: public.Realm{Realm: 2, Name: "Süd"}}}}
	for lang, want := range map[phrase.Lang]string{phrase.De: "Nord (die Maschine spielt)", phrase.En: "Nord (the machine plays)"} {
		got := string(public.Page{Public: public.Shown{public.Standing}, Standings: s}.Parts(lang, public.Columns))
		if !strings.Contains(got, want) || strings.Count(got, "(") != 1 {
			t.Errorf("%s", got)
		}
	}
}

// The words of world.toml may come in any order and more than once. A wrong one is named.
func TestReadParts(t *testing.T) {
	if p, _, ok := public.ReadParts([]string{"newspaper", "sent", "sent"}); !ok || p.String() != "sent newspaper" ||
		!p.Has(public.Sent) || p.Has(public.Turns) {
		t.Errorf("%v %v", p, ok)
	}
	if p, _, ok := public.ReadParts(nil); !ok || p != nil {
		t.Errorf("%v %v", p, ok)
	}
	for _, wrong := range []string{"", "Sent", "scores"} {
		if p, got, ok := public.ReadParts([]string{"sent", wrong}); ok || got != wrong || p != nil {
			t.Errorf("%q: %v %q %v", wrong, p, got, ok)
		}
	}
}
