package letters_test

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
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/letters"
	"weltentor/resolve/master"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/signup"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// linkedWorld is a world of two realms, whose tables are on the web. Report 0 has been sent.
func linkedWorld(t *testing.T) (b *worldtest.Game, links map[string]string) {
	t.Helper()
	b = worldtest.Found(t, worldtest.Tiny{Chart: true}, 2, byLink)
	return b, linksIn(t, b.Sent("report", b.ClockAt))
}

func byLink(s *world.Settings) {
	s.TableURL, s.Page = "https://example.org/bovistan/t", worldtest.Paged("v1")
}

var linkForm = regexp.MustCompile(`(?m)^  https://example\.org/bovistan/t/tiny\.html#([\w-]{43})$`)

// linksIn returns the key of the link in each letter, by address.
func linksIn(t *testing.T, all []outbox.Draft) map[string]string {
	t.Helper()
	keys := map[string]string{}
	for _, d := range all {
		found := linkForm.FindAllStringSubmatch(d.Text, -1)
		if len(found) != 1 || keys[d.To] != "" {
			t.Fatalf("%d links to %s in\n%s", len(found), d.To, d.Text)
		}
		keys[d.To] = found[0][1]
	}
	return keys
}

// filesNow are the files that lie on the web server after another pass.
func filesNow(b *worldtest.Game, there map[string][]byte) map[string][]byte {
	b.T.Helper()
	f, ok, err := letters.FilesByLink(b.World, "")
	must(b.T, err)
	if !ok {
		return there
	}
	out := map[string][]byte{}
	for name, data := range there {
		if slices.Contains(f.Names, name) {
			out[name] = data
		}
	}
	maps.Copy(out, f.Sealed)
	return out
}

// opened opens a file by a key, as the page does; found is false if there is no such file.
func opened(t *testing.T, files map[string][]byte, key string) (data string, found bool) {
	t.Helper()
	data, _, found = openedFor(t, files, key)
	return data, found
}

// openedFor also returns the extra field of the packed data, with the key by which a reader's page keeps things.
func openedFor(t *testing.T, files map[string][]byte, key string) (data, keeps string, found bool) {
	t.Helper()
	raw, err := base64.RawURLEncoding.DecodeString(key)
	must(t, err)
	sum := sha256.Sum256(append([]byte("weltentor table 1 file "), raw...))
	file, found := files[hex.EncodeToString(sum[:16])+".bin"]
	if !found {
		return "", "", false
	}
	block, err := aes.NewCipher(raw)
	must(t, err)
	gcm, err := cipher.NewGCM(block)
	must(t, err)
	plain, err := gcm.Open(nil, file[4:16], file[16:], []byte("WTT1"))
	must(t, err)
	z, err := gzip.NewReader(bytes.NewReader(plain[4 : 4+binary.BigEndian.Uint32(plain)]))
	must(t, err)
	text, err := io.ReadAll(z)
	must(t, err)
	return string(text), string(z.Extra), true
}

// What the page of a link keeps is opened by each link of that player and by no other: its key is the same in the next
// turn, another one for a substitute and the other realm, and a new one with a new password.
func TestLinkKeeps(t *testing.T) {
	t.Parallel()
	b, first := linkedWorld(t)
	keeps := func(links map[string]string, who string) string {
		t.Helper()
		_, key, found := openedFor(t, filesNow(b, nil), links[who])
		if !found || len(key) != 36 || key[:4] != "WK\x20\x00" {
			t.Fatalf("%s: %v %q", who, found, key)
		}
		return key
	}
	mine, other := keeps(first, "r2@example.org"), keeps(first, "r1@example.org")
	b.Answering(worldtest.Ann, b.Offered(2, worldtest.Ann))
	next := linksIn(t, slices.Collect(maps.Values(reports(b))))
	if got := keeps(next, "r2@example.org"); got != mine || mine == other || keeps(next, worldtest.Ann) == mine {
		t.Errorf("realm 2: %q, then %q; realm 1: %q", mine, got, other)
	}
	_, err := players.ResetPassword(b.World, 2)
	must(t, err)
	told := reports(b)
	delete(told, worldtest.Ann) // her turns are over
	last := linksIn(t, slices.Collect(maps.Values(told)))
	if keeps(last, "r2@example.org") == mine || keeps(last, "r1@example.org") != other {
		t.Error("after a new password of realm 2 its key is the old one, or the other realm's is new")
	}
}

