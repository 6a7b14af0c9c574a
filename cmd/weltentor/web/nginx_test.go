//go:build servers

package web_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/web"
)

// Behind nginx, with the lines of the reference, everything goes as without: tables, letters, limits. What a client says of
// its address counts for nothing.
func TestBehindNginx(t *testing.T) {
	s := newSite(t, pageSends(nil))
	if s == nil {
		t.Fatal("the program has no pages: make pages")
	}
	link, file := s.link(stage.Anna, "TISCH")
	page := s.version()
	s.serve(true)
	l, err := web.Listen("127.0.0.1:0", true, false)
	stage.Must(t, err)
	ctx, end := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	t.Cleanup(func() { end(); stage.Must(t, <-done) })

	manual, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "gm-reference.en.md"))
	stage.Must(t, err)
	lines := regexp.MustCompile("(?s)```\n(location / .*?)```").FindSubmatch(manual)
	if lines == nil {
		t.Fatal("the reference has no lines for nginx")
	}
	dir, at := t.TempDir(), free(t)
	conf := filepath.Join(dir, "nginx.conf")
	stage.Must(t, os.WriteFile(conf, fmt.Appendf(nil, `daemon off; master_process off; pid %[1]s/pid; error_log stderr;
events {}
http {
  access_log off; client_body_temp_path %[1]s/a; proxy_temp_path %[1]s/b; fastcgi_temp_path %[1]s/c; uwsgi_temp_path %[1]s/d;
  scgi_temp_path %[1]s/e;
  server { listen %[2]s; %[3]s }
}
`, dir, at, strings.ReplaceAll(string(lines[1]), "127.0.0.1:8480", l.Addr().String())), 0o600))
	runs(t, "nginx", nil, "-c", conf, "-p", dir)
	asks := func(method, url string, body []byte, head ...string) (int, []byte) {
		r, err := http.NewRequestWithContext(t.Context(), method, strings.Replace(url, "https://demo.test", "http://"+at, 1), bytes.NewReader(body))
		stage.Must(t, err)
		r.Host = "demo.test"
		for _, line := range head {
			name, value, _ := strings.Cut(line, ": ")
			if r.Header.Add(name, value); name == "Host" {
				r.Host = value
			}
		}
		got, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Errorf("%s %s: %v", method, url, err)
			return 0, nil
		}
		defer got.Body.Close()
		raw, err := io.ReadAll(got.Body)
		stage.Must(t, err)
		return got.StatusCode, raw
	}
	for until := time.Now().Add(20 * time.Second); ; {
		if c, err := net.Dial("tcp", at); err == nil {
			_ = c.Close()
			break
		} else if time.Now().After(until) {
			t.Fatal(err)
		}
	}
	if status, table := asks("GET", file, nil); status != 200 || !strings.Contains(opened(t, link, string(table)), `"realm":1`) {
		t.Errorf("the table: %d", status)
	}
	good := sealed(t, link, letter(page, "", s.recruits(stage.Anna, 1000), true))
	if status, body := asks("POST", file, good); status != 200 || opens(t, link, good, body).Fate != "taken" {
		t.Errorf("a letter: %d", status)
	}
	for _, c := range []struct {
		what, method, url string
		body              []byte
		head              string
		want              int
	}{
		{"a foreign host", "GET", file, nil, "Host: evil.test", 404},
		{"too large for the program", "POST", file, make([]byte, 512<<10+1), "Expect: 100-continue", 413},
		{"too large for the proxy", "POST", file, make([]byte, 600<<10+1), "Expect: 100-continue", 413},
		{"another site", "POST", file, good, "Origin: https://evil.test", 404},
	} {
		if status, _ := asks(c.method, c.url, c.body, c.head); status != c.want {
			t.Errorf("%s: %d, want %d", c.what, status, c.want)
		}
	}
	many := 0
	for n := range 30 { // all are of one network, whatever they say
		if status, _ := asks("POST", file, nil, fmt.Sprintf("X-Forwarded-For: 10.9.8.%d", n)); status == 429 {
			many++
		}
	}
	if many < 15 {
		t.Errorf("%d of 30 are too many", many)
	}
}
