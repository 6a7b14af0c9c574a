package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

var identityLine = regexp.MustCompile(`(?m)^  (\$I (\d+) ([a-z2-9-]{15}))$`)

// From the first word to the first orders: a stranger signs up, changes his mind
// about the culture in his answer, waits, and gets the place that becomes free.
func TestSignup(t *testing.T) {
	t.Parallel()
	d := newCounter(t, map[string]string{"signup.open": "true", "signup.places": "2", "gm.mail": `"gm@demo.test"`})
	d.writes(`"Kurt K." <`+stranger+`>`, "Anmeldung", "Reich: Kurtland\nSprache: deutsch\n")
	asked := d.got(stranger)[0]
	token := d.token(asked)
	d.says("the invitation", asked.body, "Ihr könnt in Probe mitspielen.",
		"\nArt: normales Reich\nKultur: Gemeines Volk\nSprache: de\n",
		"Arten von Reichen:\n  normales Reich: höchstens 5 Karawanen und 10 Handelsflotten\n",
		"Kulturen:\n  Gemeines Volk: ", "\n  Reitervolk: Reiter 20 % stärker", "Ihr wärt Nummer 1 auf der Warteliste.")
	d.says("its subject", asked.subject, "[Probe] Mitspielen? Bitte antworten WT-")
	if strings.Contains(d.done("status", d.dir), "Kurt") {
		t.Error("he waits before his address is confirmed")
	}

	d.writes(stranger, "AW: "+asked.subject, "Kultur: Elfen vom Mond\n\n> "+
		strings.ReplaceAll(asked.body, "\n", "\n> "))
	wrong := d.got(stranger)[0]
	d.says("a culture nobody has", wrong.body, "NICHT angemeldet", "Eine Kultur dieses Namens gibt es hier nicht",
		"\nKultur:\n", "\n  Eisvolk: ")
	d.writes(stranger, "AW: "+asked.subject, "Gern!\n\n> "+strings.ReplaceAll(asked.body, "\n", "\n> "))
	d.says("a bare answer after that", d.got(stranger)[0].body, "NICHT angemeldet",
		"Eine Kultur dieses Namens gibt es hier nicht")
	if strings.Contains(d.done("status", d.dir), "Kurt") {
		t.Error("he waits without a culture")
	}
	d.writes(stranger, "AW: "+asked.subject, "Kultur: people of the ICE\nArt: Nomade\nReich: Kurtistan\n\n> "+
		strings.ReplaceAll(asked.body, "\n", "\n> "))
	d.says("waiting", d.got(stranger)[0].body, "seid Nummer 1 auf der Warteliste.",
		"\nName: Kurt K.\nReich: Kurtistan\nArt: Nomaden\nKultur: Eisvolk\nSprache: de\n")
	for _, list := range []string{d.done("status", d.dir), d.done("realm", "list", d.dir)} {
		d.says("the master's list", list, "waiting list 1: Kurt K. <"+stranger+"> (de), realm Kurtistan nomad ice")
	}
	d.nowhere(token)
	d.says("to the master", d.master(), "Kurt K. <"+stranger+
		"> hat sich für ein Reich Kurtistan (Nomaden, Eisvolk) angemeldet")

	d.now = d.now.Add(24 * time.Hour)
	d.writes(stranger, "ANMELDUNG", "")
	d.says("again", d.got(stranger)[0].body, "seid Nummer 1 auf der Warteliste.")
	d.cron()
	if len(d.got(stranger)) != 0 {
		t.Error("he was seated without a place")
	}

	d.places(3)
	d.cron()
	got := d.got(stranger)
	if len(got) != 2 || got[0].files["ERGEBNIS.TXT"]+got[1].files["ERGEBNIS.TXT"] == "" {
		t.Fatalf("with a place came %d letters: %v", len(got), got)
	}
	line := identityLine.FindStringSubmatch(got[0].body + got[1].body)
	if line == nil || line[2] != "3" {
		t.Fatalf("no line to begin with in %v", got)
	}
	d.nowhere(line[3])
	d.says("the master's list", d.done("realm", "list", d.dir), "3  Kurtistan  Kurt K.")
	d.says("to the master", d.master(), "spielt jetzt das Reich Kurtistan")
	d.writes(stranger, "Zug 1", line[1]+"\n$R\nK.M 1 1000 0 0\n")
	d.says("his first receipt", d.got(stranger)[0].subject, "[Probe Z1] Befehle angekommen: 1 gut")
	d.writes(stranger, "ANMELDUNG", "")
	d.says("a second realm", d.got(stranger)[0].body, "Ihr spielt hier schon: Reich 3 Kurtistan.")
	d.done("verify", d.dir)
	d.done("turn", d.dir, "--force")
	d.done("verify", d.dir)
}

