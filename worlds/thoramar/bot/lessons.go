package bot

import (
	"weltentor/worlds/thoramar/realm"
)

// The lessons of a beginner that change what is thought of.
const (
	lessonFight = 4
	lessonTreat = 5
)

// scouts lets a beginner's bands that are too small to take a field look around while the land is new. All others wait for
// what comes after.
func (p *player) scouts() {
	if p.lesson == 0 || p.lesson >= lessonFight {
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
