package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/realm"
)

// receipt is what a turn has in addition when it is played for a receipt.
type receipt struct {
	hinges hinges
	odds   map[string]tally // of battles that were computed already
	blows  int              // computed so far
	// what lines have cost so far, and the provinces that armies have entered
	bills   []game.MoneyLine
	strides []Stride
}

// Stride is a province that an army enters, with the parts of the week that it takes and those that are left then.
type Stride struct {
	Army       *realm.Army
	To         int
	Cost, Left int64
}

// The codes of what a realm spends.
const (
	Gold = "gold"
	Mana = "mana"
)

// bill notes in a receipt what a line costs.
func (t *Turn) bill(at orders.Position, code string, amount int64, sure bool) {
	if t.receipt != nil {
		t.receipt.bills = append(t.receipt.bills,
			game.MoneyLine{Line: at.Line, Kind: "order", Code: code, Amount: -amount, Sure: sure})
	}
}

// tally is how a number of fights went for the attacker.
type tally struct{ won, drawn int }

// hinges are what a receipt cannot know yet, but its lines depend on: how battles end, what is taken and plundered,
// and whether the lines above are carried out. What depends on a hinge is a remark. An error is only what is refused
// however the week goes (law 8).
type hinges struct {
	embattled map[*realm.Army]bool // armies that may have to fight, or may not be as the receipt has them
	contested []bool               // by province: the realm's hold, or a wall, may change
	gold      int64                // what the treasury may have beyond the receipt's figure
	mana      int64                // given to armies, and may come back
	points    []int64              // the same for production points, by province
	names     map[string]bool      // of armies that a doubtful line above would begin
	promised  bool                 // a doubtful line above may take gold
}

// weigh finds the hinges of a realm's plans, before its armies march.
func weigh(t *Turn, whose int) {
	h := &t.receipt.hinges
	*h = hinges{mana: h.mana, embattled: map[*realm.Army]bool{}, contested: make([]bool, len(t.State.Provinces)),
		points: make([]int64, len(t.State.Provinces)), names: map[string]bool{}}
	for _, a := range t.State.Armies[whose] {
		meets := slices.ContainsFunc(t.War.In(a.At),
			func(b *realm.Army) bool { return b.Realm != whose && (b.Realm > 0 || t.War.Hostile(a, b)) })
		h.embattled[a] = meets || t.War.ActsOn(a) && t.War.AvatarAt(t.State.Province(a.At).Owner, a.At)
	}
	for i := range t.State.Provinces {
		h.contested[i] = slices.ContainsFunc(t.War.In(i+1),
			func(b *realm.Army) bool { return b.Realm != whose && b.Realm > 0 })
	}
	plundered, taken, n := map[int]bool{}, map[int]bool{}, &t.Tables.Rules
	for _, a := range t.State.Armies[whose] {
		if !a.Takes || len(a.March) == 0 {
			continue
		}
		// whether it takes the province in which its march ends, and the taxes of people who may not be known yet
		h.contested[a.March[len(a.March)-1]-1] = true
		h.gold += max(n.PeopleMax, n.HomePeople) * n.PeopleMost / 1000 / n.Tax
	}
	for _, c := range t.War.Acts {
		p := t.State.Province(c.Province)
		h.contested[c.Province-1] = true
		if c.Plunder && !plundered[c.Province] {
			h.gold += p.People / n.PlunderGold
		}
		if !c.Plunder && !taken[c.Province] {
			h.gold += min(p.Most, p.People+p.People*n.Growth/1000) / n.Tax
		}
		plundered[c.Province], taken[c.Province] = plundered[c.Province] || c.Plunder, taken[c.Province] || !c.Plunder
	}
}

// hinge asks the receipt's hinges a question. Without a receipt the answer is always no.
func (t *Turn) hinge(on func(h *hinges) bool) bool {
	return t.receipt != nil && on(&t.receipt.hinges)
}

// mayFight reports whether an army may be elsewhere, or be different, than the receipt has it. For nil it is false.
func (t *Turn) mayFight(a *realm.Army) bool {
	return a != nil && t.hinge(func(h *hinges) bool { return h.embattled[a] })
}

// mayChange reports whether a province may change hands, or its walls fall.
func (t *Turn) mayChange(province int) bool {
	return t.hinge(func(h *hinges) bool { return h.contested[province-1] })
}

// refuseUnless refuses an order. If it depends on something not yet decided, it only doubts the order and says on
// what.
func (t *Turn) refuseUnless(hangs bool, hinge string, whose int, at orders.Position, what phrase.Phrase) {
	if !hangs {
		t.Refuse(whose, at, what)
		return
	}
	t.hang(whose, at, what, phrase.P(hinge))
}

// count notes an order that counts, in these words. If it hangs on something not yet decided, it counts only on that
// condition (law 8).
func (t *Turn) count(whose int, at orders.Position, hangs bool, what phrase.Phrase, hinges ...phrase.Phrase) {
	if hangs {
		t.hang(whose, at, append([]phrase.Phrase{what}, hinges...)...)
		return
	}
	t.Accept(at, what)
}

// ifHeld is the condition that a province stays the realm's. Of one that it is about to take, owns has said it.
func (t *Turn) ifHeld(whose, province int) []phrase.Phrase {
	if t.State.Province(province).Owner != whose {
		return nil
	}
	return []phrase.Phrase{phrase.P("if-held", phrase.Num("province", province))}
}

// hang notes an order that counts only on a condition, and why.
func (t *Turn) hang(whose int, at orders.Position, why ...phrase.Phrase) {
	for _, w := range why {
		t.Doubt(whose, at, w)
	}
	t.Accept(at, phrase.P(game.WillIf))
}

// poor refuses an order for lack of gold, unless there may be enough.
func (t *Turn) poor(cost int64, whose int, at orders.Position, what phrase.Phrase) {
	hangs := t.hinge(func(h *hinges) bool { return t.State.Realms[whose].Gold+h.gold >= cost })
	t.refuseUnless(hangs, "if-gold", whose, at, what)
	if hangs {
		t.receipt.hinges.promised = true
	}
}

// spent notes in a receipt what a line cost, and what comes back if it fails. Nobody takes a province that an army or
// the avatar holds and that sees no battle.
func (t *Turn) spent(whose int, at orders.Position, province int, gold, points int64, fails bool) {
	if t.receipt == nil {
		return
	}
	h := &t.receipt.hinges
	t.bill(at, Gold, gold, !fails && !h.promised && held(t.War, province))
	if h.promised {
		t.Doubt(whose, at, phrase.P("gold-promised"))
	}
	if fails {
		h.gold += gold
		h.points[province-1] += points
	}
}
