package mail_test

import (
	"archive/zip"
	"bytes"
	"crypto/rand"
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
	"weltentor/cmd/weltentor/laws"
	"weltentor/resolve/limits"
	"weltentor/worlds/game"
)

// nextHour moves the clock to shortly after a full hour.
func nextHour(d *clitest.Counter) {
	d.Now = d.Now.Truncate(time.Hour).Add(time.Hour + 2*time.Minute)
}

// afterAMinute is cron, a minute later.
func afterAMinute(d *clitest.Counter) {
	d.T.Helper()
	d.Now = d.Now.Add(time.Minute)
	d.Cron()
}

// Junk in a player's name takes neither his receipts nor what he asks the game for.
func TestJunkTakesNoReceipts(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"gm.mail": `"gm@demo.test"`})
	nextHour(d)
	for n := range 40 {
		d.Post("anna@demo.test", "x", fmt.Sprintf("junk %d\n", n))
	}
	afterAMinute(d)
	if got := d.Fresh(stage.Anna); len(got) != 8 {
		t.Errorf("the junk was answered %d times, want 8", len(got))
	}
	d.Mail(stage.Anna, "$R\nK.M 1 1000 0 0\nK.M 2 nonsense\n")
	afterAMinute(d)
	d.Says("her receipt", d.One(stage.Anna).Subject, "1 gut, 1 fehlerhaft")
	for _, word := range []string{"PASSWORT", "HILFE"} {
		d.Post("anna@demo.test", word, "")
		afterAMinute(d)
		d.One(stage.Anna)
	}
}

// A password that comes into force is mailed, whatever was sent in the player's
// name in that hour.
func TestNewPasswordIsMailedInAFlood(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"gm.mail": `"gm@demo.test"`})
	d.Join("Evil", "evil@demo.test", "en", game.UTF8)
	d.Cron()
	d.Fresh(stage.Anna)
	nextHour(d)
	d.Post("anna@demo.test", "PASSWORT", "")
	afterAMinute(d)
	asked := d.One(stage.Anna)
	for n := range 22 {
		for _, p := range []stage.Player{d.Players[1], d.Players[2]} {
			d.Post("anna@demo.test", "x", p.Identity+fmt.Sprintf("\n$N\n#1\nhallo %d\n#E\n", n))
		}
		d.Post("anna@demo.test", "x", fmt.Sprintf("junk %d\n", n))
		d.Post("anna@demo.test", "HILFE", "")
		d.Post("anna@demo.test", "x", fmt.Sprintf("$I 1 wrong-%d\n$R\n", n))
	}
	afterAMinute(d)
	if got := d.Fresh(stage.Anna); len(got) > 8+8+3+1 { // replies, services, alarms, a verdict
		t.Errorf("Anna got %d letters that others caused", len(got))
	}
	d.Post("anna@demo.test", "Re: "+asked.Subject, "ja")
	afterAMinute(d)
	got := d.One(stage.Anna)
	line := clitest.IdentityLine.FindStringSubmatch(got.Body)
	if line == nil {
		t.Fatalf("no password in %s", got.Body)
	}
	d.Post("anna@demo.test", "Zug", line[1]+"\n$R\nK.M 1 1000 0 0\n")
	afterAMinute(d)
	d.Says("orders with it", d.One(stage.Anna).Subject, "Befehle angekommen")
}

// A player cannot make the game write to others: an address that is not
// registered gets a verdict once a day.
func TestVerdictsToOthersAreFew(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, nil)
	d.Now = d.Now.Truncate(24 * time.Hour).Add(25 * time.Hour)
	for range 3 {
		for n := range 10 {
			d.Mails++
			d.Post(clitest.Stranger, "x", d.Players[1].Identity+fmt.Sprintf("\n$N\n#1\nhallo %d\n#E\n", d.Mails+n))
		}
		nextHour(d)
		d.Cron()
	}
	if got := d.Got(clitest.Stranger); len(got) != 1 || !strings.Contains(got[0].Body,
		"Everything else is in the answer") {
		t.Errorf("a stranger got %d letters: %v", len(got), got)
	}
	if got := d.Fresh(stage.Bob); len(got) != 30 {
		t.Errorf("Bob got %d receipts", len(got))
	}
}

// Letters to addresses that do not exist, because a sender was forged, are reported neither by mail, nor by cron, nor
// by status.
func TestForgedAddressesMakeNoNoise(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"gm.mail": `"gm@demo.test"`, "signup.open": "true"})
	d.Now = d.Now.Truncate(24 * time.Hour).Add(25 * time.Hour)
	for n := range 12 {
		d.Post(fmt.Sprintf("x%d@nowhere.test", n), "x", d.Players[1].Identity+
			fmt.Sprintf("\n$N\n#1\nhallo %d\n#E\n", n))
		d.Post(fmt.Sprintf("y%d@nowhere.test", n), "SIGNUP", "")
		if n%4 == 3 {
			d.Now = d.Now.Add(10 * time.Minute)
			if code, out, errs := d.Run("cron", d.Dir); code != complaint.ExitDone || out+errs != "" {
				t.Errorf("cron: %d %q %q", code, out, errs)
			}
		}
	}
	got := d.Got("gm@demo.test")
	if len(got) != 1 || !strings.Contains(got[0].Body, "10 from one domain") &&
		!strings.Contains(got[0].Body, "10 von einer Domain") {
		t.Errorf("the game master got %d letters, want the one that the limit of invitations was met: %+v",
			len(got), got)
	}
	if status := d.Stands(); strings.Contains(status, "nowhere.test") {
		t.Error(status)
	}
	if box := d.Done("outbox", d.Dir); !strings.Contains(box, "x0@nowhere.test") ||
		!strings.Contains(box, "y0@nowhere.test") {
		t.Errorf("the outbox hides them:\n%s", box)
	}
}

