package sight

import (
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// Rooms lends the rooms of earlier receipts again. The zero Rooms makes a new one each time.
type Rooms struct{ spare chan *realm.Room }

// mostRooms is how many rooms are kept: as many as reports that are written side by side, or considerations, use at once.
const mostRooms = 4

// NewRooms returns Rooms that keep some returned rooms.
func NewRooms() Rooms { return Rooms{make(chan *realm.Room, mostRooms)} }

// Take returns a blank room, that of an earlier receipt if there is one.
func (r Rooms) Take() *realm.Room {
	select {
	case room := <-r.spare:
		return room
	default:
		return &realm.Room{}
	}
}

// GiveBack takes back the room of a receipt. Nothing in it may be used any more.
func (r Rooms) GiveBack(room *realm.Room) {
	room.Blank()
	select {
	case r.spare <- room:
	default:
	}
}

// Know is what a realm knows, with its room.
func (r Rooms) Know(w *Whereabouts, t *tables.Tables, number int) (k *realm.Known, room *realm.Room) {
	room = r.Take()
	return Know(w, t, number, room), room
}
