package mail_test

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/mailer/incoming"
	"weltentor/mailer/mime"
)

// desk is a table with two players, whose mails come by any program.
type desk struct {
	*clitest.Table
	anna, bob string // `$I` lines
	read      map[string]int
}

const deskOther = "bob@test.example"

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{Table: clitest.NewTable(t), read: map[string]int{}}
	if err := d.Post.AddUser(deskOther, stage.Password); err != nil {
		t.Fatal(err)
	}
	d.anna = d.Join()
	d.bob = strings.TrimSpace(d.Done("realm", "add", "--by-hand", d.Dir, "--name", "Südmark", "--player", "Bob", "--mail", deskOther,
		"--player-lang", "en"))
	d.CronSays(complaint.ExitDone, "")
	d.got(clitest.Player, 1) // report 0
	d.got(deskOther, 1)
	return d
}

// sends puts a mail into the game's mailbox: header lines, then what comes after
// the blank line.
func (d *desk) sends(head, body string) {
	d.T.Helper()
	if !strings.Contains(head, "From:") {
		head = "From: Anna <" + clitest.Player + ">\n" + head
	}
	raw := strings.ReplaceAll(strings.TrimSuffix(head, "\n")+"\n\n"+body, "\n", "\r\n")
	if err := d.Post.Deliver(clitest.Address, []byte(raw)); err != nil {
		d.T.Fatal(err)
	}
}

// got returns the letters that an address got since the last call. There must be that many.
func (d *desk) got(address string, want int) []incoming.Reading {
	d.T.Helper()
	all := d.Letters(address)
	fresh := all[d.read[address]:]
	d.read[address] = len(all)
	if len(fresh) != want {
		d.T.Fatalf("%s got %d letters, want %d: %+v", address, len(fresh), want, fresh)
	}
	return fresh
}

// others goes on as ever: what one mail does is no harm to the next.
func (d *desk) others() {
	d.T.Helper()
	d.sends("From: "+deskOther+"\nSubject: orders\nMessage-ID: <"+fmt.Sprint(d.Now.UnixNano())+"@test.example>",
		d.bob+strings.ReplaceAll(clitest.SomeOrders, "#M", "#A"))
	d.Now = d.Now.Add(time.Minute)
	d.CronSays(complaint.ExitDone, "")
	if r := d.got(deskOther, 1)[0]; !strings.Contains(r.Subject, "1 good, 0 bad") {
		d.T.Errorf("the other player's receipt: %s", r.Subject)
	}
	if all, _ := d.Post.Count(clitest.Address, "INBOX"); all != 0 {
		d.T.Errorf("%d mails are left in the inbox", all)
	}
}

func inBase64(data []byte) string {
	var b strings.Builder
	for s := base64.StdEncoding.EncodeToString(data); s != ""; s = s[min(76, len(s)):] {
		b.WriteString(s[:min(76, len(s))] + "\n")
	}
	return b.String()
}

