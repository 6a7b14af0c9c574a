package order

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
	"weltentor/worlds/rulekit"
)

// Topic is what a line of $K is about.
type Topic uint8

// The topics of $K.
const (
	TopicCharge Topic = iota
	TopicSiege
	TopicRegiment
	TopicWithdraw
	TopicLosses
)

// CombatOrder is a line of $K. It holds until it is changed.
type CombatOrder struct {
	About    `part:"about" key:""`
	None     bool // back to what holds without an order
	Yes      bool
	Withdraw realm.Withdrawal
	Losses   []tables.Kind
	Sinking  []tables.Class
}

// About is what a line of $K is about: who fights, and which of his standing orders.
type About struct {
	Leader string // "" a fleet's
	Fleet  int
	Topic  Topic
}

var combats = part.New[CombatOrder](parts.With(part.Kinds{
	"about": &part.Kind[About]{Take: part.Taken(about), Print: printAbout}}), combatExample,
	"Cortez attacke ja", "Cortez belagerung ja", "Cortez rueckzug verlust 50 nach 12 13",
	"Cortez rueckzug nie", "Cortez rueckzug immer nach Flotte_1",
	"Cortez rueckzug cf 10", "Cortez verluste MIL INF ART CAV", "Cortez regiment nein",
	"Cortez retreat none", "Flotte_2 verluste TRA ESK", "Fleet_1 retreat always")

// Print appends `Cortez rueckzug verlust 50 nach 12 13`.
func (o CombatOrder) Print(dst []byte, lang phrase.Lang) []byte {
	dst = append(combats.Print(dst, o, lang), ' ')
	switch {
	case o.None:
		return append(dst, noneWord.In(lang)...)
	case o.Topic == TopicWithdraw:
		return printWithdrawal(dst, o.Withdraw, lang)
	case o.Topic == TopicLosses:
		return o.printLosses(dst)
	case o.Yes:
		return append(dst, rulekit.Yes.In(lang)...)
	}
	return append(dst, rulekit.No.In(lang)...)
}

func (o CombatOrder) printLosses(dst []byte) []byte {
	var codes []string
	for _, k := range o.Losses {
		codes = append(codes, k.Code())
	}
	for _, c := range o.Sinking {
		codes = append(codes, c.Code())
	}
	return append(dst, strings.Join(codes, " ")...)
}

func printWithdrawal(dst []byte, w realm.Withdrawal, lang phrase.Lang) []byte {
	dst = append(dst, whenWords[w.When].In(lang)...)
	if w.When == realm.AtLoss || w.When == realm.BelowCF {
		dst = printInt(append(dst, ' '), w.N, lang)
	}
	for i, p := range w.To {
		if i == 0 {
			dst = append(append(dst, ' '), toWord.In(lang)...)
		}
		dst = append(dst, ' ')
		if p.Fleet > 0 {
			dst = printFleet(dst, p.Fleet, lang)
		} else {
			dst = printInt(dst, p.Area, lang)
		}
	}
	return dst
}

// Forms are those of each topic.
func (CombatOrder) Forms() []string {
	return []string{
		"leader:army topic=attacke/charge|belagerung/siege|regiment yes=ja/yes|nein/no|kein/none",
		"mover:army =rueckzug/retreat when=nie/never|immer/always|kein/none",
		"mover:army =rueckzug/retreat =immer/always =nach/to area:place*",
		"mover:army =rueckzug/retreat =verlust/loss percent:number",
		"mover:army =rueckzug/retreat =verlust/loss percent:number =nach/to area:place*",
		"mover:army =rueckzug/retreat =cf cf:number",
		"mover:army =rueckzug/retreat =cf cf:number =nach/to area:place*",
		"leader:army =verluste/losses kind*=" + unitChoices, "fleet:army =verluste/losses class*=" + shipChoices,
	}
}

// Check takes what is said about the topic.
func (o *CombatOrder) Check(r *orders.Reading) {
	if noneWord.Is(r.Peek()) {
		r.Skip()
		o.None = true
		return
	}
	switch o.Topic {
	case TopicWithdraw:
		o.Withdraw = withdrawal(r)
	case TopicLosses:
		losses(r, o)
	default:
		o.Yes = choose(r, "yes", "order.yes", []rulekit.Word{rulekit.Yes, rulekit.No}) == 0
	}
}

