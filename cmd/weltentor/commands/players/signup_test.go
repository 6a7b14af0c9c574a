package players_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/settings"
)

// From the first word to the first orders: a stranger signs up, changes his mind
// about the culture in his answer, waits, and gets the place that becomes free.
func TestSignup(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"signup.open": "true", "signup.places": "2", "gm.mail": `"gm@demo.test"`})
	d.Writes(`"Kurt K." <`+clitest.Stranger+`>`, "Anmeldung", "Reich: Kurtland\nSprache: deutsch\n")
	asked := d.Got(clitest.Stranger)[0]
	token := d.Token(asked)
	d.Says("the invitation", asked.Body, "Ihr könnt in Probe mitspielen.",
		"\nArt: normales Reich\nKultur: Gemeines Volk\nSprache: de\n",
		"Arten von Reichen:\n  normales Reich: höchstens 5 Karawanen und 10 Handelsflotten\n",
		"Kulturen:\n  Gemeines Volk: ", "\n  Reitervolk: Reiter 20 % stärker", "Ihr wärt Nummer 1 auf der Warteliste.")
	d.Says("its subject", asked.Subject, "[Probe] Mitspielen? Bitte antworten WT-")
	if strings.Contains(d.Stands(), "Kurt") {
		t.Error("he waits before his address is confirmed")
	}

	d.Writes(clitest.Stranger, "AW: "+asked.Subject, "Kultur: Elfen vom Mond\n\n> "+
		strings.ReplaceAll(asked.Body, "\n", "\n> "))
	wrong := d.Got(clitest.Stranger)[0]
	d.Says("a culture nobody has", wrong.Body, "NICHT angemeldet", "Eine Kultur dieses Namens gibt es hier nicht",
		"\nKultur:\n", "\n  Eisvolk: ")
	d.Writes(clitest.Stranger, "AW: "+asked.Subject, "Ja, gern!\n\n> "+strings.ReplaceAll(asked.Body, "\n", "\n> "))
	d.Says("a bare answer after that", d.Got(clitest.Stranger)[0].Body, "NICHT angemeldet",
		"Eine Kultur dieses Namens gibt es hier nicht")
	if strings.Contains(d.Stands(), "Kurt") {
		t.Error("he waits without a culture")
	}
	d.Writes(clitest.Stranger, "AW: "+asked.Subject, "Kultur: people of the ICE\nArt: Nomade\nReich: Kurtistan\n\n> "+
		strings.ReplaceAll(asked.Body, "\n", "\n> "))
	d.Says("waiting", d.Got(clitest.Stranger)[0].Body, "seid Nummer 1 auf der Warteliste.",
		"\nName: Kurt K.\nReich: Kurtistan\nArt: Nomaden\nKultur: Eisvolk\nSprache: de\n")
	for _, list := range []string{d.Stands(), d.Done("realm", "list", d.Dir)} {
		d.Says("the master's list", list, "Waiting list 1: Kurt K. <"+clitest.Stranger+"> (de), realm Kurtistan nomad ice")
	}
	d.Nowhere(token)
	d.Says("to the master", d.Master(), "Kurt K. <"+clitest.Stranger+
		"> hat sich für ein Reich Kurtistan (Nomaden, Eisvolk) angemeldet")

	d.Now = d.Now.Add(24 * time.Hour)
	d.Writes(clitest.Stranger, "ANMELDUNG", "")
	d.Says("again", d.Got(clitest.Stranger)[0].Body, "seid Nummer 1 auf der Warteliste.")
	d.Cron()
	if len(d.Got(clitest.Stranger)) != 0 {
		t.Error("he was seated without a place")
	}

	places(d, 3)
	d.Cron()
	got := d.Got(clitest.Stranger)
	if len(got) != 1 || got[0].Files["ERGEBNIS.TXT"] == "" {
		t.Fatalf("with a place came %d letters: %v", len(got), got)
	}
	line := clitest.IdentityLine.FindStringSubmatch(got[0].Body)
	if line == nil || line[2] != "3" {
		t.Fatalf("no line to begin with in %v", got)
	}
	d.Nowhere(line[3])
	d.Says("the master's list", d.Done("realm", "list", d.Dir), "3  Kurtistan  Kurt K.")
	d.Says("to the master", d.Master(), "spielt jetzt das Reich Kurtistan")
	d.Writes(clitest.Stranger, "Zug 1", line[1]+"\n$R\nK.M 1 1000 0 0\n")
	d.Says("his first receipt", d.Got(clitest.Stranger)[0].Subject, "[Probe Z1] Befehle angekommen: 1 gut")
	d.Writes(clitest.Stranger, "ANMELDUNG", "")
	d.Says("a second realm", d.Got(clitest.Stranger)[0].Body, "Ihr spielt hier schon: Reich 3 Kurtistan.")
	d.Done("verify", d.Dir)
	d.Done("turn", d.Dir, "--force")
	d.Done("verify", d.Dir)
}

