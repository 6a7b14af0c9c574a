package fight

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// Navy is a side of a combat at sea, with the realms and fleets that it is made of.
type Navy struct {
	Side   SeaSide
	Realms []int
	Haven  int
	Places []realm.Place
}

// NavyOf makes the side that defends at sea: a haven's ships, or all fleets there of the realm and of those allies
// that are at war with the attacker.
func NavyOf(at realm.Position, realm, area int, f *Foe) Navy {
	var n Navy
	if f.Haven {
		n.Haven = Raiders(at, area)
		n.Side.Pirates = true
		n.Side.Fleets = []Flotilla{{Ships: at.State.Areas[n.Haven-1].Haven.Ships,
			Losses: Sinking(at.Tables, nil)}}
		return n
	}
	for _, member := range Allies(at, f.Realm, realm) {
		if at.State.Realms[member-1].Anchors(area) {
			n.Realms = append(n.Realms, member)
		}
		for k := range at.State.Realms[member-1].Fleets {
			fl := &at.State.Realms[member-1].Fleets[k]
			if fl.At != area {
				continue
			}
			if len(n.Side.Fleets) == 0 {
				n.Side.Withdraw, n.Places = fl.Orders.Withdraw, fl.Orders.Withdraw.To
			}
			n.Side.Fleets = append(n.Side.Fleets,
				Flotilla{Realm: member, Number: fl.Number, Ships: fl.Ships,
					Losses: Sinking(at.Tables, fl.Orders.Sinking)})
		}
	}
	return n
}

// NavyNames names a side at sea, for the head of a protocol.
func NavyNames(at realm.Position, n *Navy, which string) []phrase.Arg {
	key, realm, name := "party.pirates", 0, ""
	if len(n.Realms) > 0 {
		key, realm, name = "party.realm", n.Realms[0], at.State.Realms[n.Realms[0]-1].Name
	}
	var all tables.Ships
	for _, f := range n.Side.Fleets {
		all.Add(f.Ships)
	}
	return []phrase.Arg{phrase.Key(which, key+"-"+which), phrase.Num("realm-"+which, realm),
		phrase.Str("name-"+which, name), phrase.Str("ships-"+which, all.String())}
}

// Seas lists the neighbouring sea areas, where a beaten fleet goes.
func Seas(at realm.Position, area int) []int {
	return slices.DeleteFunc(slices.Clone(at.State.Areas[area-1].Beside),
		func(b int) bool { return at.State.Areas[b-1].Ground != realm.Sea })
}
