package play

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/orders/phrase"
	"weltentor/resolve/outbox"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// served is a practice that is served with a page of one line.
func served(t *testing.T) *web {
	t.Helper()
	env := func(string) string { return "" }
	c := &call.Call{Ctx: context.Background(), Out: io.Discard, Raw: io.Discard, Env: env, Books: worlds.Rulebooks(),
		Side: terminal.On(io.Discard, env), Front: terminal.On(io.Discard, env),
		Voice: call.NewVoice(phrase.En, io.Discard, io.Discard)}
	k := &Cmd{In: t.TempDir()}
	rb, err := k.rulebook(c)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := k.found(c, rb)
	if err != nil {
		t.Fatal(err)
	}
	w, done, err := folder.Change(c, dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(done)
	p := &practiceGame{w: w, c: c}
	if err := p.look(); err != nil {
		t.Fatal(err)
	}
	return &web{practiceGame: p, host: "127.0.0.1:1", path: "/secret",
		html: []byte("<html>" + outbox.DataPlace + "</script></html>")}
}

// requested is what a request of a browser gets.
func (w *web) requested(method, host, path, origin, body string) (int, string) {
	r := httptest.NewRequest(method, "http://"+host+path, strings.NewReader(body))
	if origin != "" {
		r.Header.Set("Origin", origin)
	}
	got := httptest.NewRecorder()
	w.ServeHTTP(got, r)
	return got.Code, got.Body.String()
}

// The page has the player's data inside, and ends turns whose orders it sends. The reports lie in the world's folder.
func TestServed(t *testing.T) {
	t.Parallel()
	w := served(t)
	code, page := w.requested(http.MethodGet, w.host, w.path, "", "")
	if code != http.StatusOK || !strings.Contains(page, `"served":[{`) || strings.Contains(page, `"deadline"`) {
		t.Errorf("%d %.200s", code, page)
	}
	code, tables := w.requested(http.MethodPost, w.host, w.path, "http://"+w.host, "$I 1 PASSWORD\n$R\nK.M 1 2000 0 0\n")
	if code != http.StatusOK || !strings.HasPrefix(tables, "[{") || !strings.Contains(tables, "K.M 1") {
		t.Errorf("%d %.200s", code, tables)
	}
	var laid []game.Table
	if err := json.Unmarshal([]byte(tables), &laid); err != nil {
		t.Fatal(err)
	}
	last := laid[len(laid)-1]
	if len(last.Learnt) != 1 || !strings.HasPrefix(last.Learnt[0], "Lesson 1 stays open. Nobody holds the field yet") ||
		!strings.Contains(last.First, "\n; Riders who take free land.") {
		t.Errorf("the page says %q of the lessons, and proposes\n%s", last.Learnt, last.First)
	}
	if report, err := os.ReadFile(filepath.Join(w.w.Settings.Dir, "report-1.txt")); err != nil || len(report) == 0 {
		t.Errorf("no report: %v", err)
	}
	if w.turn != 2 {
		t.Errorf("turn %d awaits orders", w.turn)
	}
}

// Nobody else gets an answer: another path, another name for this machine, a page of another origin, too much text.
func TestServedToNobodyElse(t *testing.T) {
	t.Parallel()
	w := served(t)
	for _, c := range []struct {
		method, host, path, origin, body string
		code                             int
	}{
		{"GET", w.host, "/", "", "", http.StatusNotFound},
		{"GET", "evil.example", w.path, "", "", http.StatusNotFound},
		{"POST", w.host, w.path, "http://evil.example", "$E", http.StatusNotFound},
		{"POST", w.host, w.path, "null", "$E", http.StatusNotFound},
		{"PUT", w.host, w.path, "", "$E", http.StatusMethodNotAllowed},
		{"POST", w.host, w.path, "", strings.Repeat("x", mostText+1), http.StatusInternalServerError},
	} {
		if code, _ := w.requested(c.method, c.host, c.path, c.origin, c.body); code != c.code {
			t.Errorf("%s %s%s from %q: %d", c.method, c.host, c.path, c.origin, code)
		}
	}
	if w.turn != 1 {
		t.Error("a turn was resolved")
	}
}

// With --open the address is handed to the person's browser. Where there is none, the practice is at the terminal.
func TestPracticeOpensABrowser(t *testing.T) {
	t.Parallel()
	none := func(string) string { return "" }
	if got := browser(none); got != nil && runtime.GOOS == "linux" {
		t.Errorf("no screen, and still %q", got)
	}
	k := &Cmd{Open: true}
	if err := k.Run(&call.Call{Ctx: t.Context(), Env: none, In: strings.NewReader("")}); runtime.GOOS == "linux" &&
		(err == nil || k.Browser) {
		t.Errorf("neither browser nor terminal: %v", err)
	}
	if runtime.GOOS == "windows" {
		return
	}
	visited := filepath.Join(t.TempDir(), "visited")
	script := filepath.Join(t.TempDir(), "browser")
	if err := os.WriteFile(script, []byte("#!/bin/sh\necho \"$1\" > '"+visited+".new' && mv '"+visited+".new' '"+visited+"'\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	opener := browser(func(name string) string { return map[string]string{"BROWSER": script}[name] })
	if len(opener) != 1 || opener[0] != script {
		t.Fatalf("%q", opener)
	}
	opened(opener, "http://127.0.0.1:1/secret")
	for range 200 {
		if got, err := os.ReadFile(visited); err == nil {
			if string(got) != "http://127.0.0.1:1/secret\n" {
				t.Errorf("%q", got)
			}
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Error("nothing was opened")
}
