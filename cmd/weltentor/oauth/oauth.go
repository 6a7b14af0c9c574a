// Package oauth logs in at mail providers that take tokens instead of passwords (OAuth 2, RFC 6749): once with a person
// in a browser, and from then on by itself (Token). What the person granted is kept in a private file, and is renewed
// by one process at a time. It knows no world.
package oauth

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/endpoints"
)

const (
	spare   = 2 * time.Minute // a token that expires sooner is renewed
	answer  = 20 * time.Second
	fileMax = 64 << 10 // bytes
	textMax = 8 << 10  // bytes of a token
	saidMax = 300      // bytes of a server's explanation
)

// App is the program as the provider knows it: the game master has registered it there.
type App struct {
	ID        string   `json:"client_id"`
	Secret    string   `json:"client_secret,omitempty"` // "": a public client
	Scopes    []string `json:"scopes"`
	AuthURL   string   `json:"auth_url,omitempty"`   // where a browser is sent
	DeviceURL string   `json:"device_url,omitempty"` // where a code for another device comes from (RFC 8628)
	TokenURL  string   `json:"token_url"`
}

// Providers are the names that At knows.
var Providers = []string{"google", "microsoft"}

// At is an App at a known provider, without its ID. A tenant is an organization's name at Microsoft; "" means everybody.
func At(provider, tenant string) App {
	switch provider {
	case "google":
		return App{Scopes: []string{"https://mail.google.com/"}, AuthURL: endpoints.Google.AuthURL,
			TokenURL: endpoints.Google.TokenURL} // its device code does not give access to mail
	case "microsoft":
		e := endpoints.AzureAD(url.PathEscape(cmp.Or(tenant, "common")))
		return App{Scopes: []string{"https://outlook.office.com/IMAP.AccessAsUser.All",
			"https://outlook.office.com/SMTP.Send", "offline_access"}, DeviceURL: e.DeviceAuthURL, TokenURL: e.TokenURL}
	}
	return App{}
}

// ProviderOf is the provider whose mail server has this name; "" if none is known.
func ProviderOf(host string) string {
	host = "." + strings.ToLower(strings.TrimSuffix(host, "."))
	for suffix, name := range map[string]string{".gmail.com": "google", ".office365.com": "microsoft",
		".outlook.com": "microsoft"} {
		if strings.HasSuffix(host, suffix) {
			return name
		}
	}
	return ""
}

// Grant is an App with what a person has granted it. It is secret.
type Grant struct {
	App
	Granted time.Time `json:"granted"`
	Refresh string    `json:"refresh_token"`
	Access  string    `json:"access_token"`
	Expires time.Time `json:"expires"` // of the access token
}

// These are the reasons for which a token is missing.
var (
	ErrEnded   = errors.New("the grant has ended")           // a person must log in again
	ErrApp     = errors.New("the provider refuses this app") // its ID or secret is wrong
	ErrFile    = errors.New("not a file of `weltentor login`")
	ErrRefused = errors.New("the provider gave no token")
)

// Read reads the file of a grant.
func Read(path string) (*Grant, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, fileMax))
	if err != nil {
		return nil, err
	}
	g := &Grant{}
	if json.Unmarshal(raw, g) != nil || g.Refresh == "" || g.Check() != nil {
		return nil, ErrFile
	}
	return g, nil
}

// Write replaces the file of a grant, which only its owner can read.
func (g *Grant) Write(path string) error {
	lock, err := locked(context.Background(), path)
	if err != nil {
		return err
	}
	return errors.Join(g.write(path), lock.Unlock())
}

// Bytes is the file of a grant.
func (g *Grant) Bytes() []byte {
	raw, err := json.MarshalIndent(g, "", "  ")
	if err != nil {
		panic(err) // texts and times only
	}
	return append(raw, '\n')
}

func (g *Grant) write(path string) error {
	return disk.PutBeside(filepath.Dir(path), filepath.Base(path), g.Bytes())
}

// Token returns an access token, and renews it first where it expires soon. A refresh token that the provider has
// replaced is in the file before Token returns. Only one process at a time renews. Errors: ErrEnded, ErrApp, ErrFile,
// ErrRefused, those of the file system, and those of the network.
func Token(ctx context.Context, path string, now time.Time) (string, error) {
	lock, err := locked(ctx, path)
	if err != nil {
		return "", err
	}
	defer lock.Unlock()
	g, err := Read(path)
	if err != nil {
		return "", err
	}
	if now.Add(spare).Before(g.Expires) {
		return g.Access, nil
	}
	old := &oauth2.Token{RefreshToken: g.Refresh}
	t, err := g.config("").TokenSource(client(ctx), old).Token()
	if err != nil {
		return "", refused(err)
	}
	if err := g.take(t, now); err != nil {
		return "", err
	}
	return g.Access, g.write(path)
}

