package stage

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"weltentor/mailer/mailertest"
	"weltentor/worlds/game"
)

// Office is a mail provider for the players and the game.
type Office interface {
	Settings() map[string]string                 // of world.toml: imap.host and so on, as TOML values
	Post(t testing.TB, from string, raw []byte)  // sends a player's mail to the game
	Inbox(t testing.TB, address string) [][]byte // everything in a mailbox, oldest first
}

// GameAddress is the address to which the players of a Play write.
const GameAddress = "game@demo.test"

// Embedded is the embedded mail server of the demo.
type Embedded struct{ Server *mailertest.Server }

// NewEmbedded starts it with these mailboxes and the game's.
func NewEmbedded(t testing.TB, now func() time.Time, addresses ...string) Embedded {
	t.Helper()
	s, err := mailertest.Start(mailertest.Options{Time: now})
	Must(t, err)
	t.Cleanup(func() { s.Close() })
	for _, a := range append(addresses, GameAddress) {
		Must(t, s.AddUser(a, Password))
	}
	return Embedded{s}
}

// Settings returns those of the game's world.
func (e Embedded) Settings() map[string]string { return ServersAt(e.Server.IMAP(), e.Server.SMTP()) }

// Post puts a mail into the game's mailbox.
func (e Embedded) Post(t testing.TB, _ string, raw []byte) {
	t.Helper()
	Must(t, e.Server.Deliver(GameAddress, raw))
}

// Inbox returns everything that was sent to an address.
func (e Embedded) Inbox(_ testing.TB, address string) (out [][]byte) {
	for _, l := range e.Server.Letters() {
		if l.To == address {
			out = append(out, l.Raw)
		}
	}
	return out
}

// Play is a game that is played through the command line and by mail.
type Play struct {
	Probe
	Office  Office
	Players []Player       // realm n is players[n-1]
	Seen    map[string]int // by address: how many letters were read so far
	Mails   int

	shown atomic.Int64 // Now in nanoseconds, for the servers, which run beside the test
}

// show sets the servers' clock to the test's.
func (p *Play) show() { p.shown.Store(p.Now.UnixNano()) }

// Player is a realm's player.
type Player struct {
	Address  string
	Identity string // `$I 1 password`
}

// NewPlay founds a world of a program's first rulebook with its own numbers and settings. Its seed is 7, unless it has a
// master.
func NewPlay(t *testing.T, by Program, tables string, settings map[string]string, open func(*Play) Office,
	founding ...string) *Play {
	t.Helper()
	p := &Play{Probe: NewProbe(t, time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), by), Seen: map[string]int{}}
	p.show()
	p.Office = open(p)
	if !slices.Contains(founding, "--master") {
		founding = append([]string{"--seed", "7"}, founding...)
	}
	p.Done(append([]string{"new", p.Dir, "--name", "Probe"}, founding...)...)
	p.Settle(GameAddress, tables, p.Office.Settings(), map[string]string{"deadline": `"Friday 20:00"`}, settings)
	return p
}

// Cron runs cron as a crontab would. It must print nothing.
func (p *Play) Cron() {
	p.T.Helper()
	p.Now = p.Now.Add(time.Minute)
	p.show()
	code, out, errs := p.Run("cron", p.Dir)
	if code != 0 || out+errs != "" {
		p.T.Fatalf("cron: exit %d\n%s%s", code, out, errs)
	}
}

// Join adds the next realm.
func (p *Play) Join(name, address, lang string, computer game.Computer) {
	p.T.Helper()
	line := p.Done("realm", "add", "--by-hand", p.Dir, "--name", name, "--player", name+" X.", "--mail", address, "--player-lang",
		lang, "--computer", string(computer))
	p.Players = append(p.Players, Player{Address: address, Identity: strings.TrimSpace(line)})
	if want := fmt.Sprintf("$I %d ", len(p.Players)); !strings.HasPrefix(line, want) {
		p.T.Fatalf("realm add printed %q, want %q and a password", line, want)
	}
}

// sentAt is the date of the mail that is written now: no two are of the same second.
func (p *Play) sentAt() string {
	return p.Now.Add(time.Duration(p.Mails) * time.Second).Format(time.RFC1123Z)
}

