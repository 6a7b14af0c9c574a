package web_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/page/pages"
	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/web"
	"weltentor/worlds"
)

// at is where the world of a test is on the web.
const at = "https://demo.test/t/"

// site is a world that is served.
type site struct {
	*clitest.Counter
	*web.Server
	call *call.Call
	said *stage.Said
}

// newSite founds a world with these settings and serves it. It is nil if the program was built without pages.
func newSite(t *testing.T, settings map[string]string) *site {
	t.Helper()
	if pages.Version(worlds.Rulebooks()[0].Name()) == "" {
		clitest.MayLackPages(t)
		return nil
	}
	s := &site{Counter: clitest.NewCounter(t, settings), said: &stage.Said{}}
	s.call = &call.Call{Ctx: t.Context(), Env: clitest.NoEnv, Books: worlds.Rulebooks(), Out: s.said, Raw: io.Discard,
		Voice: call.NewVoice("en", s.said, s.said), Clock: func() time.Time { return s.Now }}
	s.serve(false)
	return s
}

// serve begins to serve the world anew, alone or beside others.
func (s *site) serve(behind bool, others ...string) {
	s.T.Helper()
	if s.Server != nil {
		s.Close()
	}
	var err error
	s.Server, err = web.New(s.call, append([]string{s.Dir}, others...), behind, nil)
	stage.Must(s.T, err)
	s.T.Cleanup(s.Close)
}

// game is the name of its rulebook.
func (s *site) game() string { return worlds.Rulebooks()[0].Name() }

// asks asks as a browser at 203.0.113.7 does, with fields of the head like "Name: value".
func (s *site) asks(method, url string, body io.Reader, head ...string) *http.Response {
	s.T.Helper()
	r := httptest.NewRequest(method, url, body)
	r.RemoteAddr = "203.0.113.7:4711"
	for _, line := range head {
		name, value, _ := strings.Cut(line, ": ")
		if name == "Remote" {
			r.RemoteAddr = value
		}
		r.Header.Add(name, value)
	}
	to := httptest.NewRecorder()
	s.ServeHTTP(to, r)
	return to.Result()
}

// gets is a GET that must have this status. It returns what comes, and its ETag.
func (s *site) gets(url string, status int, head ...string) (body, etag string) {
	s.T.Helper()
	a := s.asks(http.MethodGet, url, nil, head...)
	raw, err := io.ReadAll(a.Body)
	stage.Must(s.T, err)
	if a.StatusCode != status {
		s.T.Errorf("%s: %d, want %d\n%.300s", url, a.StatusCode, status, raw)
	}
	return string(raw), a.Header.Get("ETag")
}

var tableLink = regexp.MustCompile(regexp.QuoteMeta(at) + `\w+\.html#([\w-]{43})\s`)

// link asks for the link of a realm's table, as its player does.
func (s *site) link(realm int, word string) (key []byte, file string) {
	s.T.Helper()
	s.Writes(s.Players[realm-1].Address, word, "")
	letters := s.Fresh(realm)
	return s.linkIn(letters[len(letters)-1])
}

// linkIn is the link in a letter.
func (s *site) linkIn(l stage.Letter) (key []byte, file string) {
	s.T.Helper()
	found := tableLink.FindStringSubmatch(strings.ReplaceAll(l.Body, "\r", ""))
	if found == nil {
		s.T.Fatalf("no link in %q:\n%s", l.Subject, l.Body)
	}
	key, err := base64.RawURLEncoding.DecodeString(found[1])
	stage.Must(s.T, err)
	sum := sha256.Sum256(append([]byte("weltentor table 1 file "), key...))
	return key, at + hex.EncodeToString(sum[:16]) + ".bin"
}

