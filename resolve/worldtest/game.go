package worldtest

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/intake"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/sender"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/turns"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// Friday is the first deadline of a world founded at Day0.
var Friday = time.Date(2026, 11, 27, 18, 0, 0, 0, Berlin)

// Game is a world in a test's directory, with what its players know.
type Game struct {
	*world.World
	T         testing.TB
	Dir       string
	Passwords []string  // by realm number; [0] is unused
	Mails     int       // made by Letter
	ClockAt   time.Time // the time at which letters come
}

// Path is that of the store.
func (b *Game) Path() string { return filepath.Join(b.Dir, disk.FileName) }

// Found founds a world with realms whose players write from r1@example.org …; odd ones read German, and even ones
// English.
func Found(t testing.TB, rules game.Rulebook, realms int, change ...func(*world.Settings)) *Game {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "world")
	Must(t, players.Found(dir, rules, game.Founding{Seed: game.Seed{7}}, Day0))
	b := &Game{T: t, Dir: dir, Passwords: []string{""}, ClockAt: Day0.Add(time.Hour)}
	b.Reopen(rules, change...)
	for n := 1; n <= realms; n++ {
		j := game.Joining{Name: fmt.Sprintf("Reich%d", n), Player: fmt.Sprintf("Spieler %d", n),
			Lang: phrase.Langs[(n+1)%2]}
		number, password, err := players.AddRealm(b.World, j, fmt.Sprintf("r%d@example.org", n), Day0)
		Must(t, err)
		if number != n {
			t.Fatalf("realm %d got number %d", n, number)
		}
		b.Passwords = append(b.Passwords, password)
	}
	return b
}

// Reopen opens the world with other rules, and with the settings as they are without changes, or with these.
func (b *Game) Reopen(rules game.Rulebook, change ...func(*world.Settings)) {
	b.T.Helper()
	s := Settings()
	for _, f := range change {
		f(&s)
	}
	w, err := world.Open(b.Dir, []game.Rulebook{rules}, s)
	Must(b.T, err)
	b.World = w
}

// Letter returns a mail of a realm's player. PASSWORD in its text becomes the realm's.
func (b *Game) Letter(realm int, text string) letter.Letter {
	b.Mails++
	text = strings.ReplaceAll(text, "PASSWORD", b.Passwords[realm])
	return letter.Letter{Hash: sha256.Sum256(fmt.Append(nil, b.Mails, text)), UIDValidity: 1, UID: uint32(b.Mails),
		MessageID: fmt.Sprintf("<m%d@r%d>", b.Mails, realm),
		From:      fmt.Sprintf("r%d@example.org", realm), Subject: "Zug", Texts: letter.Texts{Text: text}, Part: "body", Charset: "UTF-8",
		MayAnswer: true, Arrived: Day0}
}

// Seen reports whether a mail with this hash was taken before.
func (b *Game) Seen(hash [32]byte) (bool, error) {
	seen, _, err := sender.Expect(b.World, hash)
	return len(seen) == 1 && seen[0], err
}

// Accept takes a mail in, at ClockAt.
func (b *Game) Accept(l letter.Letter) receipt.Acceptance {
	b.T.Helper()
	a, err := intake.Accept(b.World, l, b.ClockAt)
	Must(b.T, err)
	return a
}

// Send takes a mail in and demands its fate.
func (b *Game) Send(realm int, text string, want receipt.Fate) receipt.Acceptance {
	b.T.Helper()
	a := b.Accept(b.Letter(realm, text))
	if a.Fate != want {
		b.T.Fatalf("realm %d: fate %q (%s), want %q", realm, a.Fate, a.Reason.Code, want)
	}
	return a
}

// unsaid matches a line that is a code without a sentence.
var unsaid = regexp.MustCompile("(?m)^\\s*`[a-z0-9.-]+`$")

