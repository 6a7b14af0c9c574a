package web_test

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/mailing"
	"weltentor/cmd/weltentor/web"
	"weltentor/resolve/store/disk"
)

// answer is what a letter is answered with.
type answer struct {
	Fate            string
	Turn, Good, Bad int
	Said, To, Door  string
	Again           bool
}

// pageSends are the settings of a world whose page sends.
func pageSends(more map[string]string) map[string]string {
	all := tableAt()
	all["page_sends"] = "true"
	maps.Copy(all, more)
	return all
}

// gcm is a cipher as the page makes it from the key of a file.
func gcm(t testing.TB, key []byte, info string) cipher.AEAD {
	t.Helper()
	own, err := hkdf.Key(sha256.New, key, nil, info, 32)
	stage.Must(t, err)
	block, err := aes.NewCipher(own)
	stage.Must(t, err)
	g, err := cipher.NewGCM(block)
	stage.Must(t, err)
	return g
}

// sealed is a letter with this content, sealed as the page does for the file of a key.
func sealed(t testing.TB, key []byte, content string) []byte {
	t.Helper()
	sum := sha256.Sum256(append([]byte("weltentor table 1 file "), key...))
	nonce := make([]byte, 12)
	rand.Read(nonce)
	return gcm(t, key, "weltentor letter 1").Seal(append([]byte("WTL1"), nonce...), nonce, []byte(content),
		[]byte("WTL1"+hex.EncodeToString(sum[:16])))
}

// fileOf is the address of a key's file.
func fileOf(key []byte) string {
	sum := sha256.Sum256(append([]byte("weltentor table 1 file "), key...))
	return at + hex.EncodeToString(sum[:16]) + ".bin"
}

var sendsMark = regexp.MustCompile(`<body data-link data-sends="([0-9a-f]{16})" data-rulebook=`)

// version is that of the page which sends.
func (s *site) version() string {
	s.T.Helper()
	page, _ := s.gets(at+s.game()+".html", 200)
	found := sendsMark.FindStringSubmatch(page)
	if found == nil {
		s.T.Fatal("the page does not send")
	}
	return found[1]
}

// letter is a letter as the page writes it.
func letter(page, subject, text string, keep bool) string {
	raw, _ := json.Marshal(map[string]any{"page": page, "subject": subject, "text": text, "keep": keep})
	return string(raw)
}

// posts sends bytes to a file, from a network of its own, so that no limit counts.
func (s *site) posts(ctx context.Context, url string, body []byte, head ...string) (status int, got []byte) {
	r := httptest.NewRequest(http.MethodPost, url, bytes.NewReader(body)).WithContext(ctx)
	var ip [4]byte
	rand.Read(ip[:])
	r.RemoteAddr = fmt.Sprintf("10.%d.%d.%d:1", ip[0], ip[1], ip[2])
	for _, line := range head {
		name, value, _ := strings.Cut(line, ": ")
		r.Header.Set(name, value)
	}
	to := httptest.NewRecorder()
	s.ServeHTTP(to, r)
	return to.Code, to.Body.Bytes()
}

// sends seals a letter and sends it. It must be answered.
func (s *site) sends(key []byte, content string) answer {
	s.T.Helper()
	return s.sendsAgain(key, sealed(s.T, key, content))
}

// sendsAgain sends what was sealed before.
func (s *site) sendsAgain(key, letter []byte) (a answer) {
	s.T.Helper()
	status, body := s.posts(s.T.Context(), fileOf(key), letter)
	if status != 200 {
		s.T.Fatalf("%d %.200s", status, body)
	}
	return opens(s.T, key, letter, body)
}

// opens opens the answer to a letter.
func opens(t testing.TB, key, letter, body []byte) (a answer) {
	t.Helper()
	sum := sha256.Sum256(letter)
	if len(body) < 16 || string(body[:4]) != "WTA1" {
		t.Fatalf("%.200q", body)
	}
	plain, err := gcm(t, key, "weltentor answer 1").Open(nil, body[4:16], body[16:], append([]byte("WTA1"), sum[:]...))
	stage.Must(t, err)
	stage.Must(t, json.Unmarshal(plain, &a))
	return a
}

