package world

import (
	"weltentor/resolve/place"
)

// PlaceOf is where a world is, on a machine of this name.
func PlaceOf(w *World, machine string) place.Keeper {
	return place.Keeper{Disk: w.Disk, Dir: w.Disk.Dir, Machine: machine, Note: w.Note}
}