// places sets how many realms play.
func places(d *clitest.Counter, n int) {
	d.T.Helper()
	setting(d, "places", fmt.Sprint(n))
}

// setting changes a line of world.toml.
func setting(d *clitest.Counter, key, value string) {
	d.T.Helper()
	path := filepath.Join(d.Dir, settings.File)
	old, err := os.ReadFile(path)
	if err != nil {
		d.T.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^` + key + ` = .*$`)
	if err := os.WriteFile(path, line.ReplaceAll(old, []byte(key+" = "+value)), 0o600); err != nil {
		d.T.Fatal(err)
	}
}

// With places as many as the rules take, a confirmed sign-up plays at once, also
// by a bare answer: what the mail program says will do for names.
func TestSignupAtOnce(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"signup.open": "true", "gm.mail": `"gm@demo.test"`})
	d.Writes(clitest.Stranger, "sign-up", "Realm: Fenmark\nName: http://spam.test/now\n")
	asked := d.Got(clitest.Stranger)[0]
	d.Says("the invitation", asked.Body, "\nLanguage: en\n", "The name contains :. It may have Latin letters",
		"that of the realm Fenmark")
	if strings.Contains(asked.Body, "spam") {
		t.Errorf("what anybody wrote is mailed to whom a From names:\n%s", asked.Body)
	}
	d.Writes(clitest.Stranger, "Re: "+asked.Subject, "yes\n")
	d.Says("a name that is taken", d.Got(clitest.Stranger)[0].Body, "NOT signed up yet", "\nName: neu\nRealm: Fenmark\n",
		"that of the realm Fenmark")
	for name, why := range map[string]string{"R\u0435ich2": "The name contains \u0435 (U+0435).",
		"Reich 3": "Only the realm with that number", "Spie1leitung": "looks like the game master's"} {
		d.Writes(clitest.Stranger, "Re: "+asked.Subject, "Realm: "+name+"\n")
		d.Says(name, d.Got(clitest.Stranger)[0].Body, "NOT signed up yet", why)
	}
	d.Writes(clitest.Stranger, "Re: "+asked.Subject, "Realm: Newmark\n")
	got := d.Got(clitest.Stranger)
	if len(got) != 1 || clitest.IdentityLine.FindString(got[0].Body) == "" {
		t.Fatalf("got %v", got)
	}
	d.Writes(clitest.Stranger, "Re: "+asked.Subject, "Realm: Othermark\n")
	d.Says("the token once more", d.Got(clitest.Stranger)[0].Body, "the code was valid once")
	if list := d.Done("realm", "list", d.Dir); strings.Contains(list, "Othermark") ||
		!strings.Contains(list, "3  Newmark   neu") {
		t.Errorf("the realms:\n%s", list)
	}
}

// The game master accepts beyond the places, drops, and hands a realm over.
func TestSignupByTheMaster(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"signup.open": "true", "signup.places": "2", "gm.mail": `"gm@demo.test"`})
	for n, who := range []string{"a@new.test", "b@new.test", "c@new.test"} {
		if err := d.Office.(stage.Embedded).Server.AddUser(who, stage.Password); err != nil {
			t.Fatal(err)
		}
		d.Writes(who, "SIGNUP", fmt.Sprintf("Name: Player %c\nRealm: Land %c\n", 'A'+n, 'A'+n))
		d.Writes(who, "Re: "+d.Got(who)[0].Subject, "Yes\n")
		d.Says("waiting", d.Got(who)[0].Body, fmt.Sprintf("are number %d on the waiting list.", n+1))
	}
	d.Done("realm", "drop", d.Dir, "2")
	d.Done("realm", "accept", d.Dir, "3")
	d.Says("handed over", d.Done("realm", "free", d.Dir, "1", "--yes"), "Realm 1 now belongs to Player A <a@new.test>")
	d.Cron()
	d.Says("dropped", d.Got("b@new.test")[0].Body, "no longer on the waiting list of Probe")
	if got := d.Got("c@new.test"); len(got) != 1 || !strings.Contains(got[0].Body, "$I 3 ") {
		t.Errorf("accepted: %v", got)
	}
	taken := d.Got("a@new.test")
	if len(taken) != 1 {
		t.Fatalf("realm 1's new player got %v", taken)
	}
	line := clitest.IdentityLine.FindStringSubmatch(taken[0].Body)
	if line == nil || line[2] != "1" {
		t.Fatalf("no line to begin with in %v", taken)
	}
	d.Writes("a@new.test", "Turn", line[1]+"\n$R\nK.M 1 1000 0 0\n")
	d.Says("his receipt", d.Got("a@new.test")[0].Subject, "1 good") // in his language: the former player's was German
	for _, l := range taken {
		if text := l.Body + l.Files["ERGEBNIS.TXT"]; strings.Contains(text, "Moorland X.") ||
			l.Files["ERGEBNIS.TXT"] != "" && !strings.Contains(text, "Player A") {
			t.Errorf("his letter names his predecessor, or not him:\n%s", text)
		}
	}
	d.Says("her farewell", d.One(stage.Anna).Body, "Die Spielleitung hat Euch Reich 1 Moorland in Probe entzogen.")
	d.Mail(stage.Anna, "$R\nK.M 1 1000 0 0\n")
	d.Cron()
	d.None(stage.Anna) // the realm has no player now: she gets nothing
	if warned := d.Got("a@new.test"); len(warned) != 1 || strings.Contains(warned[0].Body, "anna@") {
		t.Errorf("he is told of her password: %v", warned)
	}
	for _, args := range [][]string{{"drop", "2"}, {"accept", "9"}, {"free", "9"}} {
		if code, _, errs := d.Run("realm", args[0], d.Dir, args[1]); code != complaint.ExitUsage ||
			strings.Count(errs, "\n") != 1 {
			t.Errorf("%v: exit %d, %q", args, code, errs)
		}
	}
}

// A player wants to leave and nobody waits. The realm is left without a player, the turn does not wait for it, and a
// person whom the game master names gets it.
func TestFreeWithNobodyWaiting(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"early": "true", "gm.mail": `"gm@demo.test"`})
	for _, args := range [][]string{{"free", d.Dir, "1"}, {"forget", d.Dir, "1", "--why", "x"}} { // nobody is there to be asked
		if code, _, errs := d.Run(append([]string{"realm"}, args...)...); code != complaint.ExitUsage ||
			!strings.Contains(errs, "add --yes") {
			t.Errorf("%v: exit %d, %q", args, code, errs)
		}
	}
	d.Says("set free", d.Done("realm", "free", d.Dir, "1", "--yes"), "Realm 1 has no player any more")
	d.Cron()
	d.Says("her farewell", d.One(stage.Anna).Body, "Die Spielleitung hat Euch Reich")
	orders := filepath.Join(t.TempDir(), "orders.txt")
	if err := os.WriteFile(orders, []byte("$R\nK.M 1 1000 0 0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, errs := d.Run("submit", d.Dir, "1", orders); !strings.Contains(errs, "Realm 1 has no player") {
		t.Errorf("orders by hand for nobody: %q", errs)
	}
	d.Says("the list", d.Done("realm", "list", d.Dir), "no player")
	d.Says("for one turn", d.Done("realm", "pause", d.Dir, "2", "1"), "realm 2 is away up to and including turn 1")
	d.Says("back before the letter left", d.Done("realm", "pause", d.Dir, "2", "0"), "realm 2 is not away; nobody is told")
	d.Mail(stage.Bob, "$R\nK.M 1 1000 0 0\n")
	d.Cron() // all players have sent
	d.None(stage.Anna)
	if status := d.Stands(); !strings.Contains(status, "Turn 2") ||
		!strings.Contains(status, "1  Moorland              no player") {
		t.Errorf("the turn waits for nobody:\n%s", status)
	}
	for _, args := range [][]string{{"free", d.Dir, "1"}, {"free", d.Dir, "1", "--player", "X"},
		{"free", d.Dir, "1", "--mail", "x@y.test"}, {"free", d.Dir, "9"},
		{"passwd", d.Dir, "1"}, {"mail", d.Dir, "1", "x@y.test"}, {"pause", d.Dir, "1", "2"},
		{"pause", d.Dir, "2", "21"}} {
		if code, out, errs := d.Run(append([]string{"realm"}, args...)...); code != complaint.ExitUsage ||
			strings.Count(errs, "\n") != 1 || strings.Contains(out+errs, "0`") {
			t.Errorf("%v: exit %d, %q", args, code, errs)
		}
	}
	hand := []string{"realm", "free", d.Dir, "1", "--player", "Neu N.", "--mail", clitest.Stranger, "--player-lang", "en"}
	d.Done(hand...)
	d.Says("the same again", d.Done(append(hand, "--yes")...), "realm 1 is Neu N.'s already")
	d.Cron()
	got := d.Got(clitest.Stranger)
	if len(got) != 2 || clitest.IdentityLine.FindString(got[0].Body+got[1].Body) == "" ||
		!strings.Contains(got[0].Body+got[1].Body, "Welcome to Probe! You play realm 1") {
		t.Errorf("the new player got %v", got)
	}
	d.Done("verify", d.Dir)
}

// A world that has closed meanwhile accepts nobody, and says so.
func TestSignupClosed(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"signup.open": "true"})
	d.Writes(clitest.Stranger, "SIGNUP", "")
	asked := d.Got(clitest.Stranger)[0]
	setting(d, "open", "false")
	d.Writes(clitest.Stranger, "Re: "+asked.Subject, "Yes.\n")
	d.Says("closed", d.Got(clitest.Stranger)[0].Body, "takes no new players at present")
	if list := d.Done("realm", "list", d.Dir); strings.Contains(list, clitest.Stranger) {
		t.Error(list)
	}
}
