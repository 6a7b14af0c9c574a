package kolonien

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance/cases"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/report"
	"weltentor/worlds/kolonien/tables"
	"weltentor/worlds/rulekit"
)

// loaded are dice that fall as a case says.
type loaded struct {
	test *testing.T
	left []string
}

// Between gives the next die.
func (d *loaded) Between(lo, hi int64) int64 {
	d.test.Helper()
	if len(d.left) == 0 {
		d.test.Fatal("the case has too few dice")
	}
	n, err := strconv.ParseInt(d.left[0], 10, 64)
	if err != nil || n < lo || n > hi {
		d.test.Fatalf("a die shows %q", d.left[0])
	}
	d.left = d.left[1:]
	return n
}

// TestCombats plays testdata/combat-*.txtar, land combats with given dice:
//
//	battle    both sides, line by line: people, units, buildings, ships, and standing orders as in $K without a name;
//	          the realm of a side is 1, and each ally is the next one
//	dice      two dice of the attacker, two of the defender, round by round
//	protocol  all that the protocol says of it, in German, its indents left out
//
// The dice must be just enough: who fights a round more or less fails.
func TestCombats(t *testing.T) {
	files := cases.Files(t, "testdata/combat-*.txtar")
	if len(files) < 10 {
		t.Fatalf("%d cases", len(files))
	}
	rules := Rules()
	cases.Run(t, files, func(text *cases.Case) {
		t := text.Test
		dice := &loaded{test: t, left: strings.Fields(text.Text("dice"))}
		p := &rulekit.Text{Reader: &rulekit.Reader{Book: rules.Words(phrase.De)}, Broad: true}
		c := fight.Combat{Encounter: fight.Encounter{Tables: rules.Standard(), Period: 1, Dice: dice,
			Tell: func(what phrase.Phrase) { report.Event(p, what) }}}
		readCombat(t, text.Text("battle"), &c)
		c.Fight()
		if len(dice.left) > 0 {
			t.Errorf("dice left: %v", dice.left)
		}
		if got, want := unindented(string(p.Out)), unindented(text.Text("protocol")); got != want {
			t.Errorf("-- protocol --\n%s\n-- want --\n%s", got, want)
		}
	})
}

// Fewer enemies, no wall and no guns never make it worse: of many combats with dice of the same seeds more are won by
// far than luck may do.
func TestCombatsFavourTheStronger(t *testing.T) {
	n := Rules().Standard()
	won := func(them string) (times int) {
		combat := fight.Combat{Encounter: fight.Encounter{Tables: n, Period: 1}}
		readCombat(t, "$Angreifer\nAnfuehrer Cortez 2\nINF 5\nrueckzug nie\n$Verteidiger\n"+them, &combat)
		for i := range 2000 {
			c := combat
			c.Dice = game.Seed{byte(i), byte(i >> 8)}.Throw(0, 0, "combat")
			for s := range c.Sides {
				c.Sides[s].Forces = slices.Clone(c.Sides[s].Forces)
				c.Sides[s].Forces[0].Hosts = slices.Clone(c.Sides[s].Forces[0].Hosts)
			}
			if c.Fight().Winner == fight.Attacker {
				times++
			}
		}
		return times
	}
	even := won("Anfuehrer Drake 2\nINF 5\nrueckzug nie\n")
	for what, them := range map[string]string{
		"a fort":         "Anfuehrer Drake 2\nINF 5\nFort\nrueckzug nie\n",
		"two units more": "Garnison INF 2\nAnfuehrer Drake 2\nINF 5\nrueckzug nie\n",
		"a medic":        "Anfuehrer Drake 2\nArzt\nINF 5\nrueckzug nie\n",
		"line infantry":  "Anfuehrer Drake 2\nLIN 5\nrueckzug nie\n",
		"guns":           "Anfuehrer Drake 2\nINF 5\nSchiffe LIN_S 3\nrueckzug nie\n",
	} {
		if n := won(them); n+100 > even {
			t.Errorf("against %s %d are won, without %d", what, n, even)
		}
	}
}

// unindented drops indents and empty lines.
func unindented(s string) string {
	var out []string
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

// readCombat reads both sides of a case's combat.
func readCombat(t *testing.T, text string, c *fight.Combat) {
	t.Helper()
	side := &c.Sides[0]
	for i := range c.Sides {
		c.Sides[i] = fight.Side{Withdraw: realm.NewStanding().Withdraw, Refuge: func([]int) int { return fight.Anywhere },
			Forces: []fight.Force{{Realm: 1}}}
	}
	for line := range strings.Lines(text) {
		switch f := strings.Fields(line); f[0] {
		case "Periode":
			c.Period = number(t, f[1])
		case "$Angreifer", "$Verteidiger":
			if side = &c.Sides[fight.Attacker]; f[0] == "$Verteidiger" {
				side = &c.Sides[fight.Defender]
			}
		default:
			readSide(t, f, c.Tables, side, side == &c.Sides[fight.Attacker])
		}
	}
	for i := range c.Sides {
		ready(c, &c.Sides[i])
	}
}

func number(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatalf("%q is not a number", s)
	}
	return n
}

