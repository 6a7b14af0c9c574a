package receipt_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/receipt"
	"weltentor/resolve/wording"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// Lines are counted, and each is under the heading that says what becomes of it. Line 3 counts; 4 and 6 do not; 5
// counts in part, and 7 is not played.
func TestReceiptCountsLines(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	a, d := b.Receipt("dig 3\nswim 4\ndig 5 twice\ndig 12\nfly\n")
	if a.Good != 1 || a.Bad != 3 || a.Partial != 1 || a.NotYet != 1 {
		t.Errorf("%+v", a)
	}
	if d.Subject != "[Bovistan Z1] Befehle angekommen: 1 gut, 3 fehlerhaft, 1 gilt noch nicht" {
		t.Errorf("subject %q", d.Subject)
	}
	for _, want := range []string{
		"Angenommen: 1 Zeile gut, 3 fehlerhaft. Die guten gelten.\n1 fehlerhafte Zeile gilt zum Teil; siehe " +
			"unten.\n1 Zeile gilt in dieser Welt noch nicht.\n",
		"Fehlerhaft, gilt nicht (2 Zeilen):\n  Zeile 4, Spalte 1: Das ist kein Befehl. Beispiel: dig 3\n      > " +
			"swim 4\n  Zeile 6, Spalte 1: 12 ist zu tief",
		"Gilt nur zum Teil; der Rest der Zeile gilt (1 Zeile):\n  Zeile 5, Spalte 1: Zweimal geht nicht.\n      > " +
			"dig 5 twice\n",
		"Gibt es in dieser Welt noch nicht, es geschieht nichts (1 Zeile):\n  Zeile 7, Spalte 1: Fliegen kann hier " +
			"noch keiner.\n      > fly\n",
		"Das geschieht, wenn nichts dazwischenkommt:\n  Zeile 3: Wir graben 3 tief.\n  Zeile 5: Wir graben 5 tief.\n",
	} {
		if !strings.Contains(d.Text, want) {
			t.Errorf("the receipt does not say %q:\n%s", want, d.Text)
		}
	}
	s, err := gamemaster.StatusOf(b.World, b.ClockAt)
	must(t, err)
	if s.Realms[0].Good != 1 || s.Realms[0].Bad != 3 {
		t.Errorf("%+v", s.Realms)
	}
}

func TestReceiptIsNotAllGood(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	if a, d := b.Receipt("dig 1\nfly\n"); a.Fate != receipt.Taken ||
		!strings.HasPrefix(d.Text, "Angenommen: 1 Zeile gut.\n1 Zeile gilt in dieser Welt noch nicht.\n") ||
		strings.Contains(d.Text, "alles gut") {
		t.Errorf("%+v:\n%s", a, d.Text)
	}
	// A line that counts in part counts: it replaces what was before.
	if a, d := b.Receipt("dig 2 twice\n"); a.Fate != receipt.Taken || !a.Replaced || a.Good != 0 || a.Bad != 1 ||
		!strings.Contains(d.Text, "Wir graben 2 tief.") {
		t.Errorf("%+v:\n%s", a, d.Text)
	}
	// And nothing does not replace it.
	if a, _ := b.Receipt(""); a.Fate != receipt.Kept {
		t.Errorf("%+v", a)
	}
	if a, d := b.Receipt("fly\n"); a.Fate != receipt.Kept ||
		!strings.Contains(d.Text, "1 Zeile gilt in dieser Welt noch nicht.") {
		t.Errorf("%+v:\n%s", a, d.Text)
	}
}

// Problems beyond the limit, found by the parser or by the world, are only counted. No file makes a receipt of
// megabytes.
func TestReceiptOfAHugeFile(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		line      string
		bad, good int
		more      string
	}{
		{"nonsense", 5000, 0, "… und 4800 mehr"}, // kept 200 of 5000
		{"dig 12", 5000, 0, "… und 4800 mehr"},
		{"dig 2", 0, 5000, "… und 4800 mehr"}, // told 200 of 5000
	} {
		b := worldtest.Found(t, worldtest.Tiny{}, 1)
		a, d := b.Receipt(strings.Repeat(c.line+"\n", 5000))
		if a.Bad != c.bad || a.Good != c.good || !strings.Contains(d.Text, c.more) || len(d.Text) > 100_000 {
			t.Errorf("%s: good %d, bad %d, %d bytes:\n%.600s", c.line, a.Good, a.Bad, len(d.Text), d.Text)
		}
		if c.bad > 0 && !strings.Contains(d.Text, fmt.Sprintf("gilt nicht (%d Zeilen):", c.bad)) {
			t.Errorf("%s: %.600s", c.line, d.Text)
		}
	}
}

// Mails that are in the mailbox when the turn is resolved count, and the receipt of a late letter says so.
func TestLateLetterCounts(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.ClockAt = worldtest.Friday.Add(time.Minute)
	if a, d := b.Receipt("dig 3\n"); a.Fate != receipt.Taken ||
		!strings.Contains(d.Text, "Briefe, die dann im Postfach liegen, zählen noch.") {
		t.Errorf("%+v:\n%s", a, d.Text)
	}
}

// The machine addresses players as the rules do: Ihr, Euch, Euer.
func TestGermanSaysIhr(t *testing.T) {
	t.Parallel()
	du := regexp.MustCompile(`(?i)\b(du|dir|dich|deine?[mnrs]?|schick|schreib|warst|bist)\b`)
	book := wording.Words(phrase.De)
	for _, code := range book.Codes() {
		if said := book.T(code); du.MatchString(said) {
			t.Errorf("%s: %s", code, said)
		}
	}
}

// Orders of another mail phase are not kept. The date from which to send them again is shown only if the turn has a
// deadline (friday, and none by hand). A letter with a past turn's number is told to write the present one only if its
// orders would count then.
func TestOrdersOfAnotherPhase(t *testing.T) {
	t.Parallel()
	for due, want := range map[game.Due]string{
		game.AtDeadline: "Orders for another phase are not kept. Turn 2 begins on Friday, ",
		game.ByHand: "Orders for another phase are not kept. Send them again after this turn is resolved: in " +
			"turn 2 at the earliest.",
	} {
		b := worldtest.Found(t, worldtest.Tiny{Phases: true, Due: due}, 2)
		b.Sent("", worldtest.Day0)
		b.Accept(b.Letter(2, "$I 2 PASSWORD\n$A\ndig 1\nfly\n"))
		if got := b.Sent("receipt", b.ClockAt); len(got) != 1 || !strings.Contains(got[0].Text, want) {
			t.Errorf("%d: %+v\nwant %q", due, got, want)
		}
	}
	b := worldtest.Found(t, worldtest.Tiny{Phases: true}, 2)
	b.Advance(worldtest.Friday)
	for text, want := range map[string]string{"dig 1": "stale-turn", "fly": "stale-turn-phase"} {
		if a := b.Send(2, "$I 2 PASSWORD 1\n$A\n"+text+"\n", receipt.Refused); a.Reason.Code != want {
			t.Errorf("%s: %s, want %s", text, a.Reason.Code, want)
		}
	}
	b = worldtest.Found(t, worldtest.Tiny{InTurn: true}, 2)
	b.Send(1, "$I 1 PASSWORD 1\n$A\ndig 1\n", receipt.Taken)
	b.Advance(worldtest.Friday)
	if a := b.Send(1, "$I 1 PASSWORD 1\n$A\ndig 1\n", receipt.Refused); a.Reason.Code != "stale-turn-others" {
		t.Errorf("who is not asked any more: %s", a.Reason.Code)
	}
}
