package resolve

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/intake"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
)

// Every rulebook works with a store: it is founded, joined, plays two turns without orders and one empty letter, and
// is verified.
func TestEveryRulebookThroughAStore(t *testing.T) {
	t.Parallel()
	telling := conformance.Having(t, worlds.Rulebooks(), "story in report 0", func(rb game.Rulebook) bool {
		return rb.Words(phrase.De).Has("tale.story.1")
	})
	for _, rb := range worlds.Rulebooks() {
		t.Run(rb.Name(), func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "w")
			must(t, players.Found(dir, rb, game.Founding{Seed: game.Seed{3}}, worldtest.Day0))
			w, err := world.Open(dir, []game.Rulebook{rb}, worldtest.Settings())
			must(t, err)
			b := &worldtest.Game{World: w, T: t, Dir: dir, ClockAt: worldtest.Day0.Add(time.Hour)}
			realms := 0
			for ; realms < 6; realms++ {
				_, _, err := players.AddRealm(w, game.Joining{Name: "Reich " + string(rune('A'+realms)), Player: "P",
					Lang: phrase.Langs[realms%2]}, fmt.Sprintf("r%d@example.org", realms+1), worldtest.Day0)
				if realms >= 2 && err != nil {
					break // the world is full
				}
				must(t, err)
			}
			if first := b.Sent("report", worldtest.Day0)[0]; !strings.Contains(first.Text,
				"Gespielt wird "+rb.Words(phrase.De).T("game")+". ") {
				t.Errorf("report 0 comes with\n%s", first.Text)
			}
			for n := range 2 {
				_, err := intake.Submit(w, 1, "$A\n", b.ClockAt)
				must(t, err)
				a, err := turns.Advance(w, worldtest.Friday.AddDate(0, 0, 7*n), true)
				must(t, err)
				if !a.Resolved {
					t.Fatalf("turn %d waits for %s", a.Turn, a.Waits.Code)
				}
				b.ClockAt = worldtest.Friday.AddDate(0, 0, 7*n)
			}
			if letters := b.Sent("report", b.ClockAt); len(letters) < 2*realms || letters[0].Text == "" ||
				len(letters[0].Files) == 0 {
				t.Errorf("%d reports", len(letters))
			}
			for n, lang := range phrase.Langs { // realm 1 reads the other one
				must(t, players.HandTo(w, 1, roster.ApplicantRow{Player: "P", Mail: fmt.Sprintf("uli%d@example.org", n),
					Lang: phrase.Langs[1-n]}, b.ClockAt))
				stored, err := turns.Report(w, 1, 2)
				must(t, err)
				got := b.Sent("report", b.ClockAt)
				story := []byte{}
				if slices.Contains(telling, rb) {
					story = []byte(rb.Words(phrase.Langs[1-n]).T("tale.story.1")[:20])
				}
				head, _, _ := bytes.Cut(stored.Text, []byte("\n"))
				if len(got) != 1 || !bytes.Contains(got[0].Files[0].Data, story) ||
					(lang == phrase.Langs[0]) == bytes.HasPrefix(got[0].Files[0].Data, head) {
					t.Errorf("told anew to who reads %s: %d letters", phrase.Langs[1-n], len(got))
				}
			}
			v, err := turns.Verify(w)
			must(t, err)
			if len(v.Wrong) > 0 {
				t.Error(v.Wrong)
			}
		})
	}
}

// Where lists come as files, one that came with an earlier letter stays. The receipt of a later letter names it, and asks
// for no other.
func TestListsThatStayAreInForce(t *testing.T) {
	t.Parallel()
	tried := 0
	for _, rb := range worlds.Rulebooks() {
		b := worldtest.Found(t, rb, 2)
		says := func(text string, files ...game.File) string {
			b.Sent("", b.ClockAt)
			_, err := intake.Submit(b.World, 1, text, b.ClockAt, files...)
			must(t, err)
			return b.Sent("receipt", b.ClockAt)[0].Text
		}
		const kept, asked = "Armee1.pdf ist die Liste Eurer Armee 1.", "Noch ohne Liste: Armee 1"
		if !strings.Contains(says("$S\nSprache de\n", game.File{Name: "Armee1.pdf", Data: []byte("%PDF-1.4 1")}), kept) {
			continue
		}
		tried++
		if text := says("$A\n1 Halten\n"); !strings.Contains(text, kept) || strings.Contains(text, asked) {
			t.Error(text)
		}
	}
	if tried == 0 {
		t.Error("no game takes lists")
	}
}
