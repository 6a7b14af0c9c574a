package turns_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// machine has the machine play a realm as it usually does.
func machine(b *worldtest.Game, realm int) {
	b.T.Helper()
	m, err := players.Manner(b.World, "", "")
	must(b.T, err)
	if changed, err := players.Bot(b.World, realm, &m, true, b.ClockAt); err != nil || !changed {
		b.T.Fatalf("realm %d: %t, %v", realm, changed, err)
	}
}

// The machine's orders are stored as the realm's sheet when the turn is resolved, and the turn is replayed from them
// whatever the machine would order today. The realm misses nothing, and all are told who plays it. The player's first
// orders take it back, and say so; words alone do not.
func TestTheMachinePlays(t *testing.T) {
	t.Parallel()
	depth := 3
	b := worldtest.Found(t, worldtest.BotTiny{Tiny: worldtest.Tiny{}, Depth: &depth}, 2)
	machine(b, 1)
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.Sent("", b.ClockAt)
	b.Advance(worldtest.Friday)
	if got := inForceOf(b, 1, 1); got != "$A\ndig 3\n" {
		t.Errorf("the machine's sheet is %q", got)
	}
	depth = 5
	b.Verified()
	if rec := b.Person(1); rec.Missed != 0 || rec.Bot == nil {
		t.Errorf("%+v", rec)
	}
	for _, d := range b.Sent("report", worldtest.Friday) {
		if own := strings.Contains(d.Text, "Euer Reich."); !strings.Contains(d.Text, "Die Maschine spielt Reich1 (1).") &&
			!strings.Contains(d.Text, "The machine plays Reich1 (1).") || own != strings.HasPrefix(d.To, "r1@") {
			t.Errorf("%s reads\n%s", d.To, d.Text)
		}
	}
	if a, d := b.Receipt("dig 2\n"); a.Fate != receipt.Taken || !strings.Contains(d.Text, "Ihr spielt Euer Reich wieder selbst") {
		t.Errorf("%s\n%s", a.Fate, d.Text)
	}
	if b.Person(1).Bot != nil {
		t.Error("the player has ordered, and the machine plays on")
	}
	b.Advance(worldtest.Friday.Add(7 * 24 * time.Hour))
	if got := inForceOf(b, 2, 1); !strings.Contains(got, "dig 2") {
		t.Errorf("in turn 2 the sheet is %q", got)
	}
	b.Verified()
}

// A message takes nothing back: its receipt says that the machine plays, and foretells nothing of a turn whose orders
// nobody knows.
func TestAMessageLeavesTheMachinePlaying(t *testing.T) {
	t.Parallel()
	depth := 3
	b := worldtest.Found(t, worldtest.BotTiny{Tiny: worldtest.Tiny{}, Depth: &depth}, 2)
	outlook := func() (said, machine bool) {
		b.ClockAt = b.ClockAt.Add(time.Minute)
		b.Sent("", b.ClockAt)
		b.Send(2, "$I 2 PASSWORD\n$N\n#1\nPeace?\n#E\n", receipt.Taken)
		for _, d := range b.Sent("receipt", b.ClockAt) {
			said = said || strings.Contains(d.Text, "in the treasury")
			machine = machine || strings.Contains(d.Text, "The machine plays your realm. Your next orders take it back at once.")
		}
		return said, machine
	}
	if said, machine := outlook(); !said || machine {
		t.Errorf("of a player's turn the receipt has an outlook: %t, and the machine: %t", said, machine)
	}
	machine(b, 2)
	if said, machine := outlook(); said || !machine || b.Person(2).Bot == nil {
		t.Errorf("of the machine's turn the receipt has an outlook: %t, and the machine: %t", said, machine)
	}
}

// inForceOf is the text of a realm's sheet of a turn.
func inForceOf(b *worldtest.Game, turn, realm int) (text string) {
	b.T.Helper()
	sheets, _ := b.Scanned(turn)
	for _, s := range sheets {
		if s.Realm == realm {
			text = s.Text
		}
	}
	return text
}

