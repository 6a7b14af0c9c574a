package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/tables"
	"weltentor/worlds/rulekit"
)

// readers are the sentences that address a reader whose number is in the named argument.
var readers = rulekit.Readers{
	"relation":         {"realm": "relation.own", "realm2": "relation.own2"},
	"founded":          {"realm": "founded.own"},
	"built":            {"realm": "built.own"},
	"seized":           {"realm": "seized.own", "realm2": "seized.lost"},
	"burnt":            {"realm": "burnt.own"},
	"natives-came.of":  {"realm": "natives-came.own"},
	"pirates-came.of":  {"realm": "pirates-came.own"},
	"fallen-disbanded": {"realm": "fallen-disbanded.own"},
	"location-burnt":   {"realm": "location-burnt.own"},
	"haven-destroyed":  {"realm": "haven-destroyed.own"},
	"withdrew":         {"realm": "withdrew.own"},
	"withdrew-aboard":  {"realm": "withdrew-aboard.own"},
	"drowned":          {"realm": "drowned.own"},
	"leader-drowned":   {"realm": "leader-drowned.own"},
	"final-glory":      {"realm": "final-glory.own"},
	"winner":           {"realm": "winner.own"},
}

// From is a sentence as a realm reads it: it says "you" of the realm itself.
func From(realm int, what phrase.Phrase) phrase.Phrase {
	if what.Code == "combat" || what.Code == "sea-combat" {
		for i, side := range [2]string{"us", "them"} {
			if int(what.Arg("realm-"+side).N) != realm {
				continue
			}
			what.Args = slices.Clone(what.Args)
			for k := range what.Args {
				if what.Args[k].Name == side {
					what.Args[k] = phrase.Key(side, [2]string{"party.own-us", "party.own-them"}[i])
				}
			}
		}
	}
	return readers.Read(what, func(a phrase.Arg) bool { return int(a.N) == realm })
}

// toll is a number of units and ships, by code, and leaders by name.
type toll struct {
	of      map[string]int
	leaders []string
}

// add adds units or ships to a toll. They are listed as in a protocol: "4 INF, 1 CAV".
func (t *toll) add(list string) {
	for part := range strings.SplitSeq(list, ", ") {
		count, code, _ := strings.Cut(part, " ")
		if n, err := strconv.Atoi(count); err == nil {
			if t.of == nil {
				t.of = map[string]int{}
			}
			t.of[code] += n
		}
	}
}

// camp is a party on one side of a combat: the reader, or all others there.
type camp struct {
	brings, lost toll
	all          bool // it found no refuge, so it lost all that it brought
}

// bout is how a combat went for a reader: its protocol, added up.
type bout struct {
	reader int
	mine   int // the side on which the reader fights; fight.Nobody: the reader only watches
	own    camp
	others [2]camp // by side
	winner int
	rounds [][2]int64 // their results, by side
}

// newBout reads the protocol of a combat, up to the winner. The first event is its head.
func newBout(reader int, told []*game.Event) bout {
	b := bout{reader: reader, mine: fight.Nobody}
	for i, side := range [2]string{"us", "them"} {
		head := told[0].Phrase
		if int(head.Arg("realm-"+side).N) == reader {
			b.mine = i
		}
		b.camp(i).brings.add(head.Arg("ships-" + side).S)
	}
	for _, e := range told[1:] {
		if !fight.Protocol(e.Code) {
			break
		}
		if b.take(e.Phrase); e.Code == "combat.won" {
			break
		}
	}
	return b
}

// camp is the party that a sentence means if it names no realm. On the reader's side that is the reader; elsewhere it
// is all others.
func (b *bout) camp(side int) *camp {
	if side == b.mine {
		return &b.own
	}
	return &b.others[side]
}

