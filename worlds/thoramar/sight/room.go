package sight

import "weltentor/worlds/thoramar/realm"

// Room is memory for a world as one realm knows it: some megabytes for a large map, which each receipt would otherwise
// allocate anew.
type Room struct {
	Fields []realm.Field
	At     [][]*realm.Army
}

// Rooms lends the room of the last receipt again. The zero Rooms makes a new one each time.
type Rooms struct{ spare chan Room }

// NewRooms returns Rooms that keep one returned room.
func NewRooms() Rooms { return Rooms{make(chan Room, 1)} }

// Take returns room for size fields, all blank. It is that of the last receipt, if that is large enough.
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

// GiveBack takes back the room of a receipt. Nothing in it may be used any more.
func (r Rooms) GiveBack(b Room) {
	clear(b.Fields)
	clear(b.At)
	select {
	case r.spare <- b:
	default:
	}
}

// Know is what a realm knows, with its room.
func (r Rooms) Know(p realm.Position, number int) (k *realm.Known, room Room) {
	k = Know(p.State, p.Tables, number, func(size int) []realm.Field {
		room = r.Take(size)
		return room.Fields
	})
	return k, room
}
