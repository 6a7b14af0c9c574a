package kolonien

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// told is what a battle file has said of a side, beside what it fights with.
type told struct {
	head     int  // the line of its head, 0 none
	people   bool // who they are, if no Europeans
	wrong    bool // one of its lines has a problem
	regiment bool // it has a royal regiment: royal
	royal    post
	alone    bool // `regiment nein`
	room     map[post]int
}

// post is where a host stands on its side.
type post struct{ force, host int }

// claimed is what sort of thing a line claims for its side.
type claimed uint8

// The sorts of claims.
const (
	ofUnits claimed = iota
	ofGarrison
	ofRegiment
	ofAlly
	ofFort
	ofPort
	ofOrders
	ofLeader
	ofMedic
	ofFleet // that there are ships at all
	ofShips // that they are of this class
)

// defends tells what no attacker has (§7.1, §7.2).
func (c claimed) defends() bool { return c == ofGarrison || c == ofRegiment || c == ofAlly }

// works tells what the owner of the colony has (§7.6).
func (c claimed) works() bool { return c == ofFort || c == ofPort }

// claim is what a good line says that only its whole side can be held against.
type claim struct {
	sort    claimed
	side    int
	line    int
	text    string
	example string
	at      orders.Token
	kind    Kind
	class   Class
	count   int
	post    post
	alone   bool // a medic below no leader
}

func (f *battleText) claim(r *reading, at orders.Token, c claim) {
	c.side, c.line, c.text, c.example, c.at = f.side, f.line, r.Text, r.Example, at
	f.claims = append(f.claims, c)
}

// finish holds each side as a whole against the rules.
func (f *battleText) finish() {
	for i := range f.out.sides {
		f.hold(i)
	}
	for i := range f.out.sides {
		s, told := &f.out.sides[i], &f.told[i]
		if told.alone && told.regiment {
			hosts := &s.Forces[told.royal.force].Hosts
			*hosts = slices.Delete(*hosts, told.royal.host, told.royal.host+1)
		}
		switch {
		case s.units() == 0 && !told.wrong:
			f.unfit(i, "battle.nobody")
		case i == attacker && s.Nature == Lair:
			f.unfit(i, "battle.lair-attacks")
		}
		f.ready(s)
	}
	f.out.gather()
	slices.SortStableFunc(f.problems, func(a, b orders.Problem) int { return a.Line - b.Line })
}

// hold holds the claims of a side against who it is in the end.
func (f *battleText) hold(side int) {
	count, before := map[post]int{}, map[claimed]int{}
	for _, c := range f.claims {
		if c.side != side {
			continue
		}
		army := c.post
		if side == attacker && army.force == 0 && f.told[side].room[army] == f.tables.Rules.ArmyMost {
			army = post{} // one army attacks (§7.1), wherever its leader's line stands
		}
		count[army] += c.count
		code := f.fault(c, count[army], before)
		before[c.sort]++
		if code == "" {
			continue
		}
		args := []phrase.Arg{phrase.Str("got", orders.Clip(c.at.Value))}
		switch code {
		case "battle.kind-people":
			c.example = f.out.sides[side].Nature.sample()
			if c.sort == ofShips {
				c.example = shipsWord.in(f.lang) + " " + f.out.sides[side].Nature.ships()
			}
		case "battle.room":
			args = append(args, phrase.Num("most", f.told[side].room[c.post]))
		}
		p := orders.ErrorAt(c.text, c.at, phrase.P(code, append(args, orders.Sample(orders.Shown), phrase.Str("example", c.example))...))
		p.Line = c.line
		f.wrong(side, p)
	}
}

// fault is the code of what is wrong with a claim, "" nothing; count is how many
// units stand with its own in one host so far, before are the claims of its side
// above it. Natives and pirates have no stacks that a combat could hold them to.
func (f *battleText) fault(c claim, count int, before map[claimed]int) string {
	nature := f.out.sides[c.side].Nature
	switch {
	case c.sort.defends() && c.side == attacker:
		return "battle.defends"
	case c.sort == ofOrders && nature != European:
		return "battle.orders"
	case nature.lacks(c):
		return "battle.kind-people"
	case c.sort == ofUnits && nature == European && count > f.told[c.side].room[c.post]:
		return "battle.room"
	case c.sort.works() && c.side == defender && f.owner(attacker):
		return "battle.works-both"
	case c.sort == ofLeader && before[ofLeader] > 0 && (c.side == attacker || nature == Native):
		return "battle.leader-twice"
	case c.alone:
		return "battle.medic"
	case c.sort == ofFort && before[ofFort] > 0:
		return "battle.fort-twice"
	case (c.sort == ofPort || c.sort == ofGarrison) && before[c.sort] > 0:
		return "battle.twice"
	case (c.sort == ofGarrison || c.sort == ofRegiment) && before[ofAlly] > 0:
		return "battle.owner-first"
	}
	return ""
}

// lacks tells whether such people have nothing of what is claimed: natives have
// no ships, pirates neither leaders nor medics, and Europeans alone a colony.
func (n Nature) lacks(c claim) bool {
	from, to := n.kinds()
	switch c.sort {
	case ofUnits:
		return c.kind < from || c.kind > to
	case ofLeader:
		return n == Raider || n == Lair
	case ofFleet:
		return n == Native
	case ofShips:
		return n != Native && (n == European) != (c.class < launched)
	case ofOrders:
		return false
	}
	return n != European
}

// owner tells whether a side of Europeans owns works of the colony.
func (f *battleText) owner(side int) bool {
	return f.out.sides[side].Nature == European && slices.ContainsFunc(f.claims, func(c claim) bool { return c.side == side && c.sort.works() })
}

// unfit notes what is wrong with a side, at its head.
func (f *battleText) unfit(side int, code string) {
	line := f.told[side].head
	if line == 0 {
		line = f.line
	}
	p := orders.Problem{Position: orders.Position{Line: line, Col: 1}, Severity: orders.Error}
	p.What = phrase.P(code, phrase.Key("side", sideKeys[side]), orders.Sample(orders.Shown), phrase.Str("example", "$"+sideWords[side].in(f.lang)))
	f.wrong(side, p)
}

// ready gives a side what follows from who it is.
func (f *battleText) ready(s *Side) {
	if s.Nature == Native && f.tables.Rules.FirearmsFrom <= f.out.period {
		s.Firearms = f.tables.Rules.Firearms
	}
	s.Abandoned = s.Nature == European
	for k := range s.Forces {
		force := &s.Forces[k]
		switch s.Nature {
		case Native:
			force.Losses = nativeLosses
		default:
			force.Losses = f.tables.lossesOf(force.Losses)
		}
		for _, h := range force.Hosts {
			s.Abandoned = s.Abandoned && h.Leader == 0
		}
	}
}

// kinds are the first and the last kind of unit a people has.
func (n Nature) kinds() (from, to Kind) {
	switch n {
	case Native:
		return NINF, ICAV
	case Raider, Lair:
		return PMIL, PMIL
	}
	return MIL, ART
}
