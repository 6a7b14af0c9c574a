package sheets

import (
	"weltentor/resolve/store"
)

// Sheets are kept in a bucket of their own once their turn begins, for as long as the turn before can be taken back.
// They may not be in force then, and their players should not lose a letter. Each bucket is made with its first sheet.
var (
	waiting = store.Packed[Sheet]("ahead")
	begun   = store.Packed[Sheet]("ahead begun")
)

// is reports whether a record has orders. One that was withdrawn has none.
func is(r Sheet) bool { return r.Text != "" || len(r.Files) > 0 }

// PutLater stores a sheet for its turn, record.Turn, which must not have begun. The sheet counts as if it came when that
// turn begins, and its receipt is sent then. It replaces the one that was stored for the turn. The machine needs these
// fields of the record: its realm, turn, text and files (with data, or with sums of files in the store), Letter and
// At. Good is shown as the number of lines that can be read. A sheet that was in force may be handed in as it is: the
// verdict on its lines is dropped. A sheet without text and files counts as withdrawn, see Withdraw.
//
// A caller that takes a turn back first restores what was taken out for the turn after it, see Return. Then it hands
// in the sheets in force for that turn, and removes them there.
func PutLater(tx *store.Tx, record Sheet) {
	if record.Absent { // nobody has sent it
		return
	}
	record.Void, record.Partial = nil, 0
	put(tx, waiting, record)
}

func put(tx *store.Tx, into *store.Table[Sheet], record Sheet) {
	record.Sheet = record.Sheet.Unread()
	into.Put(tx, store.Pair(record.Turn, record.Realm), record.Stow(tx))
}

// Later reads a realm's sheet for a later turn. Its files have their sums, but no data. found is false if there is
// none, or none any more. Even then, Stored says how much its letters for that turn have brought into the store.
func Later(tx *store.Tx, turn, realm int) (record Sheet, found bool) {
	record, found = waiting.Get(tx, store.Pair(turn, realm))
	return record, found && is(record)
}

// WithdrawLater withdraws a realm's sheet for a later turn. How much its letters for that turn have brought into the store
// is remembered until the turn begins.
func WithdrawLater(tx *store.Tx, record Sheet) {
	record.Text, record.Files, record.Good, record.Bad = "", nil, 0, 0
	PutLater(tx, record)
}

// LaterOf lists a realm's sheets for later turns, by turn. It also returns how many bytes its letters for them have brought
// into the store.
func LaterOf(tx *store.Tx, realm int) (out []Sheet, stored int) {
	for _, r := range waiting.Each(tx, nil) {
		if r.Realm == realm {
			if stored += r.Stored; is(r) {
				out = append(out, r)
			}
		}
	}
	return out, stored
}

// LaterTurns returns for how many later turns each realm has orders.
func LaterTurns(tx *store.Tx) map[int]int {
	turns := map[int]int{}
	for _, r := range waiting.Each(tx, nil) {
		if is(r) {
			turns[r.Realm]++
		}
	}
	return turns
}

// TakeLater takes out the sheets for a turn that begins, by realm, and drops those of earlier turns. Return can put them
// back. Sheets of turns up to oldest are forgotten for good, since those turns can no longer be taken back.
func TakeLater(tx *store.Tx, turn, oldest int) (out []Sheet) {
	for _, r := range remove(tx, waiting, func(r Sheet) bool { return r.Turn <= turn }) {
		if r.Turn == turn && is(r) {
			out = append(out, r)
			put(tx, begun, r)
		}
	}
	remove(tx, begun, func(r Sheet) bool { return r.Turn <= oldest })
	return out
}

// TakenLater lists the sheets that were taken out for a turn, by realm.
func TakenLater(tx *store.Tx, turn int) (out []Sheet) {
	for _, r := range begun.Each(tx, nil) {
		if r.Turn == turn {
			out = append(out, r)
		}
	}
	return out
}

// ReturnLater puts back what was taken out for a turn: the turn has not begun after all.
func ReturnLater(tx *store.Tx, turn int) {
	for _, r := range remove(tx, begun, func(r Sheet) bool { return r.Turn == turn }) {
		if is(r) {
			put(tx, waiting, r)
		}
	}
}

// DropLater forgets all sheets of a realm for later turns, and those for turns that have begun, since its player leaves.
func DropLater(tx *store.Tx, realm int) {
	for _, b := range []*store.Table[Sheet]{waiting, begun} {
		remove(tx, b, func(r Sheet) bool { return r.Realm == realm })
	}
}

// remove removes the sheets that fit, and returns them.
func remove(tx *store.Tx, from *store.Table[Sheet], fits func(Sheet) bool) (out []Sheet) {
	for key, r := range from.Each(tx, nil) {
		if fits(r) {
			from.Remove(tx, key)
			out = append(out, r)
		}
	}
	return out
}
