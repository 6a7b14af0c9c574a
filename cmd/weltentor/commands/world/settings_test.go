package world_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/settings"
	"weltentor/mailer/mailertest"
	"weltentor/worlds"
)

// A server whose certificate is from a private CA is accepted with that CA in ca_file, by IMAP and SMTP, and with
// nothing else.
func TestOwnCA(t *testing.T) {
	t.Parallel()
	root, server := clitest.OwnAuthority(t)
	other, _ := clitest.OwnAuthority(t)
	for _, implicit := range []bool{false, true} {
		d := clitest.EmptyTable(t)
		var err error
		if d.Post, err = mailertest.Start(mailertest.Options{Time: func() time.Time { return d.Now }, TLS: server,
			Implicit: implicit}); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { d.Post.Close() })
		for _, a := range []string{clitest.Address, clitest.Player, clitest.Master} {
			if err := d.Post.AddUser(a, stage.Password); err != nil {
				t.Fatal(err)
			}
		}
		d.Done("new", d.Dir, "--seed", "7", "--size", "40x30")
		mode := `"starttls"`
		if implicit {
			mode = `"tls"`
		}
		with := func(imap, smtp string) {
			d.SettleAt(d.Post.IMAP(), d.Post.SMTP(),
				map[string]string{"imap.tls": mode, "smtp.tls": mode, "imap.ca_file": settings.Quoted(imap),
					"smtp.ca_file": settings.Quoted(smtp)})
		}
		d.Write("own.pem", root)
		d.Write("other.pem", other)
		with("own.pem", filepath.Join(d.Dir, "own.pem"))
		identity := d.Join()
		d.Mail("one", identity+clitest.SomeOrders)
		d.CronSays(complaint.ExitDone, "")
		if got := d.Letters(clitest.Player); len(got) != 2 { // report 0 and the receipt
			t.Errorf("implicit %v: %d letters", implicit, len(got))
		}
		for _, wrong := range [][2]string{{"", "own.pem"}, {"other.pem", "own.pem"}, {"own.pem", ""},
			{"own.pem", "other.pem"}} {
			with(wrong[0], wrong[1])
			d.Now = d.Now.Add(25 * time.Hour)
			d.Mail(d.Now.Format("15-04-05-02"), identity+"\n$N\n#A\nHallo!\n#E\n$E\n")
			code, _, errs := d.Run("poll", d.Dir)
			if smtp, _, words := d.Run("send", d.Dir); wrong[0] == "own.pem" {
				code, errs = smtp, words
			}
			if code == complaint.ExitDone || !strings.Contains(errs, "certificate") {
				t.Errorf("implicit %v, %q: exit %d, %s", implicit, wrong, code, errs)
			}
		}
	}
}

