package notify

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/complaint"
)

// hostile is a name that a player could choose: for a shell, for JSON, for our own places, for a terminal.
const hostile = "$(touch x)`;\"}{text} @everyone\u202e\x1b[31m\n\r-"

// listens is a web server that keeps what it gets.
func listens(t *testing.T, answers func(http.ResponseWriter, *http.Request)) (url string, got func() []string) {
	var bodies []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		bodies = append(bodies, r.Method+" "+r.Header.Get("Content-Type")+" "+string(raw))
		if answers != nil {
			answers(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL, func() []string { s.Close(); return bodies }
}

func parsed(t *testing.T, dir, text string) *Settings {
	t.Helper()
	s, err := Parse([]byte(text), dir)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A command gets the event on its standard input, and its arguments as they are written: no shell reads them.
func TestCommand(t *testing.T) {
	dir := t.TempDir()
	script := "#!/bin/sh\nprintf '%s|' \"$@\" >args\ncat >in\n"
	if err := os.WriteFile(filepath.Join(dir, "tell"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	s := parsed(t, dir, `notify = ["./tell", "$(touch y)", "a b"]`+"\n")
	e := Event{Event: Letter, World: Name(hostile), Turn: 3, Number: 1, Realms: []Realm{{4, Name(hostile)}}, Text: "one"}
	failed := map[string]error{}
	s.Tell(t.Context(), e, failed)
	args, _ := os.ReadFile(filepath.Join(dir, "args"))
	in, _ := os.ReadFile(filepath.Join(dir, "in"))
	var got Event
	if err := json.Unmarshal(in, &got); err != nil || fmt.Sprint(got) != fmt.Sprint(e) || len(failed) > 0 ||
		string(args) != "$(touch y)|a b|" {
		t.Errorf("%v %v: arguments %q, input %s", err, failed, args, in)
	}
	if files, _ := os.ReadDir(dir); len(files) != 3 {
		t.Errorf("a shell has read a name: %v", files)
	}
}

// A name keeps to a line, and to sixty characters that can be seen.
func TestName(t *testing.T) {
	for name, want := range map[string]string{
		"Größe": "Größe", hostile: "$(touch x)`;\"}{text} @everyone[31m-", "\xff\x00": "",
		strings.Repeat("ß", 61): strings.Repeat("ß", 60),
	} {
		if got := Name(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// Webhooks get the event, or the body of the settings with the event in its texts, and only the events they want.
func TestWebhook(t *testing.T) {
	url, got := listens(t, nil)
	s := parsed(t, "", `
hours = 12
[[webhook]]
url = "`+url+`/a"
on = ["turn"]
[[webhook]]
url = "`+url+`/b"
body = '{"content": "{text}", "{turn}": ["{world}", 7, {"n": "{turn}/{hours}/{number}/{event}"}], "allowed_mentions": {"parse": []}}'
`)
	failed := map[string]error{}
	at := time.Date(2027, 3, 5, 20, 0, 0, 0, time.UTC)
	s.Tell(t.Context(), Event{Event: Deadline, World: Name(hostile), Turn: 3, Hours: 12, At: at, Text: `a "{world}"`}, failed)
	s.Tell(t.Context(), Event{Event: Turn, World: "W", Turn: 3, At: at, Text: "T"}, failed)
	want := []string{
		`POST application/json {"allowed_mentions":{"parse":[]},"content":"a \"{world}\"","{turn}":["$(touch x)` +
			"`" + `;\"}{text} @everyone[31m-",7,{"n":"3/12/0/deadline"}]}`,
		`POST application/json {"event":"turn","world":"W","turn":3,"at":"2027-03-05T20:00:00Z","text":"T"}`,
		`POST application/json {"allowed_mentions":{"parse":[]},"content":"T","{turn}":["W",7,{"n":"3/0/0/turn"}]}`,
	}
	if bodies := got(); fmt.Sprintf("%q", bodies) != fmt.Sprintf("%q", want) || len(failed) > 0 {
		t.Errorf("got\n%s\nwant\n%s\n%v", strings.Join(bodies, "\n"), strings.Join(want, "\n"), failed)
	}
}

// What fails is named by its host or program alone, since an address may be a secret, and is not tried again in this
// round. Redirections are not followed.
func TestFailures(t *testing.T) {
	elsewhere, other := listens(t, nil)
	for name, answers := range map[string]func(http.ResponseWriter, *http.Request){
		"418 I'm a teapot":          func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) },
		"302 Found":                 func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, elsewhere, http.StatusFound) },
		"context deadline exceeded": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
	} {
		url, got := listens(t, answers)
		s := parsed(t, "", fmt.Sprintf("timeout = \"200ms\"\n[[webhook]]\nurl = %q\n", url+"/secret"))
		failed := map[string]error{}
		for range 2 {
			s.Tell(t.Context(), Event{Event: Turn}, failed)
		}
		host := strings.TrimPrefix(url, "http://")
		if said := fmt.Sprint(failed[host]); said != name || len(failed) != 1 || strings.Contains(said, "secret") {
			t.Errorf("%s: %v", name, failed)
		}
		if n := len(got()); n != 1 {
			t.Errorf("%s: tried %d times", name, n)
		}
	}
	if len(other()) > 0 {
		t.Error("a redirection was followed")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "open"), []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(dir, "open"), 0o777); err != nil {
		t.Fatal(err)
	}
	for command, want := range map[string]string{
		`["sleep", "100"]`:                     "it does not end within 200ms",
		`["sh", "-c", "echo no >&2; exit 3"]`:  "exit status 3: no",
		`["./open"]`:                           "others may change " + filepath.Join(dir, "open"),
		`["nothing-of-this-name", "anything"]`: `exec: "nothing-of-this-name": executable file not found in $PATH`,
	} {
		failed := map[string]error{}
		parsed(t, dir, "timeout = \"200ms\"\nnotify = "+command+"\n").Tell(t.Context(), Event{Event: Turn}, failed)
		for _, err := range failed {
			if err.Error() != want {
				t.Errorf("%s: %v", command, err)
			}
		}
		if len(failed) != 1 {
			t.Errorf("%s: %v", command, failed)
		}
	}
}

// Wrong settings are refused by name.
func TestWrongSettings(t *testing.T) {
	for text, want := range map[string]string{
		`on = ["turns"]`:                 "setting-range",
		`hours = 0`:                      "setting-range",
		`timeout = "2h"`:                 "setting-range",
		`notify = []`:                    "setting-empty",
		`notify = "tell me"`:             "setting-kind",
		`notfy = ["x"]`:                  "setting-unknown-near",
		"[[webhook]]\nurl = \"ftp://x\"": "setting-webhook",
		"[[webhook]]\nurl = \"file:///etc/passwd\"":     "setting-webhook",
		"[[webhook]]\nurl = \"https://\"":               "setting-webhook",
		"[[webhook]]\nurl = \"http://x\"\non = [\"x\"]": "setting-range",
		"[[webhook]]\nurl = \"http://x\"\nbody = '{n'":  "setting-range",
	} {
		_, err := Parse([]byte(text+"\n"), "")
		if said := (*complaint.Complaint)(nil); !errors.As(err, &said) || said.What.Code != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
