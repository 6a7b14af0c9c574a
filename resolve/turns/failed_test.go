package turns_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/receipt"
	"weltentor/resolve/turns"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// failing is a world whose rules count the turns they play, and fail if fails says so of the realms that have orders with
// `dig 7`.
type failing struct {
	*worldtest.Game
	runs  int
	fails func(deep []int) any // nil: it does not
	clock time.Time
	each  time.Duration // that a look at the clock takes
}

func failingWorld(t *testing.T, realms int, fails func(deep []int) any, change ...func(*world.Settings)) *failing {
	f := &failing{fails: fails, clock: worldtest.Friday}
	f.Game = worldtest.Found(t, worldtest.Tiny{Played: f.played}, realms, change...)
	for n := 1; n <= realms; n++ {
		f.order(n, 1)
	}
	f.Sent("", worldtest.Day0)
	return f
}

func (f *failing) played(in []game.Sheet) {
	f.runs++
	var deep []int
	for _, s := range in {
		if strings.Contains(s.Text, "dig 7") {
			deep = append(deep, s.Realm)
		}
	}
	if why := f.fails(deep); why != nil {
		panic(why)
	}
}

func (f *failing) order(realm, depth int) {
	f.Send(realm, fmt.Sprintf("$I %d PASSWORD\n$A\ndig %d\n", realm, depth), receipt.Taken)
}

// await is a look by the timer. It returns how often the rules played the turn, what the game master reads, and how many
// players were told something.
func (f *failing) await(at time.Time) (a turns.Advanced, runs int, letter string, told int) {
	f.T.Helper()
	f.runs, f.ClockAt = 0, at
	a, err := turns.Await(f.World, at, turns.Patience{Most: 150 * time.Second, Clock: func() time.Time {
		f.clock = f.clock.Add(f.each)
		return f.clock
	}})
	must(f.T, err)
	for _, d := range f.Sent("", at) {
		switch {
		case d.To == "leiter@example.org" && letter != "":
			f.T.Errorf("a second letter: %s", d.Text)
		case d.To == "leiter@example.org":
			letter = d.Subject + "\n" + d.Text
		case strings.Contains(d.Subject, "verspätet") || strings.Contains(d.Subject, "late"):
			told++
		}
	}
	return a, f.runs, letter, told
}

// deepest fails if one of these realms has deep orders.
func deepest(realms ...int) func([]int) any {
	return func(deep []int) any {
		if slices.ContainsFunc(deep, func(n int) bool { return slices.Contains(realms, n) }) {
			return &game.Failed{What: "engine: exit 3\npanic at ERESSEA 5 \"geheim\""}
		}
		return nil
	}
}

// A turn fails by the orders of one realm of eight. Halving finds them; the game master gets one letter, the players one
// each, and nothing is lost. It is not tried again until something has changed.
func TestATurnThatFails(t *testing.T) {
	t.Parallel()
	f := failingWorld(t, 8, deepest(5))
	f.order(5, 7)
	f.Sent("", worldtest.Day0)
	a, runs, letter, told := f.await(worldtest.Friday)
	// all, none, 1 to 4, 1 to 6, 1 to 5, all but 5, 5 alone
	if !a.Failed || a.Resolved || runs != 7 || told != 8 {
		t.Errorf("%+v, %d runs, %d players told", a, runs, told)
	}
	for _, want := range []string{"Zug lässt sich nicht auswerten", "  engine: exit 3\n", "Ohne diese Befehle", "(6 Versuche)", "\n- Reich 5 Reich5\n"} {
		if !strings.Contains(letter, want) {
			t.Errorf("no %q in\n%s", want, letter)
		}
	}
	for _, not := range []string{"geheim", "goroutine", "Reich 4", "untouched"} {
		if strings.Contains(letter, not) {
			t.Errorf("%q in\n%s", not, letter)
		}
	}
	if f.InForce(5) == "" || f.InForce(4) == "" {
		t.Error("orders are lost")
	}
	s, err := gamemaster.StatusOf(f.World, worldtest.Friday)
	must(t, err)
	if said := wording.Words(phrase.De).Say(s.Waits); !s.Failed || s.Turn != 1 || !strings.Contains(said, "engine: exit 3") {
		t.Errorf("the status says %q", said)
	}
	for h := 1; h < 30; h++ {
		if a, runs, letter, told := f.await(worldtest.Friday.Add(time.Duration(h) * time.Hour)); !a.Failed || runs != 0 || letter != "" || told != 0 {
			t.Fatalf("after %d hours: %+v, %d runs, %d told, %s", h, a, runs, told, letter)
		}
	}
	f.runs = 0
	if _, err := turns.Advance(f.World, f.ClockAt, false); err == nil || f.runs != 1 {
		t.Errorf("by hand: %v, %d runs", err, f.runs)
	}
	f.order(2, 3) // another realm's orders change nothing but that it is tried again: with all, without realm 5's, and with these alone
	if a, runs, letter, told := f.await(worldtest.Friday.Add(31 * time.Hour)); !a.Failed || runs != 3 || letter != "" || told != 0 {
		t.Errorf("with other orders: %+v, %d runs, %d told, %s", a, runs, told, letter)
	}
	f.order(5, 2)
	if a, runs, _, _ := f.await(worldtest.Friday.Add(32 * time.Hour)); !a.Resolved || runs != 1 {
		t.Errorf("with mended orders: %+v, %d runs", a, runs)
	}
	if s, err := gamemaster.StatusOf(f.World, f.ClockAt); err != nil || s.Failed || s.Turn != 2 {
		t.Errorf("resolved, the status says %+v, %v", s.Waits, err)
	}
}

