package clitest

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// AnySays reports whether one of several letters says something.
func AnySays(letters []stage.Letter, what string) bool {
	return slices.ContainsFunc(letters, func(l stage.Letter) bool {
		return strings.Contains(strings.Join(strings.Fields(l.Body), " "), strings.Join(strings.Fields(what), " "))
	})
}

// Named is the realm whose player has an address.
func Named(address string) string {
	name, _, _ := strings.Cut(address, "@")
	return strings.ToUpper(name[:1]) + name[1:]
}

// Marked is a text as an answer quotes it.
func Marked(text string) string {
	return "Am 2.3.2026 um 12:00 schrieb Probe <" + stage.GameAddress + ">:\n> " +
		strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n> ") + "\n"
}

// Lacks fails if a text has one of these words.
func (d *Counter) Lacks(what, text string, words ...string) {
	d.T.Helper()
	for _, w := range words {
		if strings.Contains(text, w) {
			d.T.Errorf("%s says %q:\n%s", what, w, text)
		}
	}
}

// Counter plays self-service: Anna reads German, Bob English; others write, too.
type Counter struct {
	*stage.Play
	LastID string
}

// The addresses of somebody without a realm, and of Anna's second mailbox.
const (
	Stranger = "neu@demo.test"
	Second   = "anna@work.test"
)

// NewCounter founds a game with two realms that have read their first letters; settings are TOML values.
func NewCounter(t *testing.T, settings map[string]string) *Counter {
	t.Helper()
	d := &Counter{}
	d.Play = stage.NewPlay(t, InProcess(worlds.Rulebooks()[0]), "", settings, func(p *stage.Play) stage.Office {
		return stage.NewEmbedded(t, func() time.Time { return p.Now }, "anna@demo.test", "bob@demo.test",
			"gm@demo.test",
			Second, Stranger, "evil@demo.test")
	}, "--size", "40x30")
	d.Join("Moorland", "anna@demo.test", "de", game.UTF8)
	d.Join("Fenmark", "bob@demo.test", "en", game.UTF8)
	d.Cron()
	d.Fresh(stage.Anna)
	d.Fresh(stage.Bob)
	return d
}

// Writes sends a mail to the game and lets cron take it.
func (d *Counter) Writes(from, subject, text string, fields ...string) {
	d.T.Helper()
	d.Post(from, subject, text, fields...)
	d.Cron()
}

// Post sends a mail to the game.
func (d *Counter) Post(from, subject, text string, fields ...string) {
	d.T.Helper()
	d.LastID = d.Send(from, subject, text, fields...)
}

// TokenIn finds the code of a letter.
var TokenIn = regexp.MustCompile(`WT-[A-Z2-7]{26}`)

// Token is the one of a letter, which has it in its subject and in its text.
func (d *Counter) Token(l stage.Letter) string {
	d.T.Helper()
	token := TokenIn.FindString(l.Subject)
	if token == "" || !strings.Contains(l.Body, "\n  "+token+"\n") || strings.Contains(l.Body+l.Subject, "***") {
		d.T.Fatalf("no token in %q and\n%s", l.Subject, l.Body)
	}
	return token
}

// Nowhere checks that the store's bytes have none of these in them.
func (d *Counter) Nowhere(secrets ...string) {
	d.T.Helper()
	raw, err := os.ReadFile(filepath.Join(d.Dir, "world.db"))
	stage.Must(d.T, err)
	for _, s := range secrets {
		if s == "" || bytes.Contains(bytes.ToLower(raw), bytes.ToLower([]byte(s))) {
			d.T.Errorf("%q stands in the store", s)
		}
	}
}

// IdentityLine finds a realm and its password in a letter.
var IdentityLine = regexp.MustCompile(`(?m)^ {0,2}(\$I (\d+) ([a-z2-9-]{15}))\b`)

// Master is what the game master was mailed last.
func (d *Counter) Master() string {
	d.T.Helper()
	got := d.Got("gm@demo.test")
	if len(got) != 1 {
		d.T.Fatalf("the game master got %d letters", len(got))
	}
	return got[0].Body
}
