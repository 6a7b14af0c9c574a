package intake_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/intake"
	"weltentor/resolve/letter"
	"weltentor/resolve/notices"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// inForce demands the orders of a realm.
func inForce(t *testing.T, b *worldtest.Pages, realm int, want string) {
	t.Helper()
	if got := b.InForce(realm); !strings.HasSuffix(got, "\n"+want+"\n") {
		t.Errorf("realm %d has %q, want %q", realm, got, want)
	}
}

// A turn that is taken back has its sheets again. The link of that turn opens again, what it sent is known, and later
// orders from the page are kept for their turn, which can be resolved and verified.
func TestPageAfterATurnIsTakenBack(t *testing.T) {
	t.Parallel()
	b := worldtest.OnPages(t, 2)
	first := b.Key(1, letter.ByLink, "")
	b.Posts(first, "", "$I 1 PASSWORD 1\n$A\ndig 4\n", false)
	sealed := b.Sealed
	b.Advance(worldtest.Friday)
	b.Posts(b.Key(1, letter.ByLink, ""), "", "$I 1 PASSWORD 2\n$A\ndig 5\n", false)
	inForce(t, b, 1, "dig 5")
	b.ClockAt = b.ClockAt.Add(time.Hour)
	_, err := turns.Undo(b.World, turns.UndoOptions{Why: "x"}, b.ClockAt)
	worldtest.Must(t, err)
	inForce(t, b, 1, "dig 4")
	if again := b.Key(1, letter.ByLink, ""); again != first {
		t.Errorf("the link of turn 1 is %+v, was %+v", again, first)
	}
	b.Sealed = sealed
	if a := b.Again(first); !a.Again {
		t.Errorf("%+v", a)
	}
	if a := b.Posts(b.Key(1, letter.ByDoor, ""), "", "$I 1 - 1\n$A\ndig 6\n", false); a.Fate != receipt.Taken || a.Turn != 1 {
		t.Errorf("%+v", a)
	}
	inForce(t, b, 1, "dig 6")
	_, _, err = turns.Redo(b.World, b.ClockAt.Add(time.Hour))
	worldtest.Must(t, err)
	inForce(t, b, 1, "dig 5")
	if v, err := turns.Verify(b.World); err != nil || len(v.Wrong) > 0 {
		t.Errorf("%+v, %v", v.Wrong, err)
	}
}

// The game master takes the last sheet from the page back like any other.
func TestPageSheetIsTakenBack(t *testing.T) {
	t.Parallel()
	b := worldtest.OnPages(t, 2)
	b.Posts(b.Key(1, letter.ByLink, ""), "", "$I 1 PASSWORD\n$A\ndig 4\n", false)
	b.Posts(b.Key(1, letter.ByDoor, ""), "", "$I 1 -\n$A\ndig 5\n", false)
	inForce(t, b, 1, "dig 5")
	if a, err := intake.Former(b.World, 1, b.ClockAt.Add(time.Minute)); err != nil || !a.Former {
		t.Errorf("%+v, %v", a, err)
	}
	inForce(t, b, 1, "dig 4")
}

// Orders for a later turn are kept for it, and a letter for a turn that is over counts for none.
func TestPageForOtherTurns(t *testing.T) {
	t.Parallel()
	b := worldtest.OnPages(t, 2)
	door := b.Key(1, letter.ByDoor, "")
	if a := b.Posts(door, "", "$I 1 - 2\n$A\ndig 4\n", false); a.Fate != receipt.Ahead || a.For != 2 || a.Turn != 1 {
		t.Errorf("%+v", a)
	}
	b.Seals(door, "", "$I 1 - 1\n$A\ndig 7\n", false)
	b.Advance(worldtest.Friday)
	inForce(t, b, 1, "dig 4")
	if a := b.Again(door); a.Fate != receipt.Refused || a.Said == "" {
		t.Errorf("%+v", a)
	}
	inForce(t, b, 1, "dig 4")
}

