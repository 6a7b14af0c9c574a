package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/worlds/thoramar/realm"
)

// Made are the armies that orders of a realm make before week 1.
type Made struct {
	Recruits []realm.Army // as they are when they have been raised
	// those that come of other armies' specials: split off, formed, summoned
	Others  []realm.Army
	Members [][]realm.ArmyName // of each of the Others
}

// Any reports whether there are any.
func (m Made) Any() bool { return m.Recruits != nil || m.Others != nil }

// Recruit puts the recruits into what their realm knows, before a trial of their orders.
func (m Made) Recruit(k *realm.Known) {
	list := slices.Clone(k.State.Armies[k.Number])
	for i := range m.Recruits {
		list = slices.Insert(list, realm.ArmyPlace(list, m.Recruits[i].Name), &m.Recruits[i])
	}
	k.State.Armies[k.Number] = list
}

// Raised plays the orders of a realm before week 1, and notes which armies they make.
func Raised(l Lent, lines []orders.Line) (out Made) {
	number, had := l.Known.Number, map[realm.ArmyName]bool{}
	for _, a := range l.Known.State.Armies[number] {
		had[a.Name] = true
	}
	t := l.begin(lines)
	t.Quiet = true
	fresh := func(list *[]realm.Army) {
		for _, a := range t.State.Armies[number] {
			if !had[a.Name] && !a.Gone() {
				had[a.Name] = true
				*list = append(*list, *a)
			}
		}
	}
	for _, phase := range Before {
		t.Run([]Phase{phase})
		switch phase.Name {
		case "recruit":
			fresh(&out.Recruits)
		case "specials":
			fresh(&out.Others)
		}
	}
	for i := range out.Others {
		var names []realm.ArmyName
		if a := t.State.Army(number, out.Others[i].Name); a != nil && a.Formation() {
			for _, m := range t.State.Members(a) {
				names = append(names, m.Name)
			}
		}
		out.Members = append(out.Members, names)
	}
	for i := range out.Recruits {
		out.Recruits[i].March = nil
	}
	return out
}