// Each letter with a report has a link, and its key opens the realm's table and nothing else. The files have one size,
// and in none is a word of what they hold. The file of the turn before stays until the next letter has left.
func TestLinkOpensTheTable(t *testing.T) {
	t.Parallel()
	b, first := linkedWorld(t)
	files := filesNow(b, nil)
	for n, mail := range []string{"r1@example.org", "r2@example.org"} {
		want, err := letters.Laid(b.World, n+1, -1)
		must(t, err)
		if got, found := opened(t, files, first[mail]); !found || got != string(want) {
			t.Errorf("%s sees\n%s\nnot\n%s", mail, got, want)
		}
	}
	for name, file := range files {
		if len(file) != 64<<10 || !regexp.MustCompile(`^[0-9a-f]{32}\.bin$`).MatchString(name) {
			t.Errorf("%s has %d bytes", name, len(file))
		}
		for _, word := range []string{"Bovistan", "tiny", "Reich", "schema", "example"} {
			if bytes.Contains(file, []byte(word)) {
				t.Errorf("%s has %q", name, word)
			}
		}
	}
	if len(files) != 2 {
		t.Errorf("%d files", len(files))
	}

	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	files = filesNow(b, files)
	if got, _ := opened(t, files, first["r1@example.org"]); !strings.Contains(tableOf(t, got).Orders, "dig 1") {
		t.Errorf("the orders are not there:\n%s", got)
	}
	now, err := master.StatusOf(b.World, b.ClockAt)
	must(t, err)
	b.Sent("", b.ClockAt)
	b.Advance(now.Deadline)
	files = filesNow(b, files)
	if _, found := opened(t, files, first["r1@example.org"]); !found || len(files) != 4 {
		t.Errorf("before the letters have left there are %d files", len(files))
	}
	next := linksIn(t, b.Sent("report", now.Deadline))
	files = filesNow(b, files)
	if _, found := opened(t, files, first["r1@example.org"]); found || len(files) != 2 {
		t.Errorf("after the letters have left there are %d files", len(files))
	}
	if got, _ := opened(t, files, next["r2@example.org"]); tableOf(t, got).Turn != 2 || tableOf(t, got).Realm != 2 {
		t.Errorf("realm 2 sees\n%s", got)
	}
	b.Verified()
}

// Keys end with a new password, when another plays the realm, when its player is forgotten, and when the turn is taken
// back. The other realm's stay.
func TestLinkEnds(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*worldtest.Game){
		"new password": func(b *worldtest.Game) {
			_, err := players.ResetPassword(b.World, 1)
			must(t, err)
		},
		"new password by mail": func(b *worldtest.Game) {
			b.Asks(1, "PASSWORT", "")
			asked := b.Sent("", b.ClockAt)
			yes := b.Letter(1, "Ja\n"+worldtest.TokensIn(asked[0].Text)[0])
			yes.Subject = "Re:"
			b.Accept(yes)
			worldtest.Has(t, b.Sent("", b.ClockAt)[0].Text, "Alle früheren Links zu Eurem Tisch sind damit beendet.")
		},
		"handed over": func(b *worldtest.Game) {
			must(t, players.HandTo(b.World, 1, signup.Row{Player: "Uli", Mail: "uli@example.org"}, b.ClockAt.Add(time.Hour)))
		},
		"vacated": func(b *worldtest.Game) { must(t, players.Vacate(b.World, 1, b.ClockAt.Add(time.Hour))) },
		"forgotten": func(b *worldtest.Game) {
			_, err := master.PlayerOf(b.World, 1).Forget(false, b.ClockAt.Add(time.Hour))
			must(t, err)
		},
	} {
		b, links := linkedWorld(t)
		files := filesNow(b, nil)
		end(b)
		files = filesNow(b, files)
		if _, found := opened(t, files, links["r1@example.org"]); found {
			t.Errorf("%s: the link opens", name)
		}
		if _, found := opened(t, files, links["r2@example.org"]); !found {
			t.Errorf("%s: the other's link has ended, too", name)
		}
	}
	b, before := linkedWorld(t)
	files := filesNow(b, nil)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	links := linksIn(t, slices.Collect(maps.Values(reports(b))))
	files = filesNow(b, files)
	b.Undo(b.ClockAt.Add(time.Hour))
	files = filesNow(b, files)
	if _, found := opened(t, files, links["r1@example.org"]); found {
		t.Error("the link into a turn that was taken back opens")
	}
	if got, found := opened(t, files, before["r1@example.org"]); !found || tableOf(t, got).Turn != 1 {
		t.Errorf("the link into the turn that awaits orders again: %v %s", found, got)
	}
}

