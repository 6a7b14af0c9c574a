package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"weltentor/cmd/weltentor/e2e/stage"
)

// Mails forged in the name of a player, or of the game master, silence neither. The game master gets only a few
// letters about them, and the store grows only a little.
func TestForgedMailsSilenceNobody(t *testing.T) {
	t.Parallel()
	d := newCounter(t, map[string]string{"gm.mail": `"gm@demo.test"`, "gm.auth": `"code"`})
	d.Now = d.Now.Truncate(24 * time.Hour).Add(26 * time.Hour)
	for range 6 {
		d.post("anna@demo.test", "PAUSE 1", "")
		d.afterAMinute()
	}
	d.Fresh(stage.Anna)
	d.writes("anna@demo.test", "PASSWORT", "")
	d.Says("her password", d.One(stage.Anna).Subject, "Passwort")

	before := d.storeSize()
	d.got("gm@demo.test")
	for hour := range 6 {
		for n := range 40 {
			d.post("gm@demo.test", "GM TELL all", fmt.Sprintf("Forged %d %d. %s\n", hour, n, strings.Repeat("word ", 400)))
		}
		d.Now = d.Now.Add(time.Hour)
		d.Cron()
	}
	if n := len(d.got("gm@demo.test")); n < 20 || n > 30+3 {
		t.Errorf("the game master got %d letters in a day, want 33 at most", n)
	}
	d.writes("gm@demo.test", "GM STATUS", "")
	if n := len(d.got("gm@demo.test")); n != 1 {
		t.Errorf("his STATUS has %d answers", n)
	}
	if grown := d.storeSize() - before; grown > 4<<20 {
		t.Errorf("240 forged letters let the store grow by %d bytes", grown)
	}
	d.Now = d.Now.Add(24 * time.Hour)
	d.Cron()
	if all := d.got("gm@demo.test"); len(all) != 1 || !strings.Contains(all[0].Subject, "nicht einzeln") &&
		!strings.Contains(all[0].Subject, "one by one") {
		t.Errorf("%d letters the next day: %+v", len(all), all)
	}
}

// storeSize is how large the world's store is.
func (d *counter) storeSize() int64 {
	d.T.Helper()
	s, err := os.Stat(filepath.Join(d.Dir, "world.db"))
	if err != nil {
		d.T.Fatal(err)
	}
	return s.Size()
}

// What a player has written is in no file of the world's folder when he is forgotten with the backups, packed or not:
// but for what turns were made from, which the command names.
func TestForgottenWordsAreInNoFile(t *testing.T) {
	t.Parallel()
	d := newCounter(t, map[string]string{"gm.mail": `"gm@demo.test"`, "gm.auth": `"code"`})
	words := []string{"kanarienfrage", "kanarienunten", "kanarienbrief"}
	d.Mail(stage.Anna, "$R\nK.M 1 1000 0 0\n$E\nMeine Katze heisst kanarienunten, und was nun?\n")
	d.writes("anna@demo.test", "Eine Frage", "Wo ist kanarienfrage?\n")
	d.writes("gm@demo.test", "GM TELL 1", "Lieber kanarienbrief.\n")
	d.Done("turn", d.Dir, "--force", "--yes")
	d.Cron()
	for _, w := range words {
		if len(d.filesWith(w)) == 0 {
			t.Errorf("%s was nowhere", w)
		}
	}
	said := d.Done("realm", "forget", d.Dir, "1", "--backups", "--why", "wish")
	d.Says("what stays", said, "with comments, messages and attachments")
	for _, w := range words {
		if in := d.filesWith(w); len(in) > 0 {
			t.Errorf("%s is still in %v", w, in)
		}
	}
	d.Done("verify", d.Dir)
}

// filesWith are the files of the world's folder that have a word in them.
func (d *counter) filesWith(word string) (in []string) {
	d.T.Helper()
	err := filepath.WalkDir(d.Dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if bytes.Contains(unpackedAll(raw), []byte(word)) {
			in = append(in, filepath.Base(path))
		}
		return err
	})
	if err != nil {
		d.T.Fatal(err)
	}
	return in
}

// unpackedAll returns bytes, followed by everything that is packed in them.
func unpackedAll(raw []byte) []byte {
	magic, out := []byte{0x28, 0xb5, 0x2f, 0xfd}, bytes.Clone(raw)
	for at := bytes.Index(raw, magic); at >= 0; {
		if z, err := zstd.NewReader(bytes.NewReader(raw[at:]), zstd.WithDecoderConcurrency(1)); err == nil {
			plain, _ := io.ReadAll(z)
			z.Close()
			if len(plain) > 0 {
				out = append(out, unpackedAll(plain)...)
			}
		}
		next := bytes.Index(raw[at+1:], magic)
		if next < 0 {
			break
		}
		at += 1 + next
	}
	return out
}
