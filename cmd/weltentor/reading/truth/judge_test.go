package truth_test

import (
	"fmt"
	"testing"
)

// TestJudge: the judge finds what it looks for, and nothing in answers as they usually are.
func TestJudge(t *testing.T) {
	const usualDe = "Angenommen: 3 Zeilen, alles gut.\nReich 1 Reich1: Zug 2\n" +
		"Gelesen aus: dem Text des Briefs (UTF-8)\n" +
		"  Zeilen der Mail-Signatur wurden nicht gelesen: 3.\n  Zitierte Zeilen wurden nicht gelesen: 24.\n" +
		"1 Zeile Eures Briefs vom Freitag, 27. November 2026, 20:10 Uhr (Europe/Berlin) gilt nicht mehr:\n  $A dig 5\n" +
		"Ihr habt Zeit bis Freitag, 4. Dezember 2026, 18:00 Uhr. Ein neuer Brief bis dahin ersetzt diesen.\n"
	const usualEn = "Accepted: 3 lines, all good.\nRealm 2 Reich2: turn 2\nRead from: the text of the letter (UTF-8)\n" +
		"  Lines of a signature were ignored: 1.\n  Quoted lines were ignored: 9.\n" +
		"You have until Friday, 4 December 2026, 18:00 (Europe/Berlin). A new letter before then replaces this one.\n"
	writer, reader, token := player(1), player(2), "zqabcdefg"
	for _, c := range []struct {
		name string
		out  []letterOut
		want string // the laws that are broken
	}{
		{"read", []letterOut{{to: reader, text: "He says " + token}, {to: writer, text: usualDe}}, "[]"},
		{"in a file", []letterOut{{to: reader, files: []string{"REPORT.TXT", token}}, {to: writer, text: usualEn}}, "[]"},
		{"not read", []letterOut{{to: writer, text: usualDe}}, "[lost, untold]"},
		{"not read, English", []letterOut{{to: writer, text: usualEn}}, "[lost, untold]"},
		{"no answer", nil, "[lost, untold]"},
		{"told", []letterOut{{to: writer, text: usualEn + "Your words went to nobody.\n"}}, "[not read, told]"},
		{"quoted to its writer", []letterOut{{to: writer, text: usualDe + "  " + token}}, "[not read, told]"},
		{"by another player", []letterOut{{to: reader, text: token}, {to: player(3), subject: token}},
			"[read by a player]"},
		{"by the game master", []letterOut{{to: reader, text: token}, {to: masterAddress, text: "Zqabcdefg"}},
			"[read by the master]"},
		{"by somebody else instead", []letterOut{{to: player(3), text: token}}, "[read by a player lost, untold]"},
	} {
		p := &play{t: t, passages: []passage{{token, []string{writer, reader}}}, passed: map[int]letterOut{},
			reports: map[int]letterOut{}, receipts: map[int]letterOut{}}
		p.looks(c.out).must(writer, token, reader)
		got := []law{}
		for _, f := range p.faults {
			got = append(got, f.law)
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%s: %v, want %s", c.name, got, c.want)
		}
	}
}
