package sight

import (
	"strconv"

	"weltentor/worlds/thoramar/realm"
)

// Naming is the name by which a realm knows an army.
type Naming uint8

const (
	stranger Naming = iota // "?.K.M ?"
	byNumber               // "2.K.M 1"
	ItsOwn                 // "K.M 1"
)

// NamingFor is how much of an army's name a realm knows.
func NamingFor(t *realm.Turn, number int, a *realm.Army) Naming {
	switch {
	case a.Realm == number:
		return ItsOwn
	case Visible(t, number, a) == Signed:
		return byNumber
	}
	return stranger
}

// NameFor is the name that a realm uses for an army.
func NameFor(t *realm.Turn, number int, a *realm.Army) string {
	var room [16]byte
	return string(AppendCalled(room[:0], a, NamingFor(t, number, a)))
}

// AppendCalled appends the name of an army for somebody who knows this much of it.
func AppendCalled(dst []byte, a *realm.Army, by Naming) []byte {
	switch by {
	case ItsOwn:
		return a.Name.Append(dst)
	case byNumber:
		return a.Name.Append(append(strconv.AppendInt(dst, int64(a.Realm), 10), '.'))
	}
	return append(dst, '?', '.', a.Name.Type, '.', a.Name.Class, ' ', '?')
}
