package report

import (
	"slices"
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
)

// landLost are the events by which land is lost.
var landLost = map[string]bool{"lost-field": true, "revolt": true, "revolt-militia": true, "capital-taken": true,
	"temple-razed": true}

// losses are the events by which something is lost. They weigh 5, unless meanings says otherwise.
var losses = map[string]bool{
	"lost-field": true, "revolt": true, "revolt-militia": true, "capital-taken": true, "temple-razed": true,
	"work-lost": true,
	"wiped-out": true, "cornered": true, "scattered": true, "slain": true, "shot-scattered": true, "shot-dead": true,
	"march-lost": true, "sea-lost": true, "cargo-lost": true, "gate-lost": true, "caravan-ends": true,
	"hold-unpaid": true, "points-spent": true, "kills-master": true, "breaks-free": true, "was-freed": true,
	"demon-free": true, "demon-lost": true, "demon-vanished": true, "demon-banished": true,
	"upkeep-unpaid": true, "army-disbands": true, "desertion-near": true, "realm-fallen": true,
}

// meanings are what events mean to a reader, and how much: 0 is daily business, 9 the fall of a realm. What is the
// chronicler's is told in tell.
var meanings = rulekit.Meanings{
	"realm-fallen":  {Weight: 9, Tale: "fallen", Grave: true},
	"capital-taken": {Tone: game.Gain, Weight: 9, Tale: "capital-won"},
	"temple-razed":  {Tone: game.Gain, Weight: 7, Tale: "razed"}, "desertion-near": {Tone: game.Warn, Weight: 8},
	"turn-missed": {Tone: game.Warn, Weight: 6, Tale: "silent"}, "account-low": {Tone: game.Warn, Weight: 3},
	"lost-field": {Tone: game.Loss, Weight: 6, Tale: "loss"}, "revolt": {Tone: game.Loss, Weight: 6, Tale: "revolt"},
	"conquered": {Tone: game.Gain, Weight: 5}, "upkeep-unpaid": {Tone: game.Loss, Weight: 7, Tale: "unpaid"},
	"harvest": {Tone: game.Gain, Weight: 3, Tale: "harvest"}, "upkeep": {Weight: 1},
	"treaty-ended": {Tone: game.Warn, Weight: 5, Tale: "broken"},
	"treaty-made":  {Tone: game.Gain, Weight: 4, Tale: "treaty"}, "gold-sent": {Weight: 2},
	"was-plundered": {Tone: game.Loss, Weight: 4, Tale: "pillaged"}, "was-shot": {Tone: game.Loss, Weight: 3},
	"plundered": {Tone: game.Gain, Weight: 3}, "shot": {Tone: game.Gain, Weight: 2},
	"march-losses": {Tone: game.Loss, Weight: 2}, "sea-losses": {Tone: game.Loss, Weight: 2},
	"building-damaged": {Tone: game.Gain, Weight: 3}, "building-gone": {Tone: game.Gain, Weight: 4},
	"freed": {Tone: game.Gain, Weight: 3}, "tamed": {Tone: game.Gain, Weight: 3, Tale: "tamed"},
	"summoned": {Tone: game.Gain, Weight: 2, Tale: "summoned"},
	"blessed":  {Tone: game.Gain, Weight: 2, Tale: "blessed"}, "traded": {Tone: game.Gain, Weight: 2, Tale: "caravan"},
	"work-done": {Tone: game.Gain, Weight: 3, Tale: "built"}, "work-done-unnamed": {Tone: game.Gain, Weight: 3},
	"out-of-points": {Tone: game.Warn, Weight: 1}, "held-up": {Tone: game.Warn, Weight: 1},
	"held-up-weeks": {Tone: game.Warn, Weight: 1}, "battle": {Weight: 4}, "battle-vain-line": {Weight: 3, Tale: "even"},
	"battle-even": {Weight: 3, Tale: "even"},

	"gate-number": {Weight: 6, Tale: "gate-heard"}, "gate-passed": {Weight: 5, Tale: "gate-passed"},
	"landed": {Weight: 2, Tale: "landing"}, "raided": {Tone: game.Gain, Weight: 4, Tale: "raided"},
	"mine-yields": {Tone: game.Gain, Weight: 3, Tale: "mine-rich"}, "mine-exhausted": {Weight: 5, Tale: "mine-empty"},
	"mine-empty": {Weight: 5, Tale: "mine-empty"}, "conquest-season": {Weight: 4, Tale: "siege"},
	"arch-unhurt": {Tone: game.Warn, Weight: 6, Tale: "unhurt"},

	"wiped-out": {Tale: "last-man"}, "cornered": {Tale: "last-man"}, "gate-lost": {Tale: "gate-lost", Grave: true},
	"breaks-free": {Tale: "loose"}, "demon-free": {Tale: "loose"}, "demon-banished": {Tale: "banished"},
	"demon-vanished": {Tale: "banished"}, "revolt-militia": {Tale: "revolt"}, "march-lost": {Tale: "desert"},
	"sea-lost": {Tale: "sea"}, "work-lost": {Tale: "work-lost"}, "army-disbands": {Tale: "unpaid"},
}