// withdrawal reads `verlust 50 nach 12 13`.
func withdrawal(r *orders.Reading) realm.Withdrawal {
	w := realm.Withdrawal{When: realm.When(choose(r, "when", "order.when", whenWords))}
	switch w.When {
	case realm.AtLoss:
		w.N = number(r, "percent", "order.percent", 1, 100)
		if r.Peek().Value == "%" {
			r.Skip()
		}
	case realm.BelowCF:
		w.N = number(r, "cf", "order.cf", 1, 999)
	}
	if !r.More() || !toWord.Is(r.Peek()) {
		return w
	}
	r.Skip()
	for first := true; first || r.More(); first = false {
		if n, ok := FleetOf(r.Peek().Value); ok {
			r.Skip()
			w.To = append(w.To, realm.Place{Fleet: n})
			continue
		}
		w.To = append(w.To, realm.Place{Area: area(r)})
	}
	return w
}

// losses reads an order of losses: units of a leader, ships of a fleet, each
// once. Leaders have no place in it: they are always last.
func losses(r *orders.Reading, o *CombatOrder) {
	seen := map[string]bool{}
	for first := true; first || r.More(); first = false {
		t, ok := r.Next("kind")
		if !ok {
			return
		}
		k, unit := kindOf(t.Value)
		c, ship := classOf(t.Value)
		code := strings.ToUpper(t.Value)
		switch {
		case LeaderWord.Is(t) || realm.SameName(t.Value, o.Leader):
			Reject(r, t, "order.leader-last", nil)
		case seen[code]:
			Reject(r, t, "order.kind-twice", nil)
		case unit && o.Fleet == 0:
			o.Losses = append(o.Losses, k)
		case ship && o.Fleet > 0:
			o.Sinking = append(o.Sinking, c)
		case o.Fleet > 0:
			Reject(r, t, "order.class", orders.Meant(t.Value, ClassWords, otherWords),
				phrase.Str("words", strings.Join(ClassWords, ", ")))
		default:
			Reject(r, t, "order.kind", orders.Meant(t.Value, kindWords, otherWords),
				phrase.Str("words", strings.Join(kindWords, ", ")))
		}
		seen[code] = true
	}
}

// about reads a leader or a fleet, and the topic.
func about(r *orders.Reading) (a About) {
	if fleetLike(r.Peek().Value) {
		a.Fleet = fleet(r)
	} else {
		a.Leader = name(r)
	}
	at := r.Peek()
	a.Topic = Topic(choose(r, "topic", "order.topic", topicWords))
	if a.Fleet > 0 && a.Topic < TopicWithdraw {
		Reject(r, at, "order.topic-fleet", nil)
	}
	return a
}

func printAbout(dst []byte, a About, lang phrase.Lang) []byte {
	if a.Leader != "" {
		dst = append(dst, a.Leader...)
	} else {
		dst = printFleet(dst, a.Fleet, lang)
	}
	return append(append(dst, ' '), topicWords[a.Topic].In(lang)...)
}

// Standing are the standing orders of a realm's leaders, then of its fleets, as lines of $K: all topics of who has
// them.
func Standing(r *realm.Realm) (out []CombatOrder) {
	add := func(who About, s *realm.Standing) {
		yes := map[Topic]bool{TopicCharge: s.Charge, TopicSiege: s.Siege, TopicRegiment: s.Regiment}
		for ; who.Topic <= TopicLosses; who.Topic++ {
			out = append(out, CombatOrder{About: who, Yes: yes[who.Topic], Withdraw: s.Withdraw, Losses: s.Losses,
				Sinking: s.Sinking, None: who.Topic == TopicLosses && len(s.Losses)+len(s.Sinking) == 0})
		}
	}
	for _, l := range r.Leaders {
		add(About{Leader: l.Name}, &l.Orders)
	}
	for _, f := range r.Fleets {
		add(About{Fleet: f.Number, Topic: TopicWithdraw}, &f.Orders) // the topics before are a leader's
	}
	return out
}

// Take changes what a line is about, and nothing else.
func (o CombatOrder) Take(s *realm.Standing) {
	if o.None {
		o.Yes = o.Topic == TopicRegiment
		o.Withdraw = realm.NewStanding().Withdraw
	}
	switch o.Topic {
	case TopicCharge:
		s.Charge = o.Yes
	case TopicSiege:
		s.Siege = o.Yes
	case TopicRegiment:
		s.Regiment = o.Yes
	case TopicWithdraw:
		s.Withdraw = o.Withdraw
		s.Withdraw.To = slices.Clone(o.Withdraw.To)
	case TopicLosses:
		s.Losses, s.Sinking = slices.Clone(o.Losses), slices.Clone(o.Sinking)
	}
}
