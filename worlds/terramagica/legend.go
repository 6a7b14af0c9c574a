package terramagica

import (
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

var _ game.Legender = (*World)(nil)

// Legend explains the report's abbreviations and shows the prices, from the world's own
// numbers: a row for each unit and fortification.
func (w *World) Legend(realm int) []byte {
	if realm < 1 || realm >= len(w.state.Realms) {
		return nil
	}
	p := newPage(w, realm)
	p.legend()
	return p.out
}

func (p *page) legend() {
	n := &p.w.tables.Rules
	p.line("legend.units")
	p.out = game.AppendColumns(p.out, 1, p.unitRows())
	p.blank()
	p.line("legend.walls")
	p.out = game.AppendColumns(p.out, 1, p.wallRows())
	p.blank()
	p.line("legend.money", num("tax", n.Tax), num("production", n.Production), num("upkeep", n.Upkeep))
	p.line("legend.mana", num("week", n.ManaWeek), num("home", n.HomeMana), num("most", n.ManaMost))
	p.line("legend.carries", num("boats", p.carries()))
	p.line("legend.blow")
	p.line("legend.experience", num("gain", n.ExperienceGain), num("most", n.ExperienceMost))
}

// unitRows are the units that can be produced; a dash is a number that is 0.
func (p *page) unitRows() [][]string {
	rows := [][]string{p.heads("name", "price", "A", "V", "damage", "HP", "speed", "range", "walls", "weight")}
	for i := range p.w.tables.Unit {
		u := &p.w.tables.Unit[i]
		rows = append(rows, []string{p.book.T(u.key()), digits(u.Cost), digits(u.A), digits(u.V), digits(u.Damage), digits(u.HP), digits(u.Speed), some(u.Range),
			p.times(u.Walls), some(u.Weight)})
	}
	return rows
}

func (p *page) wallRows() [][]string {
	rows := [][]string{p.heads("name", "price", "HP")}
	for i := range p.w.tables.Wall {
		w := &p.w.tables.Wall[i]
		rows = append(rows, []string{p.book.T(w.key()), digits(w.Cost), digits(w.HP)})
	}
	return rows
}

// carries is the room the roomiest unit offers, for the tables need not have one boat.
func (p *page) carries() (most int64) {
	for i := range p.w.tables.Unit {
		most = max(most, p.w.tables.Unit[i].Carries)
	}
	return most
}

func (p *page) heads(columns ...string) []string {
	for i, c := range columns {
		columns[i] = p.book.T("legend.head." + c)
	}
	return columns
}

func digits(n int64) string { return strconv.FormatInt(n, 10) }

func some(n int64) string {
	if n == 0 {
		return "-"
	}
	return digits(n)
}

// times is a share in permille as a factor, as the reader writes it: 500 is 0.5 or 0,5.
func (p *page) times(permille int64) string {
	if permille == 0 {
		return "-"
	}
	out, point := digits(permille/1000), "."
	if p.book.Lang == phrase.De {
		point = ","
	}
	if rest := permille % 1000; rest > 0 {
		out += point + strings.TrimRight(digits(1000 + rest)[1:], "0")
	}
	return out
}