// inForce is what of a realm's orders is in force.
func (s *site) inForce(realm int) string {
	s.T.Helper()
	_, out, _ := s.Run("orders", s.Dir, fmt.Sprint(realm), "--lang", "en")
	return out
}

// recruits is a letter's text with orders of a realm.
func (s *site) recruits(realm, men int) string {
	return s.Players[realm-1].Identity + fmt.Sprintf("\n$R\nK.M 1 %d 0 0\n$E\n", men)
}

// waiting are the letters that have arrived and are not taken in.
func (s *site) waiting() (names []string) {
	s.T.Helper()
	all, err := filepath.Glob(filepath.Join(s.Dir, "arrived", "*.bin"))
	stage.Must(s.T, err)
	return all
}

// Orders are sent by link and password. They are in force at once, the answer is the receipt that is mailed, and the table
// has them. The same letter once more changes nothing. The door that the password opens goes on in the next turn, without
// a password, and ends with it.
func TestSends(t *testing.T) {
	t.Parallel()
	s := newSite(t, pageSends(nil))
	if s == nil {
		return
	}
	link, file := s.link(stage.Anna, "TISCH")
	page := s.version()
	first := sealed(t, link, letter(page, "", s.recruits(stage.Anna, 1000), true))
	a := s.sendsAgain(link, first)
	if a.Fate != "taken" || a.Turn != 1 || a.Good != 1 || a.Bad != 0 || a.To != "a…@…" || a.Again || len(a.Door) != 43 {
		t.Errorf("%+v", a)
	}
	s.Says("in force", s.inForce(1), "K.M 1 1000 0 0")
	if table, _ := s.gets(file, 200); !strings.Contains(opened(t, link, table), "K.M 1 1000 0 0") {
		t.Error("the table does not have the orders")
	}
	s.Cron()
	if mail := s.One(stage.Anna); strings.TrimSpace(strings.ReplaceAll(mail.Body, "\r", "")) != strings.TrimSpace(a.Said) {
		t.Errorf("mailed is\n%s\nnot\n%s", mail.Body, a.Said)
	}
	s.Nowhere(strings.Fields(s.Players[0].Identity)[2], a.Door)

	if b := s.sends(link, letter(page, "", s.recruits(stage.Anna, 2000), false)); b.Fate != "taken" || b.Door != "" {
		t.Errorf("%+v", b)
	}
	if again := s.sendsAgain(link, first); !again.Again || again.Door != "" {
		t.Errorf("%+v", again)
	}
	s.Says("in force", s.inForce(1), "K.M 1 2000 0 0")

	door, err := base64.RawURLEncoding.DecodeString(a.Door)
	stage.Must(t, err)
	if table, _ := s.gets(fileOf(door), 200); !strings.Contains(opened(t, door, table), "K.M 1 2000 0 0") {
		t.Error("the door's table does not have the orders")
	}
	s.Done("turn", s.Dir, "--force", "--yes")
	s.Done("send", s.Dir)
	if status, _ := s.posts(t.Context(), file, sealed(t, link, letter(page, "", s.recruits(stage.Anna, 3000), false))); status != 404 {
		t.Errorf("the link of the turn before: %d", status)
	}
	if table, _ := s.gets(fileOf(door), 200); !strings.Contains(opened(t, door, table), `"turn":2,`) {
		t.Error("the door's table is not that of the next turn")
	}
	if a := s.sends(door, letter(page, "", "$I 1\n$R\nK.M 1 1010 0 0\n$E\n", false)); a.Fate != "taken" || a.Turn != 2 {
		t.Errorf("%+v", a)
	}
	s.Done("realm", "passwd", s.Dir, "1")
	s.gets(fileOf(door), 404)
	if status, _ := s.posts(t.Context(), fileOf(door), sealed(t, door, letter(page, "", "$I 1\n$R\nK.M 1 1020 0 0\n$E\n", false))); status != 404 {
		t.Errorf("the door after a new password: %d", status)
	}
	s.Says("in force", s.inForce(1), "K.M 1 1010 0 0")
	s.Done("verify", s.Dir)
	if s.said.String() != "" { // no password, no key, no name of a file
		t.Errorf("it says %s", s.said.String())
	}
}

