package kolonien

import (
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/sight"
)

// A practice world is small, and its natives are few and stay so.
const (
	practiceWidth, practiceHeight = 8, 6
	practiceRealms                = 3
	practiceNumbers               = "[rules]\nocean = 1\nland_share = 650\nnatives_every = 3\nnatives_most = 4\n" +
		"native_growth = 0\nhaven_most = 3\nhaven_growth = 0\n"
	practiceWay = 2 // areas to natives or pirates, at most
)

// Practice is a world in which a beginner lands in the first year, founds in the second and has natives to fight near.
func (r *Rulebook) Practice(own []byte) (f game.Founding, realms int) {
	return game.Founding{Tables: r.Practised(own, practiceNumbers), Width: practiceWidth, Height: practiceHeight},
		practiceRealms
}

// practiceDice is how many courses of the first year are tried.
const practiceDice = 3

// Trains reports whether a realm's first letter lands its leader on free land where nobody else lands, with natives or
// pirates near.
func (r *Rulebook) Trains(world game.World, number int) bool {
	w := world.(*World)
	for dice := range practiceDice {
		sheets := []game.Sheet{{Realm: number, Turn: w.at.State.Turn, Text: w.FirstLetter(number)}}
		for i, styles := 1, r.Styles(); i <= len(w.at.State.Realms); i++ {
			if i != number {
				m := game.Manner{Style: styles[(i+len(styles)-2)%len(styles)].Code, Strength: game.Middle}
				sheets = append(sheets, game.Sheet{Realm: i, Turn: w.at.State.Turn,
					Text: r.Orders(r.opened(w.at.Tables, sight.Of(w.at.State, i)), i, m,
						game.BotDice(game.Seed{byte(dice)}, w.at.State.Turn, i))})
			}
		}
		if !trains(w.Resolve(sheets, game.Seed{byte(dice)}, 1, nil).Next().(*World).at.State, number) {
			return false
		}
	}
	return true
}

// trains reports whether the first year ends so.
func trains(s *realm.State, number int) bool {
	l := &s.Realms[number-1].Leaders[0]
	at := &s.Areas[l.At-1]
	if l.Aboard > 0 || at.Ground != realm.Land || at.Natives != nil || at.Haven != nil || s.Strangers(number, l.At) {
		return false
	}
	ways := s.Search(l.At, 0, func(_, b int) bool { return s.Areas[b-1].Ground == realm.Land })
	for _, b := range ways.Areas {
		if far, _ := ways.Far(b); far <= practiceWay && (s.Areas[b-1].Natives != nil || s.Areas[b-1].Haven != nil) {
			return true
		}
	}
	return false
}