// opened opens a file as the page does.
func opened(t *testing.T, key []byte, file string) string {
	t.Helper()
	block, err := aes.NewCipher(key)
	stage.Must(t, err)
	gcm, err := cipher.NewGCM(block)
	stage.Must(t, err)
	if len(file) < 16 {
		t.Fatalf("the file has %d bytes", len(file))
	}
	plain, err := gcm.Open(nil, []byte(file[4:16]), []byte(file[16:]), []byte("WTT1"))
	stage.Must(t, err)
	z, err := gzip.NewReader(bytes.NewReader(plain[4 : 4+binary.BigEndian.Uint32(plain)]))
	stage.Must(t, err)
	text, err := io.ReadAll(z)
	stage.Must(t, err)
	return string(text)
}

// ages makes the files of the world old, so that the server need not look at them again.
func (s *site) ages() {
	s.T.Helper()
	for _, name := range []string{"world.db", "world.toml"} {
		stage.Must(s.T, os.Chtimes(filepath.Join(s.Dir, name), time.Time{}, time.Now().Add(-time.Hour)))
	}
}

// someOrders are good ones, which ask nobody anything.
const someOrders = clitest.Recruits

// tableAt are the settings of a world whose tables are served.
func tableAt() map[string]string { return map[string]string{"table_url": `"` + at + `"`} }

// A link in a letter opens its reader's table, as `weltentor page` writes it, and nothing is written into a folder. A
// browser that has it is told so. The link ends with a new password, and with the next turn once all reports have left.
func TestTableByLink(t *testing.T) {
	t.Parallel()
	s := newSite(t, tableAt())
	if s == nil {
		return
	}
	key, file := s.link(stage.Anna, "TISCH")
	body, etag := s.gets(file, 200)
	data := filepath.Join(t.TempDir(), "TISCH.json")
	s.Done("page", s.Dir, "1", "-o", data)
	want, err := os.ReadFile(data)
	stage.Must(t, err)
	if got := opened(t, key, body); got != string(want) || len(body) != 64<<10 {
		t.Errorf("%d bytes open as\n%.300s\nnot\n%.300s", len(body), got, want)
	}
	for range 2 { // while the file may still change, and later
		if body, again := s.gets(file, 304, "If-None-Match: "+etag); body != "" || again != etag {
			t.Errorf("%d bytes, and ETag %s, not %s", len(body), again, etag)
		}
		s.ages()
	}
	if again, _ := s.gets(file, 200); again != body {
		t.Error("the same table is sealed twice")
	}
	for _, name := range []string{s.game() + ".html", s.game() + ".webmanifest", "sw.js", "icon.svg", "icon.png"} {
		if body, etag := s.gets(at+name, 200); strings.Contains(body, "Moorland") || etag == "" {
			t.Errorf("%s names a realm, or has no ETag", name)
		}
	}

	s.Mail(stage.Anna, someOrders)
	s.Cron()
	changed, _ := s.gets(file, 200, "If-None-Match: "+etag)
	if table := opened(t, key, changed); !strings.Contains(table, "R.L") {
		t.Errorf("the orders are not in the table:\n%.300s", table)
	}

	s.Fresh(stage.Anna)
	s.Done("turn", s.Dir, "--force", "--yes")
	if table := opened(t, key, first(s.gets(file, 200))); !strings.Contains(table, `"turn":1,`) {
		t.Errorf("before the letters have left, the link opens\n%.300s", table)
	}
	s.Done("send", s.Dir)
	s.gets(file, 404)
	next, nextFile := s.linkIn(s.One(stage.Anna))
	if table := opened(t, next, first(s.gets(nextFile, 200))); !strings.Contains(table, `"turn":2,`) {
		t.Errorf("the next link opens\n%.300s", table)
	}
	s.Done("realm", "passwd", s.Dir, "1")
	s.gets(nextFile, 404)
	if s.said.String() != "" {
		t.Errorf("it says %s", s.said.String())
	}
}

func first(a, _ string) string { return a }

