package report

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/sight"
	"weltentor/worlds/terra/turn"
)

// Phase is a mail phase that was played, as reports show it.
type Phase struct {
	Before, After realm.Position
	*rulekit.Played
	Turn *turn.Turn // what it did
}

// reader is the player of a nation; nil: there is none.
func reader(at realm.Position, nation int) *rulekit.Reader {
	r := at.State.Realm(nation)
	if r == nil {
		return nil
	}
	out := at.Rules.Reader(&r.Person)
	out.Places = at.State.View(nation)
	return out
}

// account is what there is to tell a nation: what it has and sees at a time and, if a mail phase was played, what
// happened in it. The writers have the words.
type account struct {
	at    realm.Position
	realm *realm.Realm
	view  game.View
	seen  []bool

	phase        *Phase           // nil: none was played
	told         []*game.Event    // what happened, in the sentences for this nation
	none, inPart []orders.Problem // of its sheet: lines that do not count, or in part
}

// accountOf is what a nation has and sees at a time.
func accountOf(at realm.Position, nation int) *account {
	return &account{at: at, realm: at.State.Realm(nation), view: at.State.View(nation), seen: sight.Seen(at, nation)}
}

// account is what the mail phase meant for a nation.
func (o *Phase) account(nation int) *account {
	a := accountOf(o.After, nation)
	a.phase, a.told = o, o.told(nation)
	a.none, a.inPart = o.refusals(nation)
	return a
}

// written is the sheet of the nation.
func (a *account) written() string { return a.phase.Written(a.realm.Number) }

// refusals lists the refused lines of a realm: first those that do not count at all, then those that count in part, as
// they gave their army a command.
func (o *Phase) refusals(realm int) (none, inPart []orders.Problem) {
	for _, p := range o.Refused(realm) {
		if o.Turn.Commands(realm, p.Line) {
			inPart = append(inPart, p)
		} else {
			none = append(none, p)
		}
	}
	return none, inPart
}

// readers are the sentences that are different for a reader whom they concern: one whose number is in the argument
// realm, or who leads a side.
var readers = rulekit.Readers{
	"side-army":            {"realm": "side-army.own"},
	"side-garrison":        {"realm": "side-garrison.own"},
	"side-garrison-led":    {"realm": "side-garrison-led.own", "leader": "side-garrison-led.you"},
	"side-wild-led":        {"leader": "side-wild-led.you"},
	"side-mercenaries-led": {"leader": "side-mercenaries-led.you"},
	"nation-fell":          {"realm": "nation-fell.own"},
	"won":                  {"realm": "won.own"},
}

// told returns the events that a nation is told, in the nation's own words: they say "you" of the nation itself.
func (o *Phase) told(nation int) []*game.Event {
	told := o.Told(nation)
	for i, e := range told {
		seen := *e
		seen.Phrase = readers.Read(e.Phrase, func(a phrase.Arg) bool { return int(a.N) == nation })
		told[i] = &seen
	}
	return told
}

// owns reports whether a field is the nation's.
func (a *account) owns(at game.Place) bool { return a.at.State.Fields[at].Owner == a.realm.Number }

// ordered lists all places as the realm counts them, from north to south and from west to east.
func (a *account) ordered() []game.Place {
	var out []game.Place
	for _, row := range a.rows() {
		for _, c := range row.cells {
			out = append(out, c.at)
		}
	}
	return out
}

// mapRow is a row of the map, from west to east.
type mapRow struct {
	y     int // as the realm counts
	cells []mapCellAt
}

type mapCellAt struct {
	at  game.Place
	col int // character from the left
}

