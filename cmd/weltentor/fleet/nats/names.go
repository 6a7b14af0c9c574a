//go:build fleet

package nats

import "strings"

// Rooms are what the subjects of a kind begin with. A name's words are those of a subject, so
// that the last entry of each log of a world can be asked for at once; CheckName has let in
// nothing that NATS could take for a sign of its own.
const (
	roomLog   = "wt.log."
	roomPart  = "wt.part."
	roomValue = "wt.value."
	roomLease = "wt.lease."
)

// subject is a name in a room.
func subject(room, name string) string {
	return room + strings.ReplaceAll(name, "/", ".")
}

// named is the name that a subject was made of.
func named(room, subject string) string {
	return strings.ReplaceAll(strings.TrimPrefix(subject, room), ".", "/")
}

// below is the narrowest filter that has all names beginning so. It may have more.
func below(room, prefix string) string {
	words := prefix[:strings.LastIndex(prefix, "/")+1]
	return subject(room, words) + ">"
}

// partRoom is where the parts of a log are, and of no log below it.
func partRoom(log string) string {
	return roomPart + strings.ReplaceAll(log, "/", "_") + "."
}
