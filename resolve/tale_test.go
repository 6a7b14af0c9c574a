package resolve

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/signup"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
	"weltentor/worlds/game"
)

// narrated is a report with what the chronicler may say.
func narrated(r game.Report) game.Report {
	r.Tale = game.Tale{Opening: "Once upon a time.", Weight: 4, Moments: []game.Moment{
		{Kind: "dug", Weight: 4, Lines: []game.Line{{Text: "They dug."}, {Text: "A hole was dug.", Joke: true}, {Text: "The earth moved."}}},
		{Kind: "spade", Weight: 3, Lines: []game.Line{{Text: "The spade shone."}, {Text: "The spade sang."}, {Text: "The spade fell."}}},
		{Kind: "first", Weight: 9, Once: "first", Lines: []game.Line{{Text: "The first time."}}},
		{Kind: "dust", Weight: 1, Lines: []game.Line{{Text: "There was dust."}}}}}
	return r
}

// tale is what the chronicler says in the newest report of a realm, in one line.
func (b *table) tale(realm int) string {
	b.t.Helper()
	rep, err := turns.Report(b.World, realm, -1)
	must(b.t, err)
	said, _, _ := strings.Cut(string(rep.Text), "Zug ")
	said, _, _ = strings.Cut(said, "Turn ")
	return strings.Join(strings.Fields(said), " ")
}

// Report 0 has the story. Each report after it has the weightiest phrases, a kind at most every second turn and no
// phrase twice in six turns. What happens for the first time is mentioned once. An undo takes the memory back, so the
// turn says the same again. Verify holds the memory against the turn's record.
func TestTale(t *testing.T) {
	t.Parallel()
	b := sit(t, telling{}, 2)
	if said, _ := turns.Report(b.World, 1, 0); !strings.HasPrefix(string(said.Text), "\nOnce upon a time.\n") {
		t.Errorf("report 0: %s", said.Text)
	}
	last := map[string]int{}
	for turn := 1; turn <= 12; turn++ {
		b.advance(friday.AddDate(0, 0, 7*(turn-1)))
		said := b.tale(1)
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
			b.undo(b.clockAt)
			b.redo(b.clockAt)
			if again := b.tale(1); again != said {
				t.Errorf("after an undo %q, before %q", again, said)
			}
		}
	}
	b.verified()
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
	b := sit(t, telling{handful{tiny{chart: true}}}, 3)
	b.send(1, "$I 1 PASSWORD\n$A\ndig 1\n$S\nGeschichte nein\n", receipt.Taken)
	has(t, b.sent("receipt", b.clockAt)[0].Text, "Die Berichte kommen ohne die Zeilen der Chronik.\n")
	for turn := 1; turn <= 3; turn++ {
		b.advance(friday.AddDate(0, 0, 7*(turn-1)))
		if one, two := b.tale(1), b.tale(2); one != "" || turn != 2 && two == "" {
			t.Errorf("turn %d: realm 1 hears %q, realm 2 %q", turn, one, two)
		}
	}
	b.send(1, fmt.Sprintf("$I 1 PASSWORD %d\n$A\ndig 1\n$S\nTale yes\n", 4), receipt.Taken)
	has(t, b.sent("receipt", b.clockAt)[0].Text, "Jeder Bericht beginnt ab jetzt mit den Zeilen der Chronik.\n")
	b.advance(friday.AddDate(0, 0, 21))
	b.advance(friday.AddDate(0, 0, 28))
	if one, two := b.tale(1), b.tale(2); one == "" || two == "" {
		t.Errorf("turn 5: realm 1 hears %q, realm 2 %q", one, two)
	}
	must(t, players.HandTo(b.World, 3, signup.Row{Player: "Uli", Mail: "uli@example.org", Lang: phrase.De}, b.clockAt))
	d := b.sent("report", b.clockAt)
	if heard := string(d[len(d)-1].Files[0].Data); !strings.Contains(heard, "Once upon a time.") {
		t.Errorf("the heir hears %s", heard)
	}
	b.verified()
	// The language of an heir is no change.
	must(t, players.HandTo(b.World, 2, signup.Row{Player: "Ada", Mail: "ada@example.org", Lang: phrase.De}, b.clockAt))
	heard := ""
	for turn := 6; turn <= 7; turn++ {
		b.advance(friday.AddDate(0, 0, 7*(turn-1)))
		heard += b.tale(2)
	}
	if heard == "" || strings.Contains(heard, "Once upon a time.") {
		t.Errorf("after that, the heir hears %q", heard)
	}
	b.verified()
}
