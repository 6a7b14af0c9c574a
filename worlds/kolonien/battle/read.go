package battle

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// The words of a battle file that are not in orders.
var (
	sideWords     = []frame.Word{{De: "Angreifer", En: "Attacker"}, {De: "Verteidiger", En: "Defender"}}
	headWords     = []frame.Word{{De: "Seed"}, {De: "Periode", En: "Period"}}
	allyWord      = frame.Word{De: "Verbuendeter", En: "Ally"}
	nativesWord   = frame.Word{De: "Ureinwohner", En: "Natives"}
	piratesWord   = frame.Word{De: "Piraten", En: "Pirates"}
	shipsWord     = frame.Word{De: "Schiffe", En: "Ships"}
	refugeWord    = frame.Word{De: "Zuflucht", En: "Refuge"}
	landingWord   = frame.Word{De: "Landung", En: "Landing"}
	locationWords = []frame.Word{{De: "unterwegs", En: "abroad"}, {De: "Volksstamm", En: "Tribe"},
		{De: "Stadt", En: "City"}, {De: "Koenigreich", En: "Kingdom"}, {De: "Hauptstadt", En: "Capital"}}
	crewWords = []frame.Word{{De: "Nest", En: "Haven"}, {De: "Raubzug", En: "Raid"}}
)

// battleText is a battle file being read, line by line.
type battleText struct {
	tables   *tables.Tables
	out      Single
	side     int // nobody before the first head
	line     int
	lang     phrase.Lang // of the last line whose words are in one language only
	set      [2]bool     // Seed and Periode
	told     [2]told
	claims   []claim
	problems []orders.Problem
}

// Read reads one land combat: `Seed 7` and `Periode 2`, then `$Angreifer` and `$Verteidiger`, each with its people and
// troops.
func Read(rules *frame.Book[*tables.Tables], t *tables.Tables, text string) (game.Battle, []orders.Problem) {
	f := &battleText{tables: t, side: fight.Nobody, out: Single{rules: rules, tables: t, period: 1}}
	for i := range f.out.Sides {
		f.out.Sides[i].Withdraw, f.out.Sides[i].Refuge = realm.NewStanding().Withdraw,
			func([]int) int { return fight.Anywhere }
		f.told[i].room = map[post]int{}
	}
	text = strings.TrimPrefix(strings.ReplaceAll(text, "\r\n", "\n"), "\ufeff")
	for line := range strings.SplitSeq(text, "\n") {
		f.line++
		line, _, _ = strings.Cut(line, ";")
		if strings.TrimSpace(line) == "" {
			continue
		}
		_, problems := orders.ReadLine(line, f.example(line),
			func(r *orders.Reading) orders.Order { f.read(r); return nil })
		for _, p := range problems {
			p.Line = f.line
			f.wrong(f.side, p)
			f.claims = slices.DeleteFunc(f.claims, func(c claim) bool { return c.line == f.line }) // one mistake for each line
		}
	}
	f.finish()
	if len(f.problems) > 0 {
		return nil, f.problems
	}
	return &f.out, nil
}

// wrong notes a problem of a side, or of neither.
func (f *battleText) wrong(side int, p orders.Problem) {
	f.problems = append(f.problems, p)
	if side != fight.Nobody {
		f.told[side].wrong = true
	}
}

