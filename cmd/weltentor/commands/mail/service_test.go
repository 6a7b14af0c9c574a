package mail_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/docs"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

func TestServiceHelp(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, nil)
	d.Writes("anna@demo.test", "Re: [Bovi] Hilfe!", "")
	l := d.One(stage.Anna)
	d.Says("Anna's help", l.Body, "an "+stage.GameAddress+" schicken", "  BERICHT: ", "  PAUSE 2: ", "Reich 1 Moorland",
		"$I 1 Passwort in einer",
		"Gelände: Kürzel, Name", "\n  tla Tiefland ", "\n  BRG Burg ", "\n  K.L Leichte Krieger ", "HST I ist also")
	if l.Subject != "[Probe Z1] Wörter, die Ihr schicken könnt" || l.Answers != d.LastID {
		t.Errorf("subject %q, answers %q", l.Subject, l.Answers)
	}
	d.Writes("bob@demo.test", "a question", "HELP\n\nthanks\n")
	d.Says("Bob's help", d.One(stage.Bob).Body, "send to "+stage.GameAddress, "  REPORT: ", "Realm 2 Fenmark",
		"Terrain: code, name",
		"\n  BRG Castle ", "HST I is")
	d.None(stage.Anna)
}

// Nobody reads what a player writes besides the word. The answer shows it, but no greeting.
func TestServiceShowsWhatElseIsSaid(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"gm.mail": `"gm@demo.test"`})
	d.Writes("anna@demo.test", "Hilfe", "Wo ist meine Armee K.M 1 geblieben?\nAnna\n")
	const nobody = "In Eurem Brief steht außerdem dies, und niemand liest es."
	d.Says("the answer", d.One(stage.Anna).Body, nobody, "\n  Wo ist meine Armee K.M 1 geblieben?\n")
	d.Writes("anna@demo.test", "", "BERICHT\n\nDanke und Gruß, Anna\n")
	if l := d.One(stage.Anna); strings.Contains(l.Body, nobody) {
		t.Errorf("the report shows a greeting:\n%s", l.Body)
	}
	if got := d.Got("gm@demo.test"); len(got) != 0 {
		t.Errorf("the master got %v", got)
	}
}

func TestServiceReportAgain(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, nil)
	first := d.Office.Inbox(t, "anna@demo.test")
	d.Done("turn", d.Dir, "--force", "--yes")
	d.Done("send", d.Dir)
	second := d.One(stage.Anna)
	d.Fresh(stage.Bob)
	d.Writes("anna@demo.test", "BERICHT 0", "")
	l := d.One(stage.Anna)
	if l.Subject != "[Probe Z0] Noch einmal: Bericht für Moorland" || l.Files["ERGEBNIS.TXT"] == "" ||
		l.Files["ERGEBNIS.TXT"] != stage.OpenLetter(t, first[0]).Files["ERGEBNIS.TXT"] {
		t.Errorf("report 0 came again as %q, %v", l.Subject, l.Files)
	}
	d.Writes("anna@demo.test", "zwei", "bericht, bitte\n")
	if l = d.One(stage.Anna); l.Files["ERGEBNIS.TXT"] != second.Files["ERGEBNIS.TXT"] {
		t.Errorf("the last report came again as\n%s", l.Files["ERGEBNIS.TXT"])
	}
	d.Writes("anna@demo.test", "BERICHT 9", "")
	d.Says("no report", d.One(stage.Anna).Body, "für Zug 9 habt Ihr nicht; es gibt die von 0 bis 1.")
	d.Writes("anna@demo.test", "BERICHT REICH 2", "")
	d.Says("another's", d.One(stage.Anna).Body, "Reich 2 ist nicht Eures.")
	d.None(stage.Bob)
}

