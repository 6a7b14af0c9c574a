package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"weltentor/docs"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// counter plays self-service: Anna reads German, Bob English; others write, too.
type counter struct {
	*play
	lastID string
	seen   map[string]int // letters taken out of other people's mailboxes
}

const (
	stranger = "neu@demo.test"
	second   = "anna@work.test"
)

func newCounter(t *testing.T, settings map[string]string) *counter {
	t.Helper()
	d := &counter{seen: map[string]int{}}
	d.play = newPlay(t, worlds.Rulebooks()[0], "", settings, func(p *play) office {
		return newEmbedded(t, func() time.Time { return p.now }, "anna@demo.test", "bob@demo.test", "gm@demo.test",
			second, stranger, "evil@demo.test")
	}, "--size", "40x30")
	d.join("Moorland", "anna@demo.test", "de", game.UTF8)
	d.join("Fenmark", "bob@demo.test", "en", game.UTF8)
	d.cron()
	d.fresh(anna)
	d.fresh(bob)
	return d
}

// writes sends a mail to the game and lets cron take it.
func (d *counter) writes(from, subject, text string, fields ...string) {
	d.t.Helper()
	d.post(from, subject, text, fields...)
	d.cron()
}

func (d *counter) post(from, subject, text string, fields ...string) {
	d.t.Helper()
	d.mails++
	d.lastID = fmt.Sprintf("<s%d@player.test>", d.mails)
	head := append([]string{"From: " + from, "To: " + gameAddress, "Subject: " + subject,
		"Date: " + d.now.Format(time.RFC1123Z),
		"Message-ID: " + d.lastID, "MIME-Version: 1.0", "Content-Type: text/plain; charset=UTF-8",
		"Content-Transfer-Encoding: 8bit"}, fields...)
	d.office.post(d.t, from, []byte(strings.Join(head, "\r\n")+"\r\n\r\n"+strings.ReplaceAll(text, "\n", "\r\n")))
}

// got takes what came to an address since it was asked last.
func (d *counter) got(address string) []post {
	d.t.Helper()
	var out []post
	all := d.office.inbox(d.t, address)
	for _, raw := range all[d.seen[address]:] {
		out = append(out, openLetter(d.t, raw))
	}
	d.seen[address] = len(all)
	return out
}

var tokenIn = regexp.MustCompile(`WT-[A-Z2-7]{26}`)

// token is the one of a letter, which has it in its subject and in its text.
func (d *counter) token(l post) string {
	d.t.Helper()
	token := tokenIn.FindString(l.subject)
	if token == "" || !strings.Contains(l.body, "\n  "+token+"\n") || strings.Contains(l.body+l.subject, "***") {
		d.t.Fatalf("no token in %q and\n%s", l.subject, l.body)
	}
	return token
}

// nowhere: the store's bytes have none of these in them.
func (d *counter) nowhere(secrets ...string) {
	d.t.Helper()
	raw, err := os.ReadFile(filepath.Join(d.dir, "world.db"))
	if err != nil {
		d.t.Fatal(err)
	}
	for _, s := range secrets {
		if s == "" || bytes.Contains(bytes.ToLower(raw), bytes.ToLower([]byte(s))) {
			d.t.Errorf("%q stands in the store", s)
		}
	}
}

func TestServiceHelp(t *testing.T) {
	t.Parallel()
	d := newCounter(t, nil)
	d.writes("anna@demo.test", "Re: [Bovi] Hilfe!", "")
	l := d.one(anna)
	d.says("Anna's help", l.body, "an "+gameAddress+" schicken", "  BERICHT ", "  PAUSE 2 ", "Reich 1 Moorland",
		"$I 1 Passwort in einer",
		"Gelände: Kürzel, Name", "\n  tla Tiefland ", "\n  BRG Burg ", "\n  K.L Leichte Krieger ", "HST I ist also")
	if l.subject != "[Probe Z1] Wörter, die Ihr schicken könnt" || l.answers != d.lastID {
		t.Errorf("subject %q, answers %q", l.subject, l.answers)
	}
	d.writes("bob@demo.test", "a question", "HELP\n\nthanks\n")
	d.says("Bob's help", d.one(bob).body, "send to "+gameAddress, "  REPORT ", "Realm 2 Fenmark", "Terrain: code, name",
		"\n  BRG Castle ", "HST I is")
	d.none(anna)
}

