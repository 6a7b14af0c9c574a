package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/sight"
	"weltentor/worlds/kolonien/tables"
)

// Title names the year and its period.
func Title(at realm.Position) phrase.Phrase {
	if at.State.Over {
		return phrase.P("title-over")
	}
	return titleOf(at)
}

func titleOf(at realm.Position) phrase.Phrase {
	return phrase.P("title", phrase.Num("turn", at.State.Turn), phrase.Num("years", at.Tables.Rules.Years),
		phrase.Num("period", at.Tables.Rules.Period(at.State.Turn)))
}

// greeting is what report 0 says first.
func greeting(a *account) []phrase.Phrase {
	return []phrase.Phrase{
		phrase.P("welcome", phrase.Str("name", a.realm.Name), phrase.Num("realm", a.realm.Number),
			phrase.Num("years", a.at.Tables.Rules.Years)),
		phrase.P("welcome-home", phrase.Num("home", a.realm.Home),
			phrase.Num("sea", a.at.State.Areas[a.realm.Home-1].Beside[0]), phrase.Num("ducats", a.realm.Ducats))}
}

// moneyRow says what the realm has and earns, and its glory.
func moneyRow(a *account) phrase.Phrase {
	return phrase.P("own-money", phrase.Num("ducats", a.realm.Ducats),
		phrase.Num("income", realm.Income(a.at, a.realm.Number)), phrase.Num("glory", a.realm.Glory))
}

// corps is an army, a fleet or a garrison in the report.
type corps struct {
	realm  int    // 0: natives or pirates
	kind   string // what it is
	name   string // the argument that names it; "" if none does
	at     int
	troops tables.Troops
	ships  tables.Ships
}

// args are the arguments that say whose it is, where it is, and what it has.
func (s *corps) args() []phrase.Arg {
	return []phrase.Arg{phrase.Num("area", s.at), phrase.Num("realm", s.realm),
		phrase.Str("units", realm.OrDash(s.troops.String())), phrase.Str("ships", s.ships.String())}
}

// holding is a row about what the realm has: an area, or a corps. A garrison has no line of its own: it is silent.
type holding struct {
	corps
	row    phrase.Phrase
	indent string
	area   bool
	silent bool
}

// holdings are leaders, fleets and colonies.
func holdings(a *account) (out []holding) {
	s := a.at.State
	add := func(indent, code string, c corps, more ...phrase.Arg) {
		out = append(out, holding{corps: c, row: phrase.P(code, append(c.args(), more...)...), indent: indent})
	}
	for _, l := range a.realm.Leaders {
		args := []phrase.Arg{phrase.Str("who", l.Name), phrase.Num("value", l.Value),
			phrase.Key("medic", realm.YesNo("own-medic", l.Medic))}
		own := corps{realm: a.realm.Number, kind: "leader", name: "who", at: l.At, troops: l.Troops}
		if l.Aboard > 0 {
			add("  ", "own-leader-aboard", own, append(args, order.FleetArg("fleet", l.Aboard))...)
		} else {
			add("  ", "own-leader", own, args...)
		}
	}
	for i := range a.realm.Fleets {
		f := &a.realm.Fleets[i]
		add("  ", "own-fleet", corps{realm: a.realm.Number, kind: "fleet", name: "who", at: f.At, ships: f.Ships},
			order.FleetArg("who", f.Number), phrase.Num("cargo", a.realm.Cargo(f.Number)),
			phrase.Num("hold", a.at.Tables.Hold(&f.Ships)))
	}
	for _, at := range s.Owned(a.realm.Number) {
		c, code := s.Areas[at-1].Colony, "own-colony"
		if s.Areas[at-1].Ground == realm.Home {
			code = "own-home"
		}
		own := corps{realm: c.Owner, kind: "garrison", at: at, troops: c.Garrison}
		add("  ", code, own, phrase.Num("level", c.Level), phrase.Key("fort", a.at.Tables.FortKey(c.Fort)),
			phrase.Key("port", realm.YesNo("own-port", c.Port)))
		out[len(out)-1].area = true
		if c.Garrison.Count() > 0 { // its own sentence is about the colony otherwise
			add("", "own-regiment", own)
			out[len(out)-1].silent = true
		}
		for i := range c.Regiments {
			add("    ", "own-regiment", corps{realm: c.Owner, kind: "regiment", at: at, troops: c.Regiments[i]})
		}
	}
	return out
}

// commands are the standing orders of a leader or a fleet, by topic. Those that say nothing are empty.
type commands struct {
	who    string
	topics map[order.Topic]string
}

// line is a line of $K with those of some topics that say something.
func (c commands) line(topics []order.Topic) string {
	var said []string
	for _, t := range topics {
		if c.topics[t] != "" {
			said = append(said, c.topics[t])
		}
	}
	return strings.Join(said, "; ")
}

// all are the topics, in order.
func (c commands) all() []order.Topic { return slices.Sorted(maps.Keys(c.topics)) }

// commanders lists the standing orders of each leader and fleet.
func commanders(book *phrase.Book, a *account) (out []commands) {
	for _, o := range order.Standing(a.realm) {
		who := cmp.Or(o.Leader, strconv.Itoa(o.Fleet))
		if len(out) == 0 || out[len(out)-1].who != who {
			out = append(out, commands{who, map[order.Topic]string{}})
		}
		c := out[len(out)-1]
		c.topics[o.Topic] = ""
		if o.Topic != order.TopicLosses || !o.None {
			c.topics[o.Topic] = string(o.Print(nil, book.Lang))
		}
	}
	return out
}

