package world_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/mailer/mailertest"
	"weltentor/worlds"
)

// consenting is a world whose mail servers take only tokens, and the server that gives them.
type consenting struct {
	*clitest.Table
	consent *stage.Consent
	secret  string
}

// newConsenting founds a world with a player.
func newConsenting(t *testing.T) *consenting {
	t.Helper()
	d := clitest.NewTable(t)
	d.Join()
	post, err := mailertest.Start(mailertest.Options{XOAuth2: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { post.Close() })
	if err := post.AddUser(clitest.Address, "none yet"); err != nil {
		t.Fatal(err)
	}
	for _, a := range []string{clitest.Player, clitest.Master} {
		if err := post.AddUser(a, "none"); err != nil {
			t.Fatal(err)
		}
	}
	d.Post = post
	own := map[string]string{}
	for _, section := range []string{"imap", "smtp"} {
		own[section+".password_file"], own[section+".token_file"] = `""`, `"mail-login"`
	}
	d.SettleAt(post.IMAP(), post.SMTP(), own)
	c := &consenting{Table: d, secret: filepath.Join(t.TempDir(), "secret")}
	c.consent = stage.NewConsent(t, func(access string) { post.SetPassword(clitest.Address, access) })
	if err := os.WriteFile(c.secret, []byte(stage.ConsentSecret+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return c
}

// login runs the command, and does something once these words are shown.
func (c *consenting) login(words *regexp.Regexp, do func(found []string), options ...string) (code int, out, errs string) {
	c.T.Helper()
	var e bytes.Buffer
	shown := &clitest.Watched{Words: words, Do: do}
	code = cli.Run(c.T.Context(), c.Args(append([]string{"login", c.Dir}, options...)...), strings.NewReader(""),
		shown, &e,
		clitest.NoEnv, worlds.Rulebooks())
	return code, shown.String(), e.String()
}

// served runs a round an hour later, and checks what the consent was asked for.
func (c *consenting) served(asked ...string) {
	c.T.Helper()
	c.Now = c.Now.Add(time.Hour)
	c.CronSays(complaint.ExitDone, "")
	if log := c.consent.Log(); !slices.Equal(log, asked) {
		c.T.Errorf("asked %v, want %v", log, asked)
	}
}

var deviceCode = regexp.MustCompile(`Open (http://\S+/type) in any browser, and type this code there: WDJB-MJHT\n`)

// Whoever logs in with a code has a world that plays by mail: its tokens are renewed, and kept where only the owner can
// read them. When the grant has ended, cron says what to do, and a login without options is enough.
func TestLoginByCode(t *testing.T) {
	t.Parallel()
	c := newConsenting(t)
	if code, _, errs := c.Run("cron", c.Dir); code != complaint.ExitUsage || !strings.Contains(errs, "imap.token_file: "+
		filepath.Join(c.Dir, "mail-login")+" cannot be used: there is no such file. `weltentor login` writes this file\n") {
		t.Errorf("exit %d, %s", code, errs)
	}
	options := append(c.consent.Options("device"), "--client-secret-file", c.secret)
	// This waits three seconds: a provider is asked each second, and twice for the first login.
	code, out, errs := c.login(deviceCode, func([]string) { c.consent.AgreeLater() }, options...)
	if code != complaint.ExitDone || errs != "" || !strings.HasSuffix(out, "mail-login: the login is kept, and renews itself.\n"+
		"Next: `weltentor doctor "+c.Dir+"`\n") {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	if log := c.consent.Log(); log[0] != "device" || len(log) < 3 || log[1] != "device_code" {
		t.Errorf("asked %v", log)
	}
	c.Now = c.Now.Add(-time.Hour)
	c.served() // the token of the login is still good
	if n := len(c.Post.Letters()); n == 0 {
		t.Error("report 0 did not leave")
	}
	c.served("refresh_token")
	c.served("refresh_token")
	if info, err := os.Stat(filepath.Join(c.Dir, "mail-login")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}

	c.consent.End("invalid_grant")
	c.Now = c.Now.Add(time.Hour)
	c.CronSays(complaint.ExitUsage, "imap.token_file: the login at the provider has ended. Log in again: `weltentor login "+
		c.Dir+"`: the grant has ended: invalid_grant said by the server")
	c.Now = c.Now.Add(5 * time.Minute)
	c.CronSays(complaint.ExitUsage, "") // once a day
	c.consent.End("")
	if code, out, errs := c.login(deviceCode, nil); code != complaint.ExitDone {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	c.consent.Log()
	c.served("refresh_token")
}

// A browser on this machine comes back with the code. Whoever else knocks at that port is sent away.
func TestLoginByBrowser(t *testing.T) {
	t.Parallel()
	c := newConsenting(t)
	said := make(chan string, 9)
	get := func(url string) {
		r, err := http.Get(url)
		if err != nil {
			said <- err.Error()
			return
		}
		defer r.Body.Close()
		page, _ := io.ReadAll(r.Body)
		said <- fmt.Sprint(r.StatusCode, " ", string(page))
	}
	options := append(c.consent.Options("auth"), "--client-secret-file", c.secret)
	code, out, errs := c.login(clitest.ToVisit, func(found []string) {
		at := "http://127.0.0.1:" + found[2] + "/"
		for _, wrong := range []string{"", "?code=x&state=y", "other?state=", "?error=access_denied"} {
			get(at + wrong)
		}
		go get(found[1])
	}, options...)
	if code != complaint.ExitDone || errs != "" {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	for range 4 {
		if page := <-said; !strings.HasPrefix(page, "404 ") {
			t.Errorf("somebody got %s", page)
		}
	}
	if page := <-said; page != "200 <!doctype html><title>Weltentor</title><p>The login has arrived. You can close this window.</p>\n" {
		t.Errorf("the browser shows %s", page)
	}
	if log := c.consent.Log(); !slices.Equal(log, []string{"auth", "authorization_code"}) {
		t.Errorf("asked %v", log)
	}
	c.Now = c.Now.Add(-time.Hour)
	c.served()
	c.served("refresh_token")

	c.consent.End("access_denied")
	code, _, errs = c.login(clitest.ToVisit, func(found []string) { go get(found[1]) })
	if page := <-said; code != complaint.ExitNo || !strings.Contains(page, "<p>The provider gave no token; the terminal says why.</p>") ||
		!strings.Contains(errs, "the provider gave no token; nothing was changed: ") || !strings.Contains(errs, "access_denied") {
		t.Errorf("exit %d, %s\n%s", code, errs, page)
	}
	c.consent.End("")
	c.consent.Log()
	c.served("refresh_token") // the grant of before is still there
}

// What is missing or wrong is said before anybody is asked.
func TestLoginWithout(t *testing.T) {
	t.Parallel()
	c := newConsenting(t)
	options := c.consent.Options("auth")
	for name, row := range map[string]struct {
		says    string
		options []string
	}{
		"a provider":  {"say with --provider where the mailbox is: google, microsoft;", nil},
		"a known one": {"yahoo: this provider is not known", []string{"--provider", "yahoo"}},
		"an ID":       {"say with --client-id how the provider knows the program", []string{"--provider", "google"}},
		"TLS": {"this cannot be used: http://login.example/token.", []string{"--client-id", "a", "--device-url",
			"https://login.example/device", "--token-url", "http://login.example/token"}},
		"its secret": {"the provider gave no token; nothing was changed: the provider refuses this app: invalid_client said by " +
			"the server", options},
		"a port": {"--port must be 0 to 65535", append(options, "--port", "70000")},
	} {
		code, out, errs := c.login(clitest.ToVisit, func(found []string) { c.consent.Visit(found[1]) }, row.options...)
		if code == complaint.ExitDone || !strings.Contains(errs, row.says) || strings.Contains(errs, "\x1b") ||
			strings.Contains(errs, "secretsecret") {
			t.Errorf("%s: exit %d\n%s%s", name, code, out, errs)
		}
	}
	if _, err := os.Stat(filepath.Join(c.Dir, "mail-login")); err == nil {
		t.Error("there is a file")
	}
}

// A host of a fleet has the file without a world. A world that names no file yet is told what to write.
func TestLoginTellsWhereItBelongs(t *testing.T) {
	t.Parallel()
	c := newConsenting(t)
	c.SettleAt(c.Post.IMAP(), c.Post.SMTP(), nil)
	visit := func(found []string) { c.consent.Visit(found[1]) }
	options := append(c.consent.Options("auth"), "--client-secret-file", c.secret)
	if code, out, _ := c.login(clitest.ToVisit, visit, options...); code != complaint.ExitDone ||
		!strings.Contains(out, "\ntoken_file = \"mail-login\"\n") {
		t.Errorf("exit %d\n%s", code, out)
	}
	c.Dir = filepath.Join(t.TempDir(), "club-login")
	if code, out, _ := c.login(clitest.ToVisit, visit, options...); code != complaint.ExitDone ||
		!strings.HasSuffix(out, "club-login: the login is kept, and renews itself.\n") {
		t.Errorf("exit %d\n%s", code, out)
	}
}