// Mails with which other hosts have lost orders: each counts, is answered once, and the answer says what was taken.
func TestIntakeTakes(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	orders := d.anna + strings.ReplaceAll(clitest.SomeOrders, "Ist hier", "Grüße! Ist hier")
	file := "--x\nContent-Type: %s\nContent-Disposition: attachment; filename=\"%s\"\n" +
		"Content-Transfer-Encoding: base64\n\n%s\n--x--\n"
	mixed := "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x"
	text := "--x\nContent-Type: text/plain; charset=utf-8\n\nAnbei mein Zug.\n"
	nested := "--x\nContent-Type: multipart/alternative; boundary=y\n\n--y\n" +
		"Content-Type: text/plain; charset=utf-8\n\n" + orders +
		"\n--y\nContent-Type: text/html; charset=utf-8\n\n<p>" + strings.ReplaceAll(orders, "\n", "<br>") +
		"</p>\n--y--\n" +
		"--x\nContent-Type: text/plain\nContent-Disposition: inline\n\n____________\nSpielrunde mailing list\n--x--\n"
	for i, c := range []struct{ name, head, body, says string }{
		{"a date nobody can read", "Date: Mo, 31. Feb 2026 25:61:00 MEZ", orders, "Gelesen aus: dem Text des Briefs"},
		{"a date of digits", "Date: 99999999999999999999999999", orders, "Gelesen aus: dem Text des Briefs"},
		{"no date", "X-Nothing: x", orders, "Gelesen aus: dem Text des Briefs"},
		{"orders in a nested part, a footer behind", mixed, nested, "Gelesen aus: dem Text des Briefs"},
		{"a .txt called octet-stream", mixed,
			text + fmt.Sprintf(file, "application/octet-stream", "zug.txt", inBase64([]byte(orders))),
			"Gelesen aus: zug.txt"},
		{"a file without extension", mixed,
			text + fmt.Sprintf(file, "application/octet-stream", "SPIELZUG",
				inBase64(mime.EncodeText(orders, mime.CP437))), "CP437"},
		{"a ZIP", mixed, text + fmt.Sprintf(file, "application/zip", "zug.zip", inBase64(zipped(t, "ZUG.TXT", orders))),
			"Gelesen aus: ZUG.TXT im ZIP"},
		{"a wrong charset", "Content-Type: text/plain; charset=utf-16", orders, "Gelesen aus"},
		{"an unknown charset", "Content-Type: text/plain; charset=klingon", orders,
			"Der angegebene Zeichensatz klingon ist unbekannt"},
		{"Latin-1 called UTF-8", "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit",
			string(mime.EncodeText(orders, mime.Latin1)),
			"Der Zeichensatz war als UTF-8 angegeben; das ist falsch."},
		{"two files, one better", mixed,
			fmt.Sprintf(strings.TrimSuffix(file, "--x--\n"), "text/plain", "alt.txt",
				inBase64([]byte(d.anna+"\n$N\n"))) +
				fmt.Sprintf(file, "text/plain", "neu.txt", inBase64([]byte(orders))),
			"Befehle standen auch in alt.txt. Die gelten NICHT; nur die in neu.txt wurden gelesen."},
	} {
		if i > 0 && i%10 == 0 {
			d.Now = d.Now.Add(time.Hour) // twenty are answered per hour
		}
		d.sends(fmt.Sprintf("Subject: %s\nMessage-ID: <%d@test.example>\n%s", c.name, i, c.head), c.body)
		d.CronSays(complaint.ExitDone, "")
		r := d.got(clitest.Player, 1)[0]
		if !strings.Contains(r.Subject, "1 gut, 0 fehlerhaft") || !strings.Contains(r.Text, c.says) {
			t.Errorf("%s: no %q in\n%s\n%s", c.name, c.says, r.Subject, r.Text)
		}
	}
}