// take adds one sentence of the protocol.
func (b *bout) take(what phrase.Phrase) {
	side := max(slices.Index(fight.SideKeys[:], what.Arg("side").S), 0)
	c := &b.others[side]
	if int(what.Arg("realm").N) == b.reader {
		c, b.mine = &b.own, side
	}
	switch what.Code {
	case "combat.round":
		b.rounds = append(b.rounds, [2]int64{})
	case "combat.total":
		b.rounds[len(b.rounds)-1][side] = what.Arg("total").N
	case "roster-leader", "roster":
		c.brings.add(what.Arg("units").S)
		if who := what.Arg("who").S; who != "" {
			c.brings.leaders = append(c.brings.leaders, who)
		}
	case "roster-garrison", "roster-regiment":
		b.camp(side).brings.add(what.Arg("units").S)
	case "roster-chief":
		c.brings.add(what.Arg("units").S)
		c.brings.leaders = append(c.brings.leaders, "")
	case "combat.lost", "combat.lost-more":
		c.lost.add(what.Arg("units").S)
	case "sea.lost":
		c.lost.add(what.Arg("ships").S)
	case "combat.first", "combat.wounded-fall", "sea.damaged-sinks":
		c.lost.add("1 " + what.Arg("kind").S)
	case "combat.leader-lost", "combat.chief-lost":
		name := what.Arg("leader").S
		if b.mine == side && slices.Contains(b.own.brings.leaders, name) {
			c = &b.own
		}
		c.lost.leaders = append(c.lost.leaders, name)
	case "combat.no-refuge", "sea.no-refuge":
		b.others[side].all = true
		b.own.all = b.own.all || b.mine == side
	case "combat.won":
		b.winner = side
	}
}

// tollOf lists a camp's losses. none is the word for nobody.
func tollOf(book *phrase.Book, c *camp, none string) string {
	if c.all {
		return cmp.Or(tally(book, &c.brings), none)
	}
	return cmp.Or(tally(book, &c.lost), none)
}

// tally lists units, ships and leaders as a protocol does, leaders last. "" is nobody.
func tally(book *phrase.Book, t *toll) string {
	var parts []string
	for _, code := range slices.Concat(tables.KindCodes[:], tables.ClassCodes[:]) {
		if n := t.of[code]; n > 0 {
			parts = append(parts, strconv.Itoa(n)+" "+code)
		}
	}
	for _, name := range t.leaders {
		if name == "" {
			parts = append(parts, book.T("bout.chief"))
			continue
		}
		parts = append(parts, book.Say(phrase.P("bout.leader", phrase.Str("who", name))))
	}
	return strings.Join(parts, ", ")
}

// ended says how a combat ended for the reader, and what it cost. The first event is its head.
func ended(book *phrase.Book, a *account, told []*game.Event) phrase.Phrase {
	b, none := newBout(a.realm.Number, told), book.T("bout.none")
	if b.mine == fight.Nobody {
		return phrase.P("bout.seen", phrase.Key("side", fight.SideKeys[b.winner]),
			phrase.Str("attacker", tollOf(book, &b.others[fight.Attacker], none)),
			phrase.Str("defender", tollOf(book, &b.others[fight.Defender], none)))
	}
	code := "bout.lost"
	if b.winner == b.mine {
		code = "bout.won"
	}
	allies := tollOf(book, &b.others[b.mine], none)
	if allies != none {
		code += "-allied"
	}
	return phrase.P(code, phrase.Str("own", tollOf(book, &b.own, none)), phrase.Str("allies", allies),
		phrase.Str("theirs", tollOf(book, &b.others[1-b.mine], none)))
}

// What the protocol of a combat means.
var (
	leaderLost  = rulekit.Meaning{Weight: 7, Tale: "leader-lost", Grave: true}
	siegeFailed = rulekit.Meaning{Weight: 6, Tale: "siege-failed"}
)

// tellBout tells the chronicler of leaders who fell in a combat: the reader's, or one who attacked the reader's colony
// and was beaten.
func tellBout(t *rulekit.Text, a *account, b bout, what phrase.Phrase) {
	for side, c := range [2]*camp{&b.own, &b.others[fight.Attacker]} {
		for _, name := range c.lost.leaders {
			area := int(what.Arg("area").N)
			switch m := [2]rulekit.Meaning{leaderLost, siegeFailed}[side]; {
			case name == "" || b.mine == fight.Nobody:
			case side == 0, b.mine == fight.Defender && b.winner == b.mine && a.at.State.Areas[area-1].Colony != nil &&
				a.at.State.Areas[area-1].Colony.Owner == a.realm.Number:
				t.Tale.Moment(m, "", what, phrase.Str("leader", name))
			}
		}
	}
}