// Beside `run` the receipt leaves at once, though nothing else would begin a round.
func TestReceiptLeavesAtOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t, pageSends(nil))
	if s == nil {
		return
	}
	anna, _ := s.link(stage.Anna, "TISCH")
	bob, _ := s.link(stage.Bob, "TABLE")
	page := s.version()
	s.Close()
	waker := &mailing.Waker{}
	var err error
	s.Server, err = web.New(s.call, []string{s.Dir}, false, waker.Wake)
	stage.Must(t, err)
	t.Cleanup(s.Close)
	own, end := *s.call, context.CancelFunc(nil)
	own.Ctx, end = context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- mailing.Run(&own, []string{s.Dir}, nil, mailing.Rests{Look: time.Hour, Again: time.Hour, Waker: waker})
	}()
	for realm, key := range map[int][]byte{stage.Anna: anna, stage.Bob: bob} {
		s.sends(key, letter(page, "", s.recruits(realm, 1000), false))
		for wait := time.Now().Add(time.Minute); len(s.Fresh(realm)) == 0; time.Sleep(5 * time.Millisecond) {
			if time.Now().After(wait) {
				t.Fatalf("no receipt for realm %d", realm)
			}
		}
	}
	end()
	stage.Must(t, <-ended)
}

// Before a key has opened a letter nothing is done: it looks like a file that is not there, and is not kept. A page that is
// older is told which is served, by whoever has the key. A letter may have 512 KB.
func TestLettersOfStrangers(t *testing.T) {
	t.Parallel()
	s := newSite(t, pageSends(nil))
	if s == nil {
		return
	}
	link, file := s.link(stage.Anna, "TISCH")
	other, otherFile := s.link(stage.Bob, "TABLE")
	page := s.version()
	good := sealed(t, link, letter(page, "", s.recruits(stage.Anna, 1000), false))
	before := s.reads("world.db")
	refused := func(what string, want int, url string, body []byte, head ...string) []byte {
		t.Helper()
		status, got := s.posts(t.Context(), url, body, head...)
		if status != want || len(s.waiting()) > 0 || s.reads("world.db") != before {
			t.Errorf("%s: %d, want %d; waiting %d", what, status, want, len(s.waiting()))
		}
		return got
	}
	none := refused("an unknown file", 404, at+strings.Repeat("0", 32)+".bin", good)
	for n := 0; n < len(good); n += 7 {
		bad := bytes.Clone(good)
		bad[n] ^= 1
		if got := refused(fmt.Sprint("bit ", n), 404, file, bad); !bytes.Equal(got, none) {
			t.Errorf("bit %d: %q", n, got)
		}
	}
	for n := range 40 {
		refused(fmt.Sprint("cut to ", n), 404, file, good[:n])
	}
	refused("at another file", 404, otherFile, good)
	refused("sealed by another key", 404, file, sealed(t, other, letter(page, "", s.recruits(stage.Anna, 1000), false)))
	refused("no letter", 404, file, nil)
	refused("the page as a file", 404, at+s.game()+".html", good)
	refused("a foreign origin", 404, file, good, "Origin: https://evil.test")
	refused("no origin", 404, file, good, "Origin: null")
	refused("a foreign host", 404, strings.Replace(file, "demo.test", "evil.test", 1), good)
	for _, content := range []string{"", "[]", "null1", `{"page":1}`, `{"more":1}`, "{}{}", strings.Repeat("[", 400_000),
		letter(page, "a\nBcc: x@y.example", "x", false), letter(page, strings.Repeat("x", 300_000), "x", false), `{"text":"` + "\xff" + `"}`} {
		refused(fmt.Sprintf("%.40q", content), 404, file, sealed(t, link, content))
	}
	for _, old := range []string{"", "0123456789abcdef", page + "0"} {
		if got := refused("page "+old, 409, file, sealed(t, link, letter(old, "", "x", false))); strings.TrimSpace(string(got)) != page {
			t.Errorf("it is told %q", got)
		}
	}
	refused("512 KB and one", 413, file, make([]byte, 512<<10+1))
	refused("512 KB", 404, file, make([]byte, 512<<10))
	refused("600 KB to an unknown file", 404, at+strings.Repeat("0", 32)+".bin", make([]byte, 600<<10))

	long := s.Players[0].Identity + "\n$R\nK.M 1 1000 0 0\n" + strings.Repeat("; "+strings.Repeat("x", 70)+"\n", 6900) + "$E\n"
	if whole := sealed(t, link, letter(page, "", long, false)); len(whole) < 500_000 || len(whole) > 512<<10 {
		t.Fatalf("%d bytes", len(whole))
	} else if status, _ := s.posts(t.Context(), file, whole, "Origin: https://demo.test"); status != 200 {
		t.Errorf("a letter of %d bytes: %d", len(whole), status)
	}

	s.Write("world.toml", strings.Replace(s.reads("world.toml"), "page_sends = true", "page_sends = false", 1))
	if page, _ := s.gets(at+s.game()+".html", 200); strings.Contains(page, "data-sends") {
		t.Error("the page sends")
	}
	if status, _ := s.posts(t.Context(), file, good); status != 404 {
		t.Errorf("without page_sends: %d", status)
	}
}

