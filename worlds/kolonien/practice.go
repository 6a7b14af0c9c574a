package kolonien

import (
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/sight"
	"weltentor/worlds/rulekit"
)

// A practice world is small, and its natives are few and stay so.
var practice = rulekit.Practice{Width: 8, Height: 6, Realms: 3,
	Numbers: "[rules]\nocean = 1\nland_share = 650\nnatives_every = 3\nnatives_most = 4\n" +
		"native_growth = 0\nhaven_most = 3\nhaven_growth = 0\n"}

const (
	practiceWay    = 2 // areas to natives or pirates, at most
	practiceTrials = 3 // of the first year, with other dice
)

// Trains reports whether a realm's first letter lands its leader on free land where nobody else lands, with natives or
// pirates near, whatever the machine's realms and the dice do in the first year.
func (r *Rulebook) Trains(world game.World, number int) bool {
	w := world.(*World)
	for trial := range practiceTrials {
		seed := game.Seed{byte(trial)}
		if !landed(w.Resolve(r.firstYear(w, number, seed), seed, 1, nil).Next().(*World).at.State, number) {
			return false
		}
	}
	return true
}

// firstYear is a realm's first letter, and the machine's orders for all others, each in a style of its own.
func (r *Rulebook) firstYear(w *World, number int, seed game.Seed) (sheets []game.Sheet) {
	styles, now := r.Styles(), w.at.State.Turn
	for i := range w.at.State.Realms {
		s := game.Sheet{Realm: i + 1, Turn: now}
		if s.Realm == number {
			s.Text = w.FirstLetter(number)
		} else {
			m := game.Manner{Style: styles[(i+len(styles)-1)%len(styles)].Code, Strength: game.Middle}
			known := r.opened(w.at.Tables, sight.New(w.at.State, s.Realm))
			s.Text = r.Orders(known, s.Realm, m, game.BotDice(seed, now, s.Realm))
		}
		sheets = append(sheets, s)
	}
	return sheets
}

// landed reports whether a realm's leader is on free land where nobody else is, with natives or pirates near.
func landed(s *realm.State, number int) bool {
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
