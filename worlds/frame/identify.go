package frame

import (
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// identify gives armies their IDs: the realm and the name that they show. An army that hides one of them gets none
// (law 6).
func identify(f *game.Facts, book *phrase.Book) {
	of := func(realm int, name string, hides bool) string {
		if name == "" || hides {
			return ""
		}
		for _, t := range f.Terms["name"] { // each language has its own word for it
			if t.Text == name {
				name = t.Code
			}
		}
		return strconv.Itoa(realm) + "/" + book.Unnamed(strconv.Itoa(realm)+".", name)
	}
	give := func(list []game.FactArmy) {
		for i := range list {
			list[i].ID = of(list[i].Realm, list[i].Name, list[i].Unknown)
		}
	}
	give(f.Armies)
	for i := range f.Weeks {
		for k := range f.Weeks[i].Sightings {
			give(f.Weeks[i].Sightings[k].Armies)
		}
	}
	for i := range f.Battles {
		for s := range f.Battles[i].Sides {
			side := f.Battles[i].Sides[s].Armies
			for k := range side {
				side[k].ID = of(side[k].Realm, side[k].Name, false)
			}
		}
	}
}
