package terra

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/terra/order"
)

// Legend explains the report's abbreviations and shows what terrains, commands and the
// treasury are good for, from the campaign's own numbers.
func (w *World) Legend(realm int) []byte {
	if w.state.Realm(realm) == nil {
		return nil
	}
	return w.page(realm).legend()
}

func (p *page) legend() []byte {
	p.Say("", "legend.terrain")
	p.Table(2, []string{"sign", "terrain", "income", "garrison", "enter", "defence"}, p.terrainRows())
	p.Blank()
	p.Say("", "legend.commands")
	p.Table(1, []string{"command", "delay", "moves", "strength", "under-way", "foreign"}, p.commandRows())
	p.Blank()
	n := &p.w.tables.Rules
	p.Say("", "legend.strength")
	p.Say("", "legend.relief", phrase.Num("size", n.ArmySize))
	if n.StakeMost > 0 {
		p.Say("", "legend.stake", phrase.Num("points", order.StakeStep), phrase.Num("part", stakeGives),
			phrase.Num("most", n.StakeMost/stakeGives*order.StakeStep))
	}
	p.Say("", "legend.record")
	p.Say("", "legend.battle")
	return p.Out
}

// terrainRows are the terrains with their signs on the map.
func (p *page) terrainRows() [][]string {
	var rows [][]string
	for i := range p.w.tables.Terrain {
		r := &p.w.tables.Terrain[i]
		rows = append(rows, []string{terrainSigns[i : i+1], p.Book.T("terrain." + r.Code), frame.Digits(r.Income),
			frame.Digits(r.Garrison), frame.Digits(r.Enter), frame.Digits(r.Defence)})
	}
	return rows
}

// commandRows are the commands an army can be given.
func (p *page) commandRows() [][]string {
	var rows [][]string
	for i := range p.w.tables.Command {
		r := &p.w.tables.Command[i]
		foreign := "legend.no"
		if r.Foreign {
			foreign = "legend.yes"
		}
		rows = append(rows, []string{p.Book.T("command." + r.Code), frame.Digits(r.Delay), frame.Digits(r.Moves),
			frame.Digits(r.Strength), frame.Digits(r.UnderWay),
			p.Book.T(foreign)})
	}
	return rows
}
