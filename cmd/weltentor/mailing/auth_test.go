package mailing_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/settings"
)

// signer signs as the provider of a domain does, with the selector t.
type signer struct {
	t      *testing.T
	domain string
	key    ed25519.PrivateKey
	txt    string
}

func newSigner(t *testing.T, domain string) *signer {
	t.Helper()
	public, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return &signer{t, domain, key, "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(public)}
}

func (s *signer) sign(raw string) []byte {
	s.t.Helper()
	var out bytes.Buffer
	err := dkim.Sign(&out, strings.NewReader(raw), &dkim.SignOptions{Domain: s.domain, Selector: "t", Signer: s.key,
		HeaderCanonicalization: dkim.CanonicalizationRelaxed, BodyCanonicalization: dkim.CanonicalizationRelaxed})
	if err != nil {
		s.t.Fatal(err)
	}
	return out.Bytes()
}

// deskDomain is that of the player's address.
var deskDomain = clitest.Player[strings.IndexByte(clitest.Player, '@')+1:]

// asks is a world that asks for proofs, with its report 0 out.
func asks(t *testing.T, own map[string]string) (d *clitest.Table, identity string) {
	d = clitest.NewTable(t)
	d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), own)
	identity = d.Join()
	d.CronSays(complaint.ExitDone, "")
	return d, identity
}

// The word of our own server counts where only it can have written it: orders
// without a password are taken, forged ones are not, and the player is told.
func TestCronHearsWhoIsVouchedFor(t *testing.T) {
	t.Parallel()
	d, identity := asks(t, map[string]string{"auth": `"dkim"`, "auth_server": `"mx.test.example"`})
	player := newSigner(t, deskDomain)
	const received = "Received: from there by mx.test.example with ESMTP id 1; Mon, 1 Mar 2027 12:00:00 +0000\r\n"
	said := fmt.Sprintf("Authentication-Results: mx.test.example;\r\n"+
		"\tdkim=pass (256-bit key; unprotected) header.d=%s header.s=t\r\n", deskDomain)
	good := string(player.sign(d.Written("good", "$I 1\n"+clitest.SomeOrders)))
	d.Deliver(said + received + good)
	d.CronSays(complaint.ExitDone, "")
	letters := d.Letters(clitest.Player)
	if len(letters) != 2 || !strings.HasPrefix(letters[1].Text, "Für diesen Zug angenommen: 1 Nachricht.") ||
		!strings.Contains(letters[1].Text, "Die Signatur von "+deskDomain+" weist nach, dass der Brief von Euch ist.") {
		t.Fatalf("the receipt: %+v", letters[1:])
	}
	sent := d.Status().Realms[0].Sent
	for id, raw := range map[string]string{
		"below":   received + said + string(player.sign(d.Written("below", identity+"\n$N\n#M\nforged\n#E\n"))),
		"no word": received + d.Written("none", identity+"\n$N\n#M\nforged\n#E\n"),
	} {
		d.Now = d.Now.Add(2 * time.Hour) // three an hour are told
		d.Deliver(raw)
		d.CronSays(complaint.ExitDone, "")
		letters = d.Letters(clitest.Player)
		last := letters[len(letters)-1]
		if !strings.Contains(last.Text, "der Mailserver des Spiels meldet keine Signatur") ||
			!strings.Contains(last.Subject, "Befehle NICHT angenommen: Absender nicht nachgewiesen") {
			t.Errorf("%s: %s\n%s", id, last.Subject, last.Text)
		}
	}
	alarms := 0
	for _, l := range d.Letters(clitest.Master) {
		if strings.Contains(l.Text, "Authentication-Results von mx.test.example") &&
			strings.Contains(l.Text, "(above 1)") {
			alarms++
		}
	}
	if alarms != 1 {
		t.Errorf("the game master was told %d times that the server says nothing", alarms)
	}
	// What was proven once comes again, with another head around it.
	before := len(d.Letters(clitest.Player))
	d.Deliver(said + strings.Replace(received, "id 1", "id 2", 1) + good)
	d.CronSays(complaint.ExitDone, "")
	if n := len(d.Letters(clitest.Player)); n != before {
		t.Errorf("%d letters, want %d", n, before)
	}
	if now := d.Status().Realms[0].Sent; !now.Equal(sent) {
		t.Errorf("a letter without a proof of its own counts: %v, want %v", now, sent)
	}
}