// Send sends a mail to the game, with more fields in its head, and returns its Message-ID.
func (p *Play) Send(from, subject, text string, fields ...string) (id string) {
	p.T.Helper()
	p.Mails++
	id = fmt.Sprintf("<s%d@player.test>", p.Mails)
	head := append([]string{"From: " + from, "To: " + GameAddress, "Subject: " + subject,
		"Date: " + p.sentAt(), "Message-ID: " + id, "MIME-Version: 1.0",
		"Content-Type: text/plain; charset=UTF-8", "Content-Transfer-Encoding: 8bit"}, fields...)
	p.Office.Post(p.T, from, []byte(strings.Join(head, "\r\n")+"\r\n\r\n"+strings.ReplaceAll(text, "\n", "\r\n")))
	return id
}

// Mail sends a realm's orders, with attachments.
func (p *Play) Mail(realm int, orders string, files ...game.File) {
	p.T.Helper()
	p.show()
	p.Mails++
	pl := p.Players[realm-1]
	var b bytes.Buffer
	fmt.Fprintf(&b, "From: %s\r\nTo: %s\r\nSubject: Zug\r\nDate: %s\r\nMessage-ID: <%d.%d@%s>\r\nMIME-Version: 1.0\r\n",
		pl.Address, GameAddress, p.sentAt(), p.Mails, os.Getpid(), "player.test")
	text := strings.ReplaceAll(pl.Identity+"\n"+orders, "\n", "\r\n")
	if len(files) == 0 {
		fmt.Fprintf(&b, "Content-Type: text/plain; charset=UTF-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n%s", text)
	} else {
		fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=cut\r\n\r\n--cut\r\n"+
			"Content-Type: text/plain; charset=UTF-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n%s\r\n", text)
		for _, f := range files {
			fmt.Fprintf(&b, "--cut\r\nContent-Type: %s\r\nContent-Disposition: attachment; filename=%q\r\n"+
				"Content-Transfer-Encoding: base64\r\n\r\n%s\r\n",
				f.Type, f.Name, Base64Lines(f.Data))
		}
		b.WriteString("--cut--\r\n")
	}
	p.Office.Post(p.T, pl.Address, b.Bytes())
}

// Base64Lines encodes data as base64 in lines short enough for mail servers.
func Base64Lines(data []byte) string {
	var lines []string
	for part := range slices.Chunk(data, 57) {
		lines = append(lines, base64.StdEncoding.EncodeToString(part))
	}
	return strings.Join(lines, "\r\n")
}

// Got takes what came to an address since it was asked last.
func (p *Play) Got(address string) (out []Letter) {
	p.T.Helper()
	all := p.Office.Inbox(p.T, address)
	for _, raw := range all[p.Seen[address]:] {
		out = append(out, OpenLetter(p.T, raw))
	}
	p.Seen[address] = len(all)
	return out
}

// Fresh is Got for the player of a realm, with reports after receipts.
func (p *Play) Fresh(realm int) []Letter {
	p.T.Helper()
	out := p.Got(p.Players[realm-1].Address)
	// Two letters that are on their way at the same time may overtake each other.
	slices.SortStableFunc(out, func(a, b Letter) int {
		return cmp.Compare(strings.Count(a.ID, "<report."), strings.Count(b.ID, "<report."))
	})
	return out
}

// One is Fresh for a realm that must have got exactly one letter.
func (p *Play) One(realm int) Letter {
	p.T.Helper()
	got := p.Fresh(realm)
	if len(got) != 1 {
		p.T.Fatalf("realm %d got %d letters: %v", realm, len(got), got)
	}
	return got[0]
}

// Begun is One for a realm that joined before the game began. Its report 0, which had not left, says so.
func (p *Play) Begun(realm int) string {
	p.T.Helper()
	body := p.One(realm).Body
	if strings.Contains(body, "Wann das Spiel beginnt, steht in einem eigenen Brief.") {
		p.T.Errorf("the game has begun:\n%s", body)
	}
	return body
}

// None checks that realms got no letter.
func (p *Play) None(realms ...int) {
	p.T.Helper()
	for _, r := range realms {
		if got := p.Fresh(r); len(got) > 0 {
			p.T.Fatalf("realm %d got %v", r, got)
		}
	}
}

// Says fails unless a text has all these words.
func (p *Play) Says(what, text string, words ...string) {
	p.T.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			p.T.Errorf("%s does not say %q:\n%s", what, w, text)
		}
	}
}

// The realms of the three test players.
const (
	Anna, Bob, Cilli = 1, 2, 3
)

// EmbeddedFor returns the embedded mail server with mailboxes for the three.
func EmbeddedFor(t *testing.T) func(*Play) Office {
	return func(p *Play) Office {
		now := func() time.Time { return time.Unix(0, p.shown.Load()).UTC() }
		return NewEmbedded(t, now, "anna@demo.test", "bob@demo.test", "cilli@demo.test")
	}
}