// read reads one line that is not empty.
func (f *battleText) read(r *orders.Reading) {
	if r.Peek().Value == "$" {
		f.opened(r)
		return
	}
	if f.side == fight.Nobody {
		f.head(r)
		return
	}
	s := &f.out.Sides[f.side]
	t := r.Peek()
	switch {
	case order.LeaderWord.Is(t):
		r.Skip()
		f.claim(r, t, claim{sort: ofLeader})
		f.host(s, fight.Host{Name: order.Name(r), Leader: order.Number(r, "value", "battle.value", 1, f.tables.Rules.LeaderMost)},
			f.tables.Rules.ArmyMost)
	case order.GarrisonWord.Is(t):
		r.Skip()
		f.claim(r, t, claim{sort: ofGarrison})
		f.host(s, fight.Host{Role: fight.Garrison}, f.tables.Rules.GarrisonMost)
		f.units(r, s)
	case order.RegimentWord.Is(t) && !isYes(r):
		r.Skip()
		f.regiment(r, t, s)
	case order.MedicWord.Is(t):
		r.Skip()
		f.medic(r, t, s)
	case allyWord.Is(t):
		r.Skip()
		f.claim(r, t, claim{sort: ofAlly})
		s.Forces = append(s.Forces, fight.Force{Realm: len(s.Forces) + 1})
	case nativesWord.Is(t), piratesWord.Is(t):
		r.Skip()
		f.people(r, t, s)
	case shipsWord.Is(t):
		r.Skip()
		f.claim(r, t, claim{sort: ofFleet})
		f.ships(r, s)
	case refugeWord.Is(t):
		r.Skip()
		if order.Choose(r, "yes", "order.yes", []frame.Word{frame.Yes, frame.No}) == 1 {
			s.Refuge = func([]int) int { return 0 }
		}
	case landingWord.Is(t):
		r.Skip()
		if f.side == fight.Defender {
			order.Reject(r, t, "battle.attacks", nil)
			return
		}
		s.Landed = order.Choose(r, "yes", "order.yes", []frame.Word{frame.Yes, frame.No}) == 0
	default:
		f.rest(r, s, t)
	}
}

// opened reads the head of a side. If a head cannot be read, the lines below it count for the side that is still
// missing.
func (f *battleText) opened(r *orders.Reading) {
	r.Skip()
	t := r.Peek()
	side := order.Choose(r, "side", "battle.side", sideWords)
	if r.Problem != nil {
		f.side = fight.Attacker
		if f.told[fight.Attacker].head > 0 {
			f.side = fight.Defender
		}
		return
	}
	f.side = side
	if f.told[side].head > 0 {
		order.Reject(r, t, "battle.twice", nil)
		return
	}
	f.told[side].head = f.line
}

// people reads who a side is if it is not Europeans.
func (f *battleText) people(r *orders.Reading, t orders.Token, s *fight.Side) {
	if f.told[f.side].people {
		r.Tokens = nil
		order.Reject(r, t, "battle.people-twice", nil)
		return
	}
	f.told[f.side].people = true
	if nativesWord.Is(t) {
		s.Nature = fight.Native
		if n := order.Choose(r, "location", "battle.location", locationWords); n > 0 && r.Problem == nil {
			s.Location = f.tables.Location[n-1].Bonus
		}
		return
	}
	s.Nature = fight.Raider
	if order.Choose(r, "crew", "battle.crew", crewWords) == 0 && r.Problem == nil {
		s.Nature, s.Location, s.Port = fight.Lair, f.tables.Rules.HavenBonus, true
	}
}

// regiment reads the royal regiment of a side. Only one may help (§7.2).
func (f *battleText) regiment(r *orders.Reading, t orders.Token, s *fight.Side) {
	f.claim(r, t, claim{sort: ofRegiment})
	if f.told[f.side].regiment {
		order.Reject(r, t, "battle.regiment-twice", nil)
		return
	}
	f.told[f.side].regiment, f.told[f.side].royal = true, f.host(s, fight.Host{Role: fight.Regiment},
		f.tables.Rules.RegimentMost)
	f.units(r, s)
}

// isYes tells `regiment ja` from `Regiment LIN 2`.
func isYes(r *orders.Reading) bool {
	return len(r.Tokens) > 1 && (frame.Yes.Is(r.Tokens[1]) || frame.No.Is(r.Tokens[1]))
}

// head reads the lines above the sides.
func (f *battleText) head(r *orders.Reading) {
	t := r.Peek()
	which := order.Choose(r, "head", "battle.head", headWords)
	if r.Problem != nil {
		return
	}
	if f.set[which] {
		order.Reject(r, t, "battle.twice", nil)
		return
	}
	f.set[which] = true
	switch which {
	case 0:
		if t, ok := r.Next("seed"); ok {
			f.out.seed = t.Value
		}
	case 1:
		f.out.period = order.Number(r, "period", "battle.period", 1, f.tables.Rules.Periods)
	}
}