// The rules come by mail, in the player's language and for their computer. Players who only have mail have no other
// way to get them.
func TestServiceRules(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, nil)
	name := worlds.Rulebooks()[0].Name()
	d.Writes("anna@demo.test", "Regeln", "")
	l := d.One(stage.Anna)
	if want := docs.Text(name, "de"); want == "" || l.Files["REGELN.TXT"] != want ||
		l.Subject != "[Probe Z1] Die Regeln" || l.Answers != d.LastID {
		t.Errorf("%q brings %d files, %d bytes of rules", l.Subject, len(l.Files), len(l.Files["REGELN.TXT"]))
	}
	d.Says("Anna's letter", l.Body, "Reich 1 Moorland", "(REGELN.TXT)", "Befehle bis Freitag, 6. März 2026, 20:00 Uhr")
	d.Writes("bob@demo.test", "RULES, please", "")
	l = d.One(stage.Bob)
	if want := docs.Text(name, "en"); want == "" || l.Files["RULES.TXT"] != want ||
		l.Subject != "[Probe T1] The rules" {
		t.Errorf("%q brings %d bytes of rules", l.Subject, len(l.Files["RULES.TXT"]))
	}
	d.Writes("bob@demo.test", "HELP", "")
	d.Says("HELP", d.One(stage.Bob).Body, "\n  RULES: ")
	d.Join("Salzküste", clitest.Second, "de", game.PC)
	d.Cron()
	d.Fresh(3)
	d.Writes(clitest.Second, "REGELN", "")
	if book := d.One(3).Files["REGELN.TXT"]; !strings.Contains(book, "\r\nPar.1.1 ") ||
		!strings.Contains(book, " f\x81r ") {
		t.Errorf("in CP437 the rules have %d bytes", len(book))
	}
	d.Writes("anna@demo.test", "RULES REALM 2", "")
	d.Says("another's", d.One(stage.Anna).Body, "Reich 2 ist nicht Eures.")
	d.Writes(clitest.Stranger, "RULES", "")
	if got := d.Got(clitest.Stranger); len(got) != 0 {
		t.Errorf("a stranger got %v", got)
	}
	if code, out, _ := d.Run("rules", "--lang", "de"); code != complaint.ExitDone || out != docs.Text(name, "de") {
		t.Errorf("the command: exit %d, %d bytes", code, len(out))
	}
	if code, _, errs := d.Run("rules", "x"); code != complaint.ExitUsage || !strings.Contains(errs, "there is no rulebook x") {
		t.Errorf("of a game there is not: exit %d, %s", code, errs)
	}
}

func TestServiceOrdersAndTemplate(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, nil)
	d.Mail(stage.Anna, "$R\nk.m 1 2,000 0 0 ; Krieger\n")
	d.Cron()
	d.One(stage.Anna)
	d.Writes("anna@demo.test", "AW: Befehle", "")
	d.Says("Anna's orders", d.One(stage.Anna).Body, "In Kraft: 1 Befehl, gekommen am ",
		"\n$I 1 ***\n$R\nK.M 1 2000 0 0\n")
	d.Writes("bob@demo.test", "Orders", "K.M 1 12 E\n")
	d.Says("Bob's orders", d.One(stage.Bob).Body, "You have sent no orders for this turn.",
		"it has no section with $")

	d.Done("turn", d.Dir, "--force")
	d.Done("send", d.Dir)
	d.Fresh(stage.Anna)
	d.Fresh(stage.Bob)
	d.Writes("anna@demo.test", "vorlage", "")
	l := d.One(stage.Anna)
	d.Says("the template", l.Body, "$I 1 Passwort 2\n", "\nK.M 1 0000000000000 V+ ; 2000 ")
	file := l.Files["SPIELZUG.TXT"]
	if !strings.HasSuffix(strings.ReplaceAll(l.Body, "\r", ""), strings.ReplaceAll(file, "\r", "")) {
		t.Errorf("the letter and its file differ:\n%s\n%s", l.Body, file)
	}
	secret := strings.Fields(d.Players[0].Identity)[2]
	d.Writes("anna@demo.test", "Zug 2", strings.ReplaceAll(strings.ReplaceAll(file, "\r", ""), "Passwort", secret))
	if l = d.One(stage.Anna); l.Subject != "[Probe Z2] Befehle angekommen: 1 gut, 0 fehlerhaft" {
		t.Errorf("filled in, the template is answered %q\n%s", l.Subject, l.Body)
	}
	d.Writes("bob@demo.test", "TEMPLATE", "")
	d.Says("Bob's template", d.One(stage.Bob).Body, "$I 2 password 2\n", "$A ; army, 13 directions")
}

