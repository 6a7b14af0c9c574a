package turn

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/order"
	"weltentor/worlds/terramagica/realm"
)

// Trial tries orders over the world as a realm knows it, each by itself and by the code of the turn. Nothing is left of
// an order that was tried.
type Trial struct {
	realm.Position       // before the week, with the realm's armies as its text splits and merges them
	Realm          int   // whose orders are tried
	Gold           int64 // what it can spend when it builds and recruits
	after          *Turn // when it does: its armies have marched, and it has its taxes
}

// regrouped is how many of the Plans come before armies are told anything.
const regrouped = 2

// bottomless is more than any order costs.
const bottomless = 1 << 40

// Try begins trials. The sheet has the realm's orders so far.
func Try(p realm.Position, in game.Sheet) *Trial {
	whose := in.Realm
	t := foresee(p, whose)
	t.sheets[whose] = rulekit.Sheet{Came: true, Lines: in.Orders(p.Rules.Language()).Lines}
	t.Run(Plans[:regrouped])
	y := &Trial{Position: t.With(t.State.Clone()), Realm: whose, after: t}
	t.Run(Plans[regrouped:])
	weigh(t, whose)
	for _, phase := range foreseen {
		if phase.Name == "production" {
			break
		}
		t.Run([]Phase{phase})
	}
	y.Gold = t.State.Realms[whose].Gold
	return y
}

// Recruit tries a line of $R: how many of its men there can be, whatever the purse, and if none, why not.
func (y *Trial) Recruit(o order.RecruitOrder) (number int64, why phrase.Phrase) {
	why = y.spends(func(t *Turn, at orders.Position) { _, number, _ = recruitable(t, y.Realm, at, o) })
	return number, why
}

// Build tries a line of $B, whatever the purse: why it cannot be built, or no code.
func (y *Trial) Build(o order.BuildOrder) phrase.Phrase {
	return y.spends(func(t *Turn, at orders.Position) { buildable(t, y.Realm, at, o) })
}

// spends asks what changes nothing when the realm builds and recruits, with a full purse.
func (y *Trial) spends(ask func(*Turn, orders.Position)) phrase.Phrase {
	t := y.after
	r := &t.State.Realms[y.Realm]
	t.Refused[y.Realm], t.InForce, r.Gold = nil, nil, bottomless
	ask(t, tried)
	r.Gold = y.Gold
	return y.refusal(t)
}

// Stands is where an army of the realm is when it recruits; 0: nowhere.
func (y *Trial) Stands(name string) int {
	if a := y.after.State.Army(y.Realm, name); a != nil {
		return a.At
	}
	return 0
}

// tried is the line of an order that is tried.
var tried = orders.Position{Line: 1, Col: 1}

// refusal is why the order that was tried is not possible; no code: it is, or it depends on what nobody knows.
func (y *Trial) refusal(t *Turn) phrase.Phrase {
	for _, no := range t.Refused[y.Realm] {
		if no.Severity == orders.Error {
			return no.What
		}
	}
	return phrase.Phrase{}
}

// plan plays an order of $A, $K or $H on a copy of what it may change.
func (y *Trial) plan(o orders.Order) *Turn {
	t := begin(y.With(y.State.CloneOf(y.Realm)), game.Seed{})
	t.ForReceipt, t.Quiet, t.receipt = true, true, &receipt{odds: map[string]tally{}}
	t.sheets[y.Realm] = rulekit.Sheet{Came: true, Lines: []orders.Line{{Position: tried, Order: o}}}
	t.Run(Plans)
	return t
}

// Order tries an order of $A, $K or $H: why it is not possible, or no code.
func (y *Trial) Order(o orders.Order) phrase.Phrase {
	t := y.plan(o)
	if _, home := o.(order.HomeOrder); home {
		weigh(t, y.Realm)
		homes(t)
	}
	return y.refusal(t)
}

// Marched is what comes of a march: the provinces that the army enters, by weeks, and why it does not come to the end.
type Marched struct {
	Weeks    [][]Stride
	Why      phrase.Phrase
	MayFight bool // somebody where it is may attack it first, and beaten armies do not march
}

// mostWeeks is how many weeks of a march are followed.
const mostWeeks = 50

// March tries to lead an army by provinces. If the path is refused, the longest part that is not is followed.
func (y *Trial) March(army string, path []int) (out Marched) {
	for ; len(path) > 0; path = path[:len(path)-1] {
		t := y.plan(order.MarchOrder{Army: army, Path: path})
		if why := y.refusal(t); why.Code != "" {
			out.Why = why
			continue
		}
		weigh(t, y.Realm)
		a := t.State.Army(y.Realm, army)
		out.MayFight = t.mayFight(a)
		for len(a.March) > 0 && len(out.Weeks) < mostWeeks {
			t.receipt.strides = nil
			move(t)
			var week []Stride
			for _, s := range t.receipt.strides {
				if s.Army == a {
					week = append(week, s)
				}
			}
			out.Weeks = append(out.Weeks, week)
		}
		return out
	}
	return out
}

// Found is a province to which an army can come in a week: the last stride, and the provinces on the way with it.
type Found struct {
	Stride
	Path []int
}

// Roam lists the provinces to which an army of the realm can come in a week, behind the provinces of a path.
func (y *Trial) Roam(a *realm.Army, path []int) []Found {
	if a.Routed || realm.Overboard(y.Position, a) > 0 {
		return nil
	}
	from := From(a.At)
	if n := len(path); n > 0 {
		weeks := y.March(a.Name, path).Weeks
		if len(weeks) == 0 || len(weeks[0]) < n {
			return nil
		}
		from = Found{weeks[0][n-1], path}
	}
	return Roam(y.Position, from, func(from, to *realm.Province) int64 {
		return a.Pace(y.Tables, from.Terrain, to.Terrain)
	})
}

// From is where a march begins, with a whole week left.
func From(at int) Found { return Found{Stride: Stride{To: at, Left: WholeWeek}} }

// Roam lists the provinces to which one comes in what is left of a week who can enter that many of them from another,
// each by the way that leaves most of the week, and those that leave most first.
func Roam(p realm.Position, from Found, pace func(from, to *realm.Province) int64) (out []Found) {
	edge, known := []Found{from}, map[int]bool{}
	for len(edge) > 0 {
		next := 0
		for i := range edge {
			if edge[i].Left > edge[next].Left {
				next = i
			}
		}
		here := edge[next]
		edge = append(edge[:next], edge[next+1:]...)
		if known[here.To] {
			continue
		}
		if known[here.To] = true; len(here.Path) > len(from.Path) {
			out = append(out, here)
		}
		for _, n := range p.State.Province(here.To).Ways {
			speed := pace(p.State.Province(here.To), p.State.Province(n))
			if speed == 0 || known[n] || here.Left < WholeWeek/speed {
				continue
			}
			path := append(append([]int{}, here.Path...), n)
			edge = append(edge, Found{Stride{To: n, Cost: WholeWeek / speed, Left: here.Left - WholeWeek/speed}, path})
		}
	}
	return out
}

// Parts is into how many parts a week falls, so that the costs of all provinces that one may enter at these speeds are
// whole; 0: nobody comes anywhere. A Stride counts in 2520ths.
func Parts(speeds ...int64) (parts, each int64) {
	each = 0
	for _, speed := range speeds {
		if speed > 0 {
			each = gcd(WholeWeek/speed, each)
		}
	}
	if each == 0 {
		return 0, 1
	}
	each = gcd(WholeWeek, each)
	return WholeWeek / each, each
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
