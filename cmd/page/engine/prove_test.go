package engine

import (
	"bytes"
	"compress/gzip"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/gamemaster"
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
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
)

// over is a game of some realms of the machine that was closed after n turns, and its public file. Where the rules
// allow it, one more has joined after two turns.
func over(t testing.TB, rb game.Rulebook, realms, n int) (*worldtest.Game, []byte) {
	t.Helper()
	w := worldtest.Found(t, rb, realms, func(s *world.Settings) { s.Public = public.Parts })
	worldtest.CheapPasswords()
	for realm := 1; realm <= realms; realm++ {
		m, err := players.Manner(w.World, "", "")
		worldtest.Must(t, err)
		_, err = players.Bot(w.World, realm, &m, false, w.ClockAt)
		worldtest.Must(t, err)
	}
	at := worldtest.Friday
	for turn := range n {
		if turn == 2 {
			_, _, _ = players.AddRealm(w.World, game.Joining{Name: "Spät"}, "late@example.org", at)
		}
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

// proved plays a file to its end, a turn a call, and returns what came last.
func proved(e *Engine, file []byte) (*Proved, error) {
	p, err := e.Prove(base64.StdEncoding.EncodeToString(file), phrase.En)
	for err == nil && p.More {
		p, err = e.ProveOn(func() bool { return false })
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
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return b.Bytes()
}

// The public file of each game is true, and shows turn by turn what the public page of the world's store shows. One with
// another sheet is false, and says turn and realm.
func TestProve(t *testing.T) {
	for _, rb := range conformance.Played(t, worlds.Rulebooks(), 3) {
		t.Run(rb.Name(), func(t *testing.T) {
			w, file := over(t, rb, 3, 4)
			e := New(rb)
			p, err := proved(e, file)
			worldtest.Must(t, err)
			if len(p.Notes) != 1 || !strings.Contains(p.Notes[0][phrase.En], "not over") {
				t.Errorf("the game was closed early: %v", p.Notes)
			}
			_, story, err := gamemaster.StoryOf(w.World)
			worldtest.Must(t, err)
			if p.False != nil || p.Turns != 4 || p.Realms != len(story.Turns[4].Names) || p.Read != 1000 || p.Scenes != 5 || p.Full {
				t.Fatalf("%+v", p)
			}
			for _, i := range []int{4, 0, 2, 1, 3} { // in any order
				s, err := e.Scene(i)
				worldtest.Must(t, err)
				sameScene(t, s, story, i)
			}
			if _, err := e.Scene(5); err == nil {
				t.Error("a scene after the end")
			}
			p, err = proved(New(rb), forged(t, file, `"realm":2,"text":"`, `"realm":2,"text":";\n`))
			if err != nil || !strings.Contains(p.False[phrase.En], "realm 2: another sheet") || p.False[phrase.De] == "" {
				t.Errorf("forged: %+v, %v", p, err)
			}
		})
	}
}

// sameScene compares a scene with what the public page tells of that turn: a map may get more
// fields, but their labels stay.
func sameScene(t *testing.T, s *ProvedScene, story *public.Story, turn int) {
	t.Helper()
	row, all := story.Turns[turn], story.Charts[phrase.En]
	owners := map[string]int{}
	for i, owner := range row.Owners {
		owners[all.Cells[i].Label] = owner
	}
	for _, c := range s.Chart.Cells {
		if owner, there := owners[c.Label]; !there || owner != c.Owner {
			t.Errorf("turn %d: %s belongs to %d", turn, c.Label, c.Owner)
		}
	}
	var armies, stand []string
	for _, a := range s.Armies {
		armies = append(armies, fmt.Sprint(s.Chart.Cells[a.Field].Label, a.Realm, a.Men))
	}
	for _, a := range row.Armies {
		stand = append(stand, fmt.Sprint(all.Cells[a.Field].Label, a.Realm, a.Men))
	}
	if !slices.Equal(armies, stand) {
		t.Errorf("turn %d: other armies than on the public page: %q, not %q", turn, armies, stand)
	}
	battles := 0
	for _, b := range story.Battles {
		if b.Turn == turn {
			battles++
		}
	}
	title := ""
	if turn > 0 {
		title = story.Turns[turn-1].Title[phrase.De]
	}
	if len(s.Battles) != battles || s.Turn != turn || s.Title[phrase.De] != title || len(s.Realms) != len(row.Names) {
		t.Errorf("turn %d: %d battles, not %d; %+v", turn, len(s.Battles), battles, s.Realms)
	}
}

// vast is a world of so many fields.
type vast struct {
	game.World
	fields int
}

func (vast) Realms() []game.Realm     { return nil }
func (vast) Title(phrase.Lang) string { return "" }
func (v vast) Chart(int, phrase.Lang) *game.Chart {
	return &game.Chart{Cells: make([]game.ChartCell, v.fields)}
}

// Of a game that is too large for a page there are as many scenes as it can hold, and it says that there are no more.
func TestProveLarge(t *testing.T) {
	for fields, scenes := range map[int]int{mostCells: 3, mostCells + 1: 0} {
		e := New(worlds.Rulebooks()[0])
		e.proving = &proving{prover: &replay.Prover{}, file: bytes.NewReader(nil)}
		for turn := range 4 {
			if e.proving.full {
				break
			}
			e.proving.keep(replay.Scene{Turn: turn, World: vast{fields: fields}, State: make([]byte, mostKept/3)})
		}
		if p := e.proving.proved(true); p.Scenes != scenes || !p.Full {
			t.Errorf("%d fields: %d scenes, %v", fields, p.Scenes, p.Full)
		}
		if _, err := e.Scene(scenes); err == nil {
			t.Errorf("%d fields: a scene that was not kept", fields)
		}
	}
}

// What is no public file, or too much, or of another game, is refused as the command refuses it.
func TestProveHostile(t *testing.T) {
	rb := worlds.Rulebooks()[0]
	_, file := over(t, rb, 3, 4)
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
		_, want := replay.Prove(bytes.NewReader(hostile), book, nil, func(int) {})
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
	w, file := over(t, rb, 3, 4)
	var last, receipt, late string
	var realm int
	worldtest.Must(t, w.View(func(tx *store.Tx) (err error) {
		if last, err = chronicle.LastSeal(tx); err != nil {
			return err
		}
		sheets := w.Cache.Sheets(tx, 2)
		realm = sheets[0].Realm
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
		if of := [...]int{c.Turn, c.Realm, c.Number}; c.Taken || says == "" && of != [...]int{4, 0, 0} && of != [...]int{2, realm, 1} {
			t.Errorf("%s: compared %+v", text, c)
		}
	}
	if c, err := e.Compare(mail(late), true); err != nil || c.False != nil || len(c.Notes) != 1 || !strings.Contains(c.Notes[0][phrase.En], "Turn 9 was not played") {
		t.Errorf("a receipt for a later turn: %+v, %v", c, err)
	}
	shown := &e.proving.prover.Shown
	shown.Seals[last] = replay.Sealed{Turn: 4, Gone: true}
	if c, err := e.Compare(last, false); err != nil || !c.Taken || c.Turn != 4 {
		t.Errorf("taken back: %+v, %v", c, err)
	}
	two := strings.Replace(mail(receipt), "Subject", seal.Field, 1)
	for _, text := range []string{"", "hello", mail("receipt-2"), two} {
		if _, err := e.Compare(text, true); err == nil || err.Error() != "no-seal" {
			t.Errorf("%q: %v", text, err)
		}
	}
}
