package main

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/mailer/mailertest"
	"weltentor/worlds/game"
)

// office is a mail provider as players and the game see it.
type office interface {
	settings() map[string]string                 // of world.toml: imap.host and so on, as TOML values
	post(t testing.TB, from string, raw []byte)  // a player's mail to the game
	inbox(t testing.TB, address string) [][]byte // all a mailbox has got, oldest first
}

const gameAddress = "game@demo.test"

// embedded is the provider of the demo.
type embedded struct{ server *mailertest.Server }

func newEmbedded(t testing.TB, now func() time.Time, addresses ...string) embedded {
	t.Helper()
	s, err := mailertest.Start(mailertest.Options{Time: now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	for _, a := range append(addresses, gameAddress) {
		if err := s.AddUser(a, boxPassword); err != nil {
			t.Fatal(err)
		}
	}
	return embedded{s}
}

func (e embedded) settings() map[string]string { return serversAt(e.server.IMAP(), e.server.SMTP()) }

func (e embedded) post(t testing.TB, _ string, raw []byte) {
	t.Helper()
	if err := e.server.Deliver(gameAddress, raw); err != nil {
		t.Fatal(err)
	}
}

func (e embedded) inbox(_ testing.TB, address string) (out [][]byte) {
	for _, l := range e.server.Letters() {
		if l.To == address {
			out = append(out, l.Raw)
		}
	}
	return out
}

// play is a game played through the command line and the mail.
type play struct {
	probe
	office  office
	players []player // realm n is players[n-1]
	mails   int
}

type player struct {
	address  string
	identity string // `$I 1 password`
	read     int    // letters taken out of the mailbox so far
}

// newPlay founds a world of a rulebook with its own numbers and settings.
func newPlay(t *testing.T, rb game.Rulebook, tables string, settings map[string]string, open func(*play) office,
	founding ...string) *play {
	t.Helper()
	p := &play{probe: newProbe(t, time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), rb)}
	p.office = open(p)
	p.done(append([]string{"new", p.dir, "--seed", "7", "--name", "Probe"}, founding...)...)
	p.settle(gameAddress, tables, p.office.settings(), map[string]string{"deadline": `"Friday 20:00"`}, settings)
	return p
}

// cron runs as a crontab would, and must have nothing to say.
func (p *play) cron() {
	p.t.Helper()
	p.now = p.now.Add(time.Minute)
	code, out, errs := p.run("cron", p.dir)
	if code != exitDone || out+errs != "" {
		p.t.Fatalf("cron: exit %d\n%s%s", code, out, errs)
	}
}

func (p *play) join(name, address, lang string, computer game.Computer) {
	p.t.Helper()
	line := p.done("realm", "add", p.dir, "--name", name, "--player", name+" X.", "--mail", address, "--player-lang",
		lang, "--computer", string(computer))
	p.players = append(p.players, player{address: address, identity: strings.TrimSpace(line)})
	if want := fmt.Sprintf("$I %d ", len(p.players)); !strings.HasPrefix(line, want) {
		p.t.Fatalf("realm add printed %q, want %q and a password", line, want)
	}
}

// mail sends a realm's orders, with attachments.
func (p *play) mail(realm int, orders string, files ...game.File) {
	p.t.Helper()
	p.mails++
	pl := p.players[realm-1]
	var b bytes.Buffer
	fmt.Fprintf(&b, "From: %s\r\nTo: %s\r\nSubject: Zug\r\nDate: %s\r\nMessage-ID: <%d.%d@%s>\r\nMIME-Version: 1.0\r\n",
		pl.address, gameAddress, p.now.Format(time.RFC1123Z), p.mails, os.Getpid(), "player.test")
	text := strings.ReplaceAll(pl.identity+"\n"+orders, "\n", "\r\n")
	if len(files) == 0 {
		fmt.Fprintf(&b, "Content-Type: text/plain; charset=UTF-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n%s", text)
	} else {
		fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=cut\r\n\r\n--cut\r\n"+
			"Content-Type: text/plain; charset=UTF-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n%s\r\n", text)
		for _, f := range files {
			fmt.Fprintf(&b, "--cut\r\nContent-Type: %s\r\nContent-Disposition: attachment; filename=%q\r\n"+
				"Content-Transfer-Encoding: base64\r\n\r\n%s\r\n",
				f.Type, f.Name, base64Lines(f.Data))
		}
		b.WriteString("--cut--\r\n")
	}
	p.office.post(p.t, pl.address, b.Bytes())
}

