package requests_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/outbox"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// guided checks that a letter has the guide: it says so, and the guide comes after its other files. It is a page about
// the realm, with a first letter in its own numbers.
func guided(t *testing.T, d outbox.Draft, files int, name string, has ...string) {
	t.Helper()
	if len(d.Files) != files || d.Files[files-1].Name != name || strings.Count(d.Text, name) != 1 {
		t.Errorf("%s: %d files, %+v\n%s", d.Subject, len(d.Files), d.Files, d.Text)
		return
	}
	page := string(d.Files[files-1].Data)
	for _, want := range has {
		if strings.Count(page, want) != 1 {
			t.Errorf("%s: the page has %q %d times:\n%s", d.Subject, want, strings.Count(page, want), page)
		}
	}
	onePage(t, page)
}

// onePage checks that a text is a page: at most 60 lines of at most 78 characters.
func onePage(t *testing.T, page string) {
	t.Helper()
	if n := strings.Count(page, "\n"); n > 60 {
		t.Errorf("%d lines:\n%s", n, page)
	}
	for line := range strings.Lines(page) {
		if len([]rune(line)) > 79 { // with its end
			t.Errorf("a line of %d characters: %s", len([]rune(line))-1, line)
		}
	}
}

// The page for beginners is sent as an answer to HELP, in each player's language. No report has it. It has the realm's own
// first letter.
func TestGuideGoesWithHelp(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Starts: true}, 2)
	first := b.Sent("report", worldtest.Day0.Add(time.Hour))
	if len(first) != 2 {
		t.Fatalf("%d reports", len(first))
	}
	de := []string{"Realm 1 digs for gold.\n", "\n$I 1 Passwort 1\n\n$A\ndig 1 ; carefully\n\n$E\n", "hinter $I 1."}
	en := []string{"Realm 2 digs for gold.\n", "\n$I 2 password 1\n\n$A\ndig 2 ; carefully\n\n$E\n", "behind $I 2."}
	for _, d := range first {
		if len(d.Files) != 1 {
			t.Errorf("%s: %d files", d.Subject, len(d.Files))
		}
	}
	guided(t, b.Help(1, "HILFE"), 1, "ANLEITUNG.TXT", de...)
	guided(t, b.Help(2, "HELP"), 1, "GUIDE.TXT", en...)
	b.ClockAt = worldtest.Day0.Add(14 * 24 * time.Hour)
	b.Advance(b.ClockAt)
	for _, d := range b.Sent("report", b.ClockAt) {
		if len(d.Files) != 1 || strings.Contains(d.Text, "GUIDE") || strings.Contains(d.Text, "ANLEITUNG") {
			t.Errorf("%s: %d files\n%s", d.Subject, len(d.Files), d.Text)
		}
	}
	if d := b.Help(2, "GUIDE"); !strings.Contains(d.Text, "\n$I 2 password 2\n") {
		t.Errorf("in turn 2 the guide is\n%s", d.Text)
	}
}

// Report 0 has the first letter in its body, as a form that a reply sends back. It says once where the password is, and
// explains `$I` once.
func TestReport0HasAFirstLetter(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Starts: true}, 2)
	for i, d := range b.Sent("report", worldtest.Day0.Add(time.Hour)) {
		has := [][]string{
			{"Realm 1 digs for gold.\n", "\n$I 1 Passwort 1\n\n$A\ndig 1 ; carefully\n\n$E\n", "Die Zeile $I sagt", "hinter $I 1.",
				"Willkommen“", "=== VORLAGE "},
			{"Realm 2 digs for gold.\n", "\n$I 2 password 1\n\n$A\ndig 2 ; carefully\n\n$E\n", "The line $I says", "behind $I 2.",
				"Welcome”", "=== TEMPLATE "}}[i]
		for _, want := range append(has, "$E\n\n") {
			if strings.Count(d.Text, want) != 1 {
				t.Errorf("report 0 has %q %d times:\n%s", want, strings.Count(d.Text, want), d.Text)
			}
		}
		if strings.Count(d.Text, "$I") != 3 {
			t.Errorf("report 0 explains $I more than once:\n%s", d.Text)
		}
	}
}