// What a chronicler says of no event by itself.
var (
	beginning   = rulekit.Meaning{Weight: 3, Tale: "beginning"}
	newYear     = rulekit.Meaning{Weight: 3, Tale: "new-year"}
	firstBlood  = rulekit.Meaning{Weight: 7, Tale: "first-blood"}
	land        = rulekit.Meaning{Weight: 3, Tale: "land"}
	capitalFell = rulekit.Meaning{Weight: 9, Tale: "capital-fell", Grave: true}
	weBroke     = rulekit.Meaning{Weight: 5, Tale: "we-broke"}
	harvestBad  = rulekit.Meaning{Weight: 4, Tale: "harvest-bad"}
	templeCity  = rulekit.Meaning{Weight: 6, Tale: "temple-city"}
	beforeGates = rulekit.Meaning{Weight: 6, Tale: "before-the-gates"}
	stranger    = rulekit.Meaning{Weight: 6, Tale: "stranger"}
	held        = rulekit.Meaning{Weight: 4, Tale: "held"}
	beaten      = rulekit.Meaning{Weight: 4, Tale: "beaten"}
	victory     = rulekit.Meaning{Weight: 4, Tale: "won"}
	driven      = rulekit.Meaning{Weight: 4, Tale: "driven"}
	temples     = []string{"building.TSL", "building.TSF", "building.HTS"}
	inflicted   = []string{"lost-field", "was-plundered", "arch-unhurt", "revolt-militia", "demon-banished",
		"demon-vanished", "breaks-free", "demon-free"} // what others' armies do, and the chronicler speaks of
)

// landIsMuch is how many fields a realm conquers in a turn before he mentions it.
const landIsMuch = 3

// chronicler hears what a report says, in the order in which it says it.
type chronicler struct {
	tale *rulekit.Tale
	a    *account

	conquered int
	bereft    map[int64]int // by field that was lost: the realm that took it, as tidings number them
	pillaged  bool
	met       []bool       // by realm: it showed itself; nil: he does not hear of armies
	more      []phrase.Arg // memory: what a phrase may say besides
}

// The chronicler has this many names for a season, and for gates.
const (
	seasonNames = 6
	gateNames   = 24
)

// opens begins the tale of a report: with the first turn, or with a new year.
func (c *chronicler) opens(tale *rulekit.Tale, a *account) {
	*c = chronicler{tale: tale, a: a, bereft: map[int64]int{}, met: make([]bool, len(a.t.State.Realms)), more: c.more}
	tale.Own = append(dated(a.t.Number, a.t.Seed), phrase.Str("own", a.r.Name))
	switch {
	case a.t.Number == 1:
		tale.Moment(beginning, "", phrase.Phrase{})
	case realm.Season(a.t.Number) == realm.Season(1):
		tale.Moment(newYear, "", phrase.Phrase{})
	}
}

// dated is what the chronicler calls a turn: its year, its season, and that season's name in the year.
func dated(turn int, seed game.Seed) []phrase.Arg {
	year, season := realm.Year(turn), realm.Season(turn)
	called := (seed.Throw(0, 0, "season names").N(seasonNames)+int64(year))%seasonNames + 1
	return []phrase.Arg{phrase.Num("year", year), phrase.Key("season", "season."+season),
		phrase.Key("called", "called."+season+"-"+strconv.Itoa(int(called)))}
}

// Dateline is how the newspaper of a turn begins.
func Dateline(turn int, seed game.Seed) phrase.Phrase {
	return phrase.P("dateline", dated(turn, seed)...)
}