// reads reads a file of the world.
func (s *site) reads(name string) string {
	s.T.Helper()
	raw, err := os.ReadFile(filepath.Join(s.Dir, name))
	stage.Must(s.T, err)
	return string(raw)
}

// The right password of another realm opens nothing, and all other realms are answered alike. Ten wrong ones close the
// link for an hour.
func TestOthersRealms(t *testing.T) {
	t.Parallel()
	s := newSite(t, pageSends(nil))
	if s == nil {
		return
	}
	bob, _ := s.link(stage.Bob, "TABLE")
	page := s.version()
	want := answer{Fate: "unidentified"}
	for _, text := range []string{s.recruits(stage.Anna, 1000), strings.Replace(s.recruits(stage.Anna, 1000), "$I 1 ", "$I 9 ", 1), "REPORT", "PASSWORD\n"} {
		if a := s.sends(bob, letter(page, "", text, true)); a != want {
			t.Errorf("%.20q: %+v", text, a)
		}
	}
	for n := range 12 {
		a := s.sends(bob, letter(page, "", "$I 2 not-the-password\n$R\nK.M 1 10 0 0\n$E\n", true))
		if want := map[bool]string{true: "wrong-password", false: "throttled"}[n < 10]; a.Fate != want || a.Door != "" {
			t.Errorf("%d: %+v", n, a)
		}
	}
	if a := s.sends(bob, letter(page, "", s.recruits(stage.Bob, 1000), true)); a.Fate != "throttled" {
		t.Errorf("%+v", a)
	}
	for _, realm := range []int{1, 2} {
		s.Lacks("in force", s.inForce(realm), "K.M")
	}
}

