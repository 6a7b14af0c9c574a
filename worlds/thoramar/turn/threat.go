package turn

import (
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/march"
	"weltentor/worlds/thoramar/realm"
)

// Threat is an attack by a foreign army of which it can be computed how it would end.
type Threat struct {
	Dir    game.Direction // of the attack
	Fights int            // how often it was fought; 0: nobody of the realm is there, or it cannot be computed
	fight.Odds
}

// Threatened fights the attacks that a foreign army could make in these directions, all of the realm's armies holding,
// and returns the one that the realm wins least often. As in a receipt, only what the realm knows counts.
func Threatened(l Lent, by int, name realm.ArmyName, dirs []game.Direction) (worst Threat) {
	number := l.Known.Number
	at := Outset(l, nil, nil, realm.Plan{}).Turn // nobody asks it for anything else, so the battles need no copy
	y := &trials{Turn: at, at: at, number: number, known: map[string]fight.Odds{}, fights: threatFights}
	foe := at.State.Army(by, name)
	if foe == nil || foe.Formation() {
		return worst
	}
	foe.March.Command = realm.Attack
	for _, d := range dirs {
		to := y.Grid.Step(foe.At, d)
		if to == game.Nowhere || y.at.Receipt.Masked.Has(to) || y.unknown(meeting{to: to}) != nil {
			continue
		}
		b := march.Assault(y.Turn, foe, to, d)
		if !b.Defended(number) {
			continue
		}
		if went, ok := y.try(b, fight.Defenders); ok && (worst.Fights == 0 || went.Won < worst.Won) {
			worst = Threat{d, threatFights, went}
		}
	}
	return worst
}
