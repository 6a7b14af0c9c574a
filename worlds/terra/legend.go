package terra

import (
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

var _ game.Legender = (*World)(nil)

// Legend explains the report's abbreviations and shows what terrains, commands and the
// treasury are good for, from the campaign's own numbers.
func (w *World) Legend(realm int) []byte {
	if realm < 1 || realm > len(w.state.Realms) {
		return nil
	}
	p := w.page(realm)
	p.legend()
	return p.out
}

func (p *page) legend() {
	p.say("", "legend.terrain")
	p.out = game.AppendColumns(p.out, 2, p.terrainRows())
	p.out = append(p.out, '\n')
	p.say("", "legend.commands")
	p.out = game.AppendColumns(p.out, 1, p.commandRows())
	p.out = append(p.out, '\n')
	n := &p.w.tables.Rules
	p.say("", "legend.strength")
	p.say("", "legend.relief", phrase.Num("size", n.ArmySize))
	if n.StakeMost > 0 {
		p.say("", "legend.stake", phrase.Num("points", stakeStep), phrase.Num("part", stakeGives), phrase.Num("most", n.StakeMost/stakeGives*stakeStep))
	}
	p.say("", "legend.record")
	p.say("", "legend.battle")
}

// terrainRows are the terrains with their signs on the map.
func (p *page) terrainRows() [][]string {
	rows := [][]string{p.heads("sign", "terrain", "income", "garrison", "enter", "defence")}
	for i := range p.w.tables.Terrain {
		r := &p.w.tables.Terrain[i]
		rows = append(rows, []string{terrainSigns[i : i+1], p.book.T("terrain." + r.Code), digits(r.Income), digits(r.Garrison), strconv.Itoa(r.Enter), digits(r.Defence)})
	}
	return rows
}

// commandRows are the commands an army can be given.
func (p *page) commandRows() [][]string {
	rows := [][]string{p.heads("command", "delay", "moves", "strength", "under-way", "foreign")}
	for i := range p.w.tables.Command {
		r := &p.w.tables.Command[i]
		foreign := "legend.no"
		if r.Foreign {
			foreign = "legend.yes"
		}
		rows = append(rows, []string{p.book.T("command." + r.Code), strconv.Itoa(r.Delay), strconv.Itoa(r.Moves), digits(r.Strength), digits(r.UnderWay),
			p.book.T(foreign)})
	}
	return rows
}

func (p *page) heads(columns ...string) []string {
	for i, c := range columns {
		columns[i] = p.book.T("legend.head." + c)
	}
	return columns
}

func digits(n int64) string { return strconv.FormatInt(n, 10) }
