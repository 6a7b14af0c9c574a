package report

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
)

// The map of a report (`$S Karte ja`). A field is a cell of four characters on two lines, and odd rows are shifted by
// half a cell. A sheet has as many cells as fit a line beside the row's y.
const (
	mapCell  = 4
	mapLabel = 5
	mapCells = (rulekit.Width - mapLabel - mapCell/2) / mapCell
)

// drawn is a field as the map shows it.
type drawn struct {
	sheet, row, col int // sheets from west to east, the origin in the middle of sheet 0; row is y
	terrain         uint8
	owner           byte // '+' own, '-' another realm's, ' ' unowned or not seen now
	kind            [3]byte
	army            byte // '*' own, '!' others, '&' both, ' '
}

// atlas is the map of a realm. The memory is used again for the next.
type atlas struct {
	a      *account
	fields []drawn

	now, owned, ours, theirs, known realm.Places
}

// writeMap writes the map, if the realm wants one. A short one has no empty lines, and leaves out what a player knows after
// some turns.
func writeMap(p page, m *atlas, short bool) {
	if !p.a.r.Settings.Map {
		return
	}
	p.Say("", "map.title")
	if !short {
		p.Blank()
	}
	fields := m.draw(p.a)
	var sheets [][]drawn
	for len(fields) > 0 {
		n := 1
		for n < len(fields) && fields[n].sheet == fields[0].sheet {
			n++
		}
		sheets, fields = append(sheets, fields[:n]), fields[n:]
	}
	for i, s := range sheets {
		if len(sheets) > 1 {
			p.put("map.sheet", phrase.Num("n", i+1), phrase.Num("all", len(sheets)))
			p.Out = append(p.Out, "\n\n"...)
		}
		if p.full() {
			break
		}
		mapSheet(p, s, short)
		p.Out = append(p.Out, '\n')
	}
	switch early := p.a.t.Number <= earlyTurns; {
	case !short:
		p.Say("", "map.legend")
	case early:
		p.Line("", phrase.P("short.map"), phrase.P("short.also"), phrase.P("short.map-odd"))
	default:
		p.Say("", "short.map")
	}
	p.Out = append(p.Out, '\n')
}

// draw lists the fields that the realm knows: sheet by sheet, from north to south and from west to east. The terrain
// is as it was ever seen. Owners, buildings and armies are shown where the realm sees them after the turn, or saw them
// in its last week. A field that was lost in the turn shows what it saw there last.
func (m *atlas) draw(a *account) []drawn {
	m.a = a
	m.glance()
	clear(m.known)
	m.known.Join(m.owned)
	m.known.Join(a.r.Seen)
	out := m.fields[:0]
	for at := range m.known.All {
		f := &a.t.State.Fields[at]
		d := drawn{terrain: f.Terrain, owner: ' ', kind: [3]byte{' ', ' ', ' '}, army: ' '}
		d.col, d.row = a.xy(at)
		if d.row&1 == 1 && d.col > 0 {
			d.col-- // odd rows have no x = 0
		}
		d.sheet = sheetOf(d.col)
		lost, taker := a.lostLand(at)
		switch g := &a.t.Ground[at]; {
		case m.owned.Has(at):
			d.owner = '+'
			if f.Building != nil {
				copy(d.kind[:], f.Building.Kind)
			}
		case lost:
			if d.owner = taker; g.Kind[0] != '-' {
				d.kind = g.Kind
			}
		case m.now.Has(at):
			if g.Owner != 0 && int(g.Owner) != a.realm {
				d.owner = '-'
			}
			if g.Kind[0] != '-' {
				d.kind = g.Kind
			}
		}
		switch o, t := m.ours.Has(at), m.theirs.Has(at); {
		case o && t:
			d.army = '&'
		case o:
			d.army = '*'
		case t:
			d.army = '!'
		}
		out = append(out, d)
	}
	slices.SortFunc(out, func(one, two drawn) int {
		return cmp.Or(cmp.Compare(one.sheet, two.sheet), cmp.Compare(two.row, one.row), cmp.Compare(one.col, two.col))
	})
	m.fields = out
	return out
}

// sheetOf is the sheet of a column, rounded down also west of the origin.
func sheetOf(col int) int {
	n := col + mapCells/2
	if n < 0 {
		return (n+1)/mapCells - 1
	}
	return n / mapCells
}

// glance finds the fields seen in the last week, those owned after the turn, and those where own and foreign armies
// were seen.
func (m *atlas) glance() {
	for _, set := range [...]realm.Places{m.now, m.owned, m.ours, m.theirs} {
		clear(set)
	}
	w := &m.a.t.Weeks[realm.Weeks-1]
	look := func(at game.Place) {
		m.now.Add(at)
		for _, q := range m.a.t.Near[at] {
			if q != game.Nowhere {
				m.now.Add(q)
			}
		}
	}
	for _, i := range w.Of(m.a.realm) {
		look(w.Spots[i].Place)
	}
	for _, at := range m.a.t.Capitals[m.a.realm] {
		look(at)
	}
	for i := range m.a.lots {
		if l := &m.a.lots[i]; l.owned {
			m.owned.Add(l.place)
		} else {
			m.strangers(w, l.place) // it was own land in the last week
		}
	}
	for _, a := range m.a.t.State.Armies[m.a.realm] {
		m.ours.Add(a.At)
	}
	for at := range m.now.All {
		m.strangers(w, at)
	}
	for at := range m.owned.All {
		m.strangers(w, at)
	}
}