// Sent empties the outbox and returns the letters of a kind, "" for all.
func (b *Game) Sent(kind string, at time.Time) []outbox.Draft {
	b.T.Helper()
	var out []outbox.Draft
	var gone []outbox.Gone
	for {
		next, err := b.Exchange(gone, 100, at)
		Must(b.T, err)
		if len(next) == 0 {
			return out
		}
		gone = nil
		for _, o := range next {
			var d outbox.Draft
			Must(b.T, json.Unmarshal(o.Raw, &d))
			texts := []string{d.Text}
			for _, f := range d.Files {
				texts = append(texts, string(f.Data))
			}
			for _, text := range texts {
				if !strings.Contains(text, "`") {
					continue
				}
				if code := unsaid.FindString(text); code != "" {
					b.T.Errorf("%s: there is no sentence for %s", d.Subject, code)
				}
			}
			if kind == "" || strings.HasPrefix(d.MessageID, "<"+kind+".") {
				out = append(out, d)
			}
			gone = append(gone, outbox.Gone{ID: o.ID, Attempt: outbox.Attempt{At: at, Result: outbox.Delivered}})
		}
	}
}

// Reads empties the outbox and returns what these addresses were sent: of each letter its subject, then its text.
func (b *Game) Reads(to ...string) string {
	b.T.Helper()
	var text strings.Builder
	for _, d := range b.Sent("", b.ClockAt) {
		if slices.Contains(to, d.To) {
			text.WriteString(d.Subject + "\n" + d.Text)
		}
	}
	return text.String()
}

// Read is Reads for the address of a realm's player.
func (b *Game) Read(realm int) string {
	b.T.Helper()
	return b.Reads(fmt.Sprintf("r%d@example.org", realm))
}

// Advance resolves a turn.
func (b *Game) Advance(at time.Time) turns.Advanced {
	b.T.Helper()
	a, err := turns.Advance(b.World, at, false)
	Must(b.T, err)
	b.ClockAt = at
	if !a.Resolved {
		b.T.Fatalf("turn %d waits: %s", a.Turn, wording.Words(phrase.En).Say(a.Waits))
	}
	return a
}

// InForce returns the orders of a realm that are in force.
func (b *Game) InForce(realm int) string {
	b.T.Helper()
	var text string
	Must(b.T, b.View(func(tx *store.Tx) error {
		r, _ := sheets.Get(tx, store.Turn(tx), realm)
		text = r.Text
		return nil
	}))
	return text
}

// Bounce takes in a machine's report that a letter came back.
func (b *Game) Bounce(ids []string, words string, delayed bool) receipt.Acceptance {
	b.T.Helper()
	l := b.Letter(1, "")
	l.From, l.Machine = "mailer-daemon@example.org", "delivery report"
	l.Bounce = &letter.Bounce{IDs: ids, To: "r1@example.org", Words: words, Delayed: delayed}
	return b.Accept(l)
}

// WaitingReport returns the number of the letter with a realm's report.
func (b *Game) WaitingReport(realm, turn int) (id uint64) {
	b.T.Helper()
	rows, err := b.Outbox()
	Must(b.T, err)
	for _, r := range rows {
		if r.Kind == outbox.KindReport && r.Realm == realm && r.Turn == turn {
			id = r.ID
		}
	}
	return id
}

// Help asks for help and returns the answer.
func (b *Game) Help(realm int, word string) outbox.Draft {
	b.T.Helper()
	if a := b.Asks(realm, word, ""); a.Fate != receipt.Served || !a.Answered {
		b.T.Fatalf("%+v", a)
	}
	out, d := b.Due()
	Must(b.T, b.Record(out.ID, outbox.Attempt{At: b.ClockAt, Result: outbox.Delivered}))
	return d
}

// WriteTo sends a letter from one realm to another, and returns it as it is passed on.
func (b *Game) WriteTo(from, to int, text string) outbox.Draft {
	b.T.Helper()
	l := b.Letter(from, fmt.Sprintf("$I %d PASSWORD\n%s\n", from, text))
	l.Subject = fmt.Sprintf("LETTER %d", to)
	if got := b.Accept(l); got.Fate != receipt.Served {
		b.T.Fatalf("a letter: %+v", got)
	}
	for _, d := range b.Sent("press", b.ClockAt) {
		return d
	}
	b.T.Fatal("no letter was passed on")
	return outbox.Draft{}
}