// rest reads buildings of the colony, standing orders and units.
func (f *battleText) rest(r *orders.Reading, s *fight.Side, t orders.Token) {
	for i, w := range order.WorkWords {
		if w.Is(t) && order.Work(i) >= order.Palisade {
			r.Skip()
			if order.Work(i) == order.Port {
				f.claim(r, t, claim{sort: ofPort})
				s.Port = true
			} else {
				f.claim(r, t, claim{sort: ofFort})
				s.Fort = f.tables.Fortified(i - int(order.Palisade) + 1)
			}
			return
		}
	}
	for i, w := range order.TopicWords {
		if w.Is(t) {
			r.Skip()
			f.claim(r, t, claim{sort: ofOrders})
			f.topic(r, s, order.Topic(i))
			return
		}
	}
	f.units(r, s)
}

// topic reads a standing order as in $K, but without a name in front.
func (f *battleText) topic(r *orders.Reading, s *fight.Side, topic order.Topic) {
	switch topic {
	case order.TopicWithdraw:
		s.Withdraw = order.Withdrawal(r)
	case order.TopicLosses:
		o := order.CombatOrder{About: order.About{Leader: order.LeaderWord.De}}
		order.Losses(r, &o)
		f.force(s).Losses = o.Losses
	default:
		yes := order.Choose(r, "yes", "order.yes", []frame.Word{frame.Yes, frame.No}) == 0
		if topic == order.TopicRegiment {
			f.told[f.side].alone = !yes
		}
		s.Charge = s.Charge && topic != order.TopicCharge || topic == order.TopicCharge && yes
		s.Siege = s.Siege && topic != order.TopicSiege || topic == order.TopicSiege && yes
	}
}

// force is the force whose hosts are being read.
func (f *battleText) force(s *fight.Side) *fight.Force {
	if len(s.Forces) == 0 {
		s.Forces = []fight.Force{{Realm: 1}}
	}
	return &s.Forces[len(s.Forces)-1]
}

// host adds a host that has room for this many units, and returns its place.
func (f *battleText) host(s *fight.Side, h fight.Host, room int) post {
	force := f.force(s)
	force.Hosts = append(force.Hosts, h)
	at := post{force: len(s.Forces) - 1, host: len(force.Hosts) - 1}
	f.told[f.side].room[at] = room
	return at
}

// medic gives the last leader a medic.
func (f *battleText) medic(r *orders.Reading, t orders.Token, s *fight.Side) {
	force := f.force(s)
	n := len(force.Hosts)
	led := n > 0 && force.Hosts[n-1].Leader > 0
	if led {
		force.Hosts[n-1].Medic = true
	}
	f.claim(r, t, claim{sort: ofMedic, alone: !led})
}

// ships reads `Schiffe ESK 2 LIN_S 1`.
func (f *battleText) ships(r *orders.Reading, s *fight.Side) {
	for first := true; first || r.More(); first = false {
		t, ok := r.Next("class")
		if !ok {
			return
		}
		class := slices.IndexFunc(tables.ClassCodes[:], func(c string) bool { return strings.EqualFold(t.Value, c) })
		n := order.Number(r, "count", "order.count", 1, order.MostUnits)
		if class < 0 {
			r.Problem = nil
			order.Reject(r, t, "order.class", orders.Nearest(t.Value, order.ClassWords),
				phrase.Str("words", strings.Join(tables.ClassCodes[:], ", ")))
			return
		}
		if r.Problem == nil {
			f.claim(r, t, claim{sort: ofShips, class: tables.Class(class)})
		}
		var fleet tables.Ships
		fleet[class] = n
		s.Guns += f.tables.Force(&fleet, f.side == fight.Attacker)
	}
}

// units reads `INF 4 CAV 1` into the last host, or into a new army if there is none.
func (f *battleText) units(r *orders.Reading, s *fight.Side) {
	force := f.force(s)
	if len(force.Hosts) == 0 {
		f.host(s, fight.Host{}, f.tables.Rules.ArmyMost)
	}
	at := post{force: len(s.Forces) - 1, host: len(force.Hosts) - 1}
	for first := true; first || r.More(); first = false {
		k, t, ok := order.AnyKind(r)
		if !ok {
			return
		}
		n := order.Number(r, "count", "order.count", 1, order.MostUnits)
		if r.Problem == nil {
			f.claim(r, t, claim{sort: ofUnits, kind: k, count: n, post: at})
			force.Hosts[at.host].Troops[k] += n
		}
	}
}
