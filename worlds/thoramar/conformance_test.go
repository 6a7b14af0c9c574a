package thoramar

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
)

// daily are the events that are daily business: what armies and builders do, and why something was not done.
var daily = []string{
	"battle-attacker", "battle-defender", "build-begun", "building-named", "conquest-unwalked", "conquest-weak",
	"conversion-begun", "destroy-nothing", "destroy-unwalked", "destroy-weak", "plunder-treaty", "plunder-weak",
	"recruited", "reinforced", "repair-begun", "retreat", "road-built", "split", "step-steep", "step-unknown",
	"step-water", "treaty-unanswered",
}

// TestConformance holds the rulebook to the laws that all games obey, in a
// small world in which three realms build, march and fight at random.
func TestConformance(t *testing.T) {
	conformance.Run(t, Rules(), conformance.Example{
		Daily:    daily,
		Fights:   []string{"battle", "battle-vain-line"},
		Lacks:    []string{"common map"},
		Founding: game.Founding{Seed: game.Seed{7}, Width: 40, Height: 30},
		Joinings: []game.Joining{
			{Name: "Bovistan", Player: "A. Adler", Lang: phrase.De, Computer: game.UTF8},
			{Name: "Cedania", Player: "B. Bear", Lang: phrase.En, Computer: game.PC},
			{Name: "Dorum", Player: "C. Chamois", Lang: phrase.De, Computer: game.Amiga},
		},
		Turns:    20,
		Reckoned: []string{"income"}, // of a field: its terrain's
		Hidden:   othersAffairs,
		Unseen:   unseenBy(map[string]int{}),
		Apart:    apart,
		// What another realm's $V or $L of the same turn can change.
		Unforeseen: []string{
			"cede-apart", // the receiver may have given away the land that was touched
			"cede-unseen",
			"too-little-gold", // a line above was done that the receipt had said hangs on others
		},
		Edits: sensibleEdits,
		Bots:  machineGames,
		Sheet: func(w game.World, realm int, d *game.Dice) string {
			s := w.(*World).at.State
			return sensibleSheet(s, realm, d) + tacticsSheet(s, realm, d)
		},
	})
}

// machineGames are six years of two realms, one of which the machine plays. The richer one is ahead.
var machineGames = &conformance.Bots{
	Founding: game.Founding{Width: 40, Height: 30},
	Turns:    24,
	Ahead: func(w game.World, realm, other int) bool {
		return worth(w.(*World), realm) > worth(w.(*World), other)
	},
	Maps: []conformance.Map{{Realms: 3}, {Realms: 6}, {Realms: 12}, {Realms: 12, Width: 60, Height: 34}},
	Capital: func(w game.World, realm int) bool {
		s := w.(*World).at.State
		return int(s.Fields[s.Realms[realm].Origin].Owner) == realm
	},
	Worth: func(w game.World, realm int) int64 { return worth(w.(*World), realm) },
	Price: func(w game.World, kind string) int64 {
		numbers := w.(*World).at.Tables
		return numbers.Unit[numbers.UnitNamed(kind)].Cost
	},
}

// What the styles are worth against each other; docs/balance.md has the table.
func TestTournamentOfStyles(t *testing.T) { conformance.Tournament(t, Rules(), machineGames) }

// othersAffairs changes others' accounts with the game master, and what they
// write to each other. What armies hide is tried in TestHiddenStaysHidden.
func othersAffairs(w game.World, sheets []game.Sheet, viewer int, d *game.Dice) (game.World, []game.Sheet) {
	was := w.(*World)
	s := was.at.State.Clone()
	for r := 1; r < len(s.Realms); r++ {
		if r != viewer {
			s.Realms[r].Account += d.Between(-500, 500)
		}
	}
	for i, sheet := range sheets {
		if to := 1 + sheet.Realm%3; sheet.Realm != viewer && to != viewer {
			sheets[i].Text += fmt.Sprintf("$N\n#%d\nNur für dich: %d\n#M\nEbenso: %d\n#E\n", to, d.N(1000), d.N(1000))
		}
	}
	return was.with(s), sheets
}

// sensibleSheet writes orders a player might give: most of them can be done.
func sensibleSheet(s *realm.State, number int, d *game.Dice) string {
	r := s.Realm(number)
	var own []string // "x y" of own fields
	for p := range s.Fields {
		if int(s.Fields[p].Owner) == number {
			x, y := s.Grid.Relative(r.Origin, game.Place(p))
			own = append(own, fmt.Sprintf("%d %d", x, y))
		}
	}
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	other := 1 + number%3
	if len(own) > 0 {
		at := func() string { return own[d.N(int64(len(own)))] }
		line("$B\nSTD %s Neustadt\nBRG %s Warte\nS %s %d", at(), at(), at(), d.Between(1, 6))
		line("$R\nK.L %d %d 0 0\nR.M %d %d %s", d.Between(1, 9), d.Between(800, 5000), d.Between(1, 9),
			d.Between(200, 3000), at())
		line("$L\n%d %s", other, at())
	}
	line("$V\n%d %c\n$G\n%d %d", other, "KAP"[d.N(3)], other, d.Between(1, 2000))
	line("$N\n#%d\nMein Gruß zum Zug %d.\n#M\nWann ist Schluß?\n#E", other, s.Turn)
	line("$A")
	for _, a := range s.Armies[number] {
		plan := []byte(strings.Repeat("0", realm.Weeks))
		for i := range plan[:d.N(5)] {
			plan[i] = "123456"[d.N(6)]
		}
		special := ""
		command := "VAPEEZ"[d.N(6)]
		switch {
		case command == 'Z':
			special = " STD"
		case d.Chance(200): // a split, or, where that army stands here, a merger
			special = fmt.Sprintf(" %v %d %d", a.Name.Unit, d.Between(1, 9), d.Between(100, 1500))
		}
		line("%v %s %c%s%s", a.Name, plan, command, []string{"", "+", "-"}[d.N(3)], special)
	}
	return b.String()
}

// sensibleEdits are changes by hand of the first realm with an army, and of its land.
func sensibleEdits(w game.World, d *game.Dice) []string {
	s := w.(*World).at.State
	out := []string{fmt.Sprint("set realm 1 treasury ", d.N(9000)),
		fmt.Sprint("give gold ", d.Between(1, 99), " to 2"),
		"give new K.M 900 to 1 at 0/0", "give new S.L 10 to 2 at 0/0", "set field 1/0 of 1 owner 2",
		"set field 0/0 of 1 owner 2"}
	for number := 1; number < len(s.Realms); number++ {
		for _, a := range s.Armies[number] {
			name := fmt.Sprint(" army ", number, " ", a.Name)
			x, y := s.Grid.Relative(s.Realms[number].Origin, s.Grid.Step(a.At, game.Direction(d.Between(1, 6))))
			out = append(out, fmt.Sprint("set", name, " strength ", d.Between(1, 3000)),
				fmt.Sprint("move", name, " to ", x, "/", y), fmt.Sprint("give", name, " to ", 1+number%2),
				"remove"+name)
		}
	}
	return out
}