// A turn that is taken back loses the machine's orders, and gets them anew. The machine stays with the realm through
// that and through a hand-over, and plays a realm without a player.
func TestTheMachineStays(t *testing.T) {
	t.Parallel()
	depth := 3
	b := worldtest.Found(t, worldtest.BotTiny{Tiny: worldtest.Tiny{}, Depth: &depth}, 2)
	machine(b, 1)
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.Advance(worldtest.Friday)
	if _, err := turns.Undo(b.World, turns.UndoOptions{Why: "a test"}, worldtest.Friday.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if got := inForceOf(b, 1, 1); got != "" || b.Person(1).Bot == nil {
		t.Errorf("after undo the sheet is %q", got)
	}
	depth = 4
	b.Redo(worldtest.Friday.Add(2 * time.Hour))
	if got := inForceOf(b, 1, 1); got != "$A\ndig 4\n" {
		t.Errorf("resolved again with %q", got)
	}
	must(t, players.Vacate(b.World, 1, b.ClockAt))
	if b.Person(1).Bot == nil {
		t.Error("the machine left with the player")
	}
	b.Advance(worldtest.Friday.Add(7 * 24 * time.Hour))
	if got := inForceOf(b, 2, 1); got != "$A\ndig 4\n" {
		t.Errorf("without a player the sheet is %q", got)
	}
	b.Verified()
}

// Where one realm after the other plays, the machine's turn comes at once, but not if no player is there.
func TestTheMachineIsQuick(t *testing.T) {
	t.Parallel()
	depth := 3
	b := worldtest.Found(t, worldtest.BotTiny{Tiny: worldtest.Tiny{InTurn: true, Hasty: true}, Depth: &depth}, 2)
	machine(b, 1)
	if s, err := gamemaster.StatusOf(b.World, b.ClockAt); err != nil || !s.Due { // a host of a fleet looks there
		t.Errorf("%+v, %v", s, err)
	}
	b.Advance(b.ClockAt)
	b.Waits(b.ClockAt, "waits-deadline")
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.Advance(b.ClockAt)
	machine(b, 2)
	b.Waits(b.ClockAt, "waits-deadline-in")
}

// A realm whose player misses turns is played by the machine once the settings say so. Its player is told, and the
// reports of that turn name the realm. If the turn is taken back, the machine has not begun. The next
// orders take the realm back. In a game that the machine cannot play, the step after it is taken.
func TestTheMachineStandsIn(t *testing.T) {
	t.Parallel()
	depth := 3
	b := worldtest.Found(t, worldtest.BotTiny{Tiny: worldtest.Tiny{}, Depth: &depth}, 2, worldtest.Steps("1 warn", "2 bot", "3 standing"))
	b.Sent("", b.ClockAt)
	b.Skipping(1)
	named(b, false)
	b.Skipping(1)
	named(b, true)
	if _, err := turns.Undo(b.World, turns.UndoOptions{Why: "a test"}, b.ClockAt); err != nil || b.Person(1).Bot != nil {
		t.Fatalf("after undo the machine plays: %t, %v", b.Person(1).Bot != nil, err)
	}
	b.Sent("", b.ClockAt)
	b.Redo(b.ClockAt.Add(time.Hour))
	if got := inForceOf(b, 2, 1); got != "" {
		t.Errorf("the machine has played before it began: %q", got)
	}
	named(b, true)
	b.Skipping(1)
	if got := inForceOf(b, 3, 1); got != "$A\ndig 3\n" || b.Person(1).Idle {
		t.Errorf("in turn 3 the sheet is %q", got)
	}
	b.Verified()
	if a, _ := b.Receipt("dig 2\n"); a.Fate != receipt.Taken || b.Person(1).Bot != nil {
		t.Errorf("%s, and the machine plays on", a.Fate)
	}
	b.Verified()
	if b = worldtest.Found(t, worldtest.Tiny{}, 2, worldtest.Steps("1 warn", "2 bot", "3 standing")); len(b.Skipping(3)) == 0 || !b.Person(1).Idle {
		t.Error("the step after it was not taken")
	}
}

// named sees to it that the machine stands in for realm 1 or does not, and that the letters of the last turn say so: one
// to its player, and each report.
func named(b *worldtest.Game, plays bool) {
	b.T.Helper()
	if is := b.Person(1).Bot != nil; is != plays {
		b.T.Fatalf("the machine plays: %t", is)
	}
	told, reports := false, 0
	for _, d := range b.Sent("", b.ClockAt) {
		told = told || strings.Contains(d.Text, "Die Maschine spielt ab jetzt Euer Reich")
		if !strings.HasPrefix(d.MessageID, "<report.") {
			continue
		}
		reports++
		all := strings.Contains(d.Text, "Die Maschine spielt Reich1 (1).") || strings.Contains(d.Text, "The machine plays Reich1 (1).")
		own := strings.Contains(d.Text, "Die Maschine spielt Euer Reich.")
		if all != plays || own != (plays && strings.HasPrefix(d.To, "r1@")) {
			b.T.Errorf("%s reads\n%s", d.To, d.Text)
		}
	}
	if told != plays || reports != 2 {
		b.T.Errorf("its player was told: %t; %d reports", told, reports)
	}
}

// Where the machine alone plays, the first turn waits for a player, also beyond its deadline. Who comes then takes a realm
// of the machine's and has a whole turn's time.
func TestTheMachineWaitsForPlayers(t *testing.T) {
	t.Parallel()
	depth := 3
	b := worldtest.Found(t, worldtest.BotTiny{Tiny: worldtest.Tiny{}, Depth: &depth}, 0, worldtest.Signups(4))
	b.Passwords = append(b.Passwords, "") // of realm 1
	m := game.Manner{Style: "mole", Strength: game.Middle}
	seat := players.LocalRealm{Joining: game.Joining{Name: "Moor", Player: "Maschine", Lang: phrase.De}, Bot: &m}
	if n, err := players.AddLocal(b.World, []players.LocalRealm{seat}, b.ClockAt); err != nil || len(n) != 1 {
		t.Fatal(n, err)
	}
	b.ClockAt = worldtest.Friday.AddDate(0, 0, 30)
	b.Waits(b.ClockAt, "waits-realms")
	b.Says("kim@one.example", "Re:", "Yes\n"+b.Invited("kim@one.example", "Player: Kim\nRealm: Heath\nLanguage: en\n"))
	if rec := b.Person(1); rec.Vacant() || rec.Bot == nil {
		t.Fatalf("%+v", rec)
	}
	s, err := gamemaster.StatusOf(b.World, b.ClockAt)
	if err != nil || s.Deadline.Sub(b.ClockAt) < 3*24*time.Hour {
		t.Errorf("the deadline is %v, now it is %v, %v", s.Deadline, b.ClockAt, err)
	}
	b.Verified()
}

// If the settings hide it, only the player of a realm reads that the machine plays it.
func TestTheMachineIsHidden(t *testing.T) {
	t.Parallel()
	depth := 3
	b := worldtest.Found(t, worldtest.BotTiny{Tiny: worldtest.Tiny{}, Depth: &depth}, 2, func(s *world.Settings) { s.BotsHidden = true })
	machine(b, 1)
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.Sent("", b.ClockAt)
	b.Advance(worldtest.Friday)
	for _, d := range b.Sent("report", worldtest.Friday) {
		if reads := strings.Contains(d.Text, "aschine"); reads != strings.HasPrefix(d.To, "r1@") {
			t.Errorf("%s reads\n%s", d.To, d.Text)
		}
	}
}

// The game master has the machine play by mail, and stop; what cannot be is refused.
func TestTheMachineByMail(t *testing.T) {
	t.Parallel()
	depth := 3
	b := worldtest.Found(t, worldtest.BotTiny{Tiny: worldtest.Tiny{}, Depth: &depth}, 2)
	b.Sent("", b.ClockAt)
	for _, c := range []struct {
		word, refused string
		plays         bool
	}{
		{"GM BOT 1 no", "spielt Reich 1 nicht", false}, {"GM BOT 1", "", true}, {"SL MASCHINE 1", "spielt Reich 1 schon", true},
		{"GM BOT 7", "kein Reich 7", true}, {"SL MASCHINE 1 nein", "", false},
	} {
		if c.refused == "" {
			b.Bade(b.Settings.Masters[0], c.word, "")
		} else if got := b.Bids(c.word); !strings.Contains(got, c.refused) {
			t.Errorf("%s: %s", c.word, got)
		}
		if plays := b.Person(1).Bot != nil; plays != c.plays {
			t.Errorf("%s: the machine plays: %t", c.word, plays)
		}
	}
	if got := worldtest.Found(t, worldtest.Tiny{}, 2).Bids("GM BOT 1"); !strings.Contains(got, "nicht spielen") {
		t.Errorf("in a game that it cannot play: %s", got)
	}
}

// Whoever has the machine play hears that a player's orders in force still count.
func TestOrdersInForceCountBesideTheMachine(t *testing.T) {
	t.Parallel()
	depth := 3
	b := worldtest.Found(t, worldtest.BotTiny{Tiny: worldtest.Tiny{}, Depth: &depth}, 2)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	const says = "Die Befehle von dessen Spieler, die in Kraft sind, gelten in diesem Zug noch."
	for word, want := range map[string]bool{"GM BOT 1": true, "GM BOT 2": false} {
		if got := b.Bids(word); strings.Contains(got, says) != want {
			t.Errorf("%s is answered\n%s", word, got)
		}
	}
}

// Undo drops what the machine ordered, and not what the realm's player said beside it.
func TestUndoDropsTheMachinesOrders(t *testing.T) {
	t.Parallel()
	depth := 3
	b := worldtest.Found(t, worldtest.BotTiny{Tiny: worldtest.Tiny{}, Depth: &depth}, 2)
	machine(b, 1)
	b.Send(1, "$I 1 PASSWORD\n$N\n#2\nPeace?\n#E\n", receipt.Taken)
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.Advance(worldtest.Friday)
	if got := inForceOf(b, 1, 1); !strings.Contains(got, "dig 3") || !strings.Contains(got, "Peace?") {
		t.Fatalf("the turn was played with\n%s", got)
	}
	if _, err := turns.Undo(b.World, turns.UndoOptions{Why: "a test"}, worldtest.Friday.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if got := inForceOf(b, 1, 1); got != "$N\n#2\nPeace?\n#E\n$E\n" {
		t.Errorf("in force is\n%s", got)
	}
	depth = 2
	b.Redo(worldtest.Friday.Add(2 * time.Hour))
	if got := inForceOf(b, 1, 1); !strings.Contains(got, "dig 2") || !strings.Contains(got, "Peace?") {
		t.Errorf("resolved again with\n%s", got)
	}
	b.Verified()
}

// A game that the machine cannot play, and a style or strength that there is not, are refused in words.
func TestTheMachineCannot(t *testing.T) {
	t.Parallel()
	depth := 3
	b := worldtest.Found(t, worldtest.BotTiny{Tiny: worldtest.Tiny{}, Depth: &depth}, 1)
	for _, wrong := range [][2]string{{"knight", ""}, {"", "mighty"}} {
		_, err := players.Manner(b.World, wrong[0], wrong[1])
		worldtest.WantError(t, err, faults.ErrEdit, wrong[0]+wrong[1])
	}
	_, err := players.Manner(worldtest.Found(t, worldtest.Tiny{}, 1).World, "", "")
	worldtest.WantError(t, err, faults.ErrEdit, "cannot play")
	if _, err := players.Bot(b.World, 9, nil, false, b.ClockAt); err == nil {
		t.Error("there is no realm 9")
	}
	if m, err := players.Manner(b.World, "MOLE", "strong"); err != nil || m.Style != "mole" || m.Strength != game.Strong {
		t.Errorf("%+v, %v", m, err)
	}
}

// A letter to a realm that the machine plays is answered once a turn: in the writer's language, and with what plays there. A
// letter to all is not, nor if nobody may know.
func TestTheMachineAnswersLetters(t *testing.T) {
	t.Parallel()
	depth := 3
	answers := func(hidden bool, to ...string) (n int) {
		b := worldtest.Found(t, worldtest.BotTiny{Tiny: worldtest.Tiny{}, Depth: &depth}, 3, func(s *world.Settings) { s.Press, s.BotsHidden = world.PressNow, hidden })
		machine(b, 1)
		b.Sent("", b.ClockAt)
		for _, one := range to {
			b.ClockAt = b.ClockAt.Add(time.Minute)
			b.Send(2, "$I 2 PASSWORD\n$N\n#"+one+"\nPeace?\n#E\n", receipt.Taken)
			for _, d := range b.Sent("", b.ClockAt) {
				if strings.HasPrefix(d.To, "r2@") && strings.Contains(d.Text, "The machine plays this realm.") {
					n++
				}
			}
		}
		return n
	}
	if n := answers(false, "1", "1"); n != 1 {
		t.Errorf("%d answers to two letters", n)
	}
	if n := answers(false, "3", "A"); n != 0 {
		t.Errorf("%d answers to a player's realm and to all", n)
	}
	if n := answers(true, "1"); n != 0 {
		t.Errorf("%d answers where it is hidden", n)
	}
}
