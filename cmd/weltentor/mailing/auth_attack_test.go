package mailing_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/settings"
)

const (
	byServer = "Received: from there by mx.test.example with ESMTP id 1; Mon, 1 Mar 2027 12:00:00 +0000\r\n"
	forgedBy = "DKIM-Signature: v=1; a=rsa-sha256; d=%s; s=x; h=from:to:subject:content-type; bh=AAAA; b=AAAA\r\n"
)

// refused checks the last letter that a player got: it must be about a letter that does not count, and say why.
func refused(d *clitest.Table, what, why string) {
	d.T.Helper()
	letters := d.Letters(clitest.Player)
	last := letters[len(letters)-1]
	if !strings.Contains(last.Subject, "NICHT angenommen") || !strings.Contains(last.Text, why) {
		d.T.Errorf("%s: the last letter is\n%s\n%s\nwant %q", what, last.Subject, last.Text, why)
	}
	if s := d.Status(); !s.Realms[0].Sent.IsZero() {
		d.T.Errorf("%s: the orders are in force", what)
	}
}

// A signature that is not accepted alone is not accepted together with a forged one either. That holds even if our
// server says that one of its domain is valid.
func TestCronRefusesAForgeryBeside(t *testing.T) {
	t.Parallel()
	d, _ := asks(t, map[string]string{"auth": `"dkim"`, "auth_server": `"mx.test.example"`})
	said := "Authentication-Results: mx.test.example;\r\n\tdkim=pass header.d=" + deskDomain + " header.i=eve@" +
		deskDomain + " header.s=t;\r\n\tdkim=fail header.d=" + deskDomain + " header.s=x\r\n"
	eves := "DKIM-Signature: v=1; a=rsa-sha256; d=" + deskDomain + "; i=eve@" + deskDomain +
		"; s=t; h=from:to:subject:content-type; bh=AAAA; b=QUJD\r\n"
	for n, beside := range []string{"", fmt.Sprintf(forgedBy, deskDomain)} {
		d.Deliver(said + byServer + eves + beside + d.Written(fmt.Sprint("eve", n), "$I 1\n"+clitest.SomeOrders))
		d.Now = d.Now.Add(2 * time.Hour)
		d.CronSays(complaint.ExitDone, "")
		refused(d, fmt.Sprintf("with %q", beside),
			"eine seiner Signaturen gilt nur einem Teil, lautet auf einen anderen oder ist nicht zu lesen")
	}
}

// An old letter of the player comes again. Its signature is written in a way that looks like another, and a forged one
// is beside it.
func TestCronRefusesAReplayBesideAForgery(t *testing.T) {
	t.Parallel()
	d, _ := asks(t, map[string]string{"auth": `"dkim"`, "auth_server": `"mx.test.example"`})
	said := "Authentication-Results: mx.test.example; dkim=pass header.d=" + deskDomain + " header.s=t\r\n"
	player := newSigner(t, deskDomain)
	old := string(player.sign(d.Written("old", "$I 1\n"+clitest.SomeOrders)))
	d.Deliver(said + byServer + old)
	d.Deliver(said + byServer + string(player.sign(d.Written("new", "$I 1\n$N\n#M\nZweiter Brief.\n#E\n"))))
	d.CronSays(complaint.ExitDone, "")
	sent, before := d.Status().Realms[0].Sent, len(d.Letters(clitest.Player))

	end := strings.LastIndex(old[:strings.Index(old, "\r\nFrom: Anna")], "==")
	if end < 0 {
		t.Fatal("no padding in the signature")
	}
	d.Now = d.Now.Add(time.Hour)
	d.Deliver(said + byServer + fmt.Sprintf(forgedBy, deskDomain) + old[:end] + old[end+2:])
	d.CronSays(complaint.ExitDone, "")
	letters := d.Letters(clitest.Player)
	if len(letters) != before+1 || !strings.Contains(letters[before].Subject, "NICHT angenommen") {
		t.Errorf("told %+v", letters[before:])
	}
	if now := d.Status().Realms[0].Sent; !now.Equal(sent) {
		t.Errorf("the old orders are in force, of %v", now)
	}
}

