package truth_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/reading"
	"weltentor/mailer/imap"
	"weltentor/mailer/incoming"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// This file is all that the test knows of the program: raw mails go in as the mailbox has them, letters come out as
// they leave. What the letters mean is said by the other files.

func TestMain(m *testing.M) { os.Exit(worldtest.InMemory(m)) }

const (
	gameAddress   = "spiel@example.org"
	masterAddress = "leiter@example.org"
	realms        = 4
)

// player is the address of a realm's player.
func player(realm int) string { return fmt.Sprintf("r%d@example.org", realm) }

// letterOut is a letter of the game, as it leaves.
type letterOut struct {
	to, subject, text, id string
	files                 []string // names and texts of what is attached
}

// kind is the kind of the letter, by its Message-ID.
func (l letterOut) kind() string {
	kind, _, _ := strings.Cut(strings.TrimPrefix(l.id, "<"), ".")
	return kind
}

// whole is all that a reader of the letter can read.
func (l letterOut) whole() string {
	return l.subject + "\n" + l.text + "\n" + strings.Join(l.files, "\n")
}

// game is a world of four realms that pass letters on at once. Those with odd numbers read German.
type game struct {
	*worldtest.Game
	posted int
}

func found(t testing.TB, changes ...func(*world.Settings)) *game {
	g := &game{Game: worldtest.Found(t, worldtest.Tiny{}, realms, func(s *world.Settings) {
		s.Press, s.Signup, s.Places = world.PressNow, true, 9
		for _, change := range changes {
			change(s)
		}
	})}
	g.leaves()
	return g
}

// post brings a raw mail into the mailbox, has the program read it and take it in, and returns the letters that leave.
func (g *game) post(raw []byte) []letterOut {
	g.T.Helper()
	g.posted++
	language := g.Rules.Language()
	lines, o := language.NewMemory(), reading.Options(language, gameAddress)
	o.Score = lines.Score
	r, err := incoming.Read(g.T.Context(), raw, o)
	if err != nil {
		g.T.Fatalf("%v\n%s", err, raw)
	}
	l := reading.Letter(imap.Fetched{Raw: raw, UIDValidity: 1, UID: uint32(g.posted), Arrived: g.ClockAt}, r)
	l.Lines = lines
	g.Accept(l)
	_, err = turns.CarryOut(g.World, g.ClockAt) // what the game master has confirmed
	worldtest.Must(g.T, err)
	return g.leaves()
}

// leaves empties the outbox.
func (g *game) leaves() (all []letterOut) {
	g.T.Helper()
	for _, d := range g.Sent("", g.ClockAt) {
		l := letterOut{to: d.To, subject: d.Subject, text: d.Text, id: d.MessageID}
		for _, f := range d.Files {
			l.files = append(l.files, f.Name, string(f.Data))
		}
		all = append(all, l)
	}
	return all
}

// later lets time pass.
func (g *game) later(d time.Duration) { g.ClockAt = g.ClockAt.Add(d) }

// resolves waits for the deadline and resolves the turn.
func (g *game) resolves() []letterOut {
	g.T.Helper()
	s, err := gamemaster.StatusOf(g.World, g.ClockAt)
	worldtest.Must(g.T, err)
	at := s.Deadline
	if at.Before(g.ClockAt) {
		at = g.ClockAt
	}
	g.Advance(at)
	all := g.leaves()
	g.later(time.Hour)
	return all
}

// undoes takes the last turn back, and may resolve it again.
func (g *game) undoes(again bool) (all []letterOut) {
	g.T.Helper()
	g.Undo(g.ClockAt)
	all = g.leaves()
	g.later(time.Hour)
	if again {
		g.Redo(g.ClockAt)
		all = append(all, g.leaves()...)
		g.later(time.Hour)
	}
	return all
}

// The answers of the game, as far as the truth must understand them.
var (
	aCode     = regexp.MustCompile(`WT-[A-Z2-7]{26}`)
	aPassword = regexp.MustCompile(`\$I \d [a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{5}`)
	ordered   = regexp.MustCompile(`(?m)^\s*dig (\d)`)

	// tells are the words with which an answer tells that something was not read, or was sent to nobody. A receipt that
	// finds everything good has none of them.
	tells = regexp.MustCompile(`(?i)\bnobody\b|\bniemand(en)?\b|\bnot (been )?read\b|nicht gelesen|\bignored\b|nicht beachtet|` +
		`\bquot(ed|es|ation)\b|zitier|says nothing of its own|sagt nichts eigenes|no word of your own|` +
		`kein eigenes wort|code[^.\n]{0,80}(no longer valid|nicht mehr|has ended)|\bnot passed on\b|nicht weiterge|` +
		`did not begin with yes|begann nicht mit ja|no yes\b|kein ja\b|could not be read|nicht lesbar|another realm|` +
		`anderes reich`)
	// usual are the lines about signatures and quotes that any receipt may have, and those of a letter with a code.
	usual = regexp.MustCompile(`(?im)^.*(signatur|show (this letter|it) to nobody|(zitierte zeilen|quoted lines)[^:\n]*: \d+\.?\s*$).*$`)
	// copied are the words about a letter that came before, and resent those about how to send the same again.
	copied = regexp.MustCompile(`(?i)\bcopy\b|\bkopie\b|\babschrift\b|\bsame letter\b|\bderselbe brief\b`)
	resent = regexp.MustCompile(`(?i)\bnew (mail|letter)\b|\bneue\w* (e-?mail|mail|brief)`)
)

// inForce asks the game for a realm's orders, by letter, and returns them: "3 5 2", or "" if there are none.
func (g *game) inForce(realm int) string {
	g.T.Helper()
	g.later(time.Minute)
	raw := fmt.Sprintf("From: %s\r\nTo: %s\r\nSubject: ORDERS\r\nMessage-ID: <asks-%d@example.org>\r\nDate: %s\r\n\r\n",
		player(realm), gameAddress, g.posted, g.ClockAt.Format(time.RFC1123Z))
	var digs []string
	answered := false
	for _, l := range g.post([]byte(raw)) {
		if l.to != player(realm) {
			continue
		}
		answered = true
		for _, at := range ordered.FindAllStringSubmatch(l.whole(), -1) {
			digs = append(digs, at[1])
		}
	}
	if !answered {
		g.T.Fatalf("realm %d gets no answer to ORDERS", realm)
	}
	return strings.Join(digs, " ")
}