// A substitute has a link of their own, which ends when they do. The player's stays.
func TestLinkOfSubstitute(t *testing.T) {
	t.Parallel()
	b, _ := linkedWorld(t)
	b.Answering(worldtest.Ann, b.Offered(2, worldtest.Ann)) // for two turns
	links := linksIn(t, slices.Collect(maps.Values(reports(b))))
	files := filesNow(b, nil)
	hers, found := opened(t, files, links[worldtest.Ann])
	if his, _ := opened(t, files, links["r2@example.org"]); !found || hers != his || len(files) != 3 ||
		links[worldtest.Ann] == links["r2@example.org"] {
		t.Errorf("%d files; the player sees\n%s\nthe substitute\n%s", len(files), his, hers)
	}
	_, err := players.ResetPassword(b.World, 2)
	must(t, err)
	files = filesNow(b, files)
	if _, found := opened(t, files, links[worldtest.Ann]); !found {
		t.Error("the player's new password ended the substitute's link")
	}
	last := reports(b) // of her last turn
	if linkForm.MatchString(last[worldtest.Ann].Text) || !linkForm.MatchString(last["r2@example.org"].Text) {
		t.Errorf("the substitute gets\n%s", last[worldtest.Ann].Text)
	}
	if files = filesNow(b, files); len(files) != 2 {
		t.Errorf("%d files", len(files))
	}
}

// While a turn is held, nothing about it is on the web, and the files of before stay.
func TestLinkOfHeldTurn(t *testing.T) {
	t.Parallel()
	b, links := linkedWorld(t)
	files := filesNow(b, nil)
	_, err := turns.Hold(b.World, b.ClockAt.Add(time.Hour), true)
	must(t, err)
	if _, found := opened(t, filesNow(b, files), links["r1@example.org"]); !found {
		t.Error("the link has ended")
	}
	if _, ok, err := letters.FilesByLink(b.World, ""); ok || err != nil {
		t.Errorf("files are written: %v", err)
	}
}

// A stamp changes when a table does: with orders, a deadline, a password, a letter that has left. Otherwise nothing is
// sealed. The same data sealed twice differ everywhere.
func TestLinkFilesAreSealedWhenOld(t *testing.T) {
	t.Parallel()
	b, _ := linkedWorld(t)
	one, _, err := letters.FilesByLink(b.World, "")
	must(t, err)
	two, _, err := letters.FilesByLink(b.World, "")
	must(t, err)
	for name, file := range one.Sealed {
		if other := two.Sealed[name]; bytes.Equal(file[4:16], other[4:16]) || bytes.Equal(file[16:48], other[16:48]) {
			t.Errorf("%s has a nonce twice", name)
		}
	}
	again, _, err := letters.FilesByLink(b.World, one.Stamp)
	if err != nil || again.Sealed != nil || !slices.Equal(again.Names, one.Names) {
		t.Errorf("nothing has changed: %d files, %v", len(again.Sealed), err)
	}
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 2\n", receipt.Taken)
	if f, _, err := letters.FilesByLink(b.World, one.Stamp); err != nil || len(f.Sealed) != 2 {
		t.Errorf("orders have come: %d files, %v", len(f.Sealed), err)
	}
}