// What a player wrote to others is not an order, neither with another's words in it, nor with another Content-Type.
func TestCronRefusesWhatWasSentElsewhere(t *testing.T) {
	t.Parallel()
	player := newSigner(t, deskDomain)
	dns := stage.NewZone(t, "127.0.0.1:0", "t._domainkey."+deskDomain, player.txt)
	d, _ := asks(t, map[string]string{"auth": `"dkim"`, "auth_verify": "true", "auth_resolver": settings.Quoted(dns.Addr)})
	const evil = "$I 1\r\n$N\r\n#M\r\nIch gebe auf.\r\n#E\r\n$E\r\n"
	const forward = "Sieh, was sie wagt!\r\n\r\n---------- Forwarded message ---------\r\n" +
		"From: Eve <eve@evil.example>\r\nDate: Mon\r\nSubject: for you\r\nTo: <" + clitest.Player + ">\r\n\r\n" + evil
	const answer = "--honest\r\nContent-Type: text/plain\r\n\r\nNie.\r\n\r\n--honest\r\nContent-Type: text/html\r\n" +
		"\r\n<p>Nie.</p><blockquote><pre>\r\n--evil\r\nContent-Type: text/plain\r\n\r\n" + evil +
		"--evil--\r\n</pre></blockquote>\r\n--honest--\r\n"
	const parts = "MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=\"honest\"\r\n"
	toEve, toAll := "To: Eve <eve@evil.example>\r\n", "To: Eve <eve@evil.example>\r\nCc: "+clitest.Address+"\r\n"
	mail := func(id, to, subject, head, body string) string {
		raw := "From: Anna <" + clitest.Player + ">\r\n" + to + "Subject: " + subject + "\r\nMessage-ID: <" + id +
			"@test.example>\r\nDate: Mon, 1 Mar 2027 12:00:00 +0000\r\n" + head + "\r\n" + body
		return string(player.signing(raw, "From", "To", "Cc", "Subject", "Message-ID", "Date", "MIME-Version"))
	}
	other := func(raw string) string {
		return strings.Replace(raw, `multipart/alternative; boundary="honest"`, "multipart/mixed; boundary=evil", 1)
	}
	for _, c := range []struct{ what, raw, why string }{
		{"forwarded to a third person", mail("a", toEve, "Fwd: look", "", forward),
			"er ist nicht an die Adresse des Spiels gerichtet"},
		{"another type", other(mail("b", toEve, "Re: peace", parts, answer)),
			"er ist nicht an die Adresse des Spiels gerichtet"},
		{"a recipient put in", "Cc: " + clitest.Address + "\r\n" + mail("c", toEve, "Fwd: look", "", forward),
			"die Signatur passt nicht"},
		{"another type, of a copy for the game", other(mail("d", toAll, "Re: peace", parts, answer)), "Content-Type"},
		{"forwarded to the game", mail("e", toAll, "Fwd: look", "", forward),
			"die Befehle stehen in einem anderen Brief, den er weiterleitet oder zitiert"},
	} {
		d.Now = d.Now.Add(2 * time.Hour)
		d.Deliver(c.raw)
		d.CronSays(complaint.ExitDone, "")
		refused(d, c.what, c.why)
	}
	// A copy for the game, without orders, is not to be made into orders later.
	once := mail("f", toAll, "Re: peace", parts, answer) // a signature has its time in it
	d.Deliver(once)
	d.CronSays(complaint.ExitDone, "")
	before := len(d.Letters(clitest.Player))
	d.Deliver("Received: by evil.example; Mon, 1 Mar 2027 12:00:00 +0000\r\n" + once)
	d.CronSays(complaint.ExitDone, "")
	if n := len(d.Letters(clitest.Player)); n != before {
		t.Errorf("the same signature is looked at again: %d letters, want %d", n, before)
	}
}

