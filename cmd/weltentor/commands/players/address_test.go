package players_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
)

// abroad is a world with a realm whose player's address is written with an umlaut; her server knows it in ASCII.
func abroad(t *testing.T) (d *clitest.Table, identity string) {
	t.Helper()
	d = clitest.NewTable(t)
	for _, a := range []string{"anna@xn--mller-kva.example", "bob@xn--bcher-kva.example"} {
		if err := d.Post.AddUser(a, stage.Password); err != nil {
			t.Fatal(err)
		}
	}
	out := d.Done("realm", "add", "--by-hand", d.Dir, "--name", "Moorland", "--player", "Anna", "--mail", "anna@müller.example",
		"--player-lang", "en")
	return d, strings.TrimSpace(out)
}

// sends puts a mail into the game's mailbox.
func sends(d *clitest.Table, id, from, subject, text string) {
	d.T.Helper()
	raw := "From: " + from + "\r\nTo: " + clitest.Address + "\r\nSubject: " + subject + "\r\nMessage-ID: <" + id +
		"@test.example>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" + strings.ReplaceAll(text, "\n", "\r\n")
	if err := d.Post.Deliver(clitest.Address, []byte(raw)); err != nil {
		d.T.Fatal(err)
	}
}

// A server without SMTPUTF8 gets the domain in ASCII, on the envelope and in the header. Mail from either form is the
// player's, and a substitute named in one form may write from the other.
func TestInternationalDomains(t *testing.T) {
	t.Parallel()
	d, identity := abroad(t)
	d.CronSays(complaint.ExitDone, "")
	const anna, bob = "anna@xn--mller-kva.example", "bob@xn--bcher-kva.example"
	for _, l := range d.Post.Letters() {
		head, _, _ := strings.Cut(string(l.Raw), "\r\n\r\n")
		if l.To != anna || !strings.Contains(head, "<"+anna+">") || strings.ContainsFunc(head,
			func(r rune) bool { return r > '~' }) {
			t.Errorf("to %s:\n%s", l.To, head)
		}
	}
	for n, from := range []string{"Anna <anna@müller.example>", "ANNA@XN--MLLER-KVA.EXAMPLE", "anna@mu\u0308ller.example"} {
		sent := len(d.Letters(anna))
		sends(d, fmt.Sprint("orders", n), from, "Turn", identity+clitest.SomeOrders)
		d.CronSays(complaint.ExitDone, "")
		got := d.Letters(anna)
		if len(got) != sent+1 || !strings.Contains(got[sent].Subject, "1 good") &&
			!strings.Contains(got[sent].Text, "in force") {
			t.Errorf("orders from %s: %+v", from, got[sent:])
		}
	}
	if log := d.Done("log", d.Dir); strings.Contains(log, "unknown") || len(d.Letters(clitest.Master)) > 1 {
		t.Errorf("the log says\n%s", log)
	}

	sends(d, "help", anna, "SUBSTITUTE bob@bücher.example 2", "")
	d.CronSays(complaint.ExitDone, "")
	asked := d.Letters(anna)
	sends(d, "yes", "anna@müller.example", "Re: "+asked[len(asked)-1].Subject, "YES\n")
	d.CronSays(complaint.ExitDone, "")
	offered := d.Letters(bob)
	if len(offered) != 1 {
		t.Fatalf("%d letters to the substitute; Anna reads\n%s", len(offered), asked[len(asked)-1].Text)
	}
	sends(d, "agreed", "Bob <bob@bücher.example>", "Re: "+offered[0].Subject, "YES\n")
	d.CronSays(complaint.ExitDone, "")
	own := ""
	for _, l := range d.Letters(bob) {
		own += regexp.MustCompile(`\$I 1 \S{10,}`).FindString(l.Text)
	}
	sends(d, "his", bob, "Turn", own+clitest.LaterOrders)
	d.CronSays(complaint.ExitDone, "")
	if force := d.Done("orders", d.Dir, "1"); own == "" || !strings.Contains(force, "wer seid") {
		t.Errorf("in force is\n%s, of %q", force, own)
	}

	d.Says("other addresses", d.Done("realm", "mail", d.Dir, "1", anna), anna+"\nIf letters have gone to a wrong address")
	if out := d.Done("realm", "mail", d.Dir, "1", "--add", anna); out != anna+"\n" {
		t.Errorf("the addresses are\n%s", out)
	}
	d.Done("realm", "mail", d.Dir, "1", "--add", "second@test.example")
	code, out, errs := d.Run("realm", "mail", d.Dir, "1", "--remove", anna)
	if code != complaint.ExitDone || out != "second@test.example\n" || errs != "" {
		t.Errorf("exit %d, %q %q", code, out, errs)
	}
	if out := d.Done("realm", "import", d.Dir, listed(d, "name,player,mail",
		"Fenmark,Ann,ann@bücher.example")); out == "" {
		t.Error("nobody was added")
	}
	if code, _, errs := d.Run("realm", "import", d.Dir, listed(d, "name,player,mail",
		"Ferne,Ann,ann@xn--bcher-kva.example")); code !=
		complaint.ExitDone || !strings.Contains(errs, "Fenmark") {
		t.Errorf("the same player again: exit %d, %q", code, errs)
	}
}