// Law 6: whatever another realm does, a reader's file stays the same, byte for byte, with its ETag.
func TestHiddenChangesLeaveTheFile(t *testing.T) {
	t.Parallel()
	s := newSite(t, tableAt())
	if s == nil {
		return
	}
	_, file := s.link(stage.Anna, "TISCH")
	body, etag := s.gets(file, 200)
	for what, do := range map[string]func(){
		"orders": func() { s.Mail(stage.Bob, someOrders); s.Cron() },
		"200 KB": func() {
			s.Mail(stage.Bob, someOrders+strings.Repeat("; a remark that fills a line of orders\n", 5000))
			s.Cron()
		},
		"a word":         func() { s.Writes("bob@demo.test", "REPORT", "") },
		"a new password": func() { s.Done("realm", "passwd", s.Dir, "2") },
		"a link":         func() { s.link(stage.Bob, "TABLE") },
	} {
		do()
		if again, tag := s.gets(file, 200); again != body || tag != etag {
			t.Errorf("%s of another realm: the file has changed", what)
		}
	}
}

// Whatever is not there looks the same: other hosts, unknown names, paths to other files. Other methods are refused, and
// no answer invites another origin.
func TestStrangers(t *testing.T) {
	t.Parallel()
	s := newSite(t, tableAt())
	if s == nil {
		return
	}
	_, file := s.link(stage.Anna, "TISCH")
	s.gets(file, 200)
	s.gets(strings.Replace(file, "demo.test", "DEMO.test:443", 1), 404) // a browser leaves :443 out
	s.gets(strings.Replace(file, "demo.test", "DEMO.test", 1), 200)
	none, _ := s.gets(at+strings.Repeat("0", 32)+".bin", 404)
	name := strings.TrimPrefix(file, at)
	for _, url := range []string{
		"https://evil.test/t/" + name, "https://127.0.0.1/t/" + name, "https://localhost/t/" + name, "https://demo.test.evil.test/t/" + name,
		"https://demo.test/", "https://demo.test/t/", "https://demo.test/T/" + name, "https://demo.test/" + name,
		at + strings.ToUpper(name), at + name + "/", at + "./" + name, at + "x/../" + name, at + "%2e%2e/t/" + name,
		at + "../world.db", at + "..%2fworld.db", at + "..%5cworld.db", at + "world.db", at + "world.toml", at + "lock", at + ".weltentor.json",
		at + "%00", at + name + "%00", at + "//" + name, "https://demo.test//t/" + name, at + strings.Repeat("x", 4000),
		at + "1.bin", at + ".bin", "https://demo.test/etc/passwd", "https://demo.test/practice/", "https://demo.test/index.html",
	} {
		if body, etag := s.gets(url, 404); body != none || etag != "" {
			t.Errorf("%s: %q %s", url, body, etag)
		}
	}
	for _, method := range []string{"PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "OPTIONS"} {
		a := s.asks(method, file, nil, "Origin: https://evil.test", "Access-Control-Request-Method: POST")
		if a.StatusCode != 405 || a.Header.Get("Allow") != "GET, HEAD, POST" {
			t.Errorf("%s: %d", method, a.StatusCode)
		}
		for name := range a.Header {
			if strings.HasPrefix(name, "Access-Control") {
				t.Errorf("%s is answered with %s", method, name)
			}
		}
	}
	a := s.asks("HEAD", file, nil, "Origin: https://evil.test")
	for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
		"Cross-Origin-Resource-Policy": "same-origin", "X-Frame-Options": "DENY", "Content-Security-Policy": "frame-ancestors 'none'",
		"Cache-Control": "no-cache", "Content-Type": "application/octet-stream", "Access-Control-Allow-Origin": "", "Content-Length": "65536"} {
		if got := a.Header.Get(name); a.StatusCode != 200 || got != want {
			t.Errorf("%d, %s: %q, want %q", a.StatusCode, name, got, want)
		}
	}
	if body, _ := io.ReadAll(a.Body); len(body) > 0 {
		t.Errorf("HEAD brings %d bytes", len(body))
	}
}

