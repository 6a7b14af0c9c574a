package report

import "weltentor/worlds/terra/realm"

// greatest is the income of all fields of a realm, as if all garrisons were full.
func greatest(p realm.Position, realm int) int64 {
	var n int64
	for i := range p.State.Fields {
		if f := &p.State.Fields[i]; f.Owner == realm {
			n += p.Tables.Terrain[f.Terrain].Income
		}
	}
	return n
}

// account is the line of a nation's money to which an event's points belong, and whether they were gained or spent.
type account struct {
	kind, code string
	sign       int64
}

// accounts are the lines of the events that concern the treasury. What is missing would be taken for relief: TestConserved
// of the game finds it.
var accounts = map[string]account{
	"income": {"income", "land", 1}, "foraged": {"income", "forage", 1}, "spoils": {"income", "spoils", 1},
	"ransom": {"outlay", "ransom", -1}, "ransom-short": {"outlay", "ransom", -1}, "staked": {"outlay", "stake", -1},
}

// money puts into the facts what the events say about the treasury, and what is in it now. An event about an army's
// relief does not say whether the treasury paid it, or fields without a link to a city. So the treasury's part is
// computed: the treasury after the income, with what was gained and spent since, less the treasury now.
func (p *page) money() {
	if p.Facts == nil {
		return
	}
	earned, expected := false, int64(0)
	for _, week := range p.Facts.Weeks {
		for _, e := range week.Events {
			a, is := accounts[e.Code]
			amount := a.sign * e.Args["points"].Number
			switch {
			case e.Code == "hand.points" || e.Code == "hand.treasury":
				a = account{"income", "hand", 1}
				if amount = e.Args["more"].Number; e.Code == "hand.treasury" {
					amount = e.Args["now"].Number - e.Args["was"].Number
				}
				if amount < 0 {
					a.kind = "outlay"
				}
			case !is:
				continue
			}
			expected += amount
			if a.code == "land" {
				earned, expected = true, e.Args["treasury"].Number
			}
			p.FactSum(a.kind, a.code, amount)
		}
	}
	if earned {
		p.FactSum("outlay", "relief", p.realm.Treasury-expected)
	}
	p.FactSum("treasury", "points", p.realm.Treasury)
}
