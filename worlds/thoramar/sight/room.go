package sight

import "weltentor/worlds/thoramar/realm"

// Room is the room for a world as one realm knows it: some megabytes for a large
// map, which each receipt would ask for anew.
type Room struct {
	Fields []realm.Field
	At     [][]*realm.Army
}

// Rooms lends the room of the last receipt again. The zero Rooms makes a new one for each.
type Rooms struct{ spare chan Room }

// NewRooms keeps one room that was given back.
func NewRooms() Rooms { return Rooms{make(chan Room, 1)} }

// Take returns room for so many fields, all blank; that of the last receipt if it is enough.
func (r Rooms) Take(size int) Room {
	select {
	case b := <-r.spare:
		if cap(b.Fields) >= size {
			return Room{b.Fields[:size], b.At[:size]}
		}
	default:
	}
	return Room{make([]realm.Field, size), make([][]*realm.Army, size)}
}

// GiveBack gives the room of a receipt back. Nothing of it may be looked at any more.
func (r Rooms) GiveBack(b Room) {
	clear(b.Fields)
	clear(b.At)
	select {
	case r.spare <- b:
	default:
	}
}

// Know is what a realm knows, with the room it is in.
func (r Rooms) Know(p realm.Position, number int) (k *realm.Known, room Room) {
	k = Know(p.State, p.Tables, number, func(size int) []realm.Field {
		room = r.Take(size)
		return room.Fields
	})
	return k, room
}