// What a player writes besides the word is for the game master, a greeting is not.
func TestServicePassesOnWhatElseIsSaid(t *testing.T) {
	t.Parallel()
	d := newCounter(t, map[string]string{"gm.mail": `"gm@demo.test"`})
	d.writes("anna@demo.test", "Hilfe", "Wo ist meine Armee K.M 1 geblieben?\nAnna\n")
	d.says("the answer", d.one(anna).subject, "Wörter, die Ihr schicken könnt")
	d.says("to the master", d.master(), "Wo ist meine Armee K.M 1 geblieben?")
	d.writes("anna@demo.test", "", "BERICHT\n\nDanke und Gruß, Anna\n")
	d.one(anna)
	if got := d.got("gm@demo.test"); len(got) != 0 {
		t.Errorf("the master got %v", got)
	}
}

func TestServiceReportAgain(t *testing.T) {
	t.Parallel()
	d := newCounter(t, nil)
	first := d.office.inbox(t, "anna@demo.test")
	d.done("turn", d.dir, "--force", "--yes")
	d.done("send", d.dir)
	second := d.one(anna)
	d.fresh(bob)
	d.writes("anna@demo.test", "BERICHT 0", "")
	l := d.one(anna)
	if l.subject != "[Probe Z0] Noch einmal: Bericht für Moorland" || l.files["ERGEBNIS.TXT"] == "" ||
		l.files["ERGEBNIS.TXT"] != openLetter(t, first[0]).files["ERGEBNIS.TXT"] {
		t.Errorf("report 0 came again as %q, %v", l.subject, l.files)
	}
	d.writes("anna@demo.test", "zwei", "bericht, bitte\n")
	if l = d.one(anna); l.files["ERGEBNIS.TXT"] != second.files["ERGEBNIS.TXT"] {
		t.Errorf("the last report came again as\n%s", l.files["ERGEBNIS.TXT"])
	}
	d.writes("anna@demo.test", "BERICHT 9", "")
	d.says("no report", d.one(anna).body, "für Zug 9 habt Ihr nicht; es gibt die von 0 bis 1.")
	d.writes("anna@demo.test", "BERICHT REICH 2", "")
	d.says("another's", d.one(anna).body, "Reich 2 ist nicht Eures.")
	d.none(bob)
}

// The rules come by mail, in the player's language and for his computer: whoever
// gets letters only has no other way to them.
func TestServiceRules(t *testing.T) {
	t.Parallel()
	d := newCounter(t, nil)
	name := d.books[0].Name()
	d.writes("anna@demo.test", "Regeln", "")
	l := d.one(anna)
	if want := docs.Text(name, "de"); want == "" || l.files["REGELN.TXT"] != want ||
		l.subject != "[Probe Z1] Die Regeln" || l.answers != d.lastID {
		t.Errorf("%q brings %d files, %d bytes of rules", l.subject, len(l.files), len(l.files["REGELN.TXT"]))
	}
	d.says("Anna's letter", l.body, "Reich 1 Moorland", "(REGELN.TXT)", "Befehle bis Freitag, 6. März 2026, 20:00 Uhr")
	d.writes("bob@demo.test", "RULES, please", "")
	l = d.one(bob)
	if want := docs.Text(name, "en"); want == "" || l.files["RULES.TXT"] != want ||
		l.subject != "[Probe T1] The rules" {
		t.Errorf("%q brings %d bytes of rules", l.subject, len(l.files["RULES.TXT"]))
	}
	d.writes("bob@demo.test", "HELP", "")
	d.says("HELP", d.one(bob).body, "\n  RULES ")
	d.join("Salzküste", second, "de", game.PC)
	d.cron()
	d.fresh(3)
	d.writes(second, "REGELN", "")
	if book := d.one(3).files["REGELN.TXT"]; !strings.Contains(book, "\r\nPar.1.1 ") ||
		!strings.Contains(book, " f\x81r ") {
		t.Errorf("in CP437 the rules have %d bytes", len(book))
	}
	d.writes("anna@demo.test", "RULES REALM 2", "")
	d.says("another's", d.one(anna).body, "Reich 2 ist nicht Eures.")
	d.writes(stranger, "RULES", "")
	if got := d.got(stranger); len(got) != 0 {
		t.Errorf("a stranger got %v", got)
	}
	if code, out, _ := d.run("rules", "--lang", "de"); code != exitDone || out != docs.Text(name, "de") {
		t.Errorf("the command: exit %d, %d bytes", code, len(out))
	}
	if code, _, errs := d.run("rules", "x"); code != exitUsage || !strings.Contains(errs, "there is no rulebook x") {
		t.Errorf("of a game there is not: exit %d, %s", code, errs)
	}
}

