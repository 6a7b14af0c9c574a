package founding_test

import (
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/founding"
	"weltentor/cmd/weltentor/oauth"
	"weltentor/cmd/weltentor/texts"
	"weltentor/mailer/imap"
	"weltentor/mailer/mailertest"
	"weltentor/mailer/wire"
	"weltentor/orders/phrase"
)

// typed are answers, a line each.
type typed struct{ lines []string }

func (k *typed) Line() (line string, err error) {
	if len(k.lines) == 0 {
		return "", io.EOF
	}
	line, k.lines = k.lines[0], k.lines[1:]
	return line, nil
}

func (k *typed) Secret() (string, error) { return k.Line() }

// A game master without a password logs in while the world is founded: the first secret is wrong, the second is good,
// and the mail server takes the token.
func TestLoginWhileFounding(t *testing.T) {
	t.Parallel()
	post, err := mailertest.Start(mailertest.Options{XOAuth2: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { post.Close() })
	if err := post.AddUser(stage.GameAddress, "none yet"); err != nil {
		t.Fatal(err)
	}
	consent := stage.NewConsent(t, func(access string) { post.SetPassword(stage.GameAddress, access) })
	at, port, _ := strings.Cut(post.IMAP(), ":")
	if _, err := strconv.Atoi(port); err != nil {
		t.Fatal(err)
	}
	wrong := errors.New("the provider gave no token")
	start := founding.Start{
		Dir: "bovistan", Rulebooks: []string{"tactics"}, Quote: strconv.Quote,
		Pace:  func(string) string { return "7 days" },
		Size:  func(string, int) (width, height, most int) { return 0, 0, 0 },
		Plays: func(string) bool { return false },
		Wrong: func(map[string]string) error { return nil },
		Try: func(a founding.Answers) (reading, sending error) {
			return imap.Look(t.Context(), imap.Config{Addr: post.IMAP(), TLS: wire.Plain, User: a.User, Token: a.Token,
				Auth: wire.AuthAuto, Inbox: "INBOX", Processed: "Done", Quarantine: "Odd"}), nil
		},
		Consent: founding.Consent{
			At: func(host string) (string, bool) { return "google", host == at },
			Ask: func(provider, id, secret string) ([]byte, string, error) {
				app := oauth.App{ID: id, Secret: secret, Scopes: strings.Fields(stage.ConsentScope),
					AuthURL: consent.URL + "/auth", TokenURL: consent.URL + "/token"}
				g, err := app.Ask(t.Context(), oauth.Person{Visit: func(page string, _ int) { consent.Visit(page) },
					Now: time.Now})
				if err != nil {
					return nil, "", wrong
				}
				return g.Bytes(), g.Access, nil
			},
		},
	}
	var shown strings.Builder
	desk := founding.Desk{Out: &shown, Book: texts.Book(phrase.En), Keys: &typed{[]string{
		"", "5", "", "", "gm@test.example", stage.GameAddress, // name, realms, zone, deadline, both addresses
		"y",                                                  // kind
		"11", post.IMAP(), "plain", post.SMTP(), "plain", "", // servers, and the name to log in with
		"", "1", stage.ConsentID, "wrong", "1", stage.ConsentID, stage.ConsentSecret,
	}}}
	a, err := desk.Interview(start)
	if err != nil {
		t.Fatalf("%v\n%s", err, &shown)
	}
	if !strings.Contains(shown.String(), wrong.Error()+"\n") || !strings.Contains(shown.String(), at+": the login works.\n") {
		t.Error(shown.String())
	}
	if a.Settings["imap.token_file"] != `"mail-login"` || a.Settings["smtp.token_file"] != `"mail-login"` || a.Password != "" ||
		!strings.Contains(string(a.Grant), `"refresh_token": "`) || strings.Contains(shown.String(), a.Token) {
		t.Errorf("%+v", a)
	}
}