// master is what the game master was mailed last.
func (d *counter) master() string {
	d.t.Helper()
	got := d.got("gm@demo.test")
	if len(got) != 1 {
		d.t.Fatalf("the game master got %d letters", len(got))
	}
	return got[0].body
}

// places sets how many realms play.
func (d *counter) places(n int) {
	d.t.Helper()
	d.setting("places", fmt.Sprint(n))
}

// setting changes a line of world.toml.
func (d *counter) setting(key, value string) {
	d.t.Helper()
	path := filepath.Join(d.dir, settingsFile)
	old, err := os.ReadFile(path)
	if err != nil {
		d.t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^` + key + ` = .*$`)
	if err := os.WriteFile(path, line.ReplaceAll(old, []byte(key+" = "+value)), 0o600); err != nil {
		d.t.Fatal(err)
	}
}

// With places as many as the rules take, a confirmed sign-up plays at once, also
// by a bare answer: what the mail program says will do for names.
func TestSignupAtOnce(t *testing.T) {
	t.Parallel()
	d := newCounter(t, map[string]string{"signup.open": "true", "gm.mail": `"gm@demo.test"`})
	d.writes(stranger, "sign-up", "Realm: Fenmark\nName: http://spam.test/now\n")
	asked := d.got(stranger)[0]
	d.says("the invitation", asked.body, "\nLanguage: en\n", "The name contains :. Allowed are Latin letters",
		"that of the realm Fenmark")
	if strings.Contains(asked.body, "spam") {
		t.Errorf("what anybody wrote is mailed to whom a From names:\n%s", asked.body)
	}
	d.writes(stranger, "Re: "+asked.subject, "")
	d.says("a name that is taken", d.got(stranger)[0].body, "NOT signed up yet", "\nName: neu\nRealm: Fenmark\n",
		"that of the realm Fenmark")
	for name, why := range map[string]string{"R\u0435ich2": "The name contains \u0435 (U+0435).",
		"Reich 3": "Only the realm with that number", "Spie1leitung": "looks like the game master's"} {
		d.writes(stranger, "Re: "+asked.subject, "Realm: "+name+"\n")
		d.says(name, d.got(stranger)[0].body, "NOT signed up yet", why)
	}
	d.writes(stranger, "Re: "+asked.subject, "Realm: Newmark\n")
	got := d.got(stranger)
	if len(got) != 2 || identityLine.FindString(got[0].body+got[1].body) == "" {
		t.Fatalf("got %v", got)
	}
	d.writes(stranger, "Re: "+asked.subject, "Realm: Othermark\n")
	d.says("the token once more", d.got(stranger)[0].body, "the code was valid once")
	if list := d.done("realm", "list", d.dir); strings.Contains(list, "Othermark") ||
		!strings.Contains(list, "3  Newmark   neu") {
		t.Errorf("the realms:\n%s", list)
	}
}

// The game master accepts beyond the places, drops, and hands a realm over.
func TestSignupByTheMaster(t *testing.T) {
	t.Parallel()
	d := newCounter(t, map[string]string{"signup.open": "true", "signup.places": "2", "gm.mail": `"gm@demo.test"`})
	for n, who := range []string{"a@new.test", "b@new.test", "c@new.test"} {
		if err := d.office.(embedded).server.AddUser(who, boxPassword); err != nil {
			t.Fatal(err)
		}
		d.writes(who, "SIGNUP", fmt.Sprintf("Name: Player %c\nRealm: Land %c\n", 'A'+n, 'A'+n))
		d.writes(who, "Re: "+d.got(who)[0].subject, "")
		d.says("waiting", d.got(who)[0].body, fmt.Sprintf("are number %d on the waiting list.", n+1))
	}
	d.done("realm", "drop", d.dir, "2")
	d.done("realm", "accept", d.dir, "3")
	d.says("handed over", d.done("realm", "free", d.dir, "1"), "realm 1 now belongs to Player A <a@new.test>")
	d.cron()
	d.says("dropped", d.got("b@new.test")[0].body, "no longer on the waiting list of Probe")
	if got := d.got("c@new.test"); len(got) != 2 || !strings.Contains(got[0].body+got[1].body, "$I 3 ") {
		t.Errorf("accepted: %v", got)
	}
	taken := d.got("a@new.test")
	if len(taken) != 2 {
		t.Fatalf("realm 1's new player got %v", taken)
	}
	line := identityLine.FindStringSubmatch(taken[0].body + taken[1].body)
	if line == nil || line[2] != "1" {
		t.Fatalf("no line to begin with in %v", taken)
	}
	d.writes("a@new.test", "Turn", line[1]+"\n$R\nK.M 1 1000 0 0\n")
	d.says("his receipt", d.got("a@new.test")[0].subject, "1 good") // in his language: the former player's was German
	for _, l := range taken {
		if text := l.body + l.files["ERGEBNIS.TXT"]; strings.Contains(text, "Moorland X.") ||
			l.files["ERGEBNIS.TXT"] != "" && !strings.Contains(text, "Player A") {
			t.Errorf("his letter names his predecessor, or not him:\n%s", text)
		}
	}
	d.says("her farewell", d.one(anna).body, "Die Spielleitung hat Euch Reich 1 Moorland in Probe genommen.")
	d.mail(anna, "$R\nK.M 1 1000 0 0\n")
	d.cron()
	d.none(anna) // nobody's now: she hears nothing
	if warned := d.got("a@new.test"); len(warned) != 1 || strings.Contains(warned[0].body, "anna@") {
		t.Errorf("he is told of her password: %v", warned)
	}
	for _, args := range [][]string{{"drop", "2"}, {"accept", "9"}, {"free", "9"}} {
		if code, _, errs := d.run("realm", args[0], d.dir, args[1]); code != exitUsage ||
			strings.Count(errs, "\n") != 1 {
			t.Errorf("%v: exit %d, %q", args, code, errs)
		}
	}
}

// A player wants out and nobody waits: his realm is left without one, the turn is
// not held up for it, and somebody the game master names gets it.
func TestFreeWithNobodyWaiting(t *testing.T) {
	t.Parallel()
	d := newCounter(t, map[string]string{"early": "true", "gm.mail": `"gm@demo.test"`})
	d.says("set free", d.done("realm", "free", d.dir, "1"), "realm 1 has no player any more")
	d.cron()
	d.says("her farewell", d.one(anna).body, "Die Spielleitung hat Euch Reich")
	d.says("the list", d.done("realm", "list", d.dir), "no player")
	d.says("for one turn", d.done("realm", "pause", d.dir, "2", "1"), "realm 2 is away up to and including turn 1")
	d.says("back again", d.done("realm", "pause", d.dir, "2", "0"), "realm 2 is back")
	d.mail(bob, "$R\nK.M 1 1000 0 0\n")
	d.cron() // all there are have sent
	d.none(anna)
	if status := d.done("status", d.dir); !strings.Contains(status, "Turn 2") ||
		!strings.Contains(status, "1  Moorland              no player") {
		t.Errorf("the turn waits for nobody:\n%s", status)
	}
	for _, args := range [][]string{{"free", d.dir, "1"}, {"free", d.dir, "1", "--player", "X"},
		{"free", d.dir, "1", "--mail", "x@y.test"}, {"free", d.dir, "9"},
		{"passwd", d.dir, "1"}, {"mail", d.dir, "1", "x@y.test"}, {"pause", d.dir, "1", "2"},
		{"pause", d.dir, "2", "21"}} {
		if code, out, errs := d.run(append([]string{"realm"}, args...)...); code != exitUsage ||
			strings.Count(errs, "\n") != 1 || strings.Contains(out+errs, "0`") {
			t.Errorf("%v: exit %d, %q", args, code, errs)
		}
	}
	d.done("realm", "free", d.dir, "1", "--player", "Neu N.", "--mail", stranger, "--player-lang", "en")
	d.cron()
	got := d.got(stranger)
	if len(got) != 2 || identityLine.FindString(got[0].body+got[1].body) == "" ||
		!strings.Contains(got[0].body+got[1].body, "Welcome to Probe! You play realm 1") {
		t.Errorf("the new player got %v", got)
	}
	d.done("verify", d.dir)
}

// A world that has closed meanwhile takes nobody in, and says so.
func TestSignupClosed(t *testing.T) {
	t.Parallel()
	d := newCounter(t, map[string]string{"signup.open": "true"})
	d.writes(stranger, "SIGNUP", "")
	asked := d.got(stranger)[0]
	d.setting("open", "false")
	d.writes(stranger, "Re: "+asked.subject, "")
	d.says("closed", d.got(stranger)[0].body, "takes no new players at present")
	if list := d.done("realm", "list", d.dir); strings.Contains(list, stranger) {
		t.Error(list)
	}
}
