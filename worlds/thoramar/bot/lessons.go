package bot

import (
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
)

// The lessons of a beginner that change what is thought of.
const (
	lessonFight = 4
	lessonTreat = 5

	lessonBands = 2 // raised in a turn, at most: a beginner reads all lines
)

// treats reports whether a beginner offers a neighbour a pact. First fighting is learnt; until that is done, one of several
// neighbours, the weakest, stays somebody to fight.
func (p *player) treats(other int) bool {
	switch weakest := p.weakest(); {
	case p.Now < lessonTreat:
		return false
	case !p.Opens(lessonFight):
		return true
	case p.Opens(lessonTreat) && len(p.neighbours()) == 1:
		return true
	default:
		return other != weakest
	}
}

// weakest is the neighbour without a treaty whose armies in sight look weakest; 0: there is none.
func (p *player) weakest() (found int) {
	least := int64(0)
	for _, other := range p.neighbours() {
		if w := p.weight(p.turn.State.Armies[other]...); p.foe(other) && (found == 0 || w < least) {
			found, least = other, w
		}
	}
	return found
}

// asked reports whether somebody is in a field, or owns it, to whom a beginner's letter offers a treaty.
func (p *player) asked(at game.Place) bool {
	return p.offered[int(p.turn.Field(at).Owner)] ||
		slices.ContainsFunc(p.turn.ArmiesAt(at), func(a *realm.Army) bool { return p.offered[a.Realm] })
}

// scouts lets a beginner's bands that are too small to take a field look around while the land is new, and until somebody
// is met. All others wait for what comes after.
func (p *player) scouts() {
	alone := p.Opens(lessonFight) && len(p.neighbours()) == 0
	if p.Now == 0 || p.Now >= lessonFight && !alone {
		return
	}
	var others []realm.ArmyName
	for _, a := range p.idle("KR") {
		if a.Name.Type == 'K' || p.fit(a) {
			others = append(others, a.Name)
			p.done[a.Name] = true
		}
	}
	p.explores()
	for _, name := range others {
		delete(p.done, name)
	}
}
