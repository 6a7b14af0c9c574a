package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/web"
)

// The doctor asks for the pages as a browser does, and status says when nobody serves them.
func TestDoctorAndStatus(t *testing.T) {
	t.Parallel()
	s := newSite(t, pageSends(map[string]string{"public": `["turns"]`}))
	if s == nil {
		return
	}
	s.Close()
	finds := func() string {
		t.Helper()
		var found struct {
			Findings []struct{ Check, State, Code, Text string }
		}
		_, out, _ := s.Run("doctor", s.Dir, "--json", "--wait", "5", "--lang", "en")
		stage.Must(t, json.Unmarshal([]byte(out), &found))
		for _, f := range found.Findings {
			if f.Check == "web" {
				return strings.TrimSpace(f.State + " " + f.Code + " " + f.Text)
			}
		}
		return ""
	}
	waits := func() bool {
		t.Helper()
		_, out, _ := s.Run("status", s.Dir, "--json")
		return strings.Contains(out, `"code": "waits-web"`)
	}
	was := s.reads("world.toml")
	at := func(address string, public bool) {
		t.Helper()
		toml := strings.Replace(was, "https://demo.test/t/", address+"/t", 1)
		if public {
			toml = strings.Replace(toml, `public_url = ""`, `public_url = "`+address+`"`, 1)
		}
		s.Write("world.toml", toml)
	}
	for _, c := range []struct {
		code   int
		body   string
		public bool
		want   string
	}{
		{404, "", false, "warning web-status %s/t/GAME.html answers with 404 Not Found"},
		{302, "", false, "warning web-status %s/t/GAME.html answers with 302 Found"},
		{200, "another page", false, "warning web-other %s/t/GAME.html has another page than this program"},
		{503, "", true, "warning web-status %s/index.html answers with 503 Service Unavailable"},
	} {
		other := httptest.NewServer(http.HandlerFunc(func(to http.ResponseWriter, _ *http.Request) {
			to.Header().Set("Location", "/elsewhere")
			to.WriteHeader(c.code)
			_, _ = io.WriteString(to, c.body)
		}))
		at(other.URL, c.public)
		want := strings.Replace(fmt.Sprintf(c.want, other.URL), "GAME", s.game(), 1)
		if got := finds(); got != want || !waits() {
			t.Errorf("%q, want %q", got, want)
		}
		other.Close()
		if got := finds(); !strings.HasPrefix(got, "warning web-down nobody answers at "+other.URL) {
			t.Errorf("%q", got)
		}
	}
	l, err := web.Listen("127.0.0.1:0", false, false)
	stage.Must(t, err)
	at("http://"+l.Addr().String(), true)
	s.serve(false)
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	if got := finds(); got != "ok" || waits() {
		t.Errorf("%q while it is served", got)
	}
	end()
	stage.Must(t, <-ended)
	if !waits() {
		t.Error("nobody serves the pages any more, and status does not say so")
	}
	for _, c := range []struct {
		after time.Duration
		told  bool
	}{{0, false}, {29 * time.Minute, false}, {time.Minute, true}, {12 * time.Hour, false}, {12 * time.Hour, true}} {
		s.Now = s.Now.Add(c.after)
		if _, _, errs := s.Run("cron", s.Dir); strings.Contains(errs, "Niemand zeigt die Seiten") != c.told {
			t.Errorf("%v later: %s", c.after, errs)
		}
	}
	s.Write("world.toml", strings.Replace(strings.Replace(was, "https://demo.test/t/", "", 1), "page_sends = true", "page_sends = false", 1))
	if got := finds(); got != "ok web-none none" || waits() {
		t.Errorf("without an address: %q", got)
	}
}
