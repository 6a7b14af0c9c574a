package world_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/founding"
	"weltentor/cmd/weltentor/settings"
	"weltentor/mailer/mailertest"
	"weltentor/orders/phrase"
	"weltentor/worlds"
)

// foundedBy runs `new` at a terminal where these questions come and are answered.
func foundedBy(t *testing.T, dir, home string, dialog [][2]string) (code int, shown string) {
	t.Helper()
	tty, seen := stage.Typing(t, dialog)
	env := func(name string) string { return map[string]string{"HOME": home, "TERM": "xterm"}[name] }
	code = cli.Run(t.Context(), []string{"new", dir}, tty, tty, tty, env, worlds.Rulebooks())
	return code, strings.ReplaceAll(seen(), "\r\n", "\n")
}

// On a terminal `new` asks, tries the login, lets a wrong one be corrected, and founds a world whose settings
// are complete: cron can read its mailbox at once.
func TestNewAsks(t *testing.T) {
	t.Parallel()
	office := stage.NewEmbedded(t, time.Now)
	home := t.TempDir()
	dir := filepath.Join(home, "bovistan")
	servers := [][2]string{
		{"another provider\nNumber [11]: ", ""},
		{"HOST:PORT: ", office.Server.IMAP()}, {"secured?\n  1  tls\n  2  starttls\n  3  plain\nNumber [1]: ", "plain"},
		{"HOST:PORT: ", office.Server.SMTP()}, {"Number [1]: ", "3"},
		{"log in with [" + stage.GameAddress + "]: ", ""},
	}
	for i, row := range servers { // the terminal ends lines with CR LF
		servers[i][0] = strings.ReplaceAll(row[0], "\n", "\r\n")
	}

	dialog := append([][2]string{
		{"Which game?\r\n  1  " + clitest.GameOf(0, phrase.En) + "\r\n  2  " + clitest.GameOf(1, phrase.En) + "\r\n", ""},
		{"[bovistan]: ", "Bovistan"}, {"players do you expect (or Enter, for the usual map): ", "many"},
		{"Please type a number, such as 12.", "5000"}, {"suits 5000 realms; the most are 842.", "4"},
		{"the machine play [0]: ", "4"}, {"from 0 to 3", "1"},
		{"[Europe/Berlin]: ", "Mars"}, {"no such time zone", ""},
		{"deadline, such as", "Freitag 20:00"}, {"Your own mail address: ", "gm"},
		{"not a mail address", "gm@test.example"},
		{"another one: ", stage.GameAddress}, {"observers (50) [yes]: ", ""},
	}, servers...)
	dialog = append(dialog, [2]string{"Enter: later): ", "wrong"}, [2]string{"Number [1]: ", "1"})
	dialog = append(dialog, [][2]string{ // what was answered before is kept
		{"Number [11]: ", ""}, {"HOST:PORT [" + office.Server.IMAP() + "]: ", ""}, {"Number [3]: ", ""},
		{"HOST:PORT [" + office.Server.SMTP() + "]: ", ""}, {"Number [3]: ", ""},
		{"log in with [" + stage.GameAddress + "]: ", ""}, {"Enter: later): ", stage.Password}}...)
	code, shown := foundedBy(t, dir, home, dialog)
	if code != complaint.ExitDone {
		t.Fatalf("exit %d\n%s", code, shown)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"127.0.0.1 refuses the login: ",
		"127.0.0.1: the login works.\n127.0.0.1: the login works.\n", "The map for 4: 58 × 33.\n",
		"\nThis map has room for 4 realms; with more it is crowded.\n",
		"*/5 * * * *  " + program + " cron " + dir + "\n",
		"systemctl --user enable --now weltentor@bovistan.timer\n",
		"The page for all is written after each turn, into " + dir + "/public/index.html. Copy that folder",
		"in the browser: `weltentor play " + worlds.Rulebooks()[0].Name() + " --browser`\n"} {
		if !strings.Contains(shown, want) {
			t.Errorf("no %q in\n%s", want, shown)
		}
	}
	if strings.Contains(shown, "world.toml: ") {
		t.Errorf("a file that is not there yet is blamed for an answer:\n%s", shown)
	}
	if strings.Contains(shown, "ln -s") {
		t.Errorf("a link to a world that is at home:\n%s", shown)
	}
	s, err := settings.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	if s.Name != "Bovistan" || s.Deadline != "Freitag 20:00" || !slices.Equal(s.GM.Mail, []string{"gm@test.example"}) ||
		s.Address != stage.GameAddress || s.IMAP.TLS != "plain" || s.SMTP.User != stage.GameAddress {
		t.Errorf("settings %+v", s)
	}
	if info, err := os.Stat(filepath.Join(dir, founding.PasswordFile)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the password's file: %v, %v", info, err)
	}
	page, err := os.ReadFile(filepath.Join(dir, "public", "index.html"))
	if info, wrong := os.Stat(dir); err != nil || !strings.Contains(string(page), "Bovistan") || wrong != nil || info.Mode().Perm() != 0o700 ||
		s.PublicTo != filepath.Join(dir, "public") {
		t.Errorf("the page for all, in %s: %v, %v", s.PublicTo, err, wrong)
	}
	stage.Must(t, os.Remove(filepath.Join(dir, "public", "index.html")))
	if code, out, errs := clitest.Run(t, "", "cron", dir); code != complaint.ExitDone {
		t.Errorf("cron: exit %d, %s%s", code, out, errs)
	}
	if again, err := os.ReadFile(filepath.Join(dir, "public", "index.html")); err != nil || !strings.Contains(string(again), "Bovistan") {
		t.Errorf("cron does not write it: %v", err)
	}
}

