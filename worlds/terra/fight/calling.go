package fight

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
)

// Battles have numbers of three digits, which do not show how many others there are. Each round deals a number to
// every field of the map, fought for or not. A map with too many fields for that has numbers of four digits.
const (
	lowest      = 100 // least number
	mostDealt   = 700 // the most fields for which three digits are enough, with room for mercenaries
	greatFactor = 10  // factor for the numbers of a larger map
)

// call gives the battles just paired their round, their numbers and, at the table, a map of the battlefield (§6.10).
// Dice are keyed by the field; for mercenaries by who meets, and how often they have met. So no other battle changes
// them.
func call(t *frame.Turn, p realm.Position, found []*realm.Battle) {
	if len(found) == 0 {
		return
	}
	fields, taken := make([]int, len(p.State.Fields)), make(map[int]bool, len(p.State.Fields))
	for at := range fields {
		fields[at] = numberOf(t, p, taken, int64(at))
	}
	met := map[[2]int]int64{}
	for _, b := range found {
		b.Round = p.State.Round
		key := []int64{int64(b.At)}
		if b.At == game.Nowhere {
			x, y := b.Sides[realm.Attacker].Player, b.Sides[realm.Defender].Player
			pair := [2]int{min(x, y), max(x, y)}
			key = append(key, int64(pair[0]), int64(pair[1]), met[pair])
			met[pair]++
			b.Number = numberOf(t, p, taken, key...)
		} else {
			b.Number = fields[b.At]
		}
		if b.Table {
			b.Map = 1 + int(t.Dice(append([]int64{drawMap}, key...)...).N(int64(p.Tables.Rules.Maps)))
		}
	}
}

// numberOf draws a number that is not taken yet, and takes it.
func numberOf(t *frame.Turn, p realm.Position, taken map[int]bool, key ...int64) int {
	low := int64(lowest)
	if len(p.State.Fields) > mostDealt {
		low *= greatFactor
	}
	d := t.Dice(append([]int64{drawNumber}, key...)...)
	for {
		if n := int(d.Between(low, low*greatFactor-1)); !taken[n] {
			taken[n] = true
			return n
		}
	}
}
