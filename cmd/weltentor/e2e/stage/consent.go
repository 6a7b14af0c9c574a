package stage

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Consent is an OAuth 2 server for one program and one person: with codes for a browser (RFC 6749, with RFC 7636) and
// for another device (RFC 8628). It replaces the refresh token each time, and forgets the old one. A second use of an old one
// ends the grant.
type Consent struct {
	URL string

	mu      sync.Mutex
	log     []string          // what was asked, without secrets
	codes   map[string]string // code → challenge; "" for a device
	agreed  bool              // the person has typed the device's code
	slow    bool              // the person types it after the first question for tokens
	refresh string
	n       int
	ended   string // an error instead of tokens
	says    string // and what it says about it
	given   func(access string)
}

// The program that is registered there, and what it asks for.
const (
	ConsentID     = "weltentor-4711"
	ConsentSecret = "app-secret"
	ConsentScope  = "mail offline"
)

// NewConsent starts the server. It calls given with each access token.
func NewConsent(t testing.TB, given func(access string)) *Consent {
	c := &Consent{codes: map[string]string{}, given: given}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /auth", c.auth)
	mux.HandleFunc("POST /device", c.device)
	mux.HandleFunc("POST /token", c.token)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	c.URL = server.URL
	return c
}

// Agree is the person who types the device's code and agrees.
func (c *Consent) Agree() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.agreed = true
}

// AgreeLater is a person who agrees after the first question for tokens, which comes too early.
func (c *Consent) AgreeLater() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.slow = true
}

// Visit is the person who opens a page of the server in a browser, agrees, and is sent back.
func (c *Consent) Visit(page string) {
	go func() {
		if r, err := http.Get(page); err == nil {
			r.Body.Close()
		}
	}()
}

// hostile is what a server says about an error, if it is asked to say nothing else.
var hostile = "said by\r\n\x1bthe server https://evil.example/?token=" + strings.Repeat("secret", 9)

// End makes the server answer each question for tokens with an error; "" ends that.
func (c *Consent) End(code string) { c.EndSaying(code, hostile) }

// EndSaying is End, with what the server says about the error.
func (c *Consent) EndSaying(code, says string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended, c.says = code, says
}

// Log returns what was asked since the last call.
func (c *Consent) Log() (log []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	log, c.log = c.log, nil
	return log
}

// auth is the page where the person agrees: it sends the browser back with a code.
func (c *Consent) auth(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	q := r.URL.Query()
	back, err := url.Parse(q.Get("redirect_uri"))
	if err != nil || back.Hostname() != "127.0.0.1" || q.Get("response_type") != "code" ||
		q.Get("client_id") != ConsentID || q.Get("scope") != ConsentScope || q.Get("state") == "" ||
		q.Get("code_challenge_method") != "S256" || q.Get("access_type") != "offline" {
		http.Error(w, "a wrong question: "+r.URL.RawQuery, http.StatusBadRequest)
		return
	}
	c.log = append(c.log, "auth")
	code := fmt.Sprint("code-", len(c.codes))
	c.codes[code] = q.Get("code_challenge") + " " + q.Get("redirect_uri")
	back.RawQuery = url.Values{"state": {q.Get("state")}, "code": {code}}.Encode()
	if c.ended != "" {
		back.RawQuery = url.Values{"state": {q.Get("state")}, "error": {c.ended}}.Encode()
	}
	http.Redirect(w, r, back.String(), http.StatusFound)
}

func (c *Consent) device(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.log = append(c.log, "device")
	if r.FormValue("client_id") != ConsentID || r.FormValue("scope") != ConsentScope {
		refuse(w, "invalid_client", hostile)
		return
	}
	reply(w, map[string]any{"device_code": "device-1", "user_code": "WDJB-MJHT", "verification_uri": c.URL + "/type",
		"expires_in": 900, "interval": 1})
}

func (c *Consent) token(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	kind := r.FormValue("grant_type")
	c.log = append(c.log, kind[strings.LastIndexByte(kind, ':')+1:])
	switch {
	case c.ended != "":
		refuse(w, c.ended, c.says)
	case r.FormValue("client_id") != ConsentID || r.FormValue("client_secret") != ConsentSecret:
		refuse(w, "invalid_client", hostile)
	case kind == "authorization_code" && c.proven(r), kind == "refresh_token" && c.mine(r.FormValue("refresh_token")):
		c.give(w)
	case kind == "urn:ietf:params:oauth:grant-type:device_code" && r.FormValue("device_code") == "device-1":
		if !c.agreed {
			c.agreed = c.slow
			refuse(w, "authorization_pending", hostile)
			return
		}
		c.give(w)
	default:
		refuse(w, "invalid_grant", hostile)
	}
}

// proven takes a code once, with the word whose sum came before it.
func (c *Consent) proven(r *http.Request) bool {
	code := r.FormValue("code")
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	want := base64.RawURLEncoding.EncodeToString(sum[:]) + " " + r.FormValue("redirect_uri")
	is := c.codes[code] == want
	c.codes[code] = "used"
	return is
}

// mine takes the refresh token that was given last.
func (c *Consent) mine(token string) bool {
	if token != c.refresh || token == "" {
		c.refresh = ""
		return false
	}
	return true
}

func (c *Consent) give(w http.ResponseWriter) {
	c.n++
	c.refresh = fmt.Sprint("refresh-", c.n)
	access := fmt.Sprint("access-", c.n)
	if c.given != nil {
		c.given(access)
	}
	reply(w, map[string]any{"access_token": access, "token_type": "Bearer", "expires_in": 3600,
		"refresh_token": c.refresh})
}

// refuse explains itself as a hostile provider may: with a terminal's control characters, and an address with a secret.
func refuse(w http.ResponseWriter, code, says string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusBadRequest)
	json.NewEncoder(w).Encode(map[string]string{"error": code, "error_description": says})
}

func reply(w http.ResponseWriter, fields map[string]any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(fields)
}

// Options are the words for `weltentor login` that name this server. With ways "auth" or "device".
func (c *Consent) Options(way string) []string {
	return slices.Concat([]string{"--client-id", ConsentID, "--token-url", c.URL + "/token", "--" + way + "-url",
		c.URL + "/" + way}, scopes())
}

func scopes() (words []string) {
	for _, s := range strings.Fields(ConsentScope) {
		words = append(words, "--scope", s)
	}
	return words
}