// A substitute has a link and a door of their own, which end with their turns. The player's go on.
func TestSubstitutesDoor(t *testing.T) {
	t.Parallel()
	b := worldtest.OnPages(t, 3)
	b.Answering(worldtest.Ann, b.Offered(2, worldtest.Ann))
	own, anns := b.Key(2, letter.ByDoor, ""), b.Key(2, letter.ByDoor, worldtest.Ann)
	if own.Opens == anns.Opens || b.Key(2, letter.ByLink, worldtest.Ann).Opens == b.Key(2, letter.ByLink, "").Opens {
		t.Fatal("the substitute has the player's key")
	}
	a := b.Posts(anns, "", "$I 2 -\n$A\ndig 4\n", false)
	sent := b.Sent("receipt", b.ClockAt)
	if a.Fate != receipt.Taken || a.To != "a…@…" || len(sent) != 1 || sent[0].To != worldtest.Ann {
		t.Errorf("%+v, %+v", a, sent)
	}
	if a := b.Posts(b.Key(2, letter.ByLink, worldtest.Ann), "", "$I 2 PASSWORD\n$A\ndig 5\n", true); a.Fate != receipt.WrongWord {
		t.Errorf("the player's password by the substitute's link: %+v", a)
	}
	b.Advance(worldtest.Friday)
	b.Advance(worldtest.Friday.AddDate(0, 0, 7))
	b.Seals(anns, "", "$I 2 -\n$A\ndig 6\n", false)
	ended(t, b, anns)
	if a := b.Posts(own, "", "$I 2 -\n$A\ndig 7\n", false); a.Fate != receipt.Taken {
		t.Errorf("%+v", a)
	}
}

// Nothing that a player's browser has outlives a hand-over, and the next player's keys are others.
func TestHandOverEndsKeys(t *testing.T) {
	t.Parallel()
	b := worldtest.OnPages(t, 2)
	link, door := b.Key(1, letter.ByLink, ""), b.Key(1, letter.ByDoor, "")
	to := roster.ApplicantRow{Player: "Nina", Mail: "nina@example.org", Lang: phrase.En}
	worldtest.Must(t, players.HandTo(b.World, 1, to, b.ClockAt))
	for _, was := range []notices.Key{link, door} {
		b.Seals(was, "", "$I 1 PASSWORD\n$A\ndig 4\n", false)
		ended(t, b, was)
		if now := b.Key(1, was.Door, "nina@example.org"); now.Opens == was.Opens {
			t.Errorf("the %s is the former player's", was.Door)
		}
	}
}

// An answer to another player's letter leaves at once, by the code in its text. The words are the player's own, whole:
// what looks like a quote or a signature in a mail is text here.
func TestLettersFromThePage(t *testing.T) {
	t.Parallel()
	b := worldtest.OnPages(t, 3, func(s *world.Settings) { s.Press = world.PressNow })
	d := b.WriteTo(2, 1, "Frieden?")
	b.Sent("", b.ClockAt)
	code := worldtest.TokensIn(d.Subject, d.Text)[0]
	door := b.Key(1, letter.ByDoor, "")
	a := b.Posts(door, "", "$I 1 *** 1\n"+code+"\n\nJa.\n> Und sofort.\n-- \nSo sei es.\n", false)
	got := b.Reads("r2@example.org")
	for _, part := range []string{"Ja.", "Und sofort.", "So sei es."} {
		if !strings.Contains(got, part) {
			t.Errorf("%+v: realm 2 reads\n%s", a, got)
		}
	}
	if strings.Contains(got, "Seite") || strings.Contains(got, "page") {
		t.Errorf("others read where it came from:\n%s", got)
	}
	b.Posts(door, "BRIEF 3", "$I 1 *** 1\n\nEs grüßt\n\nAm 3.4.2026 schrieb Anna <a@b.example>:\n> nichts\n", false)
	if got := b.Reads("r3@example.org"); !strings.Contains(got, "schrieb Anna") || !strings.Contains(got, "nichts") {
		t.Errorf("realm 3 reads\n%s", got)
	}
}
