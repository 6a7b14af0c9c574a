package resolve

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/master"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/turns"
	"weltentor/worlds/game"
)

// botTiny is a tiny game that the machine can play: it digs as deep as asked.
type botTiny struct {
	tiny
	depth *int
}

func (g botTiny) Styles() []game.Choice { return []game.Choice{{Code: "miner"}, {Code: "mole"}} }

func (g botTiny) Orders(known game.Known, realm int, m game.Manner, _ *game.Dice) string {
	return fmt.Sprintf("$A\ndig %d\n", *g.depth)
}

// machine has the machine play a realm as it usually does.
func (b *table) machine(realm int) {
	b.t.Helper()
	m, err := players.Manner(b.World, "", "")
	must(b.t, err)
	if changed, err := players.Bot(b.World, realm, &m, b.clockAt); err != nil || !changed {
		b.t.Fatalf("realm %d: %t, %v", realm, changed, err)
	}
}

// The machine's orders are stored as the realm's sheet when the turn is resolved, and the turn is replayed from them
// whatever the machine would order today. The realm misses nothing, and all are told who plays it. The player's first
// orders take it back, and say so; words alone do not.
func TestTheMachinePlays(t *testing.T) {
	t.Parallel()
	depth := 3
	b := sit(t, botTiny{tiny{}, &depth}, 2)
	b.machine(1)
	b.send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.sent("", b.clockAt)
	b.advance(friday)
	if got := b.inForceOf(1, 1); got != "$A\ndig 3\n" {
		t.Errorf("the machine's sheet is %q", got)
	}
	depth = 5
	b.verified()
	if rec := b.person(1); rec.Missed != 0 || rec.Bot == nil {
		t.Errorf("%+v", rec)
	}
	for _, d := range b.sent("report", friday) {
		if own := strings.Contains(d.Text, "Euer Reich."); !strings.Contains(d.Text, "Die Maschine spielt Reich 1.") &&
			!strings.Contains(d.Text, "The machine plays realm 1.") || own != strings.HasPrefix(d.To, "r1@") {
			t.Errorf("%s reads\n%s", d.To, d.Text)
		}
	}
	if a, d := b.receipt("dig 2\n"); a.Fate != receipt.Taken || !strings.Contains(d.Text, "Ihr spielt Euer Reich wieder selbst") {
		t.Errorf("%s\n%s", a.Fate, d.Text)
	}
	if b.person(1).Bot != nil {
		t.Error("the player has ordered, and the machine plays on")
	}
	b.advance(friday.Add(7 * 24 * time.Hour))
	if got := b.inForceOf(2, 1); !strings.Contains(got, "dig 2") {
		t.Errorf("in turn 2 the sheet is %q", got)
	}
	b.verified()
}

// inForceOf is the text of a realm's sheet of a turn.
func (b *table) inForceOf(turn, realm int) (text string) {
	b.t.Helper()
	sheets, _ := b.scanned(turn)
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
	b := sit(t, botTiny{tiny{}, &depth}, 2)
	b.machine(1)
	b.send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.advance(friday)
	if _, err := turns.Undo(b.World, turns.UndoOptions{Why: "a test"}, friday.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if got := b.inForceOf(1, 1); got != "" || b.person(1).Bot == nil {
		t.Errorf("after undo the sheet is %q", got)
	}
	depth = 4
	b.redo(friday.Add(2 * time.Hour))
	if got := b.inForceOf(1, 1); got != "$A\ndig 4\n" {
		t.Errorf("resolved again with %q", got)
	}
	must(t, players.Vacate(b.World, 1, b.clockAt))
	if b.person(1).Bot == nil {
		t.Error("the machine left with the player")
	}
	b.advance(friday.Add(7 * 24 * time.Hour))
	if got := b.inForceOf(2, 1); got != "$A\ndig 4\n" {
		t.Errorf("without a player the sheet is %q", got)
	}
	b.verified()
}

// Where one realm after the other plays, the machine's turn comes at once, but not if no player is there.
func TestTheMachineIsQuick(t *testing.T) {
	t.Parallel()
	depth := 3
	b := sit(t, botTiny{tiny{inTurn: true, hasty: true}, &depth}, 2)
	b.machine(1)
	if s, err := master.StatusOf(b.World, b.clockAt); err != nil || !s.Due { // a host of a fleet looks there
		t.Errorf("%+v, %v", s, err)
	}
	b.advance(b.clockAt)
	b.waits(b.clockAt, "waits-deadline")
	b.send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.advance(b.clockAt)
	b.machine(2)
	b.waits(b.clockAt, "waits-deadline-in")
}

// A game that the machine cannot play, and a style or strength that there is not, are refused in words.
func TestTheMachineCannot(t *testing.T) {
	t.Parallel()
	depth := 3
	b := sit(t, botTiny{tiny{}, &depth}, 1)
	for _, wrong := range [][2]string{{"knight", ""}, {"", "mighty"}} {
		_, err := players.Manner(b.World, wrong[0], wrong[1])
		wantError(t, err, faults.ErrEdit, wrong[0]+wrong[1])
	}
	_, err := players.Manner(sit(t, tiny{}, 1).World, "", "")
	wantError(t, err, faults.ErrEdit, "cannot play")
	if _, err := players.Bot(b.World, 9, nil, b.clockAt); err == nil {
		t.Error("there is no realm 9")
	}
	if m, err := players.Manner(b.World, "MOLE", "strong"); err != nil || m.Style != "mole" || m.Strength != game.Strong {
		t.Errorf("%+v, %v", m, err)
	}
}