func TestServiceOrdersAndTemplate(t *testing.T) {
	t.Parallel()
	d := newCounter(t, nil)
	d.mail(anna, "$R\nk.m 1 2,000 0 0 ; Krieger\n")
	d.cron()
	d.one(anna)
	d.writes("anna@demo.test", "AW: Befehle", "")
	d.says("Anna's orders", d.one(anna).body, "In Kraft: 1 Befehl, gekommen am ", "\n$I 1 ***\n$R\nK.M 1 2000 0 0\n")
	d.writes("bob@demo.test", "Orders", "K.M 1 12 E\n")
	d.says("Bob's orders", d.one(bob).body, "You have sent no orders for this turn.", "none of its lines begins with $")

	d.done("turn", d.dir, "--force")
	d.done("send", d.dir)
	d.fresh(anna)
	d.fresh(bob)
	d.writes("anna@demo.test", "vorlage", "")
	l := d.one(anna)
	d.says("the template", l.body, "$I 1 Passwort 2\n", "\nK.M 1 0000000000000 V+ ; 2000 ")
	file := l.files["SPIELZUG.TXT"]
	if !strings.HasSuffix(strings.ReplaceAll(l.body, "\r", ""), strings.ReplaceAll(file, "\r", "")) {
		t.Errorf("the letter and its file differ:\n%s\n%s", l.body, file)
	}
	secret := strings.Fields(d.players[0].identity)[2]
	d.writes("anna@demo.test", "Zug 2", strings.ReplaceAll(strings.ReplaceAll(file, "\r", ""), "Passwort", secret))
	if l = d.one(anna); l.subject != "[Probe Z2] Befehle angekommen: 1 gut, 0 fehlerhaft" {
		t.Errorf("filled in, the template is answered %q\n%s", l.subject, l.body)
	}
	d.writes("bob@demo.test", "TEMPLATE", "")
	d.says("Bob's template", d.one(bob).body, "$I 2 password 2\n", "$A ; army, 13 directions")
}

// The old password holds until the token is back; then the new one does.
func TestServicePassword(t *testing.T) {
	t.Parallel()
	d := newCounter(t, nil)
	d.writes("anna@demo.test", "Passwort", "")
	asked := d.one(anna)
	token := d.token(asked)
	d.nowhere(token)
	if !strings.HasPrefix(asked.subject, "[Probe] Neues Passwort? Bitte antworten WT-") {
		t.Errorf("subject %q", asked.subject)
	}
	d.mail(anna, "$R\nK.M 1 1000 0 0\n")
	d.cron()
	d.says("the old password", d.one(anna).subject, "Befehle angekommen: 1 gut")

	// From any address: who has the token reads Anna's mail. The answer goes to her.
	d.writes("evil@demo.test", "Re: "+asked.subject, "Ja, bitte.\n")
	fresh := d.one(anna)
	if len(d.got("evil@demo.test")) != 0 {
		t.Error("another address got something")
	}
	line := regexp.MustCompile(`(?m)^  (\$I 1 ([a-z2-9-]{15}))$`).FindStringSubmatch(fresh.body)
	if line == nil {
		t.Fatalf("no new line in\n%s", fresh.body)
	}
	old := d.players[0].identity
	d.mail(anna, "$R\nK.M 1 1100 0 0\n")
	d.cron()
	d.says("the old password", d.one(anna).subject, "falsches Passwort")
	d.players[0].identity = line[1]
	d.mail(anna, "$R\nK.M 1 1200 0 0\n")
	d.cron()
	d.says("the new password", d.one(anna).subject, "Befehle angekommen: 1 gut")

	d.writes("anna@demo.test", "Re: "+asked.subject, "nochmal\n")
	d.says("twice", d.one(anna).body, "Der Code galt nur einmal")
	d.nowhere(token, line[2], strings.Fields(old)[2])
}

