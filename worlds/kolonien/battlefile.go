package kolonien

import (
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
	locationWords = []named{{"unterwegs", "abroad"}, {"Volksstamm", "Tribe"}, {"Stadt", "City"}, {"Koenigreich", "Kingdom"}, {"Hauptstadt", "Capital"}}
	crewWords     = []named{{"Nest", "Haven"}, {"Raubzug", "Raid"}}
)

// battleLine is a good line, shown with problems.
const battleLine = "Anfuehrer Cortez 2"

// battleText is a battle file being read, line by line.
type battleText struct {
	tables   *Tables
	out      single
	side     int // nobody before the first head
	line     int
	problems []orders.Problem
}

// ReadBattle reads one land combat: `Seed 7` and `Periode 2`, then `$Angreifer` and
// `$Verteidiger` with who they are. It is fought by the standard tables.
func (r *Rulebook) ReadBattle(text string) (game.Battle, []orders.Problem) {
	f := &battleText{tables: r.standard, side: nobody, out: single{rules: r, period: 1}}
	for i := range f.out.sides {
		f.out.sides[i].Withdraw, f.out.sides[i].Refuge = standing().Withdraw, anywhere
	}
	text = strings.TrimPrefix(strings.ReplaceAll(text, "\r\n", "\n"), "\ufeff")
	for line := range strings.SplitSeq(text, "\n") {
		f.line++
		line, _, _ = strings.Cut(line, ";")
		if strings.TrimSpace(line) == "" {
			continue
		}
		_, problems := reader(battleLine, func(r *reading) orders.Order { f.read(r); return nil })(line)
		for _, p := range problems {
			p.Line = f.line
			f.problems = append(f.problems, p)
		}
	}
	f.finish()
	if len(f.problems) > 0 {
		return nil, f.problems
	}
	return &f.out, nil
}

// finish holds each side as a whole against the rules.
func (f *battleText) finish() {
	for i := range f.out.sides {
		s := &f.out.sides[i]
		code := ""
		switch {
		case s.units() == 0:
			code = "battle.nobody"
		case s.Nature == Native && f.tables.Rules.FirearmsFrom <= f.out.period:
			s.Firearms = f.tables.Rules.Firearms
		case i == attacker && s.Nature == Lair:
			code = "battle.lair-attacks"
		}
		if code != "" {
			p := orders.Problem{Position: orders.Position{Line: f.line, Col: 1}, Severity: orders.Error}
			p.What = phrase.P(code, phrase.Key("side", sideKeys[i]), orders.Sample(orders.Shown), phrase.Str("example", "$"+sideWords[i].de))
			f.problems = append(f.problems, p)
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
	f.out.gather()
}

// read reads one line that is not empty.
func (f *battleText) read(r *reading) {
	if r.peek().Value == "$" {
		r.at++
		f.side = r.choose("side", "battle.side", sideWords)
		return
	}
	if f.side == nobody {
		f.head(r)
		return
	}
	s := &f.out.sides[f.side]
	t := r.peek()
	switch {
	case leaderWord.is(t):
		r.at++
		f.host(s, Host{Name: r.name(), Leader: r.number("value", "battle.value", 1, 9)})
	case garrisonWord.is(t), regimentWord.is(t) && !isYes(r):
		r.at++
		f.host(s, Host{})
		f.units(r, s)
	case medicWord.is(t):
		r.at++
		f.medic(r, t, s)
	case allyWord.is(t):
		r.at++
		s.Forces = append(s.Forces, Force{Realm: len(s.Forces) + 1})
	case nativesWord.is(t):
		r.at++
		s.Nature = Native
		if n := r.choose("location", "battle.location", locationWords); n > 0 && r.problem == nil {
			s.Location = f.tables.Location[n-1].Bonus
		}
	case piratesWord.is(t):
		r.at++
		s.Nature = Raider
		if r.choose("crew", "battle.crew", crewWords) == 0 && r.problem == nil {
			s.Nature, s.Location, s.Port = Lair, f.tables.Rules.HavenBonus, true
		}
	case shipsWord.is(t):
		r.at++
		f.ships(r, s)
	case refugeWord.is(t):
		r.at++
		if r.choose("yes", "order.yes", []named{yesWord, noWord}) == 1 {
			s.Refuge = 0
		}
	default:
		f.rest(r, s, t)
	}
}

// isYes tells `regiment ja` from `Regiment LIN 2`.
func isYes(r *reading) bool {
	return r.at+1 < len(r.tokens) && (yesWord.is(r.tokens[r.at+1]) || noWord.is(r.tokens[r.at+1]))
}

// head reads what stands before the sides.
func (f *battleText) head(r *reading) {
	switch r.choose("head", "battle.head", headWords) {
	case 0:
		if t, ok := r.take("seed"); ok {
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
			r.at++
			if Work(i) == Port {
				s.Port = true
			} else {
				s.Fort = f.tables.fortified(i - int(Palisade) + 1)
			}
			return
		}
	}
	for i, w := range topicWords {
		if w.is(t) {
			r.at++
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

func (f *battleText) host(s *Side, h Host) {
	force := f.force(s)
	force.Hosts = append(force.Hosts, h)
}

// medic gives the last leader a medic.
func (f *battleText) medic(r *reading, t orders.Token, s *Side) {
	force := f.force(s)
	if n := len(force.Hosts); n > 0 && force.Hosts[n-1].Leader > 0 {
		force.Hosts[n-1].Medic = true
		return
	}
	r.bad(t, "battle.medic", nil)
}

// ships reads `Schiffe ESK 2 LIN_S 1`.
func (f *battleText) ships(r *reading, s *Side) {
	for first := true; first || r.more(); first = false {
		t, ok := r.take("class")
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
			r.problem = nil
			r.bad(t, "order.class", orders.Nearest(t.Value, classWords()), phrase.Str("words", strings.Join(classCodes[:], ", ")))
			return
		}
		var fleet Ships
		fleet[class] = n
		s.Guns += f.tables.force(&fleet, f.side == attacker)
	}
}

// units reads `INF 4 CAV 1` into the last host.
func (f *battleText) units(r *reading, s *Side) {
	force := f.force(s)
	if len(force.Hosts) == 0 {
		force.Hosts = []Host{{}}
	}
	h := &force.Hosts[len(force.Hosts)-1]
	for first := true; first || r.more(); first = false {
		k, at, ok := r.anyKind()
		if !ok {
			return
		}
		n := r.number("count", "order.count", 1, mostUnits)
		if from, to := s.Nature.kinds(); k < from || k > to {
			r.bad(at, "battle.kind-people", nil)
			return
		}
		h.Troops[k] += n
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

// anyKind reads the code of a unit of any people; `N-INF` is three tokens.
func (r *reading) anyKind() (k Kind, at orders.Token, ok bool) {
	at, ok = r.take("kind")
	if !ok {
		return 0, at, false
	}
	code := at.Value
	if r.peek().Value == "-" && r.at+1 < len(r.tokens) {
		code += "-" + r.tokens[r.at+1].Value
		r.at += 2
	}
	for k := range kinds {
		if strings.EqualFold(code, k.Code()) {
			return k, at, true
		}
	}
	words := strings.Join(kindCodes[:], ", ")
	r.bad(at, "order.kind", orders.Nearest(code, kindCodes[:]), phrase.Str("words", words))
	return 0, at, false
}