// The old password is valid until the code is back; then the new one is.
func TestServicePassword(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, nil)
	d.Writes("anna@demo.test", "Passwort", "")
	asked := d.One(stage.Anna)
	token := d.Token(asked)
	d.Nowhere(token)
	if !strings.HasPrefix(asked.Subject, "[Probe] Neues Passwort? Bitte antworten WT-") {
		t.Errorf("subject %q", asked.Subject)
	}
	d.Mail(stage.Anna, "$R\nK.M 1 1000 0 0\n")
	d.Cron()
	d.Says("the old password", d.One(stage.Anna).Subject, "Befehle angekommen: 1 gut")

	// Whoever has seen the code cannot use it, and Anna hears of that.
	d.Writes("evil@demo.test", "Re: "+asked.Subject, "Ja, bitte.\n")
	d.Says("somebody else", d.One(stage.Anna).Body, "Jemand anders hat auf einen Brief geantwortet")
	d.Writes("anna@demo.test", "Re: "+asked.Subject, "Ja, bitte.\n")
	fresh := d.One(stage.Anna)
	if len(d.Got("evil@demo.test")) != 0 {
		t.Error("another address got something")
	}
	line := regexp.MustCompile(`(?m)^  (\$I 1 ([a-z2-9-]{15}))$`).FindStringSubmatch(fresh.Body)
	if line == nil {
		t.Fatalf("no new line in\n%s", fresh.Body)
	}
	old := d.Players[0].Identity
	d.Mail(stage.Anna, "$R\nK.M 1 1100 0 0\n")
	d.Cron()
	d.Says("the old password", d.One(stage.Anna).Subject, "falsches Passwort")
	d.Players[0].Identity = line[1]
	d.Mail(stage.Anna, "$R\nK.M 1 1200 0 0\n")
	d.Cron()
	d.Says("the new password", d.One(stage.Anna).Subject, "Befehle angekommen: 1 gut")

	d.Writes("anna@demo.test", "Re: "+asked.Subject, "Ja\n")
	d.Says("twice", d.One(stage.Anna).Body, "Der Code galt nur einmal")
	d.Nowhere(token, line[2], strings.Fields(old)[2])
}

// The token may stand in what the answer quotes, and the subject be another.
func TestServicePause(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, nil)
	d.Writes("bob@demo.test", "PAUSE", "")
	d.Says("without a number", d.One(stage.Bob).Body, "PAUSE 2")
	for _, c := range []struct{ word, quoted, until string }{
		{"PAUSE 3", "On Mon, 2 Mar 2026 at 12:00, Probe <game@demo.test> wrote:\n> BODY", "absent until turn 3"},
		{"pause 1 turn", "\n-----Original Message-----\nFrom: Probe\nSent: Monday\nTo: Bob\nSubject: x\n\nBODY",
			"absent until turn 1"},
		{"PAUSE 0", "", ""},
	} {
		d.Now = d.Now.Add(2 * time.Hour)
		d.Writes("bob@demo.test", c.word, "")
		asked := d.One(stage.Bob)
		if list := d.Done("realm", "list", d.Dir); c.until != "" && strings.Contains(list, c.until) {
			t.Errorf("%s counts before the token is back:\n%s", c.word, list)
		}
		subject := "my game"
		if c.quoted == "" {
			subject = "AW: " + asked.Subject
		}
		body := strings.ReplaceAll(strings.TrimRight(asked.Body, "\n"), "\n", "\n> ")
		if strings.Contains(c.quoted, "Original") {
			body = asked.Body
		}
		d.Writes("bob@demo.test", subject, "yes\n\n"+strings.Replace(c.quoted, "BODY", body, 1))
		d.Nowhere(d.Token(asked))
		d.Says(c.word, d.One(stage.Bob).Body, "pause")
		if list := d.Done("realm", "list", d.Dir); strings.Contains(list, "absent") != (c.until != "") ||
			!strings.Contains(list, c.until) {
			t.Errorf("after %s:\n%s", c.word, list)
		}
	}
	d.Writes("bob@demo.test", "PAUSE 21", "")
	d.Says("too long", d.One(stage.Bob).Body, "from 1 to 20")
}

