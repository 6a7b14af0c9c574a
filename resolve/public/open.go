package public

import (
	"slices"

	"weltentor/resolve/chronicle"
	"weltentor/worlds/game"
)

// open adds what recruits: who waits for a player, how the realms were called at first, and the map that everybody may
// see while the game runs.
func (p *Press) open(page *Page) error {
	page.Charts = nil
	if p.known == nil {
		return nil
	}
	free := map[int]*FreeRow{}
	for turn := 1; turn <= p.turn; turn++ {
		joins, err := chronicle.JoinsOf(p.Tx, turn)
		if err != nil {
			return err
		}
		for _, j := range joins {
			switch {
			case j.Edit != nil:
			case j.To == nil:
				page.Founded = append(page.Founded, p.who(j.Realm, j.Name))
			case *j.To == game.Player{}:
				free[j.Realm] = &FreeRow{Since: j.At.In(p.Zone)}
			}
		}
	}
	if p.Signup != nil && p.Signup.Open && !page.Over {
		for _, r := range p.realms(p.Vacant) {
			row := FreeRow{Realm: r}
			if was := free[r.Realm]; was != nil {
				row.Since = was.Since
			}
			page.Free = append(page.Free, row)
		}
	}
	page.Free = slices.DeleteFunc(page.Free, func(row FreeRow) bool {
		return slices.ContainsFunc(p.known.Realms, func(r game.Realm) bool { return r.Number == row.Realm.Realm && r.Fallen })
	})
	return p.draw(page)
}

// draw adds the map of a game that runs.
func (p *Press) draw(page *Page) (err error) {
	if page.Map, err = p.Map.InForce(p.Tx, Open(p.rules)); err != nil || page.Over {
		return err
	}
	late, is := page.Map.Late()
	switch {
	case page.Map == "":
		page.Charts, page.MapTurn = p.known.Charts, p.turn-1
	case is && p.turn > late:
		then, err := p.Archive.Before(p.Tx, p.turn-late)
		if charter, can := chronicle.As[game.Charter](then); err == nil && can {
			page.Charts, page.MapTurn = Charts(charter), p.turn-late-1
		}
		return err
	}
	return nil
}
