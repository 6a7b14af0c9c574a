package turns_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/deadlines"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/schedule"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// Each step comes once, one a turn, and none without a warning. This holds even if a player has missed many turns when
// the setting is made.
func TestStepsForMissedTurns(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		before int // turns missed before the setting is made
		steps  []string
		want   []string
	}{
		{0, []string{"2 warn", "3 standing"}, []string{"", "warn", "standing", "", ""}},
		{0, []string{"1 warn", "2 substitute", "3 offer"}, []string{"warn", "", "", ""}}, // nobody waits for it
		{0, []string{"2 standing"}, []string{"", "warn", "standing", ""}},
		{4, []string{"2 warn", "3 standing"}, []string{"warn", "standing", ""}},
		{0, nil, []string{"", "", ""}},
	} {
		b := worldtest.Found(t, worldtest.Tiny{}, 2)
		b.Skipping(c.before)
		b.Reopen(worldtest.Tiny{}, worldtest.Steps(c.steps...))
		if got := b.Skipping(len(c.want)); !slices.Equal(got, c.want) {
			t.Errorf("%q after %d: %q, want %q", c.steps, c.before, got, c.want)
		}
		b.Verified()
	}
}

// A warning begins with the realm's name, as a sentence does in each language.
func TestWarningsBeginAsSentences(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2, worldtest.Steps("1 warn"))
	b.Advance(b.ClockAt.AddDate(0, 0, 7))
	var lines []string
	for _, l := range b.Sent(outbox.KindDeadline, b.ClockAt.AddDate(0, 0, 7)) {
		line, _, _ := strings.Cut(l.Text, "\n")
		lines = append(lines, line)
	}
	if want := []string{"Reich 1 Reich1: Ihr habt 1 Zug in Folge verpasst.",
		"Realm 2 Reich2: you have missed 1 turn in a row."}; !slices.Equal(lines, want) {
		t.Errorf("%q", lines)
	}
}

// Orders end all of it: a player who counted as away no longer does, and is warned again after missing turns again.
func TestOrdersEndTheSteps(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2, worldtest.Steps("1 warn", "2 standing"))
	b.Skipping(3)
	if rows, err := players.Realms(b.World); err != nil || !rows[0].Absent(4) || rows[0].Missed != 2 {
		t.Fatalf("%+v, %v", rows, err)
	}
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	if rows, err := players.Realms(b.World); err != nil || rows[0].Absent(4) {
		t.Errorf("%+v, %v", rows, err)
	}
	if got := b.Skipping(3); !slices.Equal(got, []string{"", "warn", "standing"}) {
		t.Errorf("%q", got)
	}
	_, _, err := schedule.Away(b.World, 1, 0, b.ClockAt)
	must(t, err)
	if rows, err := players.Realms(b.World); err != nil || rows[0].Absent(7) {
		t.Errorf("%+v, %v", rows, err)
	}
	b.Verified()
}

// A realm that counts as away can still go to somebody who comes to the waiting list.
func TestWhoComesLaterGetsTheRealm(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2, worldtest.Steps("1 warn", "2 offer", "3 standing"), func(s *world.Settings) { s.Signup, s.Places = true, 2 })
	if got := b.Skipping(4); !slices.Equal(got, []string{"warn", "", "standing", ""}) {
		t.Fatalf("%q", got)
	}
	b.ClockAt = b.ClockAt.Add(time.Hour)
	b.Says("kim@one.example", "Re:", "Yes\n"+b.Invited("kim@one.example", "Player: Kim\nRealm: Moor\nLanguage: en\n"))
	if got := b.Skipping(1); !slices.Equal(got, []string{"offer"}) {
		t.Errorf("%q", got)
	}
	if rows, err := players.Realms(b.World); err != nil || rows[0].Player != "Kim" || rows[0].Missed != 0 || rows[0].Absent(6) {
		t.Errorf("%+v, %v", rows, err)
	}
	why := 0
	for _, d := range b.Sent("", b.ClockAt.Add(time.Hour)) {
		if d.To == "r1@example.org" && strings.HasPrefix(d.Text, "3 Züge nacheinander kamen keine Befehle von Euch.") {
			why++
		}
	}
	if why != 1 {
		t.Errorf("%d letters say why the realm has gone", why)
	}
	b.Verified()
}

func TestReadSteps(t *testing.T) {
	t.Parallel()
	for _, bad := range [][]string{{"warn"}, {"0 warn"}, {"21 warn"}, {"x warn"}, {"2 kick"}, {"2 warn", "2 offer"},
		{"3 warn", "2 offer"}, {"2 warn", "3 warn"}, {"2 warn now"}} {
		if _, wrong := deadlines.ReadSteps(bad); wrong != bad[len(bad)-1] {
			t.Errorf("%q: %q is wrong, want the last", bad, wrong)
		}
	}
	if got, bad := deadlines.ReadSteps([]string{"2 warn", " 3  offer"}); bad != "" ||
		!slices.Equal(got, []deadlines.Step{{After: 2, Does: deadlines.Warns}, {After: 3, Does: deadlines.GivesAway}}) {
		t.Errorf("%v, %q", got, bad)
	}
}

// The game master gets one letter a turn about all realms that send no orders, or one for each if the settings say so.
// A realm that goes to somebody else has a letter of its own.
func TestOneLetterATurnTellsOfSilentRealms(t *testing.T) {
	t.Parallel()
	about := func(b *worldtest.Game) (subjects, texts []string) {
		for _, d := range b.Sent("", b.ClockAt.Add(time.Hour)) {
			if d.To == b.Settings.Masters[0] && strings.Contains(d.Subject, "keine Befehle") {
				subjects, texts = append(subjects, d.Subject), append(texts, d.Text)
			}
		}
		return subjects, texts
	}
	b := worldtest.Found(t, worldtest.Tiny{}, 4, worldtest.Steps("1 warn", "2 standing"))
	b.Skipping(1)
	subjects, texts := about(b)
	if len(subjects) != 1 || subjects[0] != "[Bovistan] 3 Reiche schicken keine Befehle" ||
		strings.Count(texts[0], " verpasst und ist gewarnt.\n") != 3 {
		t.Errorf("%q %q", subjects, texts)
	}
	b = worldtest.Found(t, worldtest.Tiny{}, 4, worldtest.Steps("1 warn"), func(s *world.Settings) { s.Singly = true })
	b.Skipping(1)
	if subjects, _ = about(b); !slices.Equal(subjects, []string{"[Bovistan] Reich 1 schickt keine Befehle",
		"[Bovistan] Reich 3 schickt keine Befehle", "[Bovistan] Reich 4 schickt keine Befehle"}) {
		t.Errorf("%q", subjects)
	}
	b = worldtest.Found(t, worldtest.Tiny{}, 4, worldtest.Steps("1 warn", "2 offer", "3 standing"), worldtest.Signups(4))
	b.Skipping(1)
	about(b)
	b.Says("kim@one.example", "Re:", "Yes\n"+b.Invited("kim@one.example", "Player: Kim\nRealm: Moor\nLanguage: en\n"))
	b.Skipping(1)
	if subjects, _ = about(b); !slices.Equal(subjects, []string{"[Bovistan] Reich 1 schickt keine Befehle"}) {
		t.Errorf("%q", subjects)
	}
	b.Skipping(1) // the new player is warned as well
	if subjects, _ = about(b); !slices.Equal(subjects, []string{"[Bovistan] 3 Reiche schicken keine Befehle"}) {
		t.Errorf("%q", subjects)
	}
}
