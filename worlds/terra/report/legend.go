package report

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/terra/fight"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/realm"
)

// legend explains the report's abbreviations. It also shows what terrains, commands and the treasury do, in the
// campaign's own numbers.
func legend(at realm.Position, realm int, lang phrase.Lang) []byte {
	p := newPage(at, realm)
	p.Book = at.Rules.Words(lang)
	return p.legend()
}

func (p *page) legend() []byte {
	p.Say("", "legend.terrain")
	p.Table(2, []string{"sign", "terrain", "income", "garrison", "enter", "defence"}, p.terrainRows())
	p.Blank()
	p.Say("", "legend.commands")
	p.Table(1, []string{"command", "delay", "moves", "strength", "under-way", "foreign"}, p.commandRows())
	p.Blank()
	n := &p.at.Tables.Rules
	p.Say("", "legend.strength")
	p.Say("", "legend.relief", phrase.Num("size", n.ArmySize))
	if n.StakeMost > 0 {
		p.Say("", "legend.stake", phrase.Num("points", order.StakeStep), phrase.Num("part", fight.StakeGives),
			phrase.Num("most", n.StakeMost/fight.StakeGives*order.StakeStep))
	}
	p.Say("", "legend.record")
	p.Say("", "legend.battle")
	return p.Out
}

// terrainRows are the terrains with their signs on the map.
func (p *page) terrainRows() [][]string {
	var rows [][]string
	for i, r := range p.at.Tables.Terrain {
		rows = append(rows, []string{terrainSigns[i : i+1], p.Book.T("terrain." + r.Code), frame.Digits(r.Income),
			frame.Digits(r.Garrison), frame.Digits(r.Enter), frame.Digits(r.Defence)})
	}
	return rows
}

// commandRows are the commands that an army can be given.
func (p *page) commandRows() [][]string {
	var rows [][]string
	for _, r := range p.at.Tables.Command {
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