// One network asks 200 times at once, and then 10 times a second. Its own words about who it is count for nothing; a
// proxy's do, the last of them, if the server was told of it and it is on this machine. A network of IPv6 is a /56.
func TestLimitsOfANetwork(t *testing.T) {
	t.Parallel()
	s := newSite(t, tableAt())
	if s == nil {
		return
	}
	for _, c := range []struct {
		name   string
		behind bool
		remote string // with %d for the number of the request
		said   string
		want   int // refused of 230
	}{
		{"an address", false, "203.0.113.7:%d", "", 30},
		{"forged", false, "203.0.113.7:1", "198.51.100.%d", 30},
		{"forged, behind a proxy", true, "127.0.0.1:1", "198.51.100.%d, 203.0.113.7", 30},
		{"forged in a line of its own", true, "127.0.0.1:1", "198.51.100.%d\nX-Forwarded-For: 203.0.113.7", 30},
		{"from elsewhere, behind a proxy", true, "203.0.113.7:1", "198.51.100.%d", 30},
		{"no address", true, "[::1]:1", "nobody %d", 30},
		{"a proxy's word", true, "127.0.0.1:1", "203.0.113.7, 198.51.100.%d", 0},
		{"a proxy's word, without --behind-proxy", false, "127.0.0.1:1", "198.51.100.%d", 30},
		{"a /56", false, "[2001:db8:1:2%02x::1]:1", "", 30},
		{"many /56", false, "[2001:db8:1:%x00::1]:1", "", 0},
		{"many addresses", false, "[::ffff:203.0.113.%d]:1", "", 0},
	} {
		s.serve(c.behind)
		refused := 0
		for n := range 230 {
			remote, said := c.remote, c.said
			if strings.Contains(remote, "%") {
				remote = fmt.Sprintf(remote, n)
			}
			if strings.Contains(said, "%") {
				said = fmt.Sprintf(said, n)
			}
			head := append([]string{"Remote: " + remote}, strings.Split("X-Forwarded-For: "+said, "\n")...)
			a := s.asks("GET", at+"x.bin", nil, head...)
			if a.StatusCode == 429 && a.Header.Get("Retry-After") != "" {
				refused++
			} else if a.StatusCode != 404 {
				t.Fatalf("%s: %d", c.name, a.StatusCode)
			}
		}
		if refused != c.want {
			t.Errorf("%s: %d are refused, want %d", c.name, refused, c.want)
		}
	}
	s.serve(false)
	for _, c := range []struct {
		after time.Duration
		want  int // answered of 300
	}{{0, 200}, {time.Second, 10}, {2 * time.Second, 20}, {time.Hour, 200}, {-time.Hour, 0}} {
		s.Now = s.Now.Add(c.after)
		answered := 0
		for range 300 {
			if a := s.asks("GET", at+"x.bin", nil); a.StatusCode == 404 {
				answered++
			}
		}
		if answered != c.want {
			t.Errorf("%v later: %d are answered, want %d", c.after, answered, c.want)
		}
	}
}