// signing signs these fields and no others.
func (s *signer) signing(raw string, fields ...string) []byte {
	s.t.Helper()
	var out strings.Builder
	err := dkim.Sign(&out, strings.NewReader(raw),
		&dkim.SignOptions{Domain: s.domain, Selector: "t", Signer: s.key, HeaderKeys: fields,
			HeaderCanonicalization: dkim.CanonicalizationRelaxed, BodyCanonicalization: dkim.CanonicalizationRelaxed})
	if err != nil {
		s.t.Fatal(err)
	}
	return []byte(out.String())
}

// The DNS of one player's domain is dead, and letters that cannot be judged fill the inbox. The others' letters are
// read, and the turn is resolved.
func TestCronHearsOthersBesideADeadDomain(t *testing.T) {
	t.Parallel()
	player := newSigner(t, deskDomain)
	dns := stage.NewZone(t, "127.0.0.1:0", "t._domainkey."+deskDomain, player.txt)
	dns.Dead = "evil.example."
	d, _ := asks(t, map[string]string{"auth": `"dkim"`, "auth_verify": "true", "auth_resolver": settings.Quoted(dns.Addr)})
	if err := d.Post.AddUser("eve@evil.example", stage.Password); err != nil {
		t.Fatal(err)
	}
	d.Done("realm", "add", "--by-hand", d.Dir, "--name", "Evil", "--player", "Eve", "--mail", "eve@evil.example")
	d.CronSays(complaint.ExitDone, "")
	d.Now = time.Date(2027, 3, 5, 19, 50, 0, 0, time.UTC)
	for n := range 10 {
		head := ""
		for s := range 3 {
			head += fmt.Sprintf("DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=evil.example; s=s%d; "+
				"h=from:to:subject; bh=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=; b=QUJD\r\n", s)
		}
		d.Deliver(head + fmt.Sprintf("From: eve@evil.example\r\nTo: %s\r\nMessage-ID: <e%d@evil.example>\r\n"+
			"Subject: x\r\n\r\n$I 2\r\n$N\r\n#M\r\nhallo\r\n#E\r\n", clitest.Address, n))
	}
	d.Deliver(string(player.sign(d.Written("good", "$I 1\n"+clitest.SomeOrders))))
	d.CronSays(complaint.ExitLater, "")
	letters := d.Letters(clitest.Player)
	if last := letters[len(letters)-1]; !strings.HasPrefix(last.Text, "Für diesen Zug angenommen: 1 Nachricht.") {
		t.Errorf("Anna is told\n%s", last.Text)
	}
	told := 0
	for _, l := range d.Letters("eve@evil.example") {
		if strings.Contains(l.Text, "other letters from this address already wait for that") {
			told++
		}
	}
	if told != 3 { // of eight; three an hour are told
		t.Errorf("Eve is told %d times that her letters do not wait, want 3", told)
	}
	for _, c := range []struct {
		after time.Duration // the deadline
		exit  int
		turn  int
	}{{5 * time.Minute, complaint.ExitLater, 1}, {4*time.Hour + time.Minute, complaint.ExitDone, 2}} {
		d.Now = time.Date(2027, 3, 5, 20, 0, 0, 0, time.UTC).Add(c.after)
		if code, out, errs := d.Run("cron", d.Dir); code != c.exit || d.Status().Turn != c.turn {
			t.Errorf("%s after the deadline: exit %d, turn %d, %q %q", c.after, code, d.Status().Turn, out, errs)
		}
	}
	late := false
	for _, l := range d.Letters("eve@evil.example") {
		late = late || strings.Contains(l.Text, "not even hours after it came")
	}
	if !late {
		t.Error("Eve is not told of the letters that waited")
	}
}
