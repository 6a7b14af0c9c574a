package report

import (
	"fmt"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/realm"
)

// legendName is the width of the column of names.
const legendName = 25

// legend explains the report's abbreviations and shows the prices, in the realm's own numbers. It has a line for each
// terrain, building and kind of army that the realm can raise.
func legend(t *realm.Turn, dst []byte, number int, book *phrase.Book) []byte {
	row := func(code, name string) {
		dst = rulekit.AppendLeft(append(dst, "  "...), code, 4)
		dst = rulekit.AppendLeft(dst, phrase.Capital(name), legendName)
	}
	dst = append(dst, book.T("legend.terrain")...)
	dst = append(dst, '\n')
	for i := range t.Tables.Terrain {
		r := t.Tables.TerrainOf(number, uint8(i))
		if r.Height < 0 {
			continue
		}
		row(r.Code, book.T(r.Key()))
		dst = fmt.Appendf(dst, "%6d%6d%9d", r.Points, r.Height, r.Income)
		if r.Loss && !t.Spared(number, uint8(i)) {
			dst = append(append(dst, "  "...), book.T("legend.loss")...)
		}
		dst = append(dst, '\n')
	}
	dst = append(append(append(dst, '\n'), book.T("legend.buildings")...), '\n')
	for i := range t.Tables.Building {
		r := t.Tables.BuildingOf(number, t.Tables.Building[i].Code)
		row(r.Code, book.T(r.Key()))
		if r.Found {
			dst = append(append(append(dst, "  "...), book.T("legend.found")...), '\n')
			continue
		}
		dst = fmt.Appendf(dst, "%9d%5d%9d%9d\n", r.Cost, r.Time, r.Capacity, r.Income-r.Upkeep)
	}
	dst = append(append(append(dst, '\n'), book.T("legend.units")...), '\n')
	for i := range t.Tables.Unit {
		u := t.Tables.Unit[i].Letters()
		r := t.Tables.RowOf(number, u)
		if r.Cost == 0 || t.Strength(number, u) == 0 {
			continue
		}
		row(r.Unit, book.T(r.Key()))
		dst = fmt.Appendf(dst, "%5d%6d%4d%3d  %s\n", r.Cost, r.CostFixed, r.Upkeep, r.Move, strings.Join(r.At, " "))
	}
	dst = append(dst, '\n')
	for _, code := range []string{"fields", "yields", "edges", "states", "armies"} {
		dst = rulekit.AppendKept(dst, book.T("legend."+code), "  ")
	}
	return dst
}
