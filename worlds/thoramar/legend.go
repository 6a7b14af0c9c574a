package thoramar

import (
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

var _ game.Legender = (*World)(nil)

// Legend explains the report's abbreviations and tells the prices, from the realm's own
// numbers: a line for each terrain, building and kind of army it can raise.
func (w *World) Legend(realm int) []byte {
	if r := w.state.realm(realm); realm == 0 || r == nil {
		return nil
	}
	t := startTurn(w.rules, w.tables, w.state, game.Seed{})
	return t.legend(nil, realm, w.rules.Words(w.state.Realms[realm].Settings.Lang))
}

// legendName is the width of the column of names.
const legendName = 25

func (t *Turn) legend(dst []byte, realm int, book *phrase.Book) []byte {
	row := func(code, name string) {
		dst = appendLeft(append(dst, "  "...), code, 4)
		dst = appendLeft(dst, phrase.Capital(name), legendName)
	}
	dst = append(dst, book.T("legend.terrain")...)
	dst = append(dst, '\n')
	for i := range t.tables.Terrain {
		r := t.tables.terrainOf(realm, uint8(i))
		if r.Height < 0 {
			continue
		}
		row(r.Code, book.T(r.key()))
		dst = appendRight(dst, int64(r.Points), 6)
		dst = appendRight(dst, int64(r.Height), 6)
		dst = appendRight(dst, r.Income, 9)
		if r.Loss && !t.spared(realm, uint8(i)) {
			dst = append(append(dst, "  "...), book.T("legend.loss")...)
		}
		dst = append(dst, '\n')
	}
	dst = append(append(append(dst, '\n'), book.T("legend.buildings")...), '\n')
	for i := range t.tables.Building {
		r := t.tables.buildingOf(realm, t.tables.Building[i].Code)
		row(r.Code, book.T(r.key()))
		if r.Found {
			dst = append(append(append(dst, "  "...), book.T("legend.found")...), '\n')
			continue
		}
		dst = appendRight(dst, r.Cost, 9)
		dst = appendRight(dst, int64(r.Time), 5)
		dst = appendRight(dst, r.Capacity, 9)
		dst = append(appendRight(dst, r.Income-r.Upkeep, 9), '\n')
	}
	dst = append(append(append(dst, '\n'), book.T("legend.units")...), '\n')
	for i := range t.tables.Unit {
		u := t.tables.Unit[i].unit()
		r := t.tables.rowOf(realm, u)
		if r.Cost == 0 || t.strength(realm, u) == 0 {
			continue
		}
		row(r.Unit, book.T(r.key()))
		dst = appendRight(dst, r.Cost, 5)
		dst = appendRight(dst, r.CostFixed, 6)
		dst = appendRight(dst, r.Upkeep, 4)
		dst = appendRight(dst, int64(r.Move), 3)
		dst = append(append(append(dst, "  "...), strings.Join(r.At, " ")...), '\n')
	}
	dst = append(dst, '\n')
	dst = appendWrapped(dst, book.T("legend.edges"), "  ")
	dst = appendWrapped(dst, book.T("legend.states"), "  ")
	return appendWrapped(dst, book.T("legend.armies"), "  ")
}