// A token is good for a week.
func TestServiceTokenExpires(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"deadline": `"60 days"`})
	d.Writes("anna@demo.test", "KENNWORT", "")
	asked := d.One(stage.Anna)
	d.Now = d.Now.Add(7*24*time.Hour - 2*time.Minute)
	d.Writes("stranger@demo.test", "Re: WT-"+strings.Repeat("A", 26), "")
	d.None(stage.Anna)
	d.Now = d.Now.Add(2 * time.Minute)
	d.Writes("anna@demo.test", "Re: "+asked.Subject, "ja\n")
	d.Says("too late", d.One(stage.Anna).Body, "der nicht mehr gilt")
	d.Mail(stage.Anna, "$R\nK.M 1 1000 0 0\n")
	d.Cron()
	d.Says("the old password", d.One(stage.Anna).Subject, "Befehle angekommen: 1 gut")
}

// If the game master gives a realm another address, or another password, codes that were mailed to the old address are
// void.
func TestServiceTokensEndWithTheAddress(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, nil)
	d.Writes("anna@demo.test", "PAUSE 2", "")
	paused := d.One(stage.Anna)
	d.Writes("bob@demo.test", "PASSWORD", "")
	asked := d.One(stage.Bob)
	d.Done("realm", "mail", d.Dir, "1", clitest.Second)
	d.Players[1].Identity = strings.TrimSpace(d.Done("realm", "passwd", d.Dir, "2"))
	d.Writes("anna@demo.test", "Re: "+paused.Subject, "Ja\n")
	d.Writes("bob@demo.test", "Re: "+asked.Subject, "Yes\n")
	d.None(stage.Anna)
	d.Says("Bob is told", d.One(stage.Bob).Body, "no longer valid")
	if list := d.Done("realm", "list", d.Dir); strings.Contains(list, "absent") {
		t.Error(list)
	}
	d.Mail(stage.Bob, "$R\nK.M 1 1000 0 0\n")
	d.Cron()
	d.Says("the master's password", d.One(stage.Bob).Subject, "1 good")
}

// Somebody asks for a substitute in Anna's name, and she answers No. Her realm, her password and her address stay as
// they are, the code is void, and the stranger gets nothing. Her Yes to a request of her own lets it go on.
func TestANoIsNoConsent(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, nil)
	for _, no := range []string{"No, I did not ask for this.\n", "Nein danke, bitte nicht.\n", "spam\n"} {
		d.Now = d.Now.Add(2 * time.Hour)
		d.Writes("anna@demo.test", "SUBSTITUTE "+clitest.Second+" 3", "", "X-Forged: by somebody else")
		asked := d.One(stage.Anna)
		d.Says("what is asked", asked.Body, clitest.Second+" soll Euch", "antwortet mit JA")
		d.Writes("anna@demo.test", "Re: "+asked.Subject, no+"\nAm Montag schrieb Probe <game@demo.test>:\n> "+
			strings.ReplaceAll(asked.Body, "\n", "\n> "))
		d.Says("the answer to "+no, d.One(stage.Anna).Body, "begann nicht mit JA", "schickt VERTRETUNG")
		if got := d.Got(clitest.Second); len(got) > 0 {
			t.Errorf("%q: the stranger got %v", no, got)
		}
		d.Writes("anna@demo.test", "Re: "+asked.Subject, "Ja\n")
		d.Says("Yes after "+no, d.One(stage.Anna).Body, "einen Code, der nicht mehr gilt")
		if got := d.Got(clitest.Second); len(got) > 0 {
			t.Errorf("%q, then Yes: the stranger got %v", no, got)
		}
	}
	d.Now = d.Now.Add(2 * time.Hour)
	d.Writes("anna@demo.test", "SUBSTITUTE "+clitest.Second+" 3", "")
	asked := d.One(stage.Anna)
	d.Writes("anna@demo.test", "Re: "+asked.Subject, "Ja, gerne.\n\nAm Montag schrieb Probe <game@demo.test>:\n> "+
		strings.ReplaceAll(asked.Body, "\n", "\n> "))
	d.Says("Yes", d.One(stage.Anna).Body, clitest.Second+" wurde gefragt")
	if got := d.Got(clitest.Second); len(got) != 1 {
		t.Fatalf("the substitute got %v", got)
	} else {
		d.Seen[clitest.Second]++
		d.Writes(clitest.Second, "Re: "+got[0].Subject, "No thank you\n")
	}
	d.Says("the substitute's No", d.One(stage.Anna).Body, clitest.Second+" vertritt Euch nicht")
}