// take keeps what the provider has given.
func (g *Grant) take(t *oauth2.Token, now time.Time) error {
	for _, token := range []string{t.AccessToken, t.RefreshToken} {
		if token == "" || len(token) > textMax ||
			strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
			return fmt.Errorf("%w: access token and refresh token must be there, in printable ASCII", ErrRefused)
		}
	}
	g.Access, g.Refresh = t.AccessToken, t.RefreshToken
	g.Expires = now.Add(time.Duration(max(0, min(t.ExpiresIn, 24*60*60))) * time.Second)
	return nil
}

// locked takes the lock of a grant's file, and waits for whoever has it.
func locked(ctx context.Context, path string) (*disk.DirLock, error) {
	until := time.NewTimer(2 * answer)
	defer until.Stop()
	for {
		lock, err := disk.LockFile(path + ".lock")
		if !errors.Is(err, faults.ErrLocked) {
			return lock, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-until.C:
			return nil, err
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// Check returns what is wrong with an App: an ID that is missing, or an address that is neither https nor on this
// machine.
func (a App) Check() error {
	if a.ID == "" || len(a.ID) > saidMax || strings.ContainsFunc(a.ID+a.Secret, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return errors.New("client_id")
	}
	if a.TokenURL == "" || a.AuthURL == "" && a.DeviceURL == "" {
		return errors.New("token_url, and auth_url or device_url")
	}
	for _, at := range []string{a.AuthURL, a.DeviceURL, a.TokenURL} {
		if at != "" && !private(at) {
			return errors.New(at)
		}
	}
	return nil
}

// private reports whether nobody else can read what is sent to an address.
func private(at string) bool {
	u, err := url.Parse(at)
	if err != nil || u.Host == "" {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Scheme == "https" || u.Scheme == "http" && ip != nil && ip.IsLoopback()
}

func (a App) config(redirect string) *oauth2.Config {
	return &oauth2.Config{ClientID: a.ID, ClientSecret: a.Secret, Scopes: a.Scopes, RedirectURL: redirect,
		Endpoint: oauth2.Endpoint{AuthURL: a.AuthURL, DeviceAuthURL: a.DeviceURL, TokenURL: a.TokenURL,
			AuthStyle: oauth2.AuthStyleInParams}}
}

// client bounds each question to a provider in time, and follows no redirection with a secret.
func client(ctx context.Context) context.Context {
	return context.WithValue(ctx, oauth2.HTTPClient, &http.Client{Timeout: answer,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }})
}

// refused says why there is no token, with the provider's own words and without anything secret.
func refused(err error) error {
	said, is := errors.AsType[*oauth2.RetrieveError](err)
	if !is {
		return err
	}
	why := ErrRefused
	switch {
	case slices.Contains([]string{"invalid_grant", "interaction_required", "consent_required", "login_required",
		"expired_token", "access_denied", "authorization_declined"}, said.ErrorCode):
		why = ErrEnded
	case slices.Contains([]string{"invalid_client", "unauthorized_client"}, said.ErrorCode):
		why = ErrApp
	case said.Response != nil && said.Response.StatusCode >= 500:
		return fmt.Errorf("the provider's server answers %d", said.Response.StatusCode)
	}
	return fmt.Errorf("%w: %s", why, words(said.ErrorCode+" "+said.ErrorDescription))
}

// wordMax is how many bytes a word of a provider's explanation has at most. A longer one may be a secret that it repeats.
const wordMax = 40

// words are the words of a provider's explanation: letters and digits, and what joins them in codes. So it can pass for
// nothing else where it is shown.
func words(s string) string {
	list := slices.DeleteFunc(strings.Fields(s), func(w string) bool { return len(w) > wordMax })
	return plain(strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_' || r == '-' {
			return r
		}
		return ' '
	}, strings.Join(list, " ")))
}

// plain is an address or a code of a provider, short and without control characters.
func plain(s string) string {
	s = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f {
			return ' '
		}
		return r
	}, s)), " ")
	return s[:min(len(s), saidMax)]
}
