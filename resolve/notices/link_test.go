package notices_test

import (
	"bytes"
	"compress/gzip"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/schedule"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
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

var linkForm = regexp.MustCompile(`: https://example\.org/bovistan/t/tiny\.html#([\w-]{43}) · `)

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

// filesNow are the files that lie on the web server after another pass, at the game's time.
func filesNow(b *worldtest.Game, there map[string][]byte) map[string][]byte {
	b.T.Helper()
	f, err := notices.FilesByLink(b.World, slices.Collect(maps.Keys(there)), b.ClockAt)
	must(b.T, err)
	if f == nil {
		return there
	}
	must(b.T, notices.Sealed(b.World, f))
	return f.Sealed
}

// anHourLater lets the time pass after which all files are sealed anew, and seals them.
func anHourLater(b *worldtest.Game, there map[string][]byte) map[string][]byte {
	b.ClockAt = b.ClockAt.Add(time.Hour)
	return filesNow(b, there)
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

// placesOf is how many files a realm has on the web server: for player and substitute, in this turn and the one before.
const placesOf = 4

// Each letter with a report has a link, and its key opens the realm's table and nothing else. The files have one size,
// and in none is a word of what they hold. Orders that come are shown after an hour, and the page says as of when it is.
// The file of the turn before stays until the next letter has left.
func TestLinkOpensTheTable(t *testing.T) {
	t.Parallel()
	b, first := linkedWorld(t)
	files := filesNow(b, nil)
	for n, mail := range []string{"r1@example.org", "r2@example.org"} {
		want, err := notices.Laid(b.World, n+1, -1)
		must(t, err)
		shown := tableOf(t, string(want))
		shown.At = "2026-11-23T13:00:00+01:00"
		if got, found := opened(t, files, first[mail]); !found || !reflect.DeepEqual(tableOf(t, got), shown) {
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
	if len(files) != 2*placesOf {
		t.Errorf("%d files", len(files))
	}

	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	files = anHourLater(b, files)
	if got, _ := opened(t, files, first["r1@example.org"]); !strings.Contains(tableOf(t, got).Orders, "dig 1") {
		t.Errorf("the orders are not there:\n%s", got)
	}
	now, err := gamemaster.StatusOf(b.World, b.ClockAt)
	must(t, err)
	b.Sent("", b.ClockAt)
	b.Advance(now.Deadline)
	files = filesNow(b, files)
	if got, found := opened(t, files, first["r1@example.org"]); !found || tableOf(t, got).Turn != 1 || len(files) != 2*placesOf {
		t.Errorf("before the letters have left there are %d files, and the link opens %v %.300s", len(files), found, got)
	}
	next := linksIn(t, b.Sent("report", now.Deadline))
	files = filesNow(b, files)
	if _, found := opened(t, files, first["r1@example.org"]); found || len(files) != 2*placesOf {
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
			must(t, players.HandTo(b.World, 1, roster.ApplicantRow{Player: "Uli", Mail: "uli@example.org"}, b.ClockAt.Add(time.Hour)))
		},
		"vacated": func(b *worldtest.Game) { must(t, players.Vacate(b.World, 1, b.ClockAt.Add(time.Hour))) },
		"forgotten": func(b *worldtest.Game) {
			_, err := gamemaster.PlayerOf(b.World, 1).Forget(false, b.ClockAt.Add(time.Hour))
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

// Who joins has a link at once, and with its files all others are sealed anew.
func TestLinkOfWhoJoins(t *testing.T) {
	t.Parallel()
	b, _ := linkedWorld(t)
	files := filesNow(b, nil)
	b.Joins("Fern", phrase.En)
	now := filesNow(b, files) // before the letter leaves
	if len(now) != 3*placesOf || kept(files, now) != len(files) || sameBytes(files, now) > 0 {
		t.Errorf("%d files, %d of before, %d with the bytes of before", len(now), kept(files, now), sameBytes(files, now))
	}
	if data, found := opened(t, now, linksIn(t, b.Sent("report", b.ClockAt))["r3@example.org"]); !found || tableOf(t, data).Realm != 3 {
		t.Errorf("the link opens %v %.200s", found, data)
	}
}

// A substitute has a link of their own, which ends when they do. The player's stays.
func TestLinkOfSubstitute(t *testing.T) {
	t.Parallel()
	b, _ := linkedWorld(t)
	var begins string
	for _, d := range b.Answering(worldtest.Ann, b.Offered(2, worldtest.Ann)) { // for two turns
		if _, link, has := strings.Cut(d.Text, "\n  https://example.org/bovistan/t/tiny.html#"); has && d.To == worldtest.Ann {
			begins, _, _ = strings.Cut(link, "\n")
		}
	}
	if _, found := opened(t, filesNow(b, nil), begins); !found {
		t.Error("the link with which she begins opens nothing")
	}
	links := linksIn(t, slices.Collect(maps.Values(reports(b))))
	files := filesNow(b, nil)
	hers, found := opened(t, files, links[worldtest.Ann])
	if his, _ := opened(t, files, links["r2@example.org"]); !found || hers != his || len(files) != 2*placesOf ||
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
	if files = filesNow(b, files); len(files) != 2*placesOf {
		t.Errorf("%d files", len(files))
	}
	if _, found := opened(t, files, links[worldtest.Ann]); found {
		t.Error("the link of her last turn still opens")
	}
	if linkForm.MatchString(last[worldtest.Ann].Text) || !linkForm.MatchString(last["r2@example.org"].Text) {
		t.Errorf("the substitute gets\n%s", last[worldtest.Ann].Text)
	}
}

// While a turn is held, nothing about it is on the web. The links of before still open, and files are sealed anew each
// hour as ever.
func TestLinkOfHeldTurn(t *testing.T) {
	t.Parallel()
	b, links := linkedWorld(t)
	files := filesNow(b, nil)
	_, err := turns.Hold(b.World, b.ClockAt.Add(time.Hour), true)
	must(t, err)
	later := anHourLater(b, files)
	got, found := opened(t, later, links["r1@example.org"])
	if !found || tableOf(t, got).Turn != 1 || tableOf(t, got).Facts.Turn != 0 {
		t.Errorf("the link opens %v\n%s", found, got)
	}
	if !sameNames(files, later) || sameBytes(files, later) > 0 {
		t.Errorf("%d files are as before", sameBytes(files, later))
	}
}

// sameNames reports whether files have the same names.
func sameNames(a, b map[string][]byte) bool { return kept(a, b) == len(a) && len(a) == len(b) }

// kept is how many names of a are among those of b.
func kept(a, b map[string][]byte) (n int) {
	for name := range a {
		if _, there := b[name]; there {
			n++
		}
	}
	return n
}

// sameBytes is how many files have the bytes of before.
func sameBytes(a, b map[string][]byte) (n int) {
	for name, data := range a {
		if bytes.Equal(data, b[name]) {
			n++
		}
	}
	return n
}

// Whatever a player sends, no file is touched until an hour is over. Then all are sealed anew, with other bytes and the
// same names and sizes, and so they are if nobody has sent anything.
func TestLinkFilesAreSealedTogether(t *testing.T) {
	t.Parallel()
	for name, does := range map[string]func(*worldtest.Game){
		"nothing":     func(*worldtest.Game) {},
		"orders":      func(b *worldtest.Game) { b.Send(2, "$I 2 PASSWORD\n$A\ndig 2\n", receipt.Taken) },
		"long orders": func(b *worldtest.Game) { b.Send(2, "$I 2 PASSWORD\n"+noise(140_000)+"$A\ndig 2\n", receipt.Taken) },
		"a letter":    func(b *worldtest.Game) { b.Says("r1@example.org", "LETTER 2", noise(20_000)) },
		"no deadline": func(b *worldtest.Game) {
			_, err := schedule.Pause(b.World, time.Time{}, b.ClockAt)
			must(b.T, err)
		},
	} {
		b, _ := linkedWorld(t)
		files := filesNow(b, nil)
		does(b)
		b.ClockAt = b.ClockAt.Add(59 * time.Minute)
		if sameBytes(files, filesNow(b, files)) != len(files) {
			t.Errorf("%s: files are sealed before the hour is over", name)
		}
		b.ClockAt = b.ClockAt.Add(-59 * time.Minute)
		later := anHourLater(b, files)
		if !sameNames(files, later) || sameBytes(files, later) > 0 {
			t.Errorf("%s: after an hour %d names are there, and %d files as before", name, kept(files, later), sameBytes(files, later))
		}
		for file, data := range later {
			if len(data) != len(files[file]) || bytes.Equal(data[4:16], files[file][4:16]) {
				t.Errorf("%s: %s has %d bytes, and had %d", name, file, len(data), len(files[file]))
			}
		}
	}
}

// noise is so many bytes of comments that cannot be packed.
func noise(n int) string {
	var b strings.Builder
	for line := range slices.Chunk([]byte(base64.StdEncoding.EncodeToString(worldtest.Noise(n*3/4, 1))), 70) {
		fmt.Fprintf(&b, "; %s\n", line)
	}
	return b.String()
}

// Whoever watches the files learns neither how many play nor that somebody stands in. Each realm has four, all of one
// size. When a link begins or ends, one name goes and one comes. After a turn two of each realm stay, until the letters
// have left: then these go as well.
func TestLinkFilesTellNothing(t *testing.T) {
	t.Parallel()
	for name, does := range map[string]func(*worldtest.Game){
		"a new password": func(b *worldtest.Game) {
			_, err := players.ResetPassword(b.World, 2)
			must(b.T, err)
		},
		"nobody plays": func(b *worldtest.Game) { must(b.T, players.Vacate(b.World, 2, b.ClockAt)) },
		"another plays": func(b *worldtest.Game) {
			must(b.T, players.HandTo(b.World, 2, roster.ApplicantRow{Player: "Uli", Mail: "uli@example.org"}, b.ClockAt))
		},
		"a substitute": func(b *worldtest.Game) { b.Answering(worldtest.Ann, b.Offered(2, worldtest.Ann)) },
	} {
		b, _ := linkedWorld(t)
		files := filesNow(b, nil)
		does(b)
		now := filesNow(b, files)
		if len(now) != len(files) || kept(files, now) != len(files)-1 || sameBytes(files, now) > 0 {
			t.Errorf("%s: of %d files %d stay, of %d; %d have the bytes of before", name, len(files), kept(files, now), len(now),
				sameBytes(files, now))
		}
		for turn := range 3 { // the substitute's last one is among them
			b.Sent("", b.ClockAt)
			now = filesNow(b, now)
			s, err := gamemaster.StatusOf(b.World, b.ClockAt)
			must(t, err)
			b.Advance(s.Deadline)
			next := filesNow(b, now)
			if len(next) != 2*placesOf || kept(now, next) != 2*placesOf/2 {
				t.Errorf("%s: after turn %d there are %d files, %d of before", name, turn+1, len(next), kept(now, next))
			}
			b.Sent("", b.ClockAt)
			last := filesNow(b, next)
			if len(last) != 2*placesOf || kept(now, last) != 0 || kept(next, last) != 2*placesOf/2 {
				t.Errorf("%s: after the letters of turn %d %d files are of before, %d of since", name, turn+1, kept(now, last),
					kept(next, last))
			}
			now = last
		}
		size := 0
		for _, data := range now {
			if size = max(size, len(data)); len(data) != size {
				t.Errorf("%s: files have %d and %d bytes", name, len(data), size)
			}
		}
	}
}

// A file has 32 KB for orders and letters besides the largest table. What does not fit is left out: orders, or the older
// letters. The table says so.
func TestLinkFilesLeaveOut(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Chart: true}, 2, byLink, func(s *world.Settings) { s.Press = world.PressNow })
	links := linksIn(t, b.Sent("report", b.ClockAt))
	files := filesNow(b, nil)
	sees := func(want ...string) game.Table {
		t.Helper()
		files = anHourLater(b, files)
		data, _ := opened(t, files, links["r2@example.org"])
		got := tableOf(t, data)
		if !slices.Equal(got.Lacks, want) {
			t.Errorf("the table lacks %q, not %q", got.Lacks, want)
		}
		for _, file := range files {
			if len(file) != 64<<10 {
				t.Errorf("a file has %d bytes", len(file))
			}
		}
		return got
	}
	b.WriteTo(1, 2, "The first letter.")
	b.Send(2, "$I 2 PASSWORD\n"+noise(30_000)+"$A\ndig 2\n", receipt.Taken)
	if got := sees(); !strings.Contains(got.Orders, "dig 2") || len(got.Passed) != 1 {
		t.Errorf("%d bytes of orders, %d letters", len(got.Orders), len(got.Passed))
	}
	b.Send(2, "$I 2 PASSWORD\n"+noise(140_000)+"$A\ndig 2\n", receipt.Taken)
	if got := sees(game.LacksOrders); got.Orders != "" || got.Spoken != 0 || len(got.Passed) != 1 {
		t.Errorf("%d bytes of orders, %d letters", len(got.Orders), len(got.Passed))
	}
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 2\n", receipt.Taken)
	for n, words := range slices.Collect(slices.Chunk([]byte(strings.ReplaceAll(noise(110_000), "; ", "")), 15_000))[:7] {
		b.WriteTo(1, 2, fmt.Sprintf("%s\nThis is number %d.\n", words, n))
	}
	got := sees(game.LacksLetters)
	if n := len(got.Passed); !strings.Contains(got.Orders, "dig 2") || n == 0 || n == 8 || !strings.Contains(got.Passed[n-1].Text, "number 6.") {
		t.Errorf("%d bytes of orders, %d letters", len(got.Orders), n)
	}
}
