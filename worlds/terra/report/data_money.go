package report

// entry is the line of a nation's money to which an event's points belong, and whether they were gained or spent.
type entry struct {
	kind, code string
	sign       int64
}

// accounts are the lines of the events that concern the treasury. What is missing would be taken for relief: TestConserved
// of the game finds it.
var accounts = map[string]entry{
	"income": {"income", "land", 1}, "foraged": {"income", "forage", 1}, "spoils": {"income", "spoils", 1},
	"ransom": {"outlay", "ransom", -1}, "ransom-short": {"outlay", "ransom", -1}, "staked": {"outlay", "stake", -1},
}

// money puts into the facts what the events say about the treasury, and what is in it now. An event about an army's
// relief does not say whether the treasury paid it, or fields without a link to a city. So the treasury's part is
// computed: the treasury after the income, with what was gained and spent since, less the treasury now.
func (d *data) money() {
	earned, expected := false, int64(0)
	for _, week := range d.Facts.Weeks {
		for _, e := range week.Events {
			a, is := accounts[e.Code]
			amount := a.sign * e.Args["points"].Number
			switch {
			case e.Code == "hand.points" || e.Code == "hand.treasury":
				a = entry{"income", "hand", 1}
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
			d.Sum(a.kind, a.code, amount)
		}
	}
	if earned {
		d.Sum("outlay", "relief", d.a.realm.Treasury-expected)
	}
	d.Sum("treasury", "points", d.a.realm.Treasury)
}