// What was not found is said: the turn fails anyway, or by the orders of several, or there are none, or the time is short.
func TestWhatMakesATurnFail(t *testing.T) {
	t.Parallel()
	together := func(deep []int) any {
		if len(deep) == 2 {
			return "both"
		}
		return nil
	}
	always := func([]int) any { return &game.Failed{What: "no bwrap", Always: true} }
	for name, c := range map[string]struct {
		realms int
		deep   []int
		fails  func([]int) any
		each   time.Duration
		runs   int
		want   string
		names  int // of realms in the letter
	}{
		"anyway":     {8, nil, func([]int) any { return "the mine caves in" }, 0, 2, "Auch ohne sie misslingt er", 0},
		"by program": {8, nil, always, 0, 1, "An den Befehlen liegt es nicht.", 0},
		// all, none, 1 to 4, 1 and 2, 1, all but 2; of these 1 to 4, 1 to 6, 1 to 7, all but 7; 2 and 7 alone
		"by two": {8, []int{2, 7}, deepest(2, 7), 0, 11, "Ohne diese Befehle lässt er sich auswerten (10 Versuche)", 2},
		// all, none, 1, which is all but 2, and 2 alone
		"by both of two": {2, []int{1, 2}, together, 0, 4, "mit ihnen allein auch (3 Versuche)", 2},
		// all, none, 1 to 4, 1 to 6, 1 to 7, all but 7, 7 alone; 7 with 1 to 3, with 1, with 1 and 2, with 2
		"by two that meet": {8, []int{2, 7}, together, 0, 11, "mit ihnen allein auch (10 Versuche)", 2},
		// all, none, 1 to 20, 30, 35, 37, 38, 39, all but 39, 39 alone; 39 with 1 to 19, with 1 to 9, 4, which are twelve
		"by two that meet among many": {40, []int{2, 39}, together, 0, 13, "mit ihnen allein auch (12 Versuche)", 1},
		// all, none, 1 to 20, 10, 5, 2, 1, all but 1; of these the first 19, 9, 4, 2, 1, which are twelve
		"by many":    {40, []int{1, 2, 3}, deepest(1, 2, 3), 0, 13, "Nicht gefunden", 40},
		"by the one": {1, []int{1}, deepest(1), 0, 2, "Ohne diese Befehle", 1},
		// at 60 of 150 seconds without any, which leaves none for another
		"slowly":      {8, []int{5}, deepest(5), time.Minute, 2, "Nicht gefunden", 8},
		"very slowly": {8, []int{5}, deepest(5), 2 * time.Minute, 1, "nicht gesucht", 0},
	} {
		t.Run(name, func(t *testing.T) {
			f := failingWorld(t, c.realms, c.fails)
			for _, n := range c.deep {
				f.order(n, 7)
			}
			f.Sent("", worldtest.Day0)
			f.each = c.each
			a, runs, letter, _ := f.await(worldtest.Friday)
			if !a.Failed || runs != c.runs || !strings.Contains(letter, c.want) || strings.Count(letter, "\n- Reich ") != c.names ||
				strings.Contains(letter, "goroutine") {
				t.Errorf("%+v, %d runs, want %d, %d realms, %q in\n%s", a, runs, c.runs, c.names, c.want, letter)
			}
			a, runs, letter, _ = f.await(worldtest.Friday.Add(time.Hour))
			if again := name == "by program"; !a.Failed || (runs > 0) != again || letter != "" {
				t.Errorf("again: %+v, %d runs, %s", a, runs, letter)
			}
		})
	}
}

