package engine

import (
	"bytes"
	"compress/gzip"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/master"
	"weltentor/resolve/players"
	"weltentor/resolve/public"
	"weltentor/resolve/replay"
	"weltentor/resolve/schedule"
	"weltentor/resolve/seal"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// over is a game of three realms of the machine that was closed after four turns, and its public file.
func over(t *testing.T, rb game.Rulebook) (*worldtest.Game, []byte) {
	t.Helper()
	w := worldtest.Found(t, rb, 3, func(s *world.Settings) { s.Public = public.Parts })
	worldtest.CheapPasswords()
	for realm := 1; realm <= 3; realm++ {
		m, err := players.Manner(w.World, "", "")
		worldtest.Must(t, err)
		_, err = players.Bot(w.World, realm, &m, w.ClockAt)
		worldtest.Must(t, err)
	}
	at := worldtest.Friday
	for range 4 {
		_, err := turns.Advance(w.World, at, true)
		worldtest.Must(t, err)
		at = at.AddDate(0, 0, 7)
	}
	_, err := schedule.Close(w.World, 0, "It is enough.", at)
	worldtest.Must(t, err)
	file, err := turns.Publish(w.World, true)
	worldtest.Must(t, err)
	return w, file
}

// proved plays a file to its end, a turn a call, and returns what came last, with all scenes.
func proved(e *Engine, file []byte) (*Proved, error) {
	p, err := e.Prove(base64.StdEncoding.EncodeToString(file), phrase.En)
	var scenes []ProvedScene
	for err == nil && p.More {
		p, err = e.ProveOn(func() bool { return false })
		if err == nil {
			scenes = append(scenes, p.Scenes...)
			p.Scenes = scenes
		}
	}
	return p, err
}

// forged is a file with another text in it.
func forged(t *testing.T, file []byte, old, now string) []byte {
	t.Helper()
	zipped, err := gzip.NewReader(bytes.NewReader(file))
	worldtest.Must(t, err)
	raw, err := io.ReadAll(zipped)
	worldtest.Must(t, err)
	if !strings.Contains(string(raw), old) {
		t.Fatalf("nothing has %s", old)
	}
	return zip(strings.Replace(string(raw), old, now, 1))
}

func zip(text string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return b.Bytes()
}

// The public file of each game is true, and shows turn by turn what the public page of the world's store shows. One with
// another sheet is false, and says turn and realm.
func TestProve(t *testing.T) {
	for _, rb := range worlds.Rulebooks() {
		t.Run(rb.Name(), func(t *testing.T) {
			w, file := over(t, rb)
			p, err := proved(New(rb), file)
			worldtest.Must(t, err)
			if len(p.Notes) != 1 || !strings.Contains(p.Notes[0][phrase.En], "not over") {
				t.Errorf("the game was closed early: %v", p.Notes)
			}
			if p.False != nil || p.Turns != 4 || p.Realms != 3 || p.Read != 1000 || len(p.Scenes) != 5 {
				t.Fatalf("%v, %d turns, %d realms, %d ‰, %d scenes", p.False, p.Turns, p.Realms, p.Read, len(p.Scenes))
			}
			_, story, err := master.StoryOf(w.World)
			worldtest.Must(t, err)
			var cells []game.ChartCell
			for i, s := range p.Scenes {
				row := story.Turns[i]
				if s.Chart != nil {
					cells = slices.Clone(s.Chart.Cells)
				}
				for at, cell := range s.Cells {
					cells[at] = cell
				}
				var owners []int
				for _, c := range cells {
					owners = append(owners, c.Owner)
				}
				if !slices.Equal(owners, row.Owners) || !slices.Equal(s.Armies, row.Armies) {
					t.Errorf("turn %d: another map or other armies than on the public page", i)
				}
				battles := 0
				for _, b := range story.Battles {
					if b.Turn == i {
						battles++
					}
				}
				if len(s.Battles) != battles || s.Turn != i || s.Title[phrase.De] == "" || len(s.Realms) != 3 {
					t.Errorf("turn %d: %d battles, not %d; %+v", i, len(s.Battles), battles, s.Realms)
				}
			}
			p, err = proved(New(rb), forged(t, file, `"realm":2,"text":"`, `"realm":2,"text":";\n`))
			if err != nil || !strings.Contains(p.False[phrase.En], "realm 2: another sheet") || p.False[phrase.De] == "" {
				t.Errorf("forged: %+v, %v", p, err)
			}
		})
	}
}

// What is no public file, or too much, or of another game, is refused as the command refuses it.
func TestProveHostile(t *testing.T) {
	rb := worlds.Rulebooks()[0]
	_, file := over(t, rb)
	zipped, err := gzip.NewReader(bytes.NewReader(file))
	worldtest.Must(t, err)
	raw, err := io.ReadAll(zipped)
	worldtest.Must(t, err)
	head, _, _ := strings.Cut(string(raw), "\n")
	book := func(string) (game.Rulebook, error) { return rb, nil }
	for name, hostile := range map[string][]byte{
		"nothing": nil, "no gzip": []byte(head), "no JSON": zip("hello\n"),
		"a bomb": zip(head + "\n" + strings.Repeat(" ", 20<<20)), "many turns": zip(head + "\n{\"turn\":1000000,\"seal\":\"\"}\n"),
	} {
		var f *Fault
		var says *phrase.Fault
		_, err := proved(New(rb), hostile)
		_, want := replay.Prove(bytes.NewReader(hostile), book, func(int) {})
		if !errors.As(err, &f) || !errors.As(want, &says) || f.Code != "unproved" || f.Args["en"] != says.In(phrase.En) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
	if p, err := proved(New(rb), file[:len(file)-50]); err != nil || !strings.Contains(p.False[phrase.En], "cut short") {
		t.Errorf("cut: %+v, %v", p, err)
	}
	if _, err := proved(New(worlds.Rulebooks()[1]), file); err == nil || err.Error() != "other-rulebook" {
		t.Errorf("another game: %v", err)
	}
}

// A reader's seal and receipt are in the file, and others are not.
func TestCompare(t *testing.T) {
	rb := worlds.Rulebooks()[0]
	w, file := over(t, rb)
	var last, receipt, late string
	worldtest.Must(t, w.View(func(tx *store.Tx) (err error) {
		if last, err = chronicle.LastSeal(tx); err != nil {
			return err
		}
		sheets, err := w.Shelf.Sheets(tx, 2)
		if err != nil {
			return err
		}
		sheet := sheets[0].Sheet
		if receipt, err = chronicle.Receipt(tx, rb.Language(), sheet, 1, worldtest.Friday); err != nil {
			return err
		}
		sheet.Turn = 9
		late, err = chronicle.Receipt(tx, rb.Language(), sheet, 1, worldtest.Friday)
		return err
	}))
	mail := func(field string) string {
		return "Subject: receipt\r\n" + seal.Field + ":\r\n " + strings.ReplaceAll(field, "; ", ";\r\n\t") + "\r\nTo: you\r\n\r\nHello\r\n"
	}
	e := New(rb)
	if _, err := e.Compare(last, false); err == nil {
		t.Error("compared without a file")
	}
	_, err := proved(e, file)
	worldtest.Must(t, err)
	for text, says := range map[string]string{
		"Seal 4: " + seal.Spaced(last): "", strings.ToLower(last): "", mail(receipt): "",
		strings.Repeat("A", 32):                               "your seal",
		mail(strings.Replace(receipt, "turn=2", "turn=3", 1)): "not signed",
	} {
		s := e.Signed(text)
		c, err := e.Compare(text, s != nil && ed25519.Verify(s.Key, s.Message, s.Signature))
		if err != nil || (c.False != nil) != (says != "") || !strings.Contains(c.False[phrase.En], says) {
			t.Errorf("%s: %+v, %v", text, c, err)
		}
	}
	c, err := e.Compare(mail(late), true)
	if err != nil || c.False != nil || len(c.Notes) != 1 || !strings.Contains(c.Notes[0][phrase.En], "Turn 9 was not played") {
		t.Errorf("a receipt for a later turn: %+v, %v", c, err)
	}
	for _, text := range []string{"", "hello", mail("receipt-2")} {
		if _, err := e.Compare(text, true); err == nil || err.Error() != "no-seal" {
			t.Errorf("%q: %v", text, err)
		}
	}
}
