package world

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/founding"
	"weltentor/cmd/weltentor/oauth"
	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/orders/phrase"
	"weltentor/resolve/store/disk"
)

// LoginCmd logs in at a mail provider that takes no passwords from programs.
type LoginCmd struct {
	Dir              string      `arg:""`
	Provider         string      `placeholder:"google|microsoft"`
	ClientID         string      `placeholder:"ID"`
	ClientSecretFile string      `placeholder:"FILE"`
	Tenant           string      `placeholder:"NAME"`
	Port             call.Number `placeholder:"PORT" default:"0"`
	AuthURL          string      `name:"auth-url" placeholder:"URL"`
	DeviceURL        string      `name:"device-url" placeholder:"URL"`
	TokenURL         string      `name:"token-url" placeholder:"URL"`
	Scope            []string    `placeholder:"SCOPE"`
}

// Run asks the person for the provider's consent in a browser, and keeps what was granted in the file that the settings
// name as token_file. Outside a world it writes the file itself, as hosts of a fleet need it. A file that is there says
// which program was registered, so that a later login needs no options.
func (k *LoginCmd) Run(c *call.Call) error {
	path, host, named, err := k.place(c)
	if err != nil {
		return err
	}
	app, err := k.app(c, path, host)
	if err != nil {
		return err
	}
	if k.Port > 65535 {
		return complaint.Usage("login-port")
	}
	g, err := app.Ask(c.Ctx, person(c, int(k.Port)))
	if err != nil {
		return noConsent(err)
	}
	if err := g.Write(path); err != nil {
		return fmt.Errorf("keep the login: %w", err)
	}
	args := []phrase.Arg{phrase.Str("path", path), phrase.Str("dir", k.Dir)}
	c.Voice.Say("login.done", args...)
	switch {
	case host == "":
	case named:
		c.Voice.Say("login.try", args...)
	default: // world.toml names files as they are found from its own folder
		name, err := filepath.Rel(k.Dir, path)
		if err != nil || !filepath.IsLocal(name) {
			name = path
		}
		c.Voice.Say("login.set", phrase.Str("path", name), phrase.Str("dir", k.Dir),
			phrase.Str("file", filepath.Join(k.Dir, settings.File)))
	}
	return nil
}

// place finds the file of the grant. For a world it also returns its mail server, and whether its settings name the
// file already.
func (k *LoginCmd) place(c *call.Call) (path, host string, named bool, err error) {
	if info, err := os.Stat(k.Dir); err != nil || !info.IsDir() {
		if folder, err := os.Stat(filepath.Dir(k.Dir)); err != nil || !folder.IsDir() {
			return "", "", false, complaint.Usage("no-world", phrase.Str("dir", k.Dir))
		}
		return k.Dir, "", false, nil
	}
	if m, marked, _ := disk.Marked(k.Dir); marked {
		return "", "", false, folder.StoreError(c, k.Dir, &disk.MarkedError{Dir: k.Dir, Mark: m})
	}
	s, err := settings.Read(k.Dir)
	if err != nil {
		return "", "", false, err
	}
	name := cmp.Or(s.IMAP.TokenFile, s.SMTP.TokenFile, founding.GrantFile)
	if path = name; !filepath.IsAbs(path) {
		path = filepath.Join(k.Dir, name)
	}
	return path, s.IMAP.Host, s.IMAP.TokenFile == name && s.SMTP.TokenFile == name, nil
}

// app is the registered program: of the options, of the login before, or as the person at the terminal says.
func (k *LoginCmd) app(c *call.Call, path, host string) (app oauth.App, err error) {
	before, err := oauth.Read(path)
	if err == nil && k.Provider == "" && k.TokenURL == "" {
		app = before.App
	} else if err != nil && !errors.Is(err, os.ErrNotExist) && !errors.Is(err, oauth.ErrFile) {
		return app, fmt.Errorf("read %s: %w", path, err)
	}
	if provider := cmp.Or(k.Provider, oauth.ProviderOf(host)); app.TokenURL == "" || k.Tenant != "" {
		known := oauth.At(provider, k.Tenant)
		if known.TokenURL == "" && k.TokenURL == "" && provider == "" {
			return app, complaint.Usage("login-which", phrase.Str("list", strings.Join(oauth.Providers, ", ")))
		}
		if known.TokenURL == "" && k.TokenURL == "" {
			return app, complaint.Usage("login-provider", phrase.Str("name", provider),
				phrase.Str("list", strings.Join(oauth.Providers, ", ")))
		}
		known.ID, known.Secret, app = app.ID, app.Secret, known
	}
	if k.TokenURL != "" {
		app.AuthURL, app.DeviceURL, app.TokenURL, app.Scopes = k.AuthURL, k.DeviceURL, k.TokenURL, k.Scope
	}
	if err := k.identity(c, &app); err != nil {
		return app, err
	}
	if err := app.Check(); err != nil {
		return app, complaint.Usage("login-app", phrase.Str("what", err.Error()))
	}
	return app, nil
}

// consentAt returns the provider that gives tokens for a mail server, and whether a program has a secret there.
func consentAt(host string) (provider string, secret bool) {
	provider = oauth.ProviderOf(host)
	return provider, oauth.At(provider, "").AuthURL != ""
}

// consent asks the person for a consent, while a world is being founded.
func consent(c *call.Call, provider, id, secret string) (file []byte, token string, err error) {
	app := oauth.At(provider, "")
	app.ID, app.Secret = id, secret
	if err := app.Check(); err != nil {
		return nil, "", inOwnWords(complaint.Usage("login-app", phrase.Str("what", err.Error())), c.Voice)
	}
	g, err := app.Ask(c.Ctx, person(c, 0))
	if err != nil {
		return nil, "", inOwnWords(noConsent(err), c.Voice)
	}
	return g.Bytes(), g.Access, nil
}

// noConsent complains about a provider that gave no token.
func noConsent(err error) error {
	return &complaint.Complaint{Exit: complaint.ExitNo, What: phrase.P("login-none"), Cause: err}
}

// identity fills in the ID and the secret of the program.
func (k *LoginCmd) identity(c *call.Call, app *oauth.App) error {
	if k.ClientSecretFile != "" {
		raw, err := c.ReadAll(k.ClientSecretFile)
		if err != nil {
			return err
		}
		app.Secret = strings.TrimSpace(string(raw))
	}
	if k.ClientID != "" {
		app.ID = k.ClientID
	}
	if app.ID != "" {
		return nil
	}
	if !c.Seen || !terminal.Typing(c.In) {
		return complaint.Usage("login-id")
	}
	desk := founding.Desk{Keys: terminal.At(c.Ctx, c.In), Out: c.Voice.Out, Book: c.Voice.Book}
	id, secret, err := desk.Registered(app.AuthURL != "")
	if err != nil {
		return err
	}
	if id == "" {
		return complaint.Usage("login-id")
	}
	app.ID, app.Secret = id, cmp.Or(app.Secret, secret)
	return nil
}

// person shows whoever logs in what to do.
func person(c *call.Call, port int) oauth.Person {
	book := c.Voice.Book
	return oauth.Person{
		Port: port, Now: c.Now,
		Welcome: book.T("login.welcome"), Failed: book.T("login.failed"),
		Code: func(page, code string) {
			c.Voice.Say("login.code", phrase.Str("page", page), phrase.Str("code", code))
		},
		Visit: func(page string, port int) {
			c.Voice.Say("login.visit", phrase.Str("page", page), phrase.Str("port", strconv.Itoa(port)))
		},
	}
}