// What anybody writes into a sign-up is mailed to whom its From names only when
// he has answered.
func TestSignupCarriesNoAdvertisement(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"signup.open": "true"})
	d.Writes(`"Gratis Geld" <`+clitest.Stranger+`>`, "SIGNUP",
		"Name: Tel 0800 12345\nRealm: Jetzt anrufen\nCulture: Ganz billig\nLanguage: Sofort\n")
	raw := d.Office.Inbox(t, clitest.Stranger)
	if len(raw) != 1 {
		t.Fatalf("%d letters", len(raw))
	}
	for _, word := range []string{"Gratis", "0800", "anrufen", "billig", "Sofort"} {
		if bytes.Contains(raw[0], []byte(word)) {
			t.Errorf("%q is mailed to a forged address:\n%s", word, raw[0])
		}
	}
	asked := d.Got(clitest.Stranger)[0]
	d.Writes(clitest.Stranger, "Re: "+asked.Subject, "Realm: \u041coorland\n")
	d.Says("letters of two scripts", d.Got(clitest.Stranger)[0].Body, "Latin letters", "\nRealm: Jetzt anrufen\n")
	d.Writes(clitest.Stranger, "Re: "+asked.Subject, "Realm: MoorIand\n")
	d.Says("a name that looks like another", d.Got(clitest.Stranger)[0].Body, "that of the realm Moorland")
}

// A player's files do not fill the disk: those of no use for the game are not stored.
func TestFilesDoNotFillTheDisk(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, nil)
	for range 8 {
		junk := make([]byte, 3<<20)
		if _, err := rand.Read(junk); err != nil {
			t.Fatal(err)
		}
		d.Mail(stage.Bob, "$R\nK.M 1 1000 0 0\n",
			game.File{Name: "x.bin", Type: "application/octet-stream", Data: append([]byte{0xff, 0}, junk...)})
	}
	d.Cron()
	info, err := os.Stat(filepath.Join(d.Dir, "world.db"))
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > 3<<20 { // the game has no use for files: not one is stored
		t.Errorf("world.db has %d bytes", info.Size())
	}
}

// Packed files are not searched where the game has no use for them; the others of the
// same run are read as ever.
func TestPackedFilesHoldNothingUp(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, nil)
	var files []game.File
	for n := range 10 {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		w, err := z.Create("o.txt")
		if err == nil {
			_, err = w.Write([]byte(fmt.Sprint(n) + strings.Repeat("a", 16<<20-200)))
		}
		if err == nil {
			err = z.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, game.File{Name: fmt.Sprintf("f%d.zip", n), Type: "application/zip", Data: b.Bytes()})
	}
	d.Mail(stage.Bob, "$R\nK.M 1 1000 0 0\n", files...)
	d.Mail(stage.Anna, "$R\nK.M 1 1000 0 0\n")
	d.Cron()
	d.Says("Anna's receipt", d.One(stage.Anna).Subject, "1 gut")
	d.Says("Bob's receipt", d.One(stage.Bob).Subject, "1 good")
}

// The game master's page lists every limit, with its number, in both languages.
func TestGameMastersPageListsTheLimits(t *testing.T) {
	t.Parallel()
	german := strings.NewReplacer("an hour", "je Stunde", "a day", "je Tag",
		"a week", "je Woche", "realm", "Reich", "world", "Welt",
		"address", "Adresse", "turn", "Zug", "letter", "Brief", "word", "Wort", "text", "Text", "token", "Token", "domain", "Domain",
		"practice game", "Übungsspiel")
	for title, file := range map[string]string{"## Limits": "docs/gm-reference.en.md",
		"## Grenzen": "docs/gm-reference.de.md"} {
		_, page, _ := strings.Cut(laws.Content(t, file), title)
		page, _, _ = strings.Cut(page, "\n## ")
		rows := map[string]string{}
		row := regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\| ([^|]+) \\|")
		for _, m := range row.FindAllStringSubmatch(page, -1) {
			rows[m[1]] = m[2]
		}
		spans := map[time.Duration]string{0: ", ", time.Hour: " an hour, ", 24 * time.Hour: " a day, ",
			limits.Week: " a week, "}
		for _, l := range limits.Limits() {
			most := fmt.Sprint(l.Most)
			if l.Most >= 1<<20 {
				most = fmt.Sprintf("%d MB", l.Most>>20)
			}
			want := most + spans[l.Per] + l.Of
			if title == "## Grenzen" {
				want = german.Replace(want)
			}
			if rows[l.Name] != want {
				t.Errorf("%s says of %s: %q, want %q", file, l.Name, rows[l.Name], want)
			}
			delete(rows, l.Name)
		}
		if len(rows) > 0 {
			t.Errorf("%s tells of limits that are not: %v", file, rows)
		}
	}
}
