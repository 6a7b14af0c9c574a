package practice

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/public"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// Leaders is the list of a practice's realms, the best first and that of whoever practises marked, in lines of at most
// width characters. Where the rules publish no order of realms, their last count says who leads: a practice that is over
// keeps no secrets.
func Leaders(w *world.World, lang phrase.Lang, width int) ([]byte, error) {
	page, err := gamemaster.PublicOf(w)
	if err != nil || page.Standings == nil {
		return nil, err
	}
	if s := page.Standings; !s.Ranked() {
		err = w.Ask(realm, func(c chronicle.Current) { count(w, c, s) })
	}
	for i := range page.Standings.Rows {
		if r := &page.Standings.Rows[i]; r.Realm.Realm == realm {
			r.Name = wording.Words(lang).Say(phrase.P("practice-own", phrase.Str("name", r.Name)))
		}
	}
	page.Public = public.Shown{public.Standing}
	return page.Parts(lang, width), err
}

// count gives standings without numbers the first and the last of those of the game master, and an order by the last.
func count(w *world.World, c chronicle.Current, s *public.Standings) {
	s.Columns = nil
	for i := range s.Rows {
		r := &s.Rows[i]
		counts := c.World.Counts(r.Realm.Realm)
		if len(counts) == 0 {
			return
		}
		for n, count := range []game.Count{counts[0], counts[len(counts)-1]} {
			if n == len(s.Columns) {
				s.Columns = append(s.Columns, public.Column{Name: count.Name, Title: public.Each(func(lang phrase.Lang) string {
					return w.Rulebook().Words(lang).T("tally." + count.Name)
				})})
			}
			r.Numbers = append(r.Numbers, count.N)
		}
	}
	const last = 1
	slices.SortStableFunc(s.Rows, func(a, b public.StandingRow) int { return cmp.Compare(b.Numbers[last], a.Numbers[last]) })
	for i := range s.Rows {
		s.Rows[i].Place = i + 1
	}
}