// The game's own address is an international one, too: its letters leave, and answers to it are read.
func TestTheGameAtAnInternationalDomain(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	config, err := os.ReadFile(filepath.Join(d.Dir, "world.toml"))
	if err != nil {
		t.Fatal(err)
	}
	d.Write("world.toml", strings.Replace(string(config), `"`+clitest.Address+`"`, `"spiel@müller.example"`, 1))
	identity := d.Join()
	d.CronSays(complaint.ExitDone, "")
	sends(d, "orders", clitest.Player, "Turn", identity+clitest.SomeOrders)
	sends(d, "own", "spiel@xn--mller-kva.example", "Turn", identity+clitest.LaterOrders)
	d.CronSays(complaint.ExitDone, "")
	for _, l := range d.Post.Letters() {
		if strings.ContainsFunc(string(l.Raw[:strings.Index(string(l.Raw), "\r\n\r\n")]), func(r rune) bool { return r > '~' }) {
			t.Errorf("a letter is\n%s", l.Raw)
		}
	}
	if force := d.Done("orders", d.Dir, "1"); !strings.Contains(force, "Ist hier jemand") {
		t.Errorf("in force is\n%s", force)
	}
}

// No player can have one of the game's own addresses, however it is written and whoever enters it.
func TestTheGamePlaysNoRealm(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	const alias, other = "zug@müller.example", "Zug@xn--mller-kva.example"
	d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), map[string]string{"imap.shared": "true",
		"imap.aliases": `["` + alias + `"]`, "signup.open": "true"})
	d.Join()
	for _, mail := range []string{clitest.Address, strings.ToUpper(clitest.Address), alias, other} {
		for _, args := range [][]string{
			{"realm", "add", "--by-hand", d.Dir, "--name", "Fenmark", "--player", "Ann", "--mail", mail},
			{"realm", "mail", d.Dir, "1", mail},
			{"realm", "mail", d.Dir, "1", "--add", "ann@test.example", mail},
			{"realm", "free", d.Dir, "1", "--player", "Ann", "--mail", mail, "--yes"},
			{"realm", "import", d.Dir, listed(d, "name,player,mail", "Fenmark,Ann,"+mail)},
		} {
			code, _, errs := d.Run(args...)
			if code != complaint.ExitUsage || !strings.Contains(errs, mail+" is an address of the game itself") {
				t.Errorf("%v: exit %d, %q", args, code, errs)
			}
		}
	}
	d.CronSays(complaint.ExitDone, "")
	for n, mail := range []string{clitest.Address, alias, other} {
		sends(d, fmt.Sprint("sub", n), clitest.Player, "VERTRETUNG "+mail+" 2", "")
		d.CronSays(complaint.ExitDone, "")
		got := d.Letters(clitest.Player)
		if l := got[len(got)-1]; !strings.Contains(l.Text, "kann Euch nicht vertreten") {
			t.Errorf("%s: %s\n%s", mail, l.Subject, l.Text)
		}
		sent := len(d.Post.Letters())
		sends(d, fmt.Sprint("join", n), mail, "ANMELDUNG", "Name: Cilli\nReich: Cedania\n")
		d.CronSays(complaint.ExitDone, "")
		if len(d.Post.Letters()) != sent {
			t.Errorf("the sign-up of %s is answered", mail)
		}
	}
	if out := d.Done("realm", "list", d.Dir); strings.Count(out, "@") != 1 {
		t.Errorf("the realms are\n%s", out)
	}
}

// An address without a dot after the @ is accepted with a warning. So is one that a player gives for a substitute.
func TestLocalAddressesDrawAWarning(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	for n, mail := range []string{"ann@localhost", "ann@example"} {
		says := mail + " has no dot behind the @"
		d.Now = d.Now.AddDate(0, 0, n)
		for _, args := range [][]string{
			{"realm", "add", "--by-hand", d.Dir, "--name", fmt.Sprintf("Fen %c", 'A'+n), "--player", "Ann", "--mail", mail},
			{"realm", "mail", d.Dir, "1", "--add", mail},
			{"realm", "import", d.Dir, listed(d, "name,player,mail", fmt.Sprintf("Ferne %c,Bea,b%s", 'A'+n, mail))},
			{"realm", "free", d.Dir, fmt.Sprint(2*n + 2), "--player", "Cara", "--mail", mail, "--yes"},
		} {
			if code, _, errs := d.Run(args...); code != complaint.ExitDone || !strings.Contains(errs, says) {
				t.Errorf("%v: exit %d, %q", args, code, errs)
			}
		}
		if _, _, errs := d.Run("realm", "mail", d.Dir, "1", "--remove", mail); strings.Contains(errs, says) {
			t.Errorf("removed: %q", errs)
		}
	}
	if _, _, errs := d.Run("realm", "mail", d.Dir, "1", "--add", "ann@test.example"); errs != "" {
		t.Errorf("an address with a dot: %q", errs)
	}
	sends(d, "sub", clitest.Player, "VERTRETUNG bob@localhost 2", "")
	d.Run("cron", d.Dir) // the others' letters come back
	got := d.Letters(clitest.Player)
	if l := got[len(got)-1]; !strings.Contains(l.Text, "bob@localhost hat hinter dem @ keinen Punkt") {
		t.Errorf("%s\n%s", l.Subject, l.Text)
	}
}
