package kolonien

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

var _ game.Battler = (*Rulebook)(nil)

// The words of a battle file that orders do not have.
var (
	sideWords     = []named{{"Angreifer", "Attacker"}, {"Verteidiger", "Defender"}}
	headWords     = []named{{"Seed", "Seed"}, {"Periode", "Period"}}
	allyWord      = named{"Verbuendeter", "Ally"}
	nativesWord   = named{"Ureinwohner", "Natives"}
	piratesWord   = named{"Piraten", "Pirates"}
	shipsWord     = named{"Schiffe", "Ships"}
	refugeWord    = named{"Zuflucht", "Refuge"}
	landingWord   = named{"Landung", "Landing"}
	locationWords = []named{{"unterwegs", "abroad"}, {"Volksstamm", "Tribe"}, {"Stadt", "City"}, {"Koenigreich", "Kingdom"}, {"Hauptstadt", "Capital"}}
	crewWords     = []named{{"Nest", "Haven"}, {"Raubzug", "Raid"}}
)

// battleText is a battle file being read, line by line.
type battleText struct {
	tables   *Tables
	out      single
	side     int // nobody before the first head
	line     int
	lang     phrase.Lang // of the last line that one language only has
	set      [2]bool     // Seed and Periode
	told     [2]told
	claims   []claim
	problems []orders.Problem
}

// ReadBattle reads one land combat: `Seed 7` and `Periode 2`, then `$Angreifer` and
// `$Verteidiger` with who they are. It is fought by the standard tables.
func (r *Rulebook) ReadBattle(text string) (game.Battle, []orders.Problem) {
	f := &battleText{tables: r.standard, side: nobody, out: single{rules: r, period: 1}}
	for i := range f.out.sides {
		f.out.sides[i].Withdraw, f.out.sides[i].Refuge = standing().Withdraw, func([]int) int { return anywhere }
		f.told[i].room = map[post]int{}
	}
	text = strings.TrimPrefix(strings.ReplaceAll(text, "\r\n", "\n"), "\ufeff")
	for line := range strings.SplitSeq(text, "\n") {
		f.line++
		line, _, _ = strings.Cut(line, ";")
		if strings.TrimSpace(line) == "" {
			continue
		}
		_, problems := reader(f.example(line), func(r *reading) orders.Order { f.read(r); return nil })(line)
		for _, p := range problems {
			p.Line = f.line
			f.wrong(f.side, p)
			f.claims = slices.DeleteFunc(f.claims, func(c claim) bool { return c.line == f.line }) // one mistake a line
		}
	}
	f.finish()
	if len(f.problems) > 0 {
		return nil, f.problems
	}
	return &f.out, nil
}

// wrong notes a problem of a side, or of nobody.
func (f *battleText) wrong(side int, p orders.Problem) {
	f.problems = append(f.problems, p)
	if side != nobody {
		f.told[side].wrong = true
	}
}

// read reads one line that is not empty.
func (f *battleText) read(r *reading) {
	if r.Peek().Value == "$" {
		f.opened(r)
		return
	}
	if f.side == nobody {
		f.head(r)
		return
	}
	s := &f.out.sides[f.side]
	t := r.Peek()
	switch {
	case leaderWord.is(t):
		r.Skip()
		f.claim(r, t, claim{sort: ofLeader})
		f.host(s, Host{Name: r.name(), Leader: r.number("value", "battle.value", 1, f.tables.Rules.LeaderMost)}, f.tables.Rules.ArmyMost)
	case garrisonWord.is(t):
		r.Skip()
		f.claim(r, t, claim{sort: ofGarrison})
		f.host(s, Host{Role: Garrison}, f.tables.Rules.GarrisonMost)
		f.units(r, s)
	case regimentWord.is(t) && !isYes(r):
		r.Skip()
		f.regiment(r, t, s)
	case medicWord.is(t):
		r.Skip()
		f.medic(r, t, s)
	case allyWord.is(t):
		r.Skip()
		f.claim(r, t, claim{sort: ofAlly})
		s.Forces = append(s.Forces, Force{Realm: len(s.Forces) + 1})
	case nativesWord.is(t), piratesWord.is(t):
		r.Skip()
		f.people(r, t, s)
	case shipsWord.is(t):
		r.Skip()
		f.claim(r, t, claim{sort: ofFleet})
		f.ships(r, s)
	case refugeWord.is(t):
		r.Skip()
		if r.choose("yes", "order.yes", []named{yesWord, noWord}) == 1 {
			s.Refuge = func([]int) int { return 0 }
		}
	case landingWord.is(t):
		r.Skip()
		if f.side == defender {
			r.bad(t, "battle.attacks", nil)
			return
		}
		s.Landed = r.choose("yes", "order.yes", []named{yesWord, noWord}) == 0
	default:
		f.rest(r, s, t)
	}
}

// opened reads the head of a side. What follows a head that cannot be read is
// taken for the side that is still to come.
func (f *battleText) opened(r *reading) {
	r.Skip()
	t := r.Peek()
	side := r.choose("side", "battle.side", sideWords)
	if r.Problem != nil {
		f.side = attacker
		if f.told[attacker].head > 0 {
			f.side = defender
		}
		return
	}
	f.side = side
	if f.told[side].head > 0 {
		r.bad(t, "battle.twice", nil)
		return
	}
	f.told[side].head = f.line
}