// While somebody else works at the world a letter waits, first before the server, and after its patience as a file. Whoever
// has the lock next takes it in, as of when it arrived, also at the end of the turn; and whoever waits is answered.
func TestArrivesWhileTheWorldIsBusy(t *testing.T) {
	t.Parallel()
	s := newSite(t, pageSends(nil))
	if s == nil {
		return
	}
	link, file := s.link(stage.Anna, "TISCH")
	page := s.version()
	var woken sync.WaitGroup
	lock, err := disk.Lock(s.Dir)
	stage.Must(t, err)
	woken.Go(func() {
		time.Sleep(300 * time.Millisecond)
		stage.Must(t, lock.Unlock())
	})
	if a := s.sends(link, letter(page, "", s.recruits(stage.Anna, 1000), false)); a.Fate != "taken" {
		t.Errorf("%+v", a)
	}
	woken.Wait()
	s.Cron()
	s.Fresh(stage.Anna)

	// Another process takes it in while its server waits.
	w, err := folder.Open(s.call, s.Dir)
	stage.Must(t, err)
	w, done, err := w.Locked()
	stage.Must(t, err)
	second := sealed(t, link, letter(page, "", s.recruits(stage.Anna, 2000), true))
	var answered answer
	woken.Go(func() { answered = s.sendsAgain(link, second) })
	for len(s.waiting()) == 0 {
		time.Sleep(time.Millisecond)
	}
	kept := s.waiting()[0]
	raw, err := os.ReadFile(kept)
	stage.Must(t, err)
	if bytes.Equal(raw, second) == bytes.Contains(raw, []byte("K.M")) {
		t.Error("it is not kept as it came")
	}
	stage.Must(t, mailing.TakeArrived(w, nil))
	// A kill between the commit and the removal leaves the file: it does nothing once more.
	stage.Must(t, os.WriteFile(kept, raw, 0o600))
	stage.Must(t, mailing.TakeArrived(w, nil))
	done()
	woken.Wait() // it hears what became of it, and gets its door; the receipt is in the mail
	if answered.Fate != "taken" || !answered.Again || answered.Good != 1 || len(answered.Door) != 43 {
		t.Errorf("%+v", answered)
	}
	s.Now = s.Now.Add(10 * time.Minute) // receipts of a while are one
	s.Cron()
	if n := len(s.Fresh(stage.Anna)); n != 1 || len(s.waiting()) > 0 {
		t.Errorf("%d receipts, %d letters wait", n, len(s.waiting()))
	}

	// Nobody is done before the server's patience ends: the letter is on disk, and counts.
	lock, err = disk.Lock(s.Dir)
	stage.Must(t, err)
	ctx, end := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer end()
	s.Now = time.Date(2026, 3, 6, 18, 59, 59, 0, time.UTC) // a second before the deadline in Berlin
	third := sealed(t, link, letter(page, "", s.recruits(stage.Anna, 3000), false))
	if status, _ := s.posts(ctx, file, third); status != 503 {
		t.Errorf("%d", status)
	}
	stage.Must(t, lock.Unlock())
	if _, err := os.Stat(filepath.Join(s.Dir, "arrived")); err != nil || len(s.waiting()) != 1 {
		t.Errorf("%d letters wait: %v", len(s.waiting()), err)
	}
	s.Cron() // a minute later it is due
	s.Says("the report", s.Done("report", s.Dir, "1"), "K.M 1 mit 3000 Mann")
	if table, _ := s.gets(file, 404); len(s.waiting()) > 0 || table == "" {
		t.Errorf("%d letters wait", len(s.waiting()))
	}
	if status, _ := s.posts(t.Context(), file, third); status != 404 {
		t.Errorf("the link has ended: %d", status)
	}
}

// While a turn is held a letter by the door waits, however often it is sent, and counts once the turn is released.
func TestArrivesWhileATurnIsHeld(t *testing.T) {
	t.Parallel()
	s := newSite(t, pageSends(nil))
	if s == nil {
		return
	}
	link, _ := s.link(stage.Anna, "TISCH")
	page := s.version()
	door, err := base64.RawURLEncoding.DecodeString(s.sends(link, letter(page, "", s.recruits(stage.Anna, 1000), true)).Door)
	stage.Must(t, err)
	s.Done("turn", s.Dir, "--hold", "--force", "--yes")
	later := sealed(t, door, letter(page, "", "$I 1\n$R\nK.M 1 1234 0 0\n$E\n", false))
	byLink := sealed(t, link, letter(page, "", s.recruits(stage.Anna, 1500), false)) // it ends with the turn
	if a := s.sendsAgain(link, byLink); a.Fate != "undecided" {
		t.Errorf("%+v", a)
	}
	s.Now = s.Now.Add(time.Second)
	for range 2 {
		if a := s.sendsAgain(door, later); a.Fate != "undecided" || a.Again || len(s.waiting()) != 2 {
			t.Errorf("%+v, %d letters wait", a, len(s.waiting()))
		}
	}
	s.Done("turn", s.Dir, "--release")
	s.Run("cron", s.Dir)
	s.Says("in force", s.inForce(1), "turn 2: 1 order", "K.M 1 1234 0 0")
	if got := s.Fresh(stage.Anna); !slices.ContainsFunc(got, func(l stage.Letter) bool { return strings.Contains(l.Body, "1500") }) {
		t.Errorf("what came by the link of the turn that is over: %+v", got)
	}
	if len(s.waiting()) > 0 {
		t.Errorf("%d letters wait", len(s.waiting()))
	}
	if a := s.sendsAgain(door, later); a.Fate != "taken" {
		t.Errorf("the page sends it again: %+v", a)
	}
}