// spot is people in sight: what they are, and the sentence about them.
type spot struct {
	corps
	key string // tells them apart, and is the same each year
	row phrase.Phrase
}

// spots lists the people in sight by area.
func spots(a *account) (out []spot) {
	times := map[string]int{}
	add := func(code string, s corps, id string, more ...phrase.Arg) {
		key := fmt.Sprint(s.kind, " ", s.realm, " ", id)
		if times[key]++; times[key] > 1 {
			key += fmt.Sprint(" ", times[key]) // several are alike in all but their units
		}
		out = append(out, spot{s, key, phrase.P(code, append(s.args(), more...)...)})
	}
	for at := 1; at <= len(a.at.State.Areas); at++ {
		if sight.Sees(a.at.State, a.realm.Number, at) {
			locals(a, at, add)
			visitors(a, at, add)
		}
	}
	return out
}

// locals adds those who live in an area: natives, pirates, the garrison and the royal regiments of a foreign colony.
func locals(of *account, at int, add func(code string, s corps, id string, more ...phrase.Arg)) {
	s, here := of.at.State, strconv.Itoa(at)
	a := &s.Areas[at-1]
	if n := a.Natives; n != nil {
		people, location := corps{kind: "natives", at: at, troops: n.Troops}, phrase.Key("location",
			of.at.Tables.LocationKey(n.Location))
		if n.Leader > 0 {
			add("seen-natives-chief", people, here, location, phrase.Num("value", n.Leader))
		} else {
			add("seen-natives", people, here, location)
		}
	}
	if h := a.Haven; h != nil {
		add("seen-haven", corps{kind: "haven", at: at, troops: h.Troops}, here)
	}
	for i := range s.Areas {
		if h := s.Areas[i].Haven; h != nil && h.Ships.Count() > 0 && cmp.Or(h.Away, i+1) == at {
			add("seen-pirates", corps{kind: "pirates", at: at, ships: h.Ships}, here)
		}
	}
	c := a.Colony
	if c == nil || c.Owner == of.realm.Number {
		return
	}
	if c.Garrison.Count() > 0 {
		add("seen-garrison", corps{realm: c.Owner, kind: "garrison", at: at, troops: c.Garrison}, here)
	}
	for i := range c.Regiments {
		add("seen-regiment", corps{realm: c.Owner, kind: "regiment", at: at, troops: c.Regiments[i]}, here)
	}
}

// visitors adds the leaders and fleets of other realms in an area.
func visitors(a *account, at int, add func(code string, s corps, id string, more ...phrase.Arg)) {
	s := a.at.State
	for i := range s.Realms {
		if i+1 == a.realm.Number {
			continue
		}
		for _, l := range s.Realms[i].Leaders {
			if l.Ashore(at) {
				add("seen-leader", corps{realm: i + 1, kind: "leader", name: "who", at: at, troops: l.Troops}, l.Name,
					phrase.Str("who", l.Name), phrase.Num("value", l.Value))
			}
		}
		for _, f := range s.Realms[i].Fleets {
			if f.At == at {
				add("seen-fleet", corps{realm: i + 1, kind: "fleet", name: "fleet", at: at, ships: f.Ships},
					strconv.Itoa(f.Number), order.FleetArg("fleet", f.Number))
			}
		}
	}
}

// nationRow is what everybody knows about a realm: glory, colonies, and its relation to the reader. A short report says how
// the glory has changed since before, and not where homes are.
func nationRow(a *account, i int, before *realm.State) phrase.Phrase {
	s, r := a.at.State, &a.at.State.Realms[i]
	colonies, levels := s.Settled(i + 1)
	stance := "stance.self"
	if i+1 != a.realm.Number {
		stance = s.Relation(a.realm.Number, i+1).Key()
	}
	code, more := "nation", ""
	if before != nil {
		code = "short.nation"
		if n := r.Glory - before.Realms[i].Glory; n != 0 {
			more = fmt.Sprintf(" (%+d)", n)
		}
	}
	return phrase.P(code, phrase.Str("more", more), phrase.Num("realm", i+1), phrase.Str("name", r.Name), phrase.Num("glory", r.Glory),
		phrase.Num("colonies", colonies),
		phrase.Num("levels", levels), phrase.Num("home", r.Home), phrase.Key("stance", stance))
}

// wishes say what the reader and another realm want to be to each other, if they are at war, or if one of them wants
// something else than they are.
func wishes(a *account, other int) (row phrase.Phrase, said bool) {
	s, me := a.at.State, a.realm.Number
	now, own, theirs := s.Relation(me, other), a.realm.Stances[other-1], s.Realms[other-1].Stances[me-1]
	return phrase.P("nation-wishes", phrase.Key("own", own.Key()), phrase.Key("theirs", theirs.Key())),
		other != me && (now == realm.War || own != now || theirs != now)
}

// relations are the sentences about what other realms are to each other.
func relations(a *account) (out []phrase.Phrase) {
	me := int64(a.realm.Number)
	for _, row := range Standings(a.at).Notes {
		if row.Arg("realm").N != me && row.Arg("realm2").N != me {
			out = append(out, row)
		}
	}
	return out
}