// Orders are proven by the signature itself. While DNS is down they wait, the
// turn with them; four hours later the player is told.
func TestCronVerifiesSignatures(t *testing.T) {
	t.Parallel()
	player := newSigner(t, deskDomain)
	dns := stage.NewZone(t, "127.0.0.1:0", "t._domainkey."+deskDomain, player.txt)
	d, identity := asks(t, map[string]string{"auth": `"both"`, "auth_verify": "true",
		"auth_resolver": settings.Quoted(dns.Addr)})
	whole := string(player.sign(d.Written("good", identity+clitest.SomeOrders)))
	d.Deliver(whole)
	d.Deliver(strings.Replace(whole, "Ist hier jemand?", "Ist hier niemand?", 1))
	d.Deliver(d.Written("unsigned", identity+clitest.SomeOrders))
	d.Deliver(string(newSigner(t, "evil.example").sign(d.Written("evil", identity+clitest.SomeOrders))))
	d.CronSays(complaint.ExitDone, "")
	var firsts []string
	for _, l := range d.Letters(clitest.Player)[1:] {
		line, _, _ := strings.Cut(l.Text, "\n")
		firsts = append(firsts, line)
	}
	for i, want := range []string{"Für diesen Zug angenommen: 1 Nachricht", "die Signatur passt nicht", "er trägt keine Signatur",
		"von evil.example unterschrieben"} {
		if i >= len(firsts) || !strings.Contains(firsts[i], want) {
			t.Fatalf("letter %d of %q: want %q", i, firsts, want)
		}
	}
	if n := dns.Asks.Load(); n > 2 { // one a name and record type
		t.Errorf("%d questions to DNS, want one key asked for once", n)
	}

	// DNS is down when the turn is due.
	dns.Down.Store(true)
	d.Now = time.Date(2027, 3, 5, 19, 30, 0, 0, time.UTC)
	d.Deliver(string(player.sign(d.Written("late", identity+"\n$N\n#M\nZweiter Brief.\n#E\n"))))
	d.CronSays(complaint.ExitLater, "")
	d.Now = time.Date(2027, 3, 5, 20, 0, 0, 0, time.UTC)
	d.CronSays(complaint.ExitLater, "1 letter waits for DNS to show whether its signature is genuine")
	if s := d.Status(); s.Turn != 1 {
		t.Fatal("the turn was resolved without the letter")
	}
	dns.Down.Store(false)
	d.Now = d.Now.Add(5 * time.Minute)
	d.CronSays(complaint.ExitDone, "")
	if s := d.Status(); s.Turn != 2 {
		t.Error("the turn was not made up for")
	}
	if !toldMaster(d, "Zweiter Brief.") {
		t.Error("the letter that waited does not count")
	}

	// And is down for long.
	dns.Down.Store(true)
	d.Deliver(string(player.sign(d.Written("lost", identity+clitest.SomeOrders))))
	d.Now = d.Now.Add(time.Hour)
	d.CronSays(complaint.ExitLater, "")
	d.Now = d.Now.Add(3*time.Hour + time.Minute)
	d.CronSays(complaint.ExitDone, "")
	letters := d.Letters(clitest.Player)
	if last := letters[len(letters)-1]; !strings.Contains(last.Text,
		"weil der Schlüssel nicht zu bekommen war, auch Stunden nach seiner Ankunft nicht") {
		t.Errorf("told %s", last.Text)
	}
}

func toldMaster(d *clitest.Table, words string) bool {
	for _, l := range d.Letters(clitest.Master) {
		if strings.Contains(l.Text, words) {
			return true
		}
	}
	return false
}

// `read --world` tries the settings on one mail, before auth asks for a proof.
func TestReadTellsTheProof(t *testing.T) {
	t.Parallel()
	d, _ := asks(t, map[string]string{"auth_server": `"mx.test.example"`, "auth_place": `"below 1"`})
	mail := filepath.Join(t.TempDir(), "mail.eml")
	raw := "Received: by mx.test.example; Mon, 1 Mar 2027 12:00:00 +0000\r\n" +
		"Authentication-Results: mx.test.example; dkim=pass header.d=" + deskDomain + "\r\n" +
		string(newSigner(t, deskDomain).sign(d.Written("one", "$I 1\n"+clitest.SomeOrders)))
	if err := os.WriteFile(mail, []byte(raw), 0o600); err != nil {
		t.Fatal(err)
	}
	for place, want := range map[string]string{"below 1": "proven by the signature of " + deskDomain,
		"above 1": "not proven: the game's mail server reports no signature"} {
		d.SettleAt(d.Post.IMAP(), d.Post.SMTP(),
			map[string]string{"auth_server": `"mx.test.example"`, "auth_place": settings.Quoted(place)})
		if code, out, errs := d.Run("read", "--world", d.Dir, mail); code != complaint.ExitDone ||
			!strings.Contains(errs, want) || !strings.Contains(out, "$I 1") {
			t.Errorf("%s: exit %d, %q %q", place, code, out, errs)
		}
		forward := strings.Replace(raw, "Subject: Zug", "Subject: Fwd: Zug", 1)
		forward = strings.Replace(forward, "\r\n\r\n",
			"\r\n\r\n---------- Forwarded message ---------\r\nFrom: Eve <eve@evil.example>\r\nSubject: x\r\n"+
				"To: a@b.example\r\n\r\n", 1)
		if err := os.WriteFile(mail+".fwd", []byte(forward), 0o600); err != nil {
			t.Fatal(err)
		}
		if code, _, errs := d.Run("read", "--world", d.Dir, mail+".fwd"); code != complaint.ExitDone ||
			!strings.Contains(errs, "not proven") || strings.Contains(want, "not proven") ==
			strings.Contains(errs, "forwards or quotes") {
			t.Errorf("%s, forwarded: exit %d, %q", place, code, errs)
		}
	}
}