// Too many letters that wait are not kept: 16 for a key. What a kill has left goes after a while.
func TestArrivedIsBounded(t *testing.T) {
	t.Parallel()
	s := newSite(t, pageSends(nil))
	if s == nil {
		return
	}
	link, file := s.link(stage.Anna, "TISCH")
	bob, bobFile := s.link(stage.Bob, "TABLE")
	page := s.version()
	lock, err := disk.Lock(s.Dir)
	stage.Must(t, err)
	ctx, end := context.WithCancel(t.Context())
	end()
	for n := range 20 {
		s.Now = s.Now.Add(time.Second)
		one := sealed(t, link, letter(page, "", s.recruits(stage.Anna, 1000+n), false))
		for range 2 {
			if status, _ := s.posts(ctx, file, one); status != 503 {
				t.Errorf("letter %d: %d", n, status)
			}
		}
	}
	s.posts(ctx, bobFile, sealed(t, bob, letter(page, "", s.recruits(stage.Bob, 1077), false)))
	if n := len(s.waiting()); n != 17 {
		t.Errorf("%d letters wait", n)
	}
	left := filepath.Join(s.Dir, "arrived", "x.next")
	stage.Must(t, os.WriteFile(left, nil, 0o600))
	stage.Must(t, os.Chtimes(left, time.Time{}, time.Now().Add(-time.Hour)))
	stage.Must(t, lock.Unlock())
	s.Done("turn", s.Dir)
	s.Says("in force", s.inForce(1)+s.inForce(2), "K.M 1 1015 0 0", "K.M 1 1077 0 0")
	if _, err := os.Stat(left); err == nil || len(s.waiting()) > 0 {
		t.Errorf("%d letters wait, and what a kill has left: %v", len(s.waiting()), err)
	}
}

// Many letters at once, beside commands: each is taken, the last one is in force, and nobody is turned away.
func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t, pageSends(nil))
	if s == nil {
		return
	}
	link, _ := s.link(stage.Anna, "TISCH")
	bob, _ := s.link(stage.Bob, "TABLE")
	page := s.version()
	var all sync.WaitGroup
	var mu sync.Mutex
	fates := map[string]int{}
	for n := range 12 {
		for key, realm := range map[*[]byte]int{&link: 1, &bob: 2} {
			body := sealed(t, *key, letter(page, "", s.recruits(realm, 1000+n), false))
			all.Go(func() {
				status, got := s.posts(t.Context(), fileOf(*key), body)
				mu.Lock()
				defer mu.Unlock()
				if status != 200 {
					fates[fmt.Sprint(status)]++
					return
				}
				fates[opens(t, *key, body, got).Fate]++
			})
		}
	}
	all.Wait()
	if fates["taken"] != 24 {
		t.Errorf("%v", fates)
	}
	for realm := 1; realm <= 2; realm++ {
		if n := strings.Count(s.inForce(realm), "K.M 1 "); n != 1 {
			t.Errorf("realm %d: %d lines in force", realm, n)
		}
	}
	s.Done("verify", s.Dir)
}

// One network sends twelve letters at once, and then thirty a minute.
func TestLimitOfLetters(t *testing.T) {
	t.Parallel()
	s := newSite(t, pageSends(nil))
	if s == nil {
		return
	}
	refused := 0
	for range 60 {
		a := s.asks(http.MethodPost, at+strings.Repeat("0", 32)+".bin", strings.NewReader("x"), "X-Forwarded-For: 198.51.100.1")
		if a.StatusCode == 429 {
			refused++
		}
		_, _ = io.Copy(io.Discard, a.Body)
	}
	if refused != 48 {
		t.Errorf("%d of 60 are refused", refused)
	}
}
