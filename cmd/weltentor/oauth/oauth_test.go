package oauth_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/oauth"
)

var now = time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC)

// granted is a file of a grant whose access token has expired. The person has opened a page, or typed a device's code:
// for that the provider is asked after a second.
func granted(t *testing.T, device bool) (*stage.Consent, string) {
	t.Helper()
	c := stage.NewConsent(t, nil)
	app := oauth.App{ID: stage.ConsentID, Secret: stage.ConsentSecret, Scopes: strings.Fields(stage.ConsentScope),
		AuthURL: c.URL + "/auth", TokenURL: c.URL + "/token"}
	if device {
		app.DeviceURL = c.URL + "/device"
	}
	g, err := app.Ask(t.Context(), oauth.Person{Code: func(_, _ string) { c.Agree() },
		Visit: func(page string, _ int) { c.Visit(page) }, Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "login")
	if err := g.Write(path); err != nil {
		t.Fatal(err)
	}
	c.Log()
	return c, path
}

// A token serves until two minutes before its end. Whoever asks then renews it, and all others at that time get the new
// one: the server ends a grant whose old refresh token is used again.
func TestManyAskAtOnce(t *testing.T) {
	t.Parallel()
	c, path := granted(t, true)
	if token, err := oauth.Token(t.Context(), path, now.Add(57*time.Minute)); err != nil || token != "access-1" {
		t.Fatalf("%q, %v", token, err)
	}
	if log := c.Log(); len(log) > 0 {
		t.Fatalf("the server was asked: %v", log)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if token, err := oauth.Token(t.Context(), path, now.Add(59*time.Minute)); err != nil || token != "access-2" {
				t.Errorf("%q, %v", token, err)
			}
		})
	}
	all.Wait()
	if log := c.Log(); !slices.Equal(log, []string{"refresh_token"}) {
		t.Errorf("the server was asked: %v", log)
	}
	info, err := os.Stat(path)
	if raw, _ := os.ReadFile(path); err != nil || info.Mode().Perm() != 0o600 || !strings.Contains(string(raw), "refresh-2") {
		t.Errorf("%v, %v, %s", info.Mode(), err, raw)
	}
}

// Each way to get no token has its own error, and the file stays as it was.
func TestNoToken(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]error{"invalid_grant": oauth.ErrEnded, "invalid_client": oauth.ErrApp,
		"invalid_scope": oauth.ErrRefused} {
		c, path := granted(t, false)
		before, _ := os.ReadFile(path)
		c.End(code)
		token, err := oauth.Token(t.Context(), path, now.Add(time.Hour))
		if !errors.Is(err, want) || token != "" || err.Error() != want.Error()+": "+code+" said by the server" {
			t.Errorf("%s: %q, %v", code, token, err)
		}
		if after, _ := os.ReadFile(path); string(after) != string(before) {
			t.Errorf("%s: the file is\n%s", code, after)
		}
		c.End("")
		if token, err := oauth.Token(t.Context(), path, now.Add(time.Hour)); err != nil || token != "access-2" {
			t.Errorf("%s: later %q, %v", code, token, err)
		}
	}
}

// A provider's explanation is shown in its words alone: no control characters, markup or addresses, and no token that
// it repeats.
func TestAProvidersExplanation(t *testing.T) {
	t.Parallel()
	c, path := granted(t, false)
	c.EndSaying("invalid_grant", "AADSTS70008: The token '"+strings.Repeat("M.C5_secret", 9)+
		"' is <b>old</b>.\r\n\x1b[31mSee https://evil.example/?x="+strings.Repeat("M.C5_secret", 9))
	_, err := oauth.Token(t.Context(), path, now.Add(time.Hour))
	want := oauth.ErrEnded.Error() + ": invalid_grant AADSTS70008 The token is b old b 31mSee"
	if !errors.Is(err, oauth.ErrEnded) || err.Error() != want {
		t.Errorf("%q, want %q", err, want)
	}
}

// A file that login did not write gives no token, and nothing is asked.
func TestAWrongFile(t *testing.T) {
	t.Parallel()
	_, path := granted(t, false)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := string(good)[strings.Index(string(good), "http://127"):]
	at = at[:strings.Index(at, `"`)]
	for name, text := range map[string]string{
		"empty": "", "no JSON": "secret", "no refresh token": strings.Replace(string(good), "refresh-1", "", 1),
		"a server that others hear": strings.ReplaceAll(string(good), at, "http://192.0.2.1/token"),
		"no server":                 strings.ReplaceAll(string(good), at, ""),
		"a program of two lines":    strings.Replace(string(good), stage.ConsentID, `a\nb`, 1),
		"too long":                  strings.Repeat(" ", 70<<10) + string(good),
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if token, err := oauth.Token(t.Context(), path, now); !errors.Is(err, oauth.ErrFile) {
			t.Errorf("%s: %q, %v", name, token, err)
		}
	}
}

// The mail servers of two providers are known, at any of their names and at no other's.
func TestProviderOf(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]string{"imap.gmail.com": "google", "SMTP.Gmail.com.": "google",
		"outlook.office365.com": "microsoft", "smtp-mail.outlook.com": "microsoft", "imap.gmx.net": "",
		"notgmail.com": "", "imap.gmail.com.example.org": "", "": ""} {
		if got := oauth.ProviderOf(host); got != want {
			t.Errorf("%s: %q", host, got)
		}
	}
}