func zipped(t *testing.T, name, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create(name)
	if err == nil {
		_, err = w.Write([]byte(text))
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The same mail three times, byte for byte or by three ways, is one letter: one receipt, one file. That is also true
// after other orders: a late copy undoes no correction. The same text in a new mail is a new letter.
func TestIntakeSameMailThreeTimes(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	first := d.anna + clitest.Recruits + clitest.SomeOrders
	head := "Subject: Zug\nMessage-ID: <same@test.example>"
	for range 3 {
		d.sends(head, first)
	}
	for i := range 3 {
		d.sends(fmt.Sprintf("Received: by way%d.example; Mon, 1 Mar 2027 12:00:00 +0100\n%s", i, head), first)
		d.CronSays(complaint.ExitDone, "")
	}
	d.got(clitest.Player, 1)
	d.sends("Subject: Zug\nMessage-ID: <other@test.example>", strings.ReplaceAll(first, "Ist hier jemand?", "Hallo!"))
	d.sends("Received: by way9.example; Mon, 1 Mar 2027 13:00:00 +0100\n"+head, first)
	d.CronSays(complaint.ExitDone, "")
	d.got(clitest.Player, 2) // a receipt, and that the last one is a copy
	d.inForce("after the late copy", "Hallo!", "Ist hier jemand?")
	if left, _ := d.Post.Count(clitest.Address, "INBOX"); left != 0 {
		t.Errorf("%d mails are left in the inbox", left)
	}
	d.sends("Subject: Zug\nMessage-ID: <new@test.example>", first)
	d.CronSays(complaint.ExitDone, "")
	d.got(clitest.Player, 1)
	d.inForce("after a new mail", "Ist hier jemand?", "Hallo!")
	d.Now = time.Date(2027, 3, 5, 20, 0, 0, 0, time.UTC)
	d.CronSays(complaint.ExitDone, "")
	// Each message of his went when it came, and once.
	if told := d.Letters(clitest.Master); len(told) != 2 || !strings.Contains(told[0].Text, "Ist hier jemand?") ||
		!strings.Contains(told[1].Text, "Hallo!") {
		t.Errorf("the game master got %+v", told)
	}
}

// inForce asks the game which orders of the player are in force.
func (d *desk) inForce(when, is, not string) {
	d.T.Helper()
	d.sends(fmt.Sprintf("Subject: BEFEHLE\nMessage-ID: <asks-%s@test.example>", strings.ReplaceAll(when, " ", "-")), "")
	d.CronSays(complaint.ExitDone, "")
	if text := d.got(clitest.Player, 1)[0].Text; !strings.Contains(text, is) || strings.Contains(text, not) {
		d.T.Errorf("%s these are in force:\n%s", when, text)
	}
}

// Machines' mail is neither answered nor read: whatever orders stand in it.
func TestIntakeLeavesMachinesAlone(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for i, head := range []string{
		"Subject: Abwesend\nAuto-Submitted: auto-replied",
		"Subject: Automatische Antwort: [Probe Z1] Ergebnis",
		"Subject: Out of Office: report\nX-Autoreply: yes",
		"Subject: Urlaub\nPrecedence: auto_reply",
		"Subject: Zug\nReturn-Path: <>\nContent-Type: multipart/report; boundary=x",
		"Subject: Zug\nX-Loop: x\nAuto-Submitted: auto-replied",
		"Subject: Zug\nFrom: " + clitest.Address,
		"Subject: failure notice\nFrom: Mail Delivery System <MAILER-DAEMON@test.example>",
		"Subject: Gelesen: Ergebnis\nContent-Type: multipart/report; report-type=disposition-notification; boundary=x",
		"Subject: Undelivered\nContent-Type: multipart/report; report-type=delivery-status; boundary=x",
	} {
		d.sends(fmt.Sprintf("Message-ID: <machine%d@test.example>\n%s", i, head), d.anna+clitest.SomeOrders)
	}
	d.others()
	d.got(clitest.Player, 0)
	d.got(clitest.Master, 0)
	if s := d.Status(); s.Realms[0].Good != 0 {
		t.Errorf("a machine's orders are in force: %+v", s.Realms[0])
	}
}

// X-Loop and an empty sender are on people's mail too. The password outranks them, and the receipt goes to the
// registered address. Without a password there is no answer, and status counts the mail, for scripts also by its
// Message-ID. Orders that are only in an attached mail do not count.
func TestIntakeOfMarkedLetters(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	inside := "Content-Type: multipart/mixed; boundary=x"
	attached := "--x\nContent-Type: text/plain\n\nSiehe unten.\n--x\nContent-Type: message/rfc822\n\nFrom: " +
		clitest.Player + "\nSubject: Zug\n\n" + d.anna + clitest.SomeOrders + "\n--x--\n"
	for i, mark := range []string{"Return-Path: <>", "X-Loop: " + clitest.Address} {
		head := fmt.Sprintf("From: web@form.example\nMessage-ID: <marked%d@test.example>\n%s\n", i, mark)
		d.sends(head+"Subject: Zug", d.anna+strings.ReplaceAll(clitest.SomeOrders, "?", strings.Repeat("?", i+1)))
		d.CronSays(complaint.ExitDone, "")
		if r := d.got(clitest.Player, 1)[0]; !strings.Contains(r.Subject, "1 gut, 0 fehlerhaft") ||
			!strings.Contains(r.Text, "als automatische Mail gekennzeichnet ("+
				strings.SplitN(mark, ": "+clitest.Address, 2)[0]+")") {
			t.Errorf("%s: %s\n%s", mark, r.Subject, r.Text)
		}
		d.sends(strings.ReplaceAll(head, "<marked", "<put-away")+"Subject: HILFE", "")
		d.sends(strings.ReplaceAll(head, "<marked", "<inside")+"Subject: Fwd\n"+inside, attached)
		d.CronSays(complaint.ExitDone, "")
		d.got(clitest.Player, 0)
	}
	s := d.Status()
	if len(s.Silent) != 2 || s.Silent[0].Count != 2 || s.Silent[1].Count != 2 {
		t.Fatalf("%+v", s.Silent)
	}
	for _, reason := range s.Silent {
		for n, l := range reason.Letters {
			want := map[string]int{"Return-Path": 0, "X-Loop": 1}[reason.Reason]
			if l.MessageID != fmt.Sprintf("<%s%d@test.example>", []string{"put-away", "inside"}[n], want) {
				t.Errorf("%s: %+v", reason.Reason, l)
			}
		}
	}
	if out := d.Stands(); !strings.Contains(out,
		"Put away without an answer in this turn: 4 letters (2 Return-Path, 2 X-Loop)") {
		t.Error(out)
	}
}

// Bulk and list marks: the password makes the orders count; the receipt goes to
// the registered address and to no other.
func TestIntakeOfListsAndBulk(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for i, head := range []string{"Precedence: bulk", "List-Id: <spielrunde.example>\nPrecedence: list",
		"List-Unsubscribe: <mailto:x@y.example>", "From: no-reply@" + "webform.example"} {
		d.sends(fmt.Sprintf("Subject: Zug\nMessage-ID: <bulk%d@test.example>\n%s", i, head),
			d.anna+strings.ReplaceAll(clitest.SomeOrders, "?", strings.Repeat("?", i)))
	}
	if err := d.Post.AddUser("elsewhere@test.example", stage.Password); err != nil {
		t.Fatal(err)
	}
	d.sends("Subject: Zug\nMessage-ID: <bulk@test.example>\nFrom: elsewhere@test.example\n"+
		"List-Id: <spielrunde.example>", d.anna+clitest.SomeOrders)
	d.others()
	for _, r := range d.got(clitest.Player, 5) {
		if !strings.Contains(r.Subject, "1 gut, 0 fehlerhaft") {
			t.Errorf("receipt: %s", r.Subject)
		}
	}
	d.got("elsewhere@test.example", 0)
}

// Twenty mails an hour and realm are answered; those beyond count all the same.
func TestIntakeAnswersTwentyAnHour(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for i := range 25 {
		d.sends(fmt.Sprintf("Subject: Zug\nMessage-ID: <many%d@test.example>", i),
			d.anna+strings.ReplaceAll(clitest.SomeOrders, "jemand", fmt.Sprint("jemand ", i)))
	}
	d.others()
	d.got(clitest.Player, 20)
	d.Now = d.Now.Add(time.Hour)
	d.sends("Subject: Zug\nMessage-ID: <later@test.example>", d.anna+clitest.SomeOrders+"$A\n")
	d.CronSays(complaint.ExitDone, "")
	d.got(clitest.Player, 1)
	d.Now = time.Date(2027, 3, 5, 20, 0, 0, 0, time.UTC)
	d.CronSays(complaint.ExitDone, "")
	if s := d.Status(); s.Turn != 2 {
		t.Errorf("turn %d", s.Turn)
	}
}

// Beyond each limit there is one polite answer, and nothing else is affected.
func TestIntakeLimits(t *testing.T) {
	t.Parallel()
	deep := strings.Builder{}
	for i := range 25 {
		fmt.Fprintf(&deep, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%[1]d\n", i)
	}
	many := strings.Repeat("--x\nContent-Type: application/octet-stream\n"+
		"Content-Disposition: attachment; filename=bild.bin\n\n\x00\x01\x02\n", 250)
	for name, c := range map[string]struct{ head, body, says string }{
		"5 MB": {"Content-Type: text/plain", "IDENTITY\n$A\n" +
			strings.Repeat(strings.Repeat("x", 70)+"\n", 80_000), "gelesen werden höchstens 5 MB"},
		"nesting": {strings.TrimSuffix(deep.String(), "\n\n--b24\n"),
			"--b24\nContent-Type: text/plain\n\nIDENTITY\n$A\n",
			"Teile, die tiefer als 20 verschachtelt sind, wurden nicht gelesen."},
		"parts": {"Content-Type: multipart/mixed; boundary=x",
			many + "--x\nContent-Type: text/plain\n\nIDENTITY\n$A\n--x--\n",
			"Nur die ersten 200 Teile wurden gelesen."},
		"ZIP": {"Content-Type: application/zip; name=z.zip\nContent-Transfer-Encoding: base64",
			inBase64(zipped(t, "zug.txt", strings.Repeat("; nichts\n", 200_000))), "Ein ZIP enthält mehr als 1 MB"},
		"encrypted S/MIME": {"Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\n" +
			"Content-Transfer-Encoding: base64", "MIIBAAYJKoZIhvcNAQcDoA==\n",
			"ist verschlüsselt; es wurde nicht gelesen."},
		"encrypted PGP": {"Content-Type: multipart/encrypted; protocol=\"application/pgp-encrypted\"; boundary=x",
			"--x\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--x\n" +
				"Content-Type: application/octet-stream\n\n-----BEGIN PGP MESSAGE-----\n\n=abcd\n" +
				"-----END PGP MESSAGE-----\n--x--\n", "ist verschlüsselt; es wurde nicht gelesen."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			d.sends("Subject: Zug\nMessage-ID: <limit@test.example>\nMIME-Version: 1.0\n"+c.head,
				strings.ReplaceAll(c.body, "IDENTITY", d.anna))
			d.others()
			r := d.got(clitest.Player, 1)[0]
			first, subject := "Der Brief hat keinen lesbaren Text", "kein lesbarer Text"
			if name == "5 MB" {
				first, subject = "Der Brief ist größer als 5 MB", "Brief zu groß"
			}
			if !strings.HasPrefix(r.Text, "NICHT angenommen: "+first) || !strings.HasSuffix(r.Subject, subject) || strings.Count(r.Text, c.says) != 1 {
				t.Errorf("no %q in\n%s\n%s", c.says, r.Subject, r.Text)
			}
			d.others() // nothing comes again
			d.got(clitest.Player, 0)
			d.got(clitest.Master, 0)
			all, _ := d.Post.Count(clitest.Address, "Weltentor")
			if all -= d.Post.CountWith(clitest.Address, "Weltentor", "X-Weltentor-World"); all != 3 {
				t.Errorf("%d mails lie where read ones lie, want 3", all)
			}
			// The same from a stranger is not answered at all.
			d.sends("From: fremd@elsewhere.example\nSubject: Zug\nMessage-ID: <stranger@test.example>\n"+
				"MIME-Version: 1.0\n"+c.head, strings.ReplaceAll(c.body, "IDENTITY", "$I 9 wrong"))
			d.others()
			d.got(clitest.Player, 0)
		})
	}
}