// readSide reads a line of a side.
func readSide(t *testing.T, f []string, n *tables.Tables, s *fight.Side, attacks bool) {
	t.Helper()
	force := &s.Forces[len(s.Forces)-1]
	host := func(h fight.Host) *fight.Host {
		force.Hosts = append(force.Hosts, h)
		return &force.Hosts[len(force.Hosts)-1]
	}
	switch f[0] {
	case "Anfuehrer":
		host(fight.Host{Name: f[1], Leader: number(t, f[2])})
	case "Arzt":
		force.Hosts[len(force.Hosts)-1].Medic = true
	case "Verbuendeter":
		s.Forces = append(s.Forces, fight.Force{Realm: len(s.Forces) + 1})
	case "Palisade", "Fort", "Festung", "Zitadelle":
		s.Fort = n.Fortified(1 + slices.Index([]string{"Palisade", "Fort", "Festung", "Zitadelle"}, f[0]))
	case "Hafen":
		s.Port = true
	case "Zuflucht": // nein
		s.Refuge = func([]int) int { return 0 }
	case "Landung": // ja
		s.Landed = true
	case "Ureinwohner":
		s.Nature = fight.Native
		if at := slices.Index([]string{"unterwegs", "Volksstamm", "Stadt", "Koenigreich", "Hauptstadt"}, f[1]); at > 0 {
			s.Location = n.Location[at-1].Bonus
		}
	case "Piraten":
		if s.Nature = fight.Raider; f[1] == "Nest" {
			s.Nature, s.Location, s.Port = fight.Lair, n.Rules.HavenBonus, true
		}
	case "Schiffe":
		var fleet tables.Ships
		for i := 1; i+1 < len(f); i += 2 {
			fleet[slices.Index(tables.ClassCodes[:], f[i])] = number(t, f[i+1])
		}
		s.Guns += n.Force(&fleet, attacks)
	case "Garnison":
		troops(t, host(fight.Host{Role: fight.Garrison}), f[1:])
	case "Regiment":
		troops(t, host(fight.Host{Role: fight.Regiment}), f[1:])
	case "attacke", "belagerung", "rueckzug", "verluste":
		standingOrder(t, s, force, strings.Join(f, " "))
	default:
		if len(force.Hosts) == 0 {
			host(fight.Host{})
		}
		troops(t, &force.Hosts[len(force.Hosts)-1], f)
	}
}

// troops adds units, `INF 4 CAV 1`.
func troops(t *testing.T, h *fight.Host, f []string) {
	t.Helper()
	for i := 0; i+1 < len(f); i += 2 {
		k := slices.Index(tables.KindCodes[:], f[i])
		if k < 0 {
			t.Fatalf("no unit %q", f[i])
		}
		h.Troops[k] += number(t, f[i+1])
	}
}

// standingOrder takes a standing order of $K. Lists of losses hold for the units of the ally or the owner above.
func standingOrder(t *testing.T, s *fight.Side, force *fight.Force, line string) {
	t.Helper()
	o, problems := order.Language().Sections[1].Line("Name " + line)
	if len(problems) > 0 {
		t.Fatal(line, problems)
	}
	held := realm.Standing{Charge: s.Charge, Siege: s.Siege, Withdraw: s.Withdraw, Losses: force.Losses}
	o.(order.CombatOrder).Take(&held)
	s.Charge, s.Siege, s.Withdraw, force.Losses = held.Charge, held.Siege, held.Withdraw, held.Losses
}

// ready gives a side what follows from its people.
func ready(c *fight.Combat, s *fight.Side) {
	if s.Nature == fight.Native && c.Tables.Rules.FirearmsFrom <= c.Period {
		s.Firearms = c.Tables.Rules.Firearms
	}
	s.Abandoned = s.Nature == fight.European
	for k := range s.Forces {
		force := &s.Forces[k]
		if force.Losses = fight.LossesOf(c.Tables, force.Losses); s.Nature == fight.Native {
			force.Losses = fight.NativeLosses
		}
		for _, h := range force.Hosts {
			s.Abandoned = s.Abandoned && h.Leader == 0
		}
	}
	s.Forces = slices.DeleteFunc(s.Forces, func(f fight.Force) bool { return len(f.Hosts) == 0 })
}
