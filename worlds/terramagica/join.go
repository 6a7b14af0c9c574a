package terramagica

import (
	"cmp"
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
)

// Join adds a realm (§1.2, §2.4). A free province of land far from other homes becomes its home, and the guard there
// goes. The realm gets an army, gold and mana.
func (w *World) Join(j game.Joining, seed game.Seed) (game.World, int, error) {
	r, err := w.newcomer(j)
	if err != nil {
		return nil, 0, err
	}
	s, n := w.at.State.Clone(), &w.at.Tables.Rules
	r.Home = homeSite(s, n.HomeDistance, seed)
	if r.Home == 0 {
		return nil, 0, game.Refused("no-province")
	}
	for _, a := range s.In(r.Home) {
		s.Remove(a)
	}
	p := s.Province(r.Home)
	p.Owner, p.People, p.Most = r.Number, n.HomePeople, n.HomePeople*n.PeopleMost/1000
	s.Realms = append(s.Realms, r)
	s.Armies = append(s.Armies, nil)
	first := &realm.Army{Realm: r.Number, Name: w.at.Rules.Words(r.Lang).T("first-army"), At: r.Home}
	first.Take(w.at.Tables, n.FirstUnit, n.FirstMen, 0)
	first.Take(w.at.Tables, n.SecondUnit, n.SecondMen, 0)
	s.Add(first)
	return w.in(s), r.Number, nil
}

// HandOver returns the world with another player, with the player's name and wishes, for a realm that stays as it is.
func (w *World) HandOver(whose int, to game.Player) game.World {
	s := w.at.State.Clone()
	r := &s.Realms[whose]
	r.Person = r.Given(to)
	r.Missed = r.Person.Missed(r.Missed)
	return w.in(s)
}

// newcomer checks what was asked for. An error lists the choices.
func (w *World) newcomer(j game.Joining) (realm.Realm, error) {
	if w.at.State.Over {
		return realm.Realm{}, game.Refused("over")
	}
	if err := w.Offers(j); err != nil {
		return realm.Realm{}, err
	}
	who, err := rulekit.Newcomer(j, len(w.at.State.Realms), w.Realms())
	if err != nil {
		return realm.Realm{}, err
	}
	n := &w.at.Tables.Rules
	who, err = who.Equipped()
	return realm.Realm{Person: who, Gold: n.StartGold, Mana: n.StartMana}, err
}

// homeSite is the first seat fixed at the founding that is still free. Otherwise it draws one of the free provinces of
// easy land that are far enough from all homes, or else of those that are farthest. Those with more land around come
// first. It is 0 if none is free.
func homeSite(s *realm.State, distance int, seed game.Seed) int {
	for _, number := range s.Seats {
		if freeForHome(s, number) {
			return number
		}
	}
	type site struct{ number, far, land int }
	var sites []site
	for i := range s.Provinces {
		number := i + 1
		if !freeForHome(s, number) {
			continue
		}
		land := 0
		for _, m := range s.Provinces[i].Ways {
			if s.Province(m).Terrain != tables.Sea {
				land++
			}
		}
		sites = append(sites, site{number, min(farFromHomes(s, number), distance+1), min(land, 2)})
	}
	if len(sites) == 0 {
		return 0
	}
	better := func(a, b site) int { return cmp.Or(cmp.Compare(b.land, a.land), cmp.Compare(b.far, a.far)) }
	slices.SortStableFunc(sites, better)
	best := 1
	for best < len(sites) && better(sites[0], sites[best]) == 0 {
		best++
	}
	return sites[seed.Throw(s.Turn, 0, "home", int64(len(s.Realms))).N(int64(best))].number
}

// freeForHome reports whether a province is unowned easy land, with no armies but those of realm 0.
func freeForHome(s *realm.State, number int) bool {
	p := s.Province(number)
	return p.Owner == 0 && (p.Terrain == tables.Land || p.Terrain == tables.Coast) &&
		!slices.ContainsFunc(s.In(number), func(a *realm.Army) bool { return a.Realm != 0 })
}

// farFromHomes is the number of steps from a province to the nearest home.
func farFromHomes(s *realm.State, number int) int {
	far := len(s.Provinces)
	steps := stepsFrom(s, number, anywhere)
	for _, r := range s.Realms[1:] {
		if r.Home != 0 {
			far = min(far, steps[r.Home-1])
		}
	}
	return far
}

// anywhere is for ways over land and sea.
func anywhere(int) bool { return true }

// stepsFrom counts the steps from a province to each other, by place, over provinces that may be entered. If no way leads
// there it is the number of provinces.
func stepsFrom(s *realm.State, number int, enters func(number int) bool) []int {
	steps := make([]int, len(s.Provinces))
	for i := range steps {
		steps[i] = len(steps)
	}
	steps[number-1] = 0
	for queue := []int{number}; len(queue) > 0; queue = queue[1:] {
		for _, m := range s.Province(queue[0]).Ways {
			if next := steps[queue[0]-1] + 1; next < steps[m-1] && enters(m) {
				steps[m-1] = next
				queue = append(queue, m)
			}
		}
	}
	return steps
}