// What is wrong with a file that a setting names is said in one language, for every setting. A crontab gets the game
// master's language.
func TestSettingsSpeakOneLanguage(t *testing.T) {
	t.Parallel()
	english := regexp.MustCompile(`\b(no such|permission|directory|is a|the key|run:|mode|must|write it|there is` +
		`|needed|unknown|cannot)\b`)
	d := clitest.NewTable(t)
	d.Join()                          // a letter waits
	crontab := func() (int, string) { // knows no language
		var out, errs bytes.Buffer
		code := cli.Run(t.Context(), []string{"--at", d.Now.Format(time.RFC3339), "cron", d.Dir}, strings.NewReader(""),
			&out, &errs, clitest.NoEnv, worlds.Rulebooks())
		return code, errs.String()
	}
	d.Write("empty.pem", "nothing\n")
	folder := filepath.Join(d.Dir, "folder")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ key, value, says string }{
		// while a letter waits
		{"smtp.password_file", settings.Quoted(folder), "es ist ein Ordner"},
		{"smtp.ca_file", `"nix"`, "die Datei gibt es nicht"},
		{"imap.password_file", `"nix"`, "die Datei gibt es nicht"},
		{"imap.ca_file", `"empty.pem"`, "darin steht kein Zertifikat"},
		{"imap.port", `0`, "imap.port = 0: möglich ist"}, {"deadline", `"x"`, "so sieht sie aus"},
		{"zone", `"x"`, "diese Zeitzone gibt es nicht"},
		{"imap.tls", `7`, "imap.tls"}, {"name", `"` + strings.Repeat("x", 61) + `"`, "höchstens 60 Zeichen"},
		{"smtp.host", `"a b"`, "smtp.host"},
	} {
		d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), map[string]string{"gm.lang": `"de"`, c.key: c.value})
		d.Now = d.Now.Add(25 * time.Hour)
		code, errs := crontab()
		if code != complaint.ExitUsage || !strings.Contains(errs, c.says) || english.MatchString(errs) {
			t.Errorf("%s = %s: exit %d\n%s", c.key, c.value, code, errs)
		}
	}
	d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), map[string]string{"gm.lang": `"de"`})
	for _, part := range []string{"world.db", "world.toml"} {
		path := filepath.Join(d.Dir, part)
		if err := os.Chmod(path, 0o640); err != nil {
			t.Fatal(err)
		}
		if code, errs := crontab(); code != complaint.ExitUsage ||
			!strings.Contains(errs, part+" ist für andere lesbar: `chmod 600 "+path+"`") {
			t.Errorf("%s: exit %d, %s", part, code, errs)
		}
		if err := os.Chmod(path, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// `new` refuses a name that every other command would.
func TestNewRefusesANameThatStatusWould(t *testing.T) {
	t.Parallel()
	d := clitest.EmptyTable(t)
	for name, fair := range map[string]bool{strings.Repeat("ä", 60): true, strings.Repeat("ä", 61): false,
		"a\tb": false, "a\nb": false, "a\u0085b": false, `Zum "Eber" \`: true} {
		dir := filepath.Join(t.TempDir(), "w")
		code, _, errs := d.Run("new", dir, "--size", "40x30", "--name", name)
		if fair {
			if code != complaint.ExitDone {
				t.Errorf("%q: exit %d, %s", name, code, errs)
			}
			if code, _, errs := d.Run("status", dir); code != complaint.ExitDone {
				t.Errorf("%q: status: exit %d, %s", name, code, errs)
			}
			continue
		}
		if code != complaint.ExitUsage || !strings.Contains(errs, "--name: at most 60 characters") {
			t.Errorf("%q: exit %d, %s", name, code, errs)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%q: there is a world", name)
		}
	}
}

// A world is the same by a link to its folder, its name too; a link in place of one of
// its files is refused.
func TestLinkedWorld(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), map[string]string{"name": `""`})
	link := filepath.Join(t.TempDir(), "bovi")
	if err := os.Symlink(d.Dir, link); err != nil {
		t.Fatal(err)
	}
	identity := d.Join()
	d.Mail("one", identity+clitest.Recruits+clitest.SomeOrders)
	if code, out, errs := d.Run("cron", link); code != complaint.ExitDone || out+errs != "" {
		t.Errorf("cron by the link: exit %d, %s%s", code, out, errs)
	}
	d.Done("turn", link, "--force")
	d.Done("send", d.Dir)
	for _, l := range d.Letters(clitest.Player) {
		if !strings.Contains(l.Subject, "["+filepath.Base(d.Dir)) {
			t.Errorf("subject %q", l.Subject)
		}
	}
	for _, command := range []string{"verify", "status", "outbox", "tables"} {
		by, out, _ := d.Run(command, link)
		if in, there, _ := d.Run(command, d.Dir); out != there || by != in || by > complaint.ExitNo {
			t.Errorf("%s by the link: exit %d and %d\n%s", command, by, in, out)
		}
	}
	store := filepath.Join(d.Dir, "world.db")
	if err := os.Rename(store, store+".away"); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(store+".away", store); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := d.Run("status", d.Dir); code != complaint.ExitUsage || !strings.Contains(errs, "world.db is a link") {
		t.Errorf("a linked store: exit %d, %s", code, errs)
	}
}
