package turns_test

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
	"weltentor/resolve/worldtest"
)

// tale is what the chronicler says in the newest report of a realm, in one line.
func tale(b *worldtest.Game, realm int) string {
	b.T.Helper()
	rep, err := turns.Report(b.World, realm, -1)
	must(b.T, err)
	said, _, _ := strings.Cut(string(rep.Text), "Zug ")
	said, _, _ = strings.Cut(said, "Turn ")
	return strings.Join(strings.Fields(said), " ")
}

// Report 0 has the story. Each report after it has the weightiest phrases, a kind at most every second turn and no
// phrase twice in six turns. What happens for the first time is mentioned once. An undo takes the memory back, so the
// turn says the same again. Verify holds the memory against the turn's record.
func TestTale(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Telling{}, 2)
	if said, _ := turns.Report(b.World, 1, 0); !strings.HasPrefix(string(said.Text), "\nOnce upon a time.\n") {
		t.Errorf("report 0: %s", said.Text)
	}
	last := map[string]int{}
	for turn := 1; turn <= 12; turn++ {
		b.Advance(worldtest.Friday.AddDate(0, 0, 7*(turn-1)))
		said := tale(b, 1)
		if first := strings.Contains(said, "first time"); first != (turn == 1) || strings.Contains(said, "dust") ||
			turn%2 == 1 && !strings.Contains(said, "spade") {
			t.Errorf("turn %d: %q", turn, said)
		}
		for line := range strings.SplitAfterSeq(said, ".") {
			if was := last[line]; line != "" && was > 0 && turn-was < 6 {
				t.Errorf("turn %d: %q was said in turn %d", turn, line, was)
			}
			last[strings.TrimSpace(line)] = turn
		}
		if turn == 9 {
			b.Undo(b.ClockAt)
			b.Redo(b.ClockAt)
			if again := tale(b, 1); again != said {
				t.Errorf("after an undo %q, before %q", again, said)
			}
		}
	}
	b.Verified()
	must(t, b.Update(func(tx *store.Tx) error {
		return tx.Bucket([]byte("turns")).Bucket(store.U32(7)).Put([]byte("tales"), store.Pack([]byte("{}")))
	}))
	v, err := turns.Verify(b.World)
	must(t, err)
	if len(v.Wrong) != 1 || !strings.Contains(v.Wrong[0], "turn 7: its tales") {
		t.Errorf("%q", v.Wrong)
	}
}

// A player who wants none gets none, from the turn of that sheet on. Other players hear the same as before. Who takes a
// realm over hears the story once, in any language, and so does whoever changes the language.
func TestTaleNo(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Telling{Handful: worldtest.Handful{Tiny: worldtest.Tiny{Chart: true}}}, 3)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n$S\nGeschichte nein\n", receipt.Taken)
	worldtest.Has(t, b.Sent("receipt", b.ClockAt)[0].Text, "Die Berichte kommen ohne die Zeilen der Chronik.\n")
	for turn := 1; turn <= 3; turn++ {
		b.Advance(worldtest.Friday.AddDate(0, 0, 7*(turn-1)))
		if one, two := tale(b, 1), tale(b, 2); one != "" || turn != 2 && two == "" {
			t.Errorf("turn %d: realm 1 hears %q, realm 2 %q", turn, one, two)
		}
	}
	b.Send(1, fmt.Sprintf("$I 1 PASSWORD %d\n$A\ndig 1\n$S\nTale yes\n", 4), receipt.Taken)
	worldtest.Has(t, b.Sent("receipt", b.ClockAt)[0].Text, "Jeder Bericht beginnt ab jetzt mit den Zeilen der Chronik.\n")
	b.Advance(worldtest.Friday.AddDate(0, 0, 21))
	b.Advance(worldtest.Friday.AddDate(0, 0, 28))
	if one, two := tale(b, 1), tale(b, 2); one == "" || two == "" {
		t.Errorf("turn 5: realm 1 hears %q, realm 2 %q", one, two)
	}
	must(t, players.HandTo(b.World, 3, roster.ApplicantRow{Player: "Uli", Mail: "uli@example.org", Lang: phrase.De}, b.ClockAt))
	d := b.Sent("report", b.ClockAt)
	if heard := string(d[len(d)-1].Files[0].Data); !strings.Contains(heard, "Once upon a time.") {
		t.Errorf("the heir hears %s", heard)
	}
	b.Verified()
	// The language of an heir is no change.
	must(t, players.HandTo(b.World, 2, roster.ApplicantRow{Player: "Ada", Mail: "ada@example.org", Lang: phrase.De}, b.ClockAt))
	heard := ""
	for turn := 6; turn <= 7; turn++ {
		b.Advance(worldtest.Friday.AddDate(0, 0, 7*(turn-1)))
		heard += tale(b, 2)
	}
	if heard == "" || strings.Contains(heard, "Once upon a time.") {
		t.Errorf("after that, the heir hears %q", heard)
	}
	b.Verified()
}