// strangers notes a field where the realm saw another realm's army.
func (m *atlas) strangers(w *sight.Week, at game.Place) {
	from, to := w.At(at)
	for i := from; i < to; i++ {
		if int(w.Spots[i].Realm) != m.a.realm && w.Looks(m.a.realm, i) != sight.Unseen {
			m.theirs.Add(at)
		}
	}
}

// mapSheet writes the x of even rows, then the x of odd rows, then the rows.
func mapSheet(p page, list []drawn, short bool) {
	west := list[0].sheet*mapCells - mapCells/2
	for odd := range 2 {
		start := len(p.Out)
		for c := range mapCells {
			p.Out = rulekit.FillTo(p.Out, start, mapLabel+odd*mapCell/2+c*mapCell)
			x := west + c
			if odd == 1 && x >= 0 {
				x++
			}
			p.Out = rulekit.AppendRight(p.Out, int64(x), 3)
		}
		p.Out = append(p.Out, '\n')
	}
	for y := list[0].row; y >= list[len(list)-1].row; y-- {
		n := 0
		for n < len(list) && list[n].row == y {
			n++
		}
		mapRow(p, y, west, list[:n], short)
		list = list[n:]
		if len(list) == 0 {
			return
		}
	}
}

// mapRow writes the two lines of a row: terrain and owner, building and army. A short report leaves out an empty one.
func mapRow(p page, y, west int, fields []drawn, short bool) {
	shift := mapLabel + y&1*mapCell/2
	start := len(p.Out)
	p.Out = append(rulekit.AppendRight(p.Out, int64(y), mapLabel-1), ' ')
	for _, d := range fields {
		p.Out = rulekit.FillTo(p.Out, start, shift+(d.col-west)*mapCell)
		p.Out = append(append(p.Out, p.a.t.Tables.Terrain[d.terrain].Code...), d.owner)
	}
	p.Out = append(rulekit.TrimBlanks(p.Out), '\n')
	start = len(p.Out)
	for _, d := range fields {
		if d.army != ' ' || d.kind[0] != ' ' {
			p.Out = rulekit.FillTo(p.Out, start, shift+(d.col-west)*mapCell)
			p.Out = append(append(p.Out, d.kind[:]...), d.army)
		}
	}
	if len(p.Out) > start || !short {
		p.Out = append(rulekit.TrimBlanks(p.Out), '\n')
	}
}

// Chart draws what a realm knows. If k is nil it draws everything.
func Chart(p realm.Position, number int, k *realm.Known, lang phrase.Lang) *game.Chart {
	s, origin, looks := p.State, game.Place(0), func(game.Place) bool { return true }
	knows, unsigned := looks, realm.Places(nil)
	if k != nil {
		s, origin, looks, knows, unsigned = k.State, k.State.Realms[number].Origin, k.Clear.Has, k.Seen.Has, k.Masked
	}
	c, standing := rulekit.NewChart(number, p.Rules.Words(lang)), map[game.Place][]int{}
	for a := range s.EachArmy {
		standing[a.At] = append(standing[a.At], a.Realm)
	}
	for i := range s.Fields {
		at, f := game.Place(i), &s.Fields[i]
		if !knows(at) {
			continue
		}
		x, y := s.Grid.Relative(origin, at)
		terrain := &p.Tables.Terrain[f.Terrain]
		cell := game.ChartCell{Label: game.Counted(x, y), Owner: int(f.Owner), Others: unsigned.Has(at),
			Rivers: uint8(f.Rivers), Roads: uint8(f.Roads), Bridges: uint8(f.Bridges), Walls: uint8(f.Walls)}
		cell.H, cell.Y = game.Doubled(x, y)
		rim, fill := terrain.Colours()
		cell.Terrain = c.Ground(game.ChartTerrain{Code: terrain.Code, Name: terrain.Key(), Rim: rim, Fill: fill,
			Ground: terrain.Ground(), Height: max(terrain.Height, 0),
			Steep: terrain.Height > 1+p.Tables.Rules.MaxClimb}) // from lowland
		if b := f.Building; b != nil {
			cell.Sign = c.Sign(b.Kind, c.Book.T("building."+b.Kind))
			cell.Building, cell.State, cell.Name = p.Tables.FindBuilding(b.Kind).Symbol(), chartState(b), b.Name
		}
		for _, r := range standing[at] {
			c.Stands(&cell, r)
		}
		if !looks(at) {
			cell.Age = game.AgeUnknown
		}
		c.Field(cell)
	}
	return c.Done(rulekit.Realms(p.State.Realms[1:]))
}

// chartState is the state of a building for a painter.
func chartState(b *realm.Building) string {
	switch {
	case b.New:
		return "building"
	case b.Damage == tables.Ruin:
		return "ruined"
	case b.Damage != tables.Intact:
		return "damaged"
	}
	return ""
}
