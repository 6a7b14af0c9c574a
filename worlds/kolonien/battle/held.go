package battle

import (
	"cmp"
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/tables"
)

// told is what a battle file has said about a side, besides its troops.
type told struct {
	head     int  // the line of its head; 0: none
	people   bool // it has said who they are, if not Europeans
	wrong    bool // one of its lines has a problem
	regiment bool // it has a royal regiment: royal
	royal    post
	alone    bool // `regiment nein`
	room     map[post]int
}

// post is the place of a host on its side.
type post struct{ force, host int }

// claimed is a sort of thing that a line claims for its side.
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

// defends reports whether only a defender can have this (§7.1, §7.2).
func (c claimed) defends() bool { return c == ofGarrison || c == ofRegiment || c == ofAlly }

// works reports whether only the owner of the colony can have this (§7.6).
func (c claimed) works() bool { return c == ofFort || c == ofPort }

// claim is what a good line says that can be checked only once the whole side is read.
type claim struct {
	sort    claimed
	side    int
	line    int
	text    string
	example string
	at      orders.Token
	kind    tables.Kind
	class   tables.Class
	count   int
	post    post
	alone   bool // a medic without a leader above
}

func (f *battleText) claim(r *orders.Reading, at orders.Token, c claim) {
	c.side, c.line, c.text, c.example, c.at = f.side, f.line, r.Text, r.Example, at
	f.claims = append(f.claims, c)
}

// finish checks each side as a whole against the rules.
func (f *battleText) finish() {
	for i := range f.out.Sides {
		f.hold(i)
	}
	for i := range f.out.Sides {
		s, told := &f.out.Sides[i], &f.told[i]
		if told.alone && told.regiment {
			hosts := &s.Forces[told.royal.force].Hosts
			*hosts = slices.Delete(*hosts, told.royal.host, told.royal.host+1)
		}
		switch {
		case s.Units() == 0 && !told.wrong:
			f.unfit(i, "battle.nobody")
		case i == fight.Attacker && s.Nature == fight.Lair:
			f.unfit(i, "battle.lair-attacks")
		}
		f.ready(s)
		s.Forces = slices.DeleteFunc(s.Forces, func(f fight.Force) bool { return len(f.Hosts) == 0 })
	}
	slices.SortStableFunc(f.problems, func(a, b orders.Problem) int { return a.Line - b.Line })
}

// hold checks the claims of a side, now that it is known who the side is.
func (f *battleText) hold(side int) {
	count, before := map[post]int{}, map[claimed]int{}
	for _, c := range f.claims {
		if c.side != side {
			continue
		}
		army := c.post
		if side == fight.Attacker && army.force == 0 && f.told[side].room[army] == f.tables.Rules.ArmyMost {
			army = post{} // one army attacks (§7.1), wherever its leader's line is
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
			c.example = sample(f.out.Sides[side].Nature)
			if c.sort == ofShips {
				c.example = shipsWord.In(f.lang) + " " + shipsOf(f.out.Sides[side].Nature)
			}
		case "battle.room":
			args = append(args, phrase.Num("most", f.told[side].room[c.post]))
		}
		p := orders.ErrorAt(c.text, c.at,
			phrase.P(code, append(args, orders.Sample(orders.Shown), phrase.Str("example", c.example))...))
		p.Line = c.line
		f.wrong(side, p)
	}
}

// fault is the code of what is wrong with a claim, or "" if nothing is. count is how many units one host has so far,
// with those of the claim. before counts the claims of the side above it. Natives and pirates have no stacks, so no
// combat could break the limits on those.
func (f *battleText) fault(c claim, count int, before map[claimed]int) string {
	nature := f.out.Sides[c.side].Nature
	switch {
	case c.sort.defends() && c.side == fight.Attacker:
		return "battle.defends"
	case c.sort == ofOrders && nature != fight.European:
		return "battle.orders"
	case lacks(nature, c):
		return "battle.kind-people"
	case c.sort == ofUnits && nature == fight.European && count > f.told[c.side].room[c.post]:
		return "battle.room"
	case c.sort.works() && c.side == fight.Defender && f.owner(fight.Attacker):
		return "battle.works-both"
	case c.sort == ofLeader && before[ofLeader] > 0 && (c.side == fight.Attacker || nature == fight.Native):
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

// lacks reports whether such people cannot have what is claimed. Natives have no ships, pirates neither leaders nor
// medics, and only Europeans a colony.
func lacks(n fight.Nature, c claim) bool {
	from, to := fight.Kinds(n)
	switch c.sort {
	case ofUnits:
		return c.kind < from || c.kind > to
	case ofLeader:
		return n == fight.Raider || n == fight.Lair
	case ofFleet:
		return n == fight.Native
	case ofShips:
		return n != fight.Native && (n == fight.European) != (c.class < tables.Launched)
	case ofOrders:
		return false
	}
	return n != fight.European
}

// owner reports whether a side of Europeans owns works of the colony.
func (f *battleText) owner(side int) bool {
	return f.out.Sides[side].Nature == fight.European &&
		slices.ContainsFunc(f.claims, func(c claim) bool { return c.side == side && c.sort.works() })
}

// unfit notes what is wrong with a side as a whole, at its head.
func (f *battleText) unfit(side int, code string) {
	line := cmp.Or(f.told[side].head, f.line)
	p := orders.Problem{Position: orders.Position{Line: line, Col: 1}, Severity: orders.Error}
	p.What = phrase.P(code, phrase.Key("side", fight.SideKeys[side]), orders.Sample(orders.Shown),
		phrase.Str("example", "$"+sideWords[side].In(f.lang)))
	f.wrong(side, p)
}

// ready gives a side what follows from its people.
func (f *battleText) ready(s *fight.Side) {
	if s.Nature == fight.Native && f.tables.Rules.FirearmsFrom <= f.out.period {
		s.Firearms = f.tables.Rules.Firearms
	}
	s.Abandoned = s.Nature == fight.European
	for k := range s.Forces {
		force := &s.Forces[k]
		if force.Losses = fight.LossesOf(f.tables, force.Losses); s.Nature == fight.Native {
			force.Losses = fight.NativeLosses
		}
		for _, h := range force.Hosts {
			s.Abandoned = s.Abandoned && h.Leader == 0
		}
	}
}