// What is public is served at public_url, to which an address without its last stroke leads, with the page for practice
// below it. Several worlds have a list; one does not. What is not public is not there.
func TestPublicPages(t *testing.T) {
	t.Parallel()
	s := newSite(t, map[string]string{"public_url": `"https://demo.test/north"`, "public": `["sent", "standings"]`, "map": `"end"`})
	if s == nil {
		return
	}
	page, etag := s.gets("https://demo.test/north/", 200)
	s.gets("https://demo.test/north/index.html", 304, "If-None-Match: "+etag)
	if to := s.asks("GET", "https://demo.test/north", nil); to.StatusCode != 301 || to.Header.Get("Location") != "/north/" {
		t.Errorf("%d %s", to.StatusCode, to.Header.Get("Location"))
	}
	if !strings.Contains(page, "Moorland") || !strings.Contains(page, `content="https://demo.test/north/`) || strings.Contains(page, "anna@demo.test") {
		t.Errorf("the page is\n%.600s", page)
	}
	folder := filepath.Join(t.TempDir(), "www")
	s.Done("public", s.Dir, "-o", folder)
	for _, name := range []string{"public.de.txt", "public.json", "feed.en.xml"} {
		want, err := os.ReadFile(filepath.Join(folder, name))
		stage.Must(t, err)
		if got, _ := s.gets("https://demo.test/north/"+name, 200); name != "feed.en.xml" && got != string(want) {
			t.Errorf("%s is\n%.300s\nnot\n%.300s", name, got, want)
		}
	}
	if tries, _ := s.gets("https://demo.test/north/practice/index.html", 200); !strings.Contains(tries, "<body data-practice ") {
		t.Error("the page for practice is another")
	}
	s.gets("https://demo.test/", 404) // one world needs no list
	s.gets("https://demo.test/north/"+s.game()+".html", 404)

	s.Mail(stage.Anna, someOrders)
	s.Cron()
	if again, tag := s.gets("https://demo.test/north/", 200); tag == etag || again == page {
		t.Error("who has sent is public, and the page does not show it")
	}

	other := clitest.NewCounter(t, map[string]string{"public_url": `"https://demo.test/deep/south/"`, "public": `[]`, "name": `"South"`})
	s.serve(false, other.Dir)
	list, _ := s.gets("https://demo.test/", 200)
	if !strings.Contains(list, `href="north/index.html"`) || strings.Contains(list, "South") {
		t.Errorf("the list is\n%.600s", list)
	}
	s.gets("https://demo.test/deep/south/", 404)
	s.gets("https://demo.test/deep/south/practice/", 404)
	if page, _ := s.gets("https://demo.test/north/", 200); !strings.Contains(page, `href="/"`) {
		t.Error("the page does not lead to the list")
	}
	toml, err := os.ReadFile(filepath.Join(other.Dir, "world.toml"))
	stage.Must(t, err)
	other.Write("world.toml", strings.Replace(string(toml), "public = []", `public = ["standings"]`, 1))
	if list, _ := s.gets("https://demo.test/", 200); !strings.Contains(list, `href="deep/south/index.html"`) {
		t.Errorf("the list is\n%.600s", list)
	}
	s.gets("https://demo.test/deep/south/", 200)
}

// What cannot be served is refused with a sentence that says what to do.
func TestRefusals(t *testing.T) {
	t.Parallel()
	s := newSite(t, tableAt())
	if s == nil {
		return
	}
	same, nowhere := clitest.NewCounter(t, tableAt()), clitest.NewCounter(t, nil)
	refused := func(what string, want string, dirs ...string) {
		t.Helper()
		w, err := web.New(s.call, dirs, false, nil)
		if err == nil {
			w.Close()
			t.Errorf("%s is served", what)
			return
		}
		if got := complaint.InWords(err, "en"); complaint.ExitOf(err) == 0 || !strings.Contains(got, want) {
			t.Errorf("%s: %q", what, got)
		}
	}
	refused("a world twice", "serves this world already", s.Dir)
	s.Close()
	refused("two worlds at one address", "the address demo.test/t/ is taken", s.Dir, same.Dir)
	refused("a world without an address", "Set table_url for their tables, public_url", nowhere.Dir)
	w, err := web.New(s.call, []string{nowhere.Dir, s.Dir}, false, nil)
	if err != nil || w.Worlds() != 1 {
		t.Fatalf("beside a world without an address: %v", err)
	}
	w.Close()

	copied := filepath.Join(t.TempDir(), "copy")
	stage.Must(t, os.CopyFS(copied, os.DirFS(s.Dir)))
	stage.Must(t, os.Chmod(copied, 0o700))
	refused("a copy", "copy", copied)
	s.serve(false)
	_, file := s.link(stage.Anna, "TISCH")
	db, moved := filepath.Join(s.Dir, "world.db"), filepath.Join(t.TempDir(), "world.db")
	s.gets(file, 200)
	stage.Must(t, os.Rename(db, moved))
	s.gets(file, 503)
	s.Says("why", s.said.String(), "A page could not be shown: ")
	stage.Must(t, os.Rename(moved, db))
	s.gets(file, 200)

	for addr, want := range map[string]string{"127.0.0.1": "like 127.0.0.1:8480", "0.0.0.0:0": "--behind-proxy", ":0": "--behind-proxy",
		"192.0.2.1:0": "--behind-proxy", "[::]:0": "--behind-proxy", "demo.test:0": "--behind-proxy"} {
		if _, err := web.Listen(addr, false, false); err == nil || !strings.Contains(complaint.InWords(err, "en"), want) {
			t.Errorf("%s: %v", addr, err)
		}
	}
	for addr, behind := range map[string]bool{"127.0.0.1:0": false, "[::1]:0": false, "localhost:0": false, ":0": true} {
		l, err := web.Listen(addr, behind, false)
		if err != nil && !strings.Contains(addr, "::1") { // a machine may have no IPv6
			t.Errorf("%s: %v", addr, err)
		} else if err == nil {
			l.Close()
		}
	}
}

