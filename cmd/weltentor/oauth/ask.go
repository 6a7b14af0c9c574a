package oauth

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"html"
	"net"
	"net/http"
	"strconv"
	"time"

	"golang.org/x/oauth2"
)

// patience is how long a person has to log in.
const patience = 15 * time.Minute

// Person is whoever logs in at a browser.
type Person struct {
	Code    func(page, code string)     // shows a code to be typed on a page, in any browser
	Visit   func(page string, port int) // shows a page to be opened; it leads back to this port of this machine
	Welcome string                      // what the browser shows at the end
	Failed  string                      // and if the login failed
	Port    int                         // for Visit; 0: any that is free
	Now     func() time.Time
}

// Ask asks a person to log in, and returns what was granted. Where the provider gives codes for another device
// (RFC 8628), it asks for that, because it needs no browser on this machine; otherwise it waits for the browser at
// 127.0.0.1 (RFC 8252), with PKCE (RFC 7636). Errors are those of Token.
func (a App) Ask(ctx context.Context, p Person) (*Grant, error) {
	ctx, cancel := context.WithTimeout(client(ctx), patience)
	defer cancel()
	ask := a.visit
	if a.DeviceURL != "" {
		ask = a.code
	}
	t, err := ask(ctx, p)
	if err != nil {
		return nil, refused(err)
	}
	g := &Grant{App: a, Granted: p.Now().UTC()}
	return g, g.take(t, p.Now())
}

func (a App) code(ctx context.Context, p Person) (*oauth2.Token, error) {
	config := a.config("")
	d, err := config.DeviceAuth(ctx)
	if err != nil {
		return nil, err
	}
	if !private(d.VerificationURI) {
		return nil, fmt.Errorf("%w: the page for its code is %s", ErrRefused, plain(d.VerificationURI))
	}
	d.Interval = max(0, min(d.Interval, 60)) // seconds
	p.Code(plain(d.VerificationURI), plain(d.UserCode))
	return config.DeviceAccessToken(ctx, d)
}

func (a App) visit(ctx context.Context, p Person) (*oauth2.Token, error) {
	at, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(p.Port)))
	if err != nil {
		return nil, err
	}
	port := at.Addr().(*net.TCPAddr).Port
	config := a.config("http://" + at.Addr().String() + "/")
	back := &returning{Person: p, state: rand.Text(), came: make(chan came, 1)}
	server := &http.Server{Handler: back, ReadTimeout: answer, WriteTimeout: answer, MaxHeaderBytes: 32 << 10}
	go server.Serve(at)
	defer func() { // after the browser has its answer
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		errors.Join(server.Shutdown(ctx), server.Close())
	}()
	verifier := oauth2.GenerateVerifier()
	p.Visit(config.AuthCodeURL(back.state, oauth2.AccessTypeOffline, oauth2.S256ChallengeOption(verifier),
		oauth2.SetAuthURLParam("prompt", "consent")), port) // otherwise Google gives a refresh token only once
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case c := <-back.came:
		if c.denied != "" {
			c.done <- false
			return nil, fmt.Errorf("%w: %s", ErrRefused, words(c.denied))
		}
		t, err := config.Exchange(ctx, c.code, oauth2.VerifierOption(verifier))
		c.done <- err == nil && t.RefreshToken != ""
		return t, err
	}
}

// returning waits for a browser that comes back from the provider.
type returning struct {
	Person
	state string
	came  chan came
}

type came struct {
	code, denied string
	done         chan bool
}

// ServeHTTP takes the first visit that knows the state, and answers when the login is done. Any other visit is nobody's.
func (r *returning) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	form := q.URL.Query()
	if q.Method != http.MethodGet || q.URL.Path != "/" ||
		subtle.ConstantTimeCompare([]byte(form.Get("state")), []byte(r.state)) != 1 {
		http.NotFound(w, q)
		return
	}
	c := came{form.Get("code"), form.Get("error"), make(chan bool, 1)}
	if c.code == "" && c.denied == "" {
		http.NotFound(w, q)
		return
	}
	select {
	case r.came <- c:
	default: // it has come already
		http.NotFound(w, q)
		return
	}
	said := r.Failed
	select {
	case <-q.Context().Done():
	case well := <-c.done:
		if well {
			said = r.Welcome
		}
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'")
	fmt.Fprintf(w, "<!doctype html><title>Weltentor</title><p>%s</p>\n", html.EscapeString(said))
}