// tell tells the chronicler of an event that the report has.
func (c *chronicler) tell(at int, what phrase.Phrase) {
	m, field, gate := meanings[what.Code], what.Arg("field").N, phrase.Arg{}
	if m.Weight == 0 && losses[what.Code] {
		m.Weight = 5
	}
	army := what.Arg("army").S
	whose, _ := splitName(army)
	by := foeNamed(whose)
	switch code := what.Code; {
	case code == "conquered":
		c.conquered++
	case code == "lost-field":
		c.bereft[field] = by
		c.tale.Forget(held)
	case code == "was-plundered":
		c.pillaged = true
	case code == "capital-taken":
		if taker, lost := c.bereft[field]; lost {
			m, by = capitalFell, taker
		}
	case code == "harvest" && c.pillaged:
		m = harvestBad
	case code == "work-done" && slices.Contains(temples, what.Arg("building").S):
		m = templeCity
	case code == "treaty-ended" && what.Arg("realm").N == 0: // it names first who ends it
		m, by = weBroke, int(what.Arg("other").N)
	case code == "treaty-ended", code == "treaty-made":
		by = int(what.Arg("realm").N + what.Arg("other").N)
	case code == "gate-number" || code == "gate-passed":
		gate = phrase.Key("gate", "gate."+strconv.Itoa(int(c.a.t.Seed.Throw(0, 0, "gate names", field).N(gateNames)+1)))
	}
	if battle := c.a.battleOf(at); battle >= 0 {
		if !c.a.battles[battle].own {
			return
		}
		c.tale.Moment(firstBlood, "first", what)
		if end, is := endings[what.Code]; is {
			m = end[c.a.battles[battle].side]
		} else if m.Tale == "even" && c.a.result(c.a.lastOf(battle)) != 0 {
			return // a later week decided it
		}
		by = c.a.battles[battle].foe
	}
	switch heard := army == "" || own(what) || slices.Contains(inflicted, what.Code); {
	case heard && m.Tale == "":
		c.tale.Moment(m, "", what)
	case heard:
		c.more = append(c.named(c.more[:0], by), gate)
		c.tale.Moment(m, "", what, c.more...)
	}
}

// endings are what the end of a fight means to the side that attacked, and to the one that defended.
var endings = map[string][2]rulekit.Meaning{"battle-attackers-won": {victory, driven}, "battle-defenders-won": {beaten, held}}

// named adds the name of another realm: its own if the report has it beside a treaty, otherwise its number. Nobody has
// none.
func (c *chronicler) named(to []phrase.Arg, number int) []phrase.Arg {
	switch {
	case number <= 0 || number >= wildFoe || number == c.a.realm:
		return to
	case slices.ContainsFunc(c.a.r.Treaties, func(t realm.TreatyWith) bool { return t.Realm == number }):
		return append(to, phrase.Str("name", c.a.t.State.Realms[number].Name))
	}
	return append(to, phrase.Key("name", "tale-realm"), phrase.Num("number", number))
}

// meets tells the chronicler of an army that shows whose it is.
func (c *chronicler) meets(s *sight.Spot) {
	n := int(s.Realm)
	if n == 0 || n == c.a.realm || n >= len(c.met) || c.met[n] {
		return
	}
	c.met[n] = true
	c.more = append(c.named(c.more[:0], n), phrase.At("field", s.Place))
	c.tale.Moment(stranger, strconv.Itoa(n), phrase.Phrase{}, c.more...)
}

// closes ends a report's tale, with what only all of it says. from are the fields from which it looked around.
func (c *chronicler) closes(from []game.Place) {
	if n := c.conquered; n >= landIsMuch {
		c.tale.Moment(land, "", phrase.Phrase{}, phrase.Num("n", n))
	}
	for _, at := range from {
		c.gates(at)
	}
	c.tale.Moment(rulekit.Meaning{Tale: game.Quiet}, "", phrase.Phrase{})
}

// gates tells the chronicler of foreign capitals beside a field from which the reader looked around.
func (c *chronicler) gates(at game.Place) {
	for _, q := range c.a.t.Near[at] {
		if q == game.Nowhere {
			continue
		}
		if g := &c.a.t.Ground[q]; string(g.Kind[:]) == capitalMark && g.Owner != 0 && int(g.Owner) != c.a.realm {
			c.more = c.named(c.more[:0], int(g.Owner))
			c.tale.Moment(beforeGates, strconv.Itoa(int(g.Owner)), phrase.Phrase{}, c.more...)
		}
	}
}
