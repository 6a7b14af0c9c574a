package resolve

import (
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/outbox"
	"weltentor/resolve/world"
)

// guided checks that a letter has the guide: it says so, and the guide comes after its other files.
func guided(t *testing.T, d outbox.Draft, files int, name, text string) {
	t.Helper()
	if len(d.Files) != files || d.Files[files-1].Name != name || string(d.Files[files-1].Data) != text ||
		strings.Count(d.Text, name) != 1 {
		t.Errorf("%s: %d files, %+v\n%s", d.Subject, len(d.Files), d.Files, d.Text)
	}
}

// The players' guide is sent with report 0 and as an answer to HELP, in each player's language. Later reports do not
// have it.
func TestGuideGoesWithReport0AndHelp(t *testing.T) {
	b := sit(t, tiny{}, 2, func(s *world.Settings) {
		s.Guide = func(of string, lang phrase.Lang) string { return of + " auf " + string(lang) + "\n" }
	})
	first := b.sent("report", day0.Add(time.Hour))
	if len(first) != 2 {
		t.Fatalf("%d reports", len(first))
	}
	guided(t, first[0], 2, "ANLEITUNG.TXT", "tiny auf de\n")
	guided(t, first[1], 2, "GUIDE.TXT", "tiny auf en\n")
	guided(t, b.help(1, "HILFE"), 1, "ANLEITUNG.TXT", "tiny auf de\n")
	guided(t, b.help(2, "HELP"), 1, "GUIDE.TXT", "tiny auf en\n")
	b.clockAt = day0.Add(14 * 24 * time.Hour)
	b.advance(b.clockAt)
	for _, d := range b.sent("report", b.clockAt) {
		if len(d.Files) != 1 || strings.Contains(d.Text, "GUIDE") || strings.Contains(d.Text, "ANLEITUNG") {
			t.Errorf("%s: %d files\n%s", d.Subject, len(d.Files), d.Text)
		}
	}
}

// A game without a guide has letters without one.
func TestNoGuide(t *testing.T) {
	b := sit(t, tiny{}, 1, func(s *world.Settings) { s.Guide = func(string, phrase.Lang) string { return "" } })
	first := b.sent("report", day0.Add(time.Hour))
	if len(first) != 1 || len(first[0].Files) != 1 || strings.Contains(first[0].Text, "ANLEITUNG") {
		t.Errorf("%+v", first)
	}
	if d := b.help(1, "HILFE"); len(d.Files) != 0 || strings.Contains(d.Text, "ANLEITUNG") {
		t.Errorf("%+v", d)
	}
}