// The game master hears that a turn fails by the same realm's orders for another reason: alone, and then with another's.
func TestATurnThatFailsOtherwise(t *testing.T) {
	t.Parallel()
	f := failingWorld(t, 3, deepest(2))
	f.order(2, 7)
	if _, _, letter, _ := f.await(worldtest.Friday); !strings.Contains(letter, "Ohne diese Befehle lässt er sich auswerten (") {
		t.Errorf("alone:\n%s", letter)
	}
	f.order(1, 7)
	f.fails = func(deep []int) any {
		if len(deep) == 2 {
			return "both"
		}
		return nil
	}
	for hour, want := range []string{"Die anderen sind die von:\n- Reich 1 Reich1\n", ""} {
		if _, _, letter, _ := f.await(worldtest.Friday.Add(time.Duration(hour+1) * time.Hour)); !strings.Contains(letter, want) || want == "" && letter != "" {
			t.Errorf("together, hour %d:\n%s", hour, letter)
		}
		f.order(3, hour+2)
	}
}

// However many realms there are, the search is short.
func TestAManyRealmsTurnThatFails(t *testing.T) {
	t.Parallel()
	for _, deep := range []int{1, 23, 40} {
		f := failingWorld(t, 40, deepest(deep))
		f.order(deep, 7)
		f.Sent("", worldtest.Day0)
		if _, runs, letter, _ := f.await(worldtest.Friday); runs > 13 || !strings.Contains(letter, fmt.Sprintf("\n- Reich %d ", deep)) ||
			strings.Count(letter, "\n- Reich ") != 1 {
			t.Errorf("realm %d: %d runs\n%s", deep, runs, letter)
		}
	}
}

// Another version of the rules or of the program is tried at once, and so is a state that was changed.
func TestAFailedTurnIsTriedWithAnotherProgram(t *testing.T) {
	t.Parallel()
	f := failingWorld(t, 2, func([]int) any { return "the mine caves in" })
	f.await(worldtest.Friday)
	later := worldtest.Friday.Add(time.Hour)
	f.Reopen(worldtest.Tiny{Played: f.played, Edition: 2})
	if _, runs, letter, _ := f.await(later); runs == 0 || letter != "" {
		t.Errorf("other rules: %d runs, %s", runs, letter)
	}
	f.Reopen(worldtest.Tiny{Played: f.played, Edition: 2}, func(s *world.Settings) { s.Program = "v2" })
	if _, runs, letter, _ := f.await(later); runs == 0 || letter != "" {
		t.Errorf("another program: %d runs, %s", runs, letter)
	}
	if _, runs, _, _ := f.await(later); runs != 0 {
		t.Errorf("the same: %d runs", runs)
	}
	f.fails = func([]int) any { return nil }
	if a, err := turns.Advance(f.World, later, false); err != nil || !a.Resolved {
		t.Errorf("by hand: %+v, %v", a, err)
	}
	f.Undo(later)
	f.fails = func([]int) any { return "again" }
	if a, runs, letter, _ := f.await(later.AddDate(0, 0, 14)); !a.Failed || runs == 0 || letter == "" {
		t.Errorf("taken back: %+v, %d runs, %s", a, runs, letter)
	}
}

// A turn that is due early and fails is not late before its deadline.
func TestAnEarlyTurnThatFailsIsNotLate(t *testing.T) {
	t.Parallel()
	f := failingWorld(t, 2, func([]int) any { return "the mine caves in" }, func(s *world.Settings) { s.Early = true })
	if a, _, letter, told := f.await(worldtest.Day0.Add(2 * time.Hour)); !a.Failed || letter == "" || told != 0 {
		t.Errorf("early: %+v, %d told, %s", a, told, letter)
	}
	if a, runs, letter, told := f.await(worldtest.Friday); !a.Failed || told != 2 || letter != "" {
		t.Errorf("at the deadline: %+v, %d runs, %d told, %s", a, runs, told, letter)
	}
	if _, _, _, told := f.await(worldtest.Friday.Add(time.Minute)); told != 0 {
		t.Errorf("%d are told again", told)
	}
}
