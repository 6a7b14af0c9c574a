package kolonien

import (
	"fmt"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/kolonien/realm"
)

// mapCell is the width of an area on the map; every other row is shifted by half.
const mapCell = 6

// fortSigns are the map's letters of fortifications, by level.
const fortSigns = "-pfsz"

// chart writes the map: two lines a row. The first has the numbers, `~` at sea;
// the second what all know (owner and level of a colony with its fortification,
// native locations, havens) and where the reader's people and those he sees are.
// A map too wide for a line is written in strips.
func (p *page) chart() {
	p.Title("report-map")
	s := p.w.state
	columns := (frame.Width - mapCell/2) / mapCell
	for from := 0; from < s.Width; from += columns {
		to := min(s.Width, from+columns)
		for row := range s.Height {
			shift := ""
			if (s.Height-1-row)%2 == 1 {
				shift = strings.Repeat(" ", mapCell/2)
			}
			numbers, signs := shift, shift
			for col := from; col < to; col++ {
				at := row*s.Width + col + 1
				ground := ".."
				if s.Areas[at-1].Ground == realm.Sea {
					ground = "~~"
				}
				numbers += fmt.Sprintf("%3d%s ", at, ground)
				signs += fmt.Sprintf("%5s ", p.signs(at))
			}
			p.Drawn(numbers)
			p.Drawn(signs)
		}
		if to < s.Width {
			p.Blank()
		}
	}
	p.Say("", "map-legend")
	for i := range s.Realms {
		home := s.Realms[i].Home
		p.Say("", "map-home", phrase.Num("realm", i+1), phrase.Num("home", home),
			phrase.Num("sea", s.Areas[home-1].Beside[0]), phrase.Str("signs", orDash(p.presence(home))))
	}
}

// signs are what the map shows in an area, at most five characters.
func (p *page) signs(at int) string {
	a := &p.w.state.Areas[at-1]
	out := ""
	switch {
	case a.Colony != nil:
		out = fmt.Sprintf("%d%c%d", a.Colony.Owner, fortSigns[min(a.Colony.Fort, len(fortSigns)-1)], a.Colony.Level)
	case a.Natives != nil && a.Natives.Location > 0:
		out = fmt.Sprintf("U%d", a.Natives.Location)
	}
	if a.Haven != nil {
		out += "!"
	}
	return out + p.presence(at)
}

// presence is `*` for the reader's leaders and fleets, `+` for others he sees, `&` for both.
func (p *page) presence(at int) string {
	own, others := false, false
	s := p.w.state
	sees := sees(s, p.realm.Number, at)
	for i := range s.Realms {
		here := false
		for _, l := range s.Realms[i].Leaders {
			here = here || l.Ashore(at)
		}
		for _, f := range s.Realms[i].Fleets {
			here = here || f.At == at
		}
		if i+1 == p.realm.Number {
			own = here
		} else {
			others = others || here && sees
		}
	}
	switch {
	case own && others:
		return "&"
	case own:
		return "*"
	case others:
		return "+"
	}
	return ""
}
