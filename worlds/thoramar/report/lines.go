package report

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
)

// nameWidth is the column of army names. capitalMark is in that column for the capital, which sees its ring.
const (
	nameWidth   = 7
	capitalMark = "HST"
)

// appendName writes who saw something, in the column of names.
func appendName(dst []byte, name realm.ArmyName) []byte {
	start := len(dst)
	if name.ID == 0 {
		dst = append(dst, capitalMark...)
	} else {
		dst = name.Append(dst)
	}
	return append(dst, frame.Blanks[:nameWidth-(len(dst)-start)]...)
}

// appendOwnField writes `:   1/  1 : tla 1 STD I 1:---- 2:---- …`: all
// edges, and the building with its state.
func appendOwnField(dst []byte, a *account, at game.Place) []byte {
	g := &a.t.Ground[at]
	dst = append(appendPlace(dst, a, g, at), ' ', g.State)
	for d := game.Direction(1); d <= 6; d++ {
		dst = append(dst, ' ', '0'+byte(d), ':')
		dst = append(dst, g.Edge(d)[:]...)
	}
	return append(dst, '\n')
}

// appendNeighbour writes `R1     :   1/  2 : tew 0 --- ----`: only the edge towards the observer, and no state.
func appendNeighbour(dst []byte, a *account, d game.Direction, at game.Place) []byte {
	g := &a.t.Ground[at]
	dst = append(dst, 'R', '0'+byte(d), ' ', ' ', ' ', ' ', ' ')
	dst = append(appendPlace(dst, a, g, at), ' ')
	dst = append(dst, g.Edge(d.Opposite())[:]...)
	return append(dst, '\n')
}

// appendPlace writes the columns both lines share, `:   1/  1 : tla 1 STD`.
func appendPlace(dst []byte, a *account, g *sight.Ground, at game.Place) []byte {
	x, y := a.xy(at)
	dst = append(dst, ':', ' ')
	dst = frame.AppendCoords(dst, x, y)
	dst = append(dst, ' ', ':', ' ')
	dst = append(dst, a.t.Tables.Terrain[g.Terrain].Code...)
	dst = append(dst, ' ')
	dst = append(dst, a.season.tags[g.Owner]...)
	dst = append(dst, ' ')
	return append(dst, g.Kind[:]...)
}

// appendArmy writes `  A : 1.K.M 3  993`, or without a sign `  A : ?.K.M ?  993`.
func appendArmy(dst []byte, a *account, w *sight.Week, i int32, l sight.Look) []byte {
	s := &w.Spots[i]
	if int(s.Realm) == a.realm && s.Own != s.Men {
		return sight.AppendSpot(dst, a.season.tags[s.Realm], s.Unit, int(s.ID), s.Own)
	}
	return append(dst, w.Line(i, l)...)
}
