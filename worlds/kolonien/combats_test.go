package kolonien

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/conformance/cases"
	"weltentor/worlds/frame"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/report"
	"weltentor/worlds/kolonien/tables"
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
//	battle    both sides: their people, units and standing orders
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
		p := &frame.Text{Reader: &frame.Reader{Book: rules.Words(phrase.De)}, Broad: true}
		c := fight.Combat{Encounter: fight.Encounter{Tables: rules.Standard(), Period: 1, Dice: dice,
			Tell: func(what phrase.Phrase) { report.Event(p, what) }}, Text: true}
		read(t, text.Text("battle"), &c)
		c.Fight()
		if len(dice.left) > 0 {
			t.Errorf("dice left: %v", dice.left)
		}
		if got, want := unindented(string(p.Out)), unindented(text.Text("protocol")); got != want {
			t.Errorf("-- protocol --\n%s\n-- want --\n%s", got, want)
		}
	})
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

// read reads both sides of a case's combat.
func read(t *testing.T, text string, c *fight.Combat) {
	for i := range c.Sides {
		c.Sides[i] = fight.Side{Withdraw: realm.NewStanding().Withdraw, Refuge: func([]int) int { return fight.Anywhere },
			Forces: []fight.Force{{Realm: 1}}}
	}
	side := &c.Sides[0]
	for line := range strings.Lines(text) {
		_, problems := orders.ReadLine(strings.TrimSpace(line), "", func(r *orders.Reading) orders.Order {
			switch word := r.Peek().Value; word {
			case "$":
				r.Skip()
				if side = &c.Sides[0]; r.Peek().Value == "Verteidiger" {
					side = &c.Sides[1]
				}
				r.Skip()
			case "Periode":
				r.Skip()
				c.Period = order.Number(r, "period", "battle.period", 1, 9)
			default:
				readLine(r, c.Tables, side, side == &c.Sides[0])
			}
			return nil
		})
		if len(problems) > 0 {
			t.Fatal(line, problems)
		}
	}
	for i := range c.Sides {
		ready(c, &c.Sides[i])
	}
}

// readLine reads a line of a side.
func readLine(r *orders.Reading, n *tables.Tables, s *fight.Side, attacks bool) {
	force, first := &s.Forces[len(s.Forces)-1], r.Peek()
	host := func(h fight.Host) { force.Hosts = append(force.Hosts, h) }
	if topic := slices.IndexFunc(order.TopicWords, func(w frame.Word) bool { return w.Is(first) }); topic >= 0 &&
		first.Value != "Regiment" {
		r.Skip()
		standingOrder(r, s, force, order.Topic(topic))
		return
	}
	if work := slices.IndexFunc(order.WorkWords, func(w frame.Word) bool { return w.Is(first) }); work >= int(order.Palisade) {
		r.Skip()
		if s.Port = s.Port || order.Work(work) == order.Port; order.Work(work) != order.Port {
			s.Fort = n.Fortified(work - int(order.Palisade) + 1)
		}
		return
	}
	switch first.Value {
	case "Anfuehrer":
		r.Skip()
		host(fight.Host{Name: order.Name(r), Leader: order.Number(r, "value", "battle.value", 1, n.Rules.LeaderMost)})
		return
	case "Arzt":
		r.Skip()
		force.Hosts[len(force.Hosts)-1].Medic = true
		return
	case "Verbuendeter":
		r.Skip()
		s.Forces = append(s.Forces, fight.Force{Realm: len(s.Forces) + 1})
		return
	case "Zuflucht":
		r.Skip()
		r.Skip()
		s.Refuge = func([]int) int { return 0 }
		return
	case "Landung":
		r.Skip()
		r.Skip()
		s.Landed = true
		return
	case "Ureinwohner":
		r.Skip()
		s.Nature = fight.Native
		if at := slices.Index([]string{"unterwegs", "Volksstamm", "Stadt", "Koenigreich", "Hauptstadt"}, r.Peek().Value); at > 0 {
			s.Location = n.Location[at-1].Bonus
		}
		r.Skip()
		return
	case "Piraten":
		r.Skip()
		if s.Nature = fight.Raider; r.Peek().Value == "Nest" {
			s.Nature, s.Location, s.Port = fight.Lair, n.Rules.HavenBonus, true
		}
		r.Skip()
		return
	case "Schiffe":
		for r.Skip(); r.More(); {
			class, _ := r.Next("class")
			var fleet tables.Ships
			fleet[slices.Index(tables.ClassCodes[:], class.Value)] = order.Number(r, "count", "order.count", 1, order.MostUnits)
			s.Guns += n.Force(&fleet, attacks)
		}
		return
	case "Garnison":
		r.Skip()
		host(fight.Host{Role: fight.Garrison})
	case "Regiment":
		r.Skip()
		host(fight.Host{Role: fight.Regiment})
	}
	if len(force.Hosts) == 0 {
		host(fight.Host{})
	}
	for r.More() && r.Problem == nil {
		k, _, _ := order.AnyKind(r)
		force.Hosts[len(force.Hosts)-1].Troops[k] += order.Number(r, "count", "order.count", 1, order.MostUnits)
	}
}

// standingOrder reads a standing order as in $K, but without a name in front.
func standingOrder(r *orders.Reading, s *fight.Side, force *fight.Force, topic order.Topic) {
	switch topic {
	case order.TopicWithdraw:
		s.Withdraw = order.Withdrawal(r)
	case order.TopicLosses:
		o := order.CombatOrder{About: order.About{Leader: order.LeaderWord.De}}
		order.Losses(r, &o)
		force.Losses = o.Losses
	default:
		yes := order.Choose(r, "yes", "order.yes", []frame.Word{frame.Yes, frame.No}) == 0
		s.Charge = s.Charge && topic != order.TopicCharge || topic == order.TopicCharge && yes
		s.Siege = s.Siege && topic != order.TopicSiege || topic == order.TopicSiege && yes
	}
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
