package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/e2e/stage"
)

// fills sends the form of a sign-up.
func (s *site) fills(network string, form url.Values, head ...string) (status int, to string) {
	r := httptest.NewRequest(http.MethodPost, "https://demo.test/join", strings.NewReader(form.Encode()))
	r.RemoteAddr = network + ":1"
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for _, line := range head {
		name, value, _ := strings.Cut(line, ": ")
		r.Header.Set(name, value)
	}
	got := httptest.NewRecorder()
	s.ServeHTTP(got, r)
	return got.Code, got.Header().Get("Location")
}

// The served public page signs up by a form, which brings one letter, with a code, to the address in it. It answers all
// alike, and takes three forms of a network a day. A page that is not served has none.
func TestJoins(t *testing.T) {
	t.Parallel()
	s := newSite(t, map[string]string{"public": `["sent"]`, "public_url": `"https://demo.test"`,
		"table_url": `"` + at + `"`})
	if s == nil {
		return
	}
	s.Write("world.toml", strings.Replace(s.reads("world.toml"), "open = false", "open = true", 1))
	page, _ := s.gets("https://demo.test/", 200)
	s.Says("the page", page, `<form method="post" action="join">`, `form-action &#39;self&#39;`, `id="asked-de"`)
	s.Lacks("the page", page, "Sign up by mail")
	form := func(mail string) url.Values { return url.Values{"mail": {mail}, "lang": {"en"}, "website": {""}} }
	waiting := func() int {
		s.T.Helper()
		return strings.Count(s.Done("outbox", s.Dir), ".example")
	}
	filled := func(what, network string, f url.Values, status, letters int, head ...string) {
		s.T.Helper()
		before := waiting()
		got, to := s.fills(network, f, head...)
		if got != status || status == 303 && to != "./#asked-en" && to != "./#asked-de" || waiting()-before != letters {
			s.T.Errorf("%s: %d, to %q, %d letters", what, got, to, waiting()-before)
		}
	}
	filled("a newcomer", "10.0.0.1", form("ann@one.example"), 303, 1, "Sec-Fetch-Site: same-origin", "Origin: null")
	filled("the same on the same day", "10.0.0.1", form("ann@one.example"), 303, 0)
	filled("a player", "10.0.0.2", form(s.Players[stage.Anna-1].Address), 303, 0)
	filled("a machine", "10.0.0.2", url.Values{"mail": {"bob@two.example"}, "website": {"x"}}, 303, 0)
	filled("nothing", "10.0.0.2", nil, 303, 0)
	filled("another site", "10.0.0.2", form("cay@three.example"), 400, 0, "Sec-Fetch-Site: cross-site")
	filled("too much", "10.0.0.2", form(strings.Repeat("x", 3000)), 400, 0)
	filled("a line of the head", "10.0.0.2", form("a@b.example\nBcc: c@d.example"), 303, 0)
	filled("the third of a network", "10.0.0.1", form("dea@four.example"), 303, 1)
	filled("the fourth", "10.0.0.1", form("eve@five.example"), 303, 0)
	folder := filepath.Join(t.TempDir(), "www")
	s.Done("public", s.Dir, "-o", folder)
	raw, err := os.ReadFile(filepath.Join(folder, "index.html"))
	stage.Must(t, err)
	s.Says("the files", string(raw), "Sign up by mail", "form-action &#39;none&#39;")
	s.Lacks("the files", string(raw), "<form")
}