// people reads who a side is that is no Europeans.
func (f *battleText) people(r *reading, t orders.Token, s *Side) {
	if f.told[f.side].people {
		r.Tokens = nil
		r.bad(t, "battle.people-twice", nil)
		return
	}
	f.told[f.side].people = true
	if nativesWord.is(t) {
		s.Nature = Native
		if n := r.choose("location", "battle.location", locationWords); n > 0 && r.Problem == nil {
			s.Location = f.tables.Location[n-1].Bonus
		}
		return
	}
	s.Nature = Raider
	if r.choose("crew", "battle.crew", crewWords) == 0 && r.Problem == nil {
		s.Nature, s.Location, s.Port = Lair, f.tables.Rules.HavenBonus, true
	}
}

// regiment reads the royal regiment of a side: one only may help (§7.2).
func (f *battleText) regiment(r *reading, t orders.Token, s *Side) {
	f.claim(r, t, claim{sort: ofRegiment})
	if f.told[f.side].regiment {
		r.bad(t, "battle.regiment-twice", nil)
		return
	}
	f.told[f.side].regiment, f.told[f.side].royal = true, f.host(s, Host{Role: Regiment}, f.tables.Rules.RegimentMost)
	f.units(r, s)
}

// isYes tells `regiment ja` from `Regiment LIN 2`.
func isYes(r *reading) bool {
	return len(r.Tokens) > 1 && (yesWord.is(r.Tokens[1]) || noWord.is(r.Tokens[1]))
}

// head reads what stands before the sides.
func (f *battleText) head(r *reading) {
	t := r.Peek()
	which := r.choose("head", "battle.head", headWords)
	if r.Problem != nil {
		return
	}
	if f.set[which] {
		r.bad(t, "battle.twice", nil)
		return
	}
	f.set[which] = true
	switch which {
	case 0:
		if t, ok := r.Next("seed"); ok {
			f.out.seed = t.Value
		}
	case 1:
		f.out.period = r.number("period", "battle.period", 1, f.tables.Rules.Periods)
	}
}

// rest reads works of the colony, standing orders and units.
func (f *battleText) rest(r *reading, s *Side, t orders.Token) {
	for i, w := range workWords {
		if w.is(t) && Work(i) >= Palisade {
			r.Skip()
			if Work(i) == Port {
				f.claim(r, t, claim{sort: ofPort})
				s.Port = true
			} else {
				f.claim(r, t, claim{sort: ofFort})
				s.Fort = f.tables.fortified(i - int(Palisade) + 1)
			}
			return
		}
	}
	for i, w := range topicWords {
		if w.is(t) {
			r.Skip()
			f.claim(r, t, claim{sort: ofOrders})
			f.topic(r, s, Topic(i))
			return
		}
	}
	f.units(r, s)
}

// topic reads a standing order as $K has it, without a name before it.
func (f *battleText) topic(r *reading, s *Side, topic Topic) {
	switch topic {
	case TopicWithdraw:
		s.Withdraw = r.withdrawal()
	case TopicLosses:
		o := CombatOrder{Leader: leaderWord.de}
		r.losses(&o)
		f.force(s).Losses = o.Losses
	default:
		yes := r.choose("yes", "order.yes", []named{yesWord, noWord}) == 0
		if topic == TopicRegiment {
			f.told[f.side].alone = !yes
		}
		s.Charge = s.Charge && topic != TopicCharge || topic == TopicCharge && yes
		s.Siege = s.Siege && topic != TopicSiege || topic == TopicSiege && yes
	}
}

// force is the one whose hosts are being read.
func (f *battleText) force(s *Side) *Force {
	if len(s.Forces) == 0 {
		s.Forces = []Force{{Realm: 1}}
	}
	return &s.Forces[len(s.Forces)-1]
}

// host adds a host that has room for so many units, and tells where.
func (f *battleText) host(s *Side, h Host, room int) post {
	force := f.force(s)
	force.Hosts = append(force.Hosts, h)
	at := post{force: len(s.Forces) - 1, host: len(force.Hosts) - 1}
	f.told[f.side].room[at] = room
	return at
}

// medic gives the last leader a medic.
func (f *battleText) medic(r *reading, t orders.Token, s *Side) {
	force := f.force(s)
	n := len(force.Hosts)
	led := n > 0 && force.Hosts[n-1].Leader > 0
	if led {
		force.Hosts[n-1].Medic = true
	}
	f.claim(r, t, claim{sort: ofMedic, alone: !led})
}

// ships reads `Schiffe ESK 2 LIN_S 1`.
func (f *battleText) ships(r *reading, s *Side) {
	for first := true; first || r.More(); first = false {
		t, ok := r.Next("class")
		if !ok {
			return
		}
		class := classes
		for c := range classes {
			if strings.EqualFold(t.Value, c.Code()) {
				class = c
			}
		}
		n := r.number("count", "order.count", 1, mostUnits)
		if class == classes {
			r.Problem = nil
			r.bad(t, "order.class", orders.Nearest(t.Value, classWords()), phrase.Str("words", strings.Join(classCodes[:], ", ")))
			return
		}
		if r.Problem == nil {
			f.claim(r, t, claim{sort: ofShips, class: class})
		}
		var fleet Ships
		fleet[class] = n
		s.Guns += f.tables.force(&fleet, f.side == attacker)
	}
}

// units reads `INF 4 CAV 1` into the last host, without one into an army.
func (f *battleText) units(r *reading, s *Side) {
	force := f.force(s)
	if len(force.Hosts) == 0 {
		f.host(s, Host{}, f.tables.Rules.ArmyMost)
	}
	at := post{force: len(s.Forces) - 1, host: len(force.Hosts) - 1}
	for first := true; first || r.More(); first = false {
		k, t, ok := r.anyKind()
		if !ok {
			return
		}
		n := r.number("count", "order.count", 1, mostUnits)
		if r.Problem == nil {
			f.claim(r, t, claim{sort: ofUnits, kind: k, count: n, post: at})
			force.Hosts[at.host].Troops[k] += n
		}
	}
}