// rows are the rows of the map from north to south. On a globe the origin is in the middle. A map with edges is shown
// as it is.
func (a *account) rows() []mapRow {
	s, g := a.at.State, a.view.Grid
	rows := make([]mapRow, s.Height)
	for i := range s.Fields {
		at := game.Place(i)
		x, y := g.Relative(a.view.Origin, at)
		h, row := g.HY(at)
		if s.Globe {
			h, row = across(x, y)+s.Width-1, y+s.Height/2-1
		}
		r := &rows[s.Height-1-row]
		r.y = y
		r.cells = append(r.cells, mapCellAt{at, h * mapCell / 2})
	}
	for i := range rows {
		slices.SortFunc(rows[i].cells, func(one, two mapCellAt) int { return one.col - two.col })
	}
	return rows
}

// across is how far east x is, in half fields.
func across(x, y int) int {
	switch {
	case y&1 == 0:
		return 2 * x
	case x > 0:
		return 2*x - 1
	}
	return 2*x + 1
}

// meanings are what events mean to the reader.
var meanings = rulekit.Meanings{
	"won": {Weight: 9}, "won.own": {Tone: game.Gain, Weight: 9, Tale: "won"}, "end-conquest": {Weight: 8},
	"end-rounds": {Weight: 8}, "end-master": {Weight: 8}, "last-round": {Weight: 6},
	"nation-fell":     {Weight: 7, Tale: "nation-fell", Grave: true},
	"nation-fell.own": {Tone: game.Loss, Weight: 9, Tale: "we-fell", Grave: true},
	"field-won":       {Tone: game.Gain, Weight: 6, Tale: "land-won"},
	"field-lost":      {Tone: game.Loss, Weight: 7, Tale: "land-lost"}, "contested": {Weight: 4},
	"spoils": {Tone: game.Gain, Weight: 4}, "ransom": {Tone: game.Loss, Weight: 4},
	"ransom-short": {Tone: game.Loss, Weight: 5}, "army-lost": {Tone: game.Loss, Weight: 4},
	"garrison-lost": {Tone: game.Loss, Weight: 3}, "garrison-beaten": {Tone: game.Loss, Weight: 5},
	"retreated":  {Tone: game.Loss, Weight: 4, Tale: "gave-way"},
	"driven-off": {Tone: game.Loss, Weight: 6, Tale: "driven"},
	"intruded":   {Tone: game.Warn, Weight: 5, Tale: "intruded"}, "came-back": {Tone: game.Gain, Weight: 3},
	"stands-by": {Weight: 2}, "no-orders": {Tone: game.Warn, Weight: 7, Tale: "silent"},
	"list-missing-own": {Tone: game.Warn, Weight: 6}, "words-differed": {Tone: game.Warn, Weight: 6},
	"not-told": {Tone: game.Warn, Weight: 6}, "not-told-own": {Tone: game.Warn, Weight: 6},
	"not-told-other": {Weight: 4}, "unanswered-own": {Tone: game.Warn, Weight: 5}, "unanswered-other": {Weight: 4},
	"may-stake": {Tone: game.Warn, Weight: 3}, "income": {Tone: game.Gain, Weight: 2},
	"foraged":      {Tone: game.Gain, Weight: 2, Tale: "foraged"},
	"paired-table": {Tone: game.Warn, Weight: 5, Tale: "closed-gates"}, "paired-computed": {Weight: 4},
	"paired-mercenaries": {Tone: game.Warn, Weight: 4},
}

// How a battle ended, and an army that has nothing left.
var (
	verdicts = map[string]rulekit.Meaning{"verdict.victory": {Weight: 5, Tale: "table-won"},
		"verdict.defeat": {Weight: 5, Tale: "table-lost"}, "verdict.draw": {Weight: 4, Tale: "table-drawn"}}
	armyGone = rulekit.Meaning{Tone: game.Loss, Weight: 8, Tale: "army-lost", Grave: true}
)

// hear tells the chronicler of an event. Not each means the same each time.
func hear(t *rulekit.Text, what phrase.Phrase) {
	m := meanings[what.Code]
	switch what.Code {
	case "result", "result-wild":
		m = verdicts[what.Arg("verdict").S]
	case "army-lost":
		if what.Arg("status").N == 0 {
			m = armyGone
		}
	}
	t.Tale.Hear(m, what)
}