// Over a network: a head of 20 KB is refused, the 25th connection of a network is closed, and at its end the server
// answers what it has begun.
func TestServes(t *testing.T) {
	t.Parallel()
	s := newSite(t, tableAt())
	if s == nil {
		return
	}
	l, err := web.Listen("127.0.0.1:0", false, false)
	stage.Must(t, err)
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	ask := func(fill int) (int, error) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+l.Addr().String()+"/t/sw.js", nil)
		stage.Must(t, err)
		r.Host = "demo.test"
		r.Header.Set("X-Fill", strings.Repeat("x", fill))
		c := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
		a, err := c.Do(r)
		if err != nil {
			return 0, err
		}
		defer a.Body.Close()
		_, err = io.Copy(io.Discard, a.Body)
		return a.StatusCode, err
	}
	if code, err := ask(1); code != 200 {
		t.Fatalf("%d %v", code, err)
	}
	if code, _ := ask(20 << 10); code != 431 {
		t.Errorf("a large head: %d", code)
	}
	var open []io.Closer
	for range 24 {
		c, err := net.Dial("tcp", l.Addr().String())
		stage.Must(t, err)
		open = append(open, c)
	}
	if code, err := ask(1); err == nil {
		t.Errorf("the 25th connection: %d", code)
	}
	for _, c := range open {
		c.Close()
	}
	for wait := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if code, _ := ask(1); code == 200 {
			break
		}
		if time.Now().After(wait) {
			t.Fatal("after the others have gone, nobody is answered")
		}
	}
	end()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if _, err := ask(1); err == nil {
		t.Error("it still answers")
	}
	w, err := web.New(s.call, []string{s.Dir}, false, nil) // nothing is locked any more
	stage.Must(t, err)
	w.Close()
}

// `run --web` is mail and pages in one process, and `serve` the pages alone. Both say where, and refuse what cannot be.
func TestCommands(t *testing.T) {
	t.Parallel()
	s := newSite(t, tableAt())
	if s == nil {
		return
	}
	s.Close()
	for _, verb := range []string{"run", "serve"} {
		code, _, errs := s.Run(verb, s.Dir, "--lang", "en", "--web", "0.0.0.0:0")
		if code != complaint.ExitUsage || !strings.Contains(errs, "--behind-proxy") {
			t.Errorf("%s: exit %d, %s", verb, code, errs)
		}
		ctx, end := context.WithCancel(t.Context())
		out := &clitest.Watched{Words: regexp.MustCompile(`1 world at (http://127\.0\.0\.1:\d+)`)}
		out.Do = func(found []string) {
			r, err := http.NewRequestWithContext(ctx, http.MethodGet, found[1]+"/t/sw.js", nil)
			if err == nil {
				r.Host = "demo.test"
				go func() {
					defer end()
					if a, err := http.DefaultClient.Do(r); err != nil || a.StatusCode != 200 {
						t.Errorf("%s: %v %v", verb, a, err)
					}
				}()
			}
		}
		if code := cli.Run(ctx, []string{verb, s.Dir, "--lang", "en", "--web", "127.0.0.1:0"}, strings.NewReader(""), out, s.said,
			clitest.NoEnv, worlds.Rulebooks()); code != 0 {
			t.Errorf("%s: exit %d", verb, code)
		}
		if !errors.Is(ctx.Err(), context.Canceled) {
			t.Errorf("%s says nothing of where it serves", verb)
		}
		end()
	}
}