// The token may stand in what the answer quotes, and the subject be another.
func TestServicePause(t *testing.T) {
	t.Parallel()
	d := newCounter(t, nil)
	d.writes("bob@demo.test", "PAUSE", "")
	d.says("without a number", d.one(bob).body, "PAUSE 2")
	for _, c := range []struct{ word, quoted, until string }{
		{"PAUSE 3", "On Mon, 2 Mar 2026 at 12:00, Probe <game@demo.test> wrote:\n> BODY", "absent until turn 3"},
		{"pause 1 turn", "\n-----Original Message-----\nFrom: Probe\nSent: Monday\nTo: Bob\nSubject: x\n\nBODY",
			"absent until turn 1"},
		{"PAUSE 0", "", ""},
	} {
		d.now = d.now.Add(2 * time.Hour)
		d.writes("bob@demo.test", c.word, "")
		asked := d.one(bob)
		if list := d.done("realm", "list", d.dir); c.until != "" && strings.Contains(list, c.until) {
			t.Errorf("%s counts before the token is back:\n%s", c.word, list)
		}
		subject := "my game"
		if c.quoted == "" {
			subject = "AW: " + asked.subject
		}
		body := strings.ReplaceAll(strings.TrimRight(asked.body, "\n"), "\n", "\n> ")
		if strings.Contains(c.quoted, "Original") {
			body = asked.body
		}
		d.writes("bob@demo.test", subject, "yes\n\n"+strings.Replace(c.quoted, "BODY", body, 1))
		d.nowhere(d.token(asked))
		d.says(c.word, d.one(bob).body, "pause")
		if list := d.done("realm", "list", d.dir); strings.Contains(list, "absent") != (c.until != "") ||
			!strings.Contains(list, c.until) {
			t.Errorf("after %s:\n%s", c.word, list)
		}
	}
	d.writes("bob@demo.test", "PAUSE 21", "")
	d.says("too long", d.one(bob).body, "from 1 to 20")
}

// A token is good for a week.
func TestServiceTokenExpires(t *testing.T) {
	t.Parallel()
	d := newCounter(t, map[string]string{"deadline": `"60 days"`})
	d.writes("anna@demo.test", "KENNWORT", "")
	asked := d.one(anna)
	d.now = d.now.Add(7*24*time.Hour - 2*time.Minute)
	d.writes("stranger@demo.test", "Re: WT-"+strings.Repeat("A", 26), "")
	d.none(anna)
	d.now = d.now.Add(2 * time.Minute)
	d.writes("anna@demo.test", "Re: "+asked.subject, "ja\n")
	d.says("too late", d.one(anna).body, "der nicht mehr gilt")
	d.mail(anna, "$R\nK.M 1 1000 0 0\n")
	d.cron()
	d.says("the old password", d.one(anna).subject, "Befehle angekommen: 1 gut")
}

// A GM who gives a realm another address, or another password, makes void what
// was mailed to the old one.
func TestServiceTokensEndWithTheAddress(t *testing.T) {
	t.Parallel()
	d := newCounter(t, nil)
	d.writes("anna@demo.test", "PAUSE 2", "")
	paused := d.one(anna)
	d.writes("bob@demo.test", "PASSWORD", "")
	asked := d.one(bob)
	d.done("realm", "mail", d.dir, "1", second)
	d.players[1].identity = strings.TrimSpace(d.done("realm", "passwd", d.dir, "2"))
	d.writes("anna@demo.test", "Re: "+paused.subject, "")
	d.writes("bob@demo.test", "Re: "+asked.subject, "")
	d.none(anna)
	d.says("Bob is told", d.one(bob).body, "no longer valid")
	if list := d.done("realm", "list", d.dir); strings.Contains(list, "absent") {
		t.Error(list)
	}
	d.mail(bob, "$R\nK.M 1 1000 0 0\n")
	d.cron()
	d.says("the master's password", d.one(bob).subject, "1 good")
}
