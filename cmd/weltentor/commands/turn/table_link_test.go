package turn_test

import (
	"bytes"
	"compress/gzip"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/page/pages"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/worlds"
)

var tableLink = regexp.MustCompile(`https://demo\.test/t/(\w+\.html)#([\w-]{43})\s`)

// unsealed opens the file of a link as its page does; found is false if it is not there.
func unsealed(t *testing.T, folder, key string) (data string, found bool) {
	t.Helper()
	raw, err := base64.RawURLEncoding.DecodeString(key)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(append([]byte("weltentor table 1 file "), raw...))
	file, err := os.ReadFile(filepath.Join(folder, hex.EncodeToString(sum[:16])+".bin"))
	if err != nil {
		return "", false
	}
	block, err := aes.NewCipher(raw)
	if err != nil {
		t.Fatal(err)
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := gcm.Open(nil, file[4:16], file[16:], []byte("WTT1"))
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(plain[4 : 4+binary.BigEndian.Uint32(plain)]))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(text), true
}

// cron writes what the links in letters open before the letters leave: the page, and for each realm four files of the same
// size. Who resolves and sends by hand needs no cron for that. A new turn has new ones, a new password ends a link, and
// without table_url all of it goes. What cannot be written leaves the old files, and the game master hears of it.
func TestTableByLink(t *testing.T) {
	t.Parallel()
	game := worlds.Rulebooks()[0].Name()
	if pages.Version(game) == "" {
		clitest.MayLackPages(t)
		return
	}
	www := filepath.Join(t.TempDir(), "www")
	to, ran := filepath.Join(www, "t"), filepath.Join(t.TempDir(), "ran")
	d := clitest.NewCounter(t, map[string]string{"public_to": `"` + www + `"`, "table_url": `"https://demo.test/t/"`,
		"public_after": `["sh", "-c", "printf x >>` + ran + `"]`})
	sealed := func() (names []string) {
		t.Helper()
		names, err := filepath.Glob(filepath.Join(to, "*.bin"))
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	link := func(l stage.Letter) string {
		t.Helper()
		found := tableLink.FindStringSubmatch(strings.ReplaceAll(l.Body, "\r", ""))
		if found == nil || found[1] != game+".html" {
			t.Fatalf("no link in %q:\n%s", l.Subject, l.Body)
		}
		return found[2]
	}
	read := func(name string) string {
		t.Helper()
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	d.Writes("anna@demo.test", "TISCH", "")
	first := link(d.One(stage.Anna))
	data, _ := unsealed(t, to, first)
	file := filepath.Join(t.TempDir(), "TISCH.json")
	d.Done("page", d.Dir, "1", "-o", file)
	when := regexp.MustCompile(`,"at":"2026-03-02T\d\d:\d\d:00\+01:00"`)
	if want := read(file); when.ReplaceAllString(data, "") != want || !when.MatchString(data) {
		t.Errorf("the link opens\n%.300s\nnot\n%.300s", data, want)
	}
	opens(t, []byte(data))
	for _, name := range sealed() {
		raw := read(name)
		info, err := os.Stat(name)
		if err != nil || len(raw)&(len(raw)-1) != 0 || info.Mode().Perm() != 0o644 || strings.Contains(raw, "Moorland") {
			t.Errorf("%s has %d bytes: %v", name, len(raw), err)
		}
	}
	for _, name := range []string{game + ".html", game + ".webmanifest", "icon.svg", "icon.png", "sw.js"} {
		if strings.Contains(read(filepath.Join(to, name)), "Moorland") {
			t.Errorf("%s names a realm", name)
		}
	}
	if len(sealed()) != 8 || read(ran) == "" {
		t.Errorf("%d files; the program ran for %q", len(sealed()), read(ran))
	}
	d.Says("the note", read(filepath.Join(to, ".weltentor.json")), `"files":["icon.png","icon.svg","sw.js"`)

	block := filepath.Join(to, "sw.js")
	for _, err := range []error{os.Remove(block), os.MkdirAll(filepath.Join(block, "x"), 0o700)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	d.Now = d.Now.AddDate(0, 0, 15)
	_, out, said := d.Run("cron", d.Dir, "--lang", "en")
	if _, found := unsealed(t, to, first); !found {
		t.Error("the new files could not be written, and the old ones have gone")
	}
	d.Now = d.Now.Add(time.Hour)
	_, more, complaint := d.Run("cron", d.Dir, "--lang", "en") // it prints in the next round what it cannot mail
	d.Says("what the game master hears", out+said+more+complaint, "sind nicht auf dem neuesten Stand")
	if err := os.RemoveAll(block); err != nil {
		t.Fatal(err)
	}
	d.Cron()
	d.Cron()
	second := ""
	for _, l := range d.Fresh(stage.Anna) {
		if strings.Contains(l.Subject, "Bericht") {
			second = link(l)
		}
	}
	if data, found := unsealed(t, to, second); !found || !strings.Contains(data, `"turn":2`) || len(sealed()) != 8 {
		t.Errorf("after turn 1 there are %d files, and the link opens %.100s", len(sealed()), data)
	}
	if _, found := unsealed(t, to, first); found {
		t.Error("the link of the turn before still opens")
	}
	if _, _, said := d.Run("realm", "passwd", d.Dir, "1"); !strings.Contains(said, "earlier links to this realm's table have ended") {
		t.Errorf("of the links it says nothing: %s", said)
	}
	d.Cron()
	if _, found := unsealed(t, to, second); found || len(sealed()) != 8 {
		t.Errorf("with another password the link still opens: %d files", len(sealed()))
	}

	d.Fresh(stage.Anna)
	for _, byHand := range [][]string{{"turn", d.Dir, "--force", "--yes"}, {"send", d.Dir}} {
		d.Done(byHand...)
	}
	third := link(d.One(stage.Anna))
	if data, found := unsealed(t, to, third); !found || !strings.Contains(data, `"turn":3`) {
		t.Errorf("by hand, the link opens %.100s", data)
	}

	settings := filepath.Join(d.Dir, "world.toml")
	text := strings.Replace(read(settings), `table_url = "https://demo.test/t/"`, `table_url = ""`, 1)
	if err := os.WriteFile(settings, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	d.Cron()
	if left, _ := os.ReadDir(to); len(left) > 0 {
		t.Errorf("without links %v is left", left)
	}
	d.Done("verify", d.Dir)
}