// GUIDE brings the page in the letter itself, as a form that a reply sends back.
func TestGuideAsAWord(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Starts: true}, 2)
	b.Sent("", b.ClockAt)
	for realm, word := range map[int]string{1: "ANLEITUNG", 2: "GUIDE"} {
		d := b.Help(realm, word)
		if len(d.Files) > 0 || !strings.Contains(d.Text, "digs for gold.") || strings.Count(d.Text, "\ndig ") != 1 ||
			strings.Count(d.Text, "=== ") != 1 {
			t.Errorf("%s brings\n%s", word, d.Text)
		}
	}
}

// MANUAL brings the manual of the game as a file, in each player's language, within the limit of large files. Letters
// that only name the word do not lay it out.
func TestManual(t *testing.T) {
	t.Parallel()
	laid := 0
	b := worldtest.Found(t, worldtest.Tiny{}, 2, func(s *world.Settings) {
		s.Manual = func(of string, lang phrase.Lang) func() string {
			return func() string { laid++; return of + " auf " + string(lang) + "\n" }
		}
	})
	b.Sent("", b.ClockAt)
	for realm, want := range map[int][3]string{1: {"HANDBUCH", "HANDBUCH.TXT", "tiny auf de\n"},
		2: {"MANUAL", "MANUAL.TXT", "tiny auf en\n"}} {
		d := b.Help(realm, want[0])
		if len(d.Files) != 1 || d.Files[0].Name != want[1] || string(d.Files[0].Data) != want[2] ||
			!strings.Contains(d.Text, want[1]) {
			t.Errorf("%s brings %+v\n%s", want[0], d.Files, d.Text)
		}
		if h := b.Help(realm, "HELP"); !strings.Contains(h.Text, ", "+want[0]+", ") {
			t.Errorf("HELP does not name %s:\n%s", want[0], h.Text)
		}
	}
	if laid != 2 {
		t.Errorf("it was laid out %d times for 2 who asked for it", laid)
	}
	for range 2 {
		b.Help(1, "HANDBUCH")
	}
	if d := b.Help(1, "HANDBUCH"); len(d.Files) != 1 {
		t.Errorf("%+v", d)
	}
	if a := b.Asks(1, "HANDBUCH", ""); a.Answered {
		t.Error("more manuals than the limit of large files allows")
	}
}

// A game that shows newcomers nothing has letters without a guide, and GUIDE and MANUAL say that there is none.
func TestNoGuide(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	first := b.Sent("report", worldtest.Day0.Add(time.Hour))
	if len(first) != 1 || len(first[0].Files) != 1 || strings.Contains(first[0].Text, "ANLEITUNG") ||
		strings.Count(first[0].Text, "$I") != 1 {
		t.Errorf("%+v", first)
	}
	if d := b.Help(1, "HILFE"); len(d.Files) != 0 || strings.Contains(d.Text, "ANLEITUNG") ||
		strings.Contains(d.Text, "HANDBUCH") {
		t.Errorf("%+v", d)
	}
	for word, want := range map[string]string{"ANLEITUNG": "keine Anleitung", "HANDBUCH": "kein Handbuch"} {
		if d := b.Help(1, word); len(d.Files) != 0 || !strings.Contains(d.Text, want) {
			t.Errorf("%s brings\n%s", word, d.Text)
		}
	}
}

// Where the mail provider's signature is enough, the first letter needs no password and is sent as a new mail. A realm
// that is not asked is told to wait for its turn.
func TestFirstLetterOfOthers(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Starts: true, InTurn: true}, 2, func(s *world.Settings) { s.Auth = world.ByDKIM })
	first := b.Sent("report", worldtest.Day0.Add(time.Hour))
	if text := first[0].Text; !strings.Contains(text, "\n$I 1 - 1\n") || strings.Contains(text, "PASSWORT") {
		t.Errorf("report 0:\n%s", text)
	}
	if text := first[1].Text; !strings.Contains(text, "\n$I 2 -\n") || !strings.Contains(text, "asks you for your turn") {
		t.Errorf("report 0:\n%s", text)
	}
}
