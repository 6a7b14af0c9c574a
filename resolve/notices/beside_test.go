package notices_test

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/notices"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// What is said of the files beside a report that are too large, and of a table in the browser, in German and in English.
func TestWhatIsBesideAReport(t *testing.T) {
	t.Parallel()
	web := func(s *world.Settings) { s.TableURL, s.Page = "https://example.org/t", worldtest.Paged("v1") }
	wishing := func(b *worldtest.Game, n int) {
		b.Orders(n, "dig 1\n$S\nDaten ja\nTisch ja\nKarte Bild ja")
		_, err := turns.Advance(b.World, b.ClockAt, true)
		must(b.T, err)
	}
	for _, c := range []struct {
		rules  worldtest.Tiny
		play   worldtest.Scene
		de, en string
	}{
		{worldtest.Tiny{Chart: true, Facts: notices.MostData, Sees: 50_000}, wishing,
			"Eure Karte ist zu groß für ein Bild; die Karte im Bericht zeigt alles.\n" +
				"Als Daten ist Euer Bericht zu groß für einen Brief. Bittet die Spielleitung um die Datei.\n" +
				"Die Daten für Euren Tisch sind zu groß für einen Brief. Bittet die Spielleitung um die Datei.",
			"Your map is too large for a picture; the map in the report shows all of it.\n" +
				"As data your report is too large for a letter. Ask the game master for the file.\n" +
				"The data for your table are too large for a letter. Ask the game master for the file."},
		{worldtest.Tiny{}, func(b *worldtest.Game, n int) { b.Asks(n, "TABLE", "") },
			"Euer Tisch, im Browser und am Telefon:\n" +
				"Wer diesen Link hat, sieht Euer Reich, bis zu Eurem nächsten Bericht: Gebt ihn niemandem. Ist er in " +
				"fremden Händen, schickt PASSWORT, allein im Betreff: Das neue Passwort beendet ihn.",
			"Your table, in the browser and on phones:\n" +
				"Whoever has this link sees your realm, until your next report: give it to nobody. If somebody else " +
				"has it, send PASSWORD, alone in the subject: the new password ends it."},
	} {
		worldtest.Both(t, c.rules, c.play, c.de, c.en, web)
	}
	b := worldtest.Found(t, worldtest.Tiny{Chart: true, Sees: 1}, 2)
	for n := range 2 {
		b.Orders(n+1, "dig 1\n$S\nDaten ja\nTisch ja\nKarte Bild ja")
	}
	b.Sent("", b.ClockAt)
	_, err := turns.Advance(b.World, b.ClockAt, true)
	must(t, err)
	for _, d := range b.Sent("report", b.ClockAt) {
		var names []string
		for _, f := range d.Files[1:] {
			names = append(names, f.Name)
		}
		got := fmt.Sprintf("%s; %s; %s; %s", strings.Join(names, ", "), d.Event.File, d.Event.Summary, d.Event.Text)
		if want := map[string]string{
			"r1@example.org": "KARTE.PNG, ERGEBNIS.json, TISCH.json; Frist.ics; Bovistan: Frist, Zug 2; Bis dahin " +
				"zählen Befehle für Zug 2.",
			"r2@example.org": "MAP.PNG, REPORT.json, TABLE.json; deadline.ics; Bovistan: deadline, turn 2; Orders " +
				"for turn 2 count until then.",
		}[d.To]; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for i, titles := range [][]string{
		{"Bovistan: Reich1, zu Beginn", "Bovistan: Reich1, nach Zug 1", "Bovistan: die ganze Welt, nach Zug 1"},
		{"Bovistan: Reich2, at the beginning", "Bovistan: Reich2, after turn 1",
			"Bovistan: the whole world, after turn 1"},
	} {
		b.World.Settings.Lang = phrase.Langs[i]
		for j, of := range [][2]int{{i + 1, 0}, {i + 1, 1}, {0, 1}} {
			sheet, err := notices.Drawn(b.World, of[0], of[1])
			if must(t, err); sheet.Title != titles[j] {
				t.Errorf("%q, want %q", sheet.Title, titles[j])
			}
		}
	}
}