// Servers whose certificate this machine does not know are trusted by the file of their authority. What is no such file
// is asked for again. After a wrong password it is still trusted.
func TestNewTrustsAnAuthority(t *testing.T) {
	t.Parallel()
	root, server := clitest.OwnAuthority(t)
	post, err := mailertest.Start(mailertest.Options{TLS: server, Implicit: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { post.Close() })
	if err := post.AddUser(stage.GameAddress, stage.Password); err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	dir, ca := filepath.Join(home, "bovistan"), filepath.Join(home, "ca.pem")
	if err := os.WriteFile(ca, []byte(root), 0o600); err != nil {
		t.Fatal(err)
	}
	code, shown := foundedBy(t, dir, home, [][2]string{
		{"Which game?", ""}, {"[bovistan]: ", "Bovistan"}, {"usual map): ", ""}, {"machine play [0]: ", ""}, {"[Europe/Berlin]: ", ""},
		{"deadline, such as", "Sunday 18:00"}, {"Your own mail address: ", "gm@test.example"},
		{"another one: ", stage.GameAddress}, {"observers (50) [yes]: ", ""}, {"Number [11]: ", ""},
		{"HOST:PORT: ", post.IMAP()}, {"Number [1]: ", "tls"}, {"HOST:PORT: ", post.SMTP()}, {"Number [1]: ", "tls"},
		{"log in with [" + stage.GameAddress + "]: ", ""}, {"Enter: later): ", "wrong"},
		{"  3  trust a file of certificates", "3"},
		{"in PEM (Enter: none): ", dir + ".pem"}, {"there is no such file", ""},
		{"What now?", "3"}, {"in PEM (Enter: none): ", ca},
		{"refuses the login", ""}, {"Number [11]: ", ""}, {"HOST:PORT [" + post.IMAP() + "]: ", ""}, {"Number [1]: ", ""},
		{"HOST:PORT [" + post.SMTP() + "]: ", ""}, {"Number [1]: ", ""}, {"log in with [" + stage.GameAddress + "]: ", ""},
		{"Enter: later): ", stage.Password},
	})
	s, err := settings.Read(dir)
	if code != complaint.ExitDone || err != nil {
		t.Fatalf("exit %d, %v\n%s", code, err, shown)
	}
	if s.IMAP.CAFile != ca || s.SMTP.CAFile != ca || !strings.Contains(shown, "127.0.0.1: the login works.\n127.0.0.1: the login works.\n") {
		t.Errorf("settings %+v\n%s", s, shown)
	}
	if code, out, errs := clitest.Run(t, "", "cron", dir); code != complaint.ExitDone {
		t.Errorf("cron: exit %d, %s%s", code, out, errs)
	}
}

// Whoever has a mailbox at a provider that takes no passwords is told how to register a program, and may log in later.
// At Gmail an app password comes first.
func TestNewOffersALogin(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	for address, dialog := range map[string][][2]string{
		"spiel@outlook.com": {{"Number [6]: ", ""}, {"log in with [", ""}, {"Number [1]: ", ""}, {"none yet): ", ""},
			{"Number [1]: ", "2"}},
		"spiel@gmail.com": {{"Number [3]: ", ""}, {"log in with [", ""}, {"Enter: later): ", ""}, {"Number [2]: ", "1"},
			{"none yet): ", ""}, {"Number [2]: ", ""}},
	} {
		dir := filepath.Join(home, address)
		code, shown := foundedBy(t, dir, home, append([][2]string{
			{"Which game?", ""}, {"[" + address + "]: ", "Bovistan"}, {"usual map): ", ""}, {"machine play [0]: ", ""}, {"[Europe/Berlin]: ", ""},
			{"deadline, such as", "Sunday 18:00"}, {"Your own mail address: ", "gm@test.example"},
			{"another one: ", address}, {"observers (50) [yes]: ", ""}}, dialog...))
		s, err := settings.Read(dir)
		if code != complaint.ExitDone || err != nil {
			t.Fatalf("exit %d, %v\n%s", code, err, shown)
		}
		file, told := "", []string{"takes an app password only", "In place of a password", "Google ends each login after seven days."}
		if address == "spiel@outlook.com" {
			file, told = founding.GrantFile, []string{"takes no passwords from programs.", "Copy the Application (client) ID."}
		}
		for _, words := range told {
			if !strings.Contains(shown, words) {
				t.Errorf("no %q in\n%s", words, shown)
			}
		}
		if s.IMAP.TokenFile != file || s.SMTP.TokenFile != file || s.IMAP.PasswordFile != "" ||
			!strings.Contains(shown, "or log in with `weltentor login "+dir+"`") {
			t.Errorf("%s: settings %+v\n%s", address, s, shown)
		}
	}
}

// In German the proposed deadline is German, too.
func TestNewProposesInGerman(t *testing.T) {
	t.Parallel()
	dialog := [][2]string{{"Welches Spiel?", ""}, {"[bovistan]: ", ""}, {"Karte): ", ""}, {"die Maschine [0]: ", ""}, {"[Europe/Berlin]: ", ""},
		{"z. B. Freitag 20:00 oder 14 Tage [Freitag 20:00]: ", "\x04"}}
	tty, shown := stage.Typing(t, dialog)
	env := func(name string) string { return map[string]string{"TERM": "xterm", "LANG": "de_DE.UTF-8"}[name] }
	if code := cli.Run(t.Context(), []string{"new", filepath.Join(t.TempDir(), "bovistan")}, tty, tty, tty, env,
		worlds.Rulebooks()); code != complaint.ExitUsage {
		t.Errorf("exit %d\n%s", code, shown())
	}
}

// A mailbox at a known provider needs no names of servers. The world does not send more letters an hour than it takes.
func TestNewKnowsProviders(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	dir := filepath.Join(home, "bovistan")
	code, shown := foundedBy(t, dir, home, [][2]string{
		{"Which game?", ""}, {"[bovistan]: ", "Bovistan"}, {"usual map): ", ""}, {"machine play [0]: ", ""}, {"[Europe/Berlin]: ", ""},
		{"deadline, such as", "Sunday 18:00"},
		{"Your own mail address: ", "gm@test.example"}, {"another one: ", "spiel@gmx.de"}, {"observers (50) [yes]: ", ""}, {"Number [1]: ", ""},
		{"log in with [spiel@gmx.de]: ", ""}, {"Enter: later): ", ""},
	})
	s, err := settings.Read(dir)
	if code != complaint.ExitDone || err != nil {
		t.Fatalf("exit %d, %v\n%s", code, err, shown)
	}
	if s.SMTP.Host != "mail.gmx.net" || s.SMTP.PerHour != 50 || s.IMAP.Host != "imap.gmx.net" {
		t.Errorf("settings %+v", s)
	}
}

// After leaving in the middle, with a pipe as input, or with a flag, no more questions are asked. A world is founded
// only in the last two cases.
func TestNewAsksNobodyElse(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	left := filepath.Join(dir, "left")
	if code, shown := foundedBy(t, left, dir, [][2]string{{"Which game?", "\x04"}}); code != complaint.ExitUsage ||
		!strings.Contains(shown, "no world was founded") {
		t.Errorf("exit %d\n%s", code, shown)
	}
	if _, err := os.Stat(left); err == nil {
		t.Error("something was founded")
	}
	if code, out, errs := clitest.Run(t, "", "new", filepath.Join(dir, "piped")); code != complaint.ExitDone ||
		strings.Contains(out, "?") {
		t.Errorf("piped: exit %d, %s%s", code, out, errs)
	}
	tty, shown := stage.Terminal(t)
	code := cli.Run(t.Context(), []string{"new", filepath.Join(dir, "flag"), "--size", "40x30"}, tty, tty, tty,
		clitest.NoEnv,
		worlds.Rulebooks())
	if got := shown(); code != complaint.ExitDone || strings.Contains(got, "?") {
		t.Errorf("with a flag: exit %d\n%s", code, got)
	}
}