// base64Lines is base64 in lines that servers pass on.
func base64Lines(data []byte) string {
	var lines []string
	for part := range slices.Chunk(data, 57) {
		lines = append(lines, base64.StdEncoding.EncodeToString(part))
	}
	return strings.Join(lines, "\r\n")
}

// post is a letter as its reader sees it.
type post struct {
	id, subject, answers string
	body                 string
	files                map[string]string
}

// fresh gives what a realm's mailbox has got since it was asked last, reports
// behind receipts.
func (p *play) fresh(realm int) []post {
	p.t.Helper()
	pl := &p.players[realm-1]
	all := p.office.inbox(p.t, pl.address)
	var out []post
	for _, raw := range all[pl.read:] {
		out = append(out, openLetter(p.t, raw))
	}
	pl.read = len(all)
	// Two letters on their way at once may overtake each other.
	slices.SortStableFunc(out, func(a, b post) int {
		return cmp.Compare(strings.Count(a.id, "<report."), strings.Count(b.id, "<report."))
	})
	return out
}

// one is fresh for a realm that must have got exactly one letter.
func (p *play) one(realm int) post {
	p.t.Helper()
	got := p.fresh(realm)
	if len(got) != 1 {
		p.t.Fatalf("realm %d got %d letters: %v", realm, len(got), got)
	}
	return got[0]
}

// begun is fresh for a realm that has waited for another before anybody was asked:
// its report 0, and that the game begins. It gives what both say.
func (p *play) begun(realm int) string {
	p.t.Helper()
	got := p.fresh(realm)
	if len(got) != 2 {
		p.t.Fatalf("realm %d got %d letters, want its report 0 and that the game begins: %v", realm, len(got), got)
	}
	all := got[0].body + got[1].body
	p.says("what the first letters say", all, "das Spiel beginnt",
		"Wann das Spiel beginnt, steht in einem eigenen Brief.")
	return all
}

// none: the realm got nothing.
func (p *play) none(realms ...int) {
	p.t.Helper()
	for _, r := range realms {
		if got := p.fresh(r); len(got) > 0 {
			p.t.Fatalf("realm %d got %v", r, got)
		}
	}
}

// says fails unless a text has all these words.
func (p *play) says(what, text string, words ...string) {
	p.t.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			p.t.Errorf("%s does not say %q:\n%s", what, w, text)
		}
	}
}

// openLetter reads a letter: its head, the text a person sees, the attachments.
func openLetter(t testing.TB, raw []byte) post {
	t.Helper()
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	if err != nil {
		t.Fatal(err)
	}
	l := post{id: m.Header.Get("Message-ID"), subject: subject, answers: m.Header.Get("In-Reply-To"),
		files: map[string]string{}}
	l.part(t, m.Header.Get("Content-Type"), m.Header.Get("Content-Transfer-Encoding"),
		m.Header.Get("Content-Disposition"), m.Body)
	return l
}

func (l *post) part(t testing.TB, contentType, encoding, disposition string, body io.Reader) {
	t.Helper()
	kind, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		t.Fatalf("content type %q: %v", contentType, err)
	}
	if strings.HasPrefix(kind, "multipart/") {
		for r := multipart.NewReader(body, params["boundary"]); ; {
			p, err := r.NextRawPart()
			if err == io.EOF {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			l.part(t, p.Header.Get("Content-Type"), p.Header.Get("Content-Transfer-Encoding"),
				p.Header.Get("Content-Disposition"), p)
		}
	}
	switch strings.ToLower(encoding) {
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	}
	data, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	if _, d, err := mime.ParseMediaType(disposition); err == nil && d["filename"] != "" {
		l.files[d["filename"]] = string(data)
		return
	}
	l.body += strings.ReplaceAll(string(data), "\r\n", "\n")
}
