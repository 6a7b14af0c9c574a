package turn

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/realm"
)

// receipt is what a turn has beside the rest when it is played for one.
type receipt struct {
	realm  int
	hinges hinges
	odds   map[string]tally // of battles reckoned already
	blows  int              // reckoned so far
}

// tally is how so many fights went for who attacks.
type tally struct{ won, drawn int }

// hinges are what a receipt cannot know yet and its lines hang on: how battles end,
// what is taken and plundered, and whether lines above are done. What hangs on them
// is a remark; an error is only what is refused however the week goes (law 8).
type hinges struct {
	embattled map[*realm.Army]bool // who may have to fight, or is not sure to be as the receipt has it
	contested []bool               // by province: where the realm's hold, or a wall, may change
	gold      int64                // what may be there beyond the receipt's treasury
	mana      int64                // given to armies, and perhaps given back
	points    []int64              // likewise of production points, by province
	names     map[string]bool      // of armies that a doubted line above would begin
	promised  bool                 // a doubted line above may take gold
}

// hinge tells of what a line hangs on; of a turn that is played there is nothing.
func (t *Turn) hinge(on func(h *hinges) bool) bool {
	return t.receipt != nil && on(&t.receipt.hinges)
}

// mayFight reports whether an army may not be where and as it is; nil is none.
func (t *Turn) mayFight(a *realm.Army) bool {
	return a != nil && t.hinge(func(h *hinges) bool { return h.embattled[a] })
}

// mayChange reports whether a province may change hands, or its walls fall.
func (t *Turn) mayChange(province int) bool {
	return t.hinge(func(h *hinges) bool { return h.contested[province-1] })
}

// refuseUnless refuses an order or, where it hangs on something not yet decided,
// doubts it and says on what.
func (t *Turn) refuseUnless(hangs bool, hinge string, whose int, at orders.Position, what phrase.Phrase) {
	if !hangs {
		t.Refuse(whose, at, what)
		return
	}
	t.hang(whose, at, what, phrase.P(hinge))
}

// hang notes an order that counts only on a condition, and why.
func (t *Turn) hang(whose int, at orders.Position, why ...phrase.Phrase) {
	for _, w := range why {
		t.Doubt(whose, at, w)
	}
	t.Accept(at, phrase.P(game.WillIf))
}

// poor refuses an order for lack of gold, unless there may be as much.
func (t *Turn) poor(cost int64, whose int, at orders.Position, what phrase.Phrase) {
	hangs := t.hinge(func(h *hinges) bool { return t.State.Realms[whose].Gold+h.gold >= cost })
	t.refuseUnless(hangs, "if-gold", whose, at, what)
	if hangs {
		t.receipt.hinges.promised = true
	}
}

// spent notes in a receipt what a line cost, and what is there again should it fail.
func (t *Turn) spent(whose int, at orders.Position, province int, gold, points int64, fails bool) {
	if t.receipt == nil {
		return
	}
	h := &t.receipt.hinges
	if h.promised {
		t.Doubt(whose, at, phrase.P("gold-promised"))
	}
	if fails {
		h.gold += gold
		h.points[province-1] += points
	}
}

// unborn notes the army that a doubted line would begin.
func (t *Turn) unborn(name string) {
	if t.receipt != nil && t.State.Army(t.receipt.realm, name) == nil {
		t.receipt.hinges.names[orders.Fold(name)] = true
	}
}