// Scanned returns sheets as a process that has just begun reads them. remembered are the same sheets as this process
// returns them.
func (b *Game) Scanned(turn int) (scanned, remembered []sheets.Sheet) {
	b.T.Helper()
	Must(b.T, b.View(func(tx *store.Tx) (err error) {
		remembered = b.Cache.Sheets(tx, turn)
		scanned = sheets.NewCache().Sheets(tx, turn)
		return nil
	}))
	return scanned, remembered
}

// Written returns the codes and actors of the entries after a number.
func (b *Game) Written(behind int) (said []string) {
	b.T.Helper()
	list, err := b.History(uint64(behind + 1))
	Must(b.T, err)
	for _, e := range list {
		said = append(said, strings.TrimPrefix(e.What.Code, "log.")+" "+string(e.By))
	}
	return said
}

// Ask sends a mail without orders, and returns the letters it caused, by recipient.
func (b *Game) Ask(change func(*letter.Letter)) (receipt.Acceptance, map[string][]outbox.Draft) {
	b.T.Helper()
	l := b.Letter(1, "Was kostet ein Schiff?\n\nGruß, Kim\n")
	l.Subject = "Frage zu Schiffen"
	change(&l)
	a := b.Accept(l)
	out := map[string][]outbox.Draft{}
	for _, d := range b.Sent("", b.ClockAt) {
		out[d.To] = append(out[d.To], d)
	}
	return a, out
}

// Receipt takes in a letter of realm 1 and returns its receipt.
func (b *Game) Receipt(lines string) (receipt.Acceptance, outbox.Draft) {
	b.T.Helper()
	b.Sent("", b.ClockAt)
	a := b.Accept(b.Letter(1, "$I 1 PASSWORD\n$A\n"+lines))
	got := b.Sent("receipt", b.ClockAt)
	if len(got) != 1 {
		b.T.Fatalf("%d receipts", len(got))
	}
	return a, got[0]
}

// Row finds a letter in the outbox's listing.
func (b *Game) Row(id uint64) outbox.OutboxRow {
	b.T.Helper()
	rows, err := b.Outbox()
	Must(b.T, err)
	for _, r := range rows {
		if r.ID == id {
			return r
		}
	}
	b.T.Fatalf("no letter %d", id)
	return outbox.OutboxRow{}
}

// NextLetter takes a letter out that must be there.
func (b *Game) NextLetter(at time.Time) *outbox.Outgoing {
	b.T.Helper()
	o, err := b.Next(at)
	Must(b.T, err)
	if o == nil {
		b.T.Fatalf("nothing is due at %s", at)
	}
	return o
}

// Asks sends a mail without orders.
func (b *Game) Asks(realm int, subject, text string) receipt.Acceptance {
	b.T.Helper()
	l := b.Letter(realm, text)
	l.Subject = subject
	return b.Accept(l)
}

// Due returns the letter that is due and not recorded yet.
func (b *Game) Due() (*outbox.Outgoing, outbox.Draft) {
	b.T.Helper()
	out, err := b.Next(b.ClockAt)
	Must(b.T, err)
	if out == nil {
		b.T.Fatal("no letter is due")
	}
	var d outbox.Draft
	Must(b.T, json.Unmarshal(out.Raw, &d))
	return out, d
}

// Token asks for a service and returns the token in the letter that came.
func (b *Game) Token(realm int, subject string) string {
	b.T.Helper()
	if a := b.Asks(realm, subject, ""); a.Fate != receipt.Served || !a.Answered {
		b.T.Fatalf("%+v", a)
	}
	out, d := b.Due()
	tokens := TokensIn(d.Subject, d.Text)
	if len(tokens) != 1 {
		b.T.Fatalf("tokens %q in\n%s", tokens, d.Text)
	}
	Must(b.T, b.Record(out.ID, outbox.Attempt{At: b.ClockAt, Result: outbox.Delivered}))
	return tokens[0]
}

// Plotting is a world in which messages are passed on at once.
func Plotting(t testing.TB, realms int) *Game {
	b := Found(t, Tiny{}, realms, func(s *world.Settings) { s.Press = world.PressNow })
	b.Sent("", b.ClockAt)
	return b
}
