package intake

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/sender"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// Submit enters orders on behalf of the game master, as a letter with attachments would, but without a password. The
// receipt goes to the registered address. Realm 0 is the game master's own sheet.
func Submit(w *world.World, realm int, text string, now time.Time, files ...game.File) (receipt.Acceptance, error) {
	return take(w, entered(realm, text, now, files), now, enters(realm, nil))
}

// Book is Submit for the game master's own sheet, without a receipt: whoever books a player's payment sees on the
// terminal what is booked. The logbook has the payment, if the sheet is taken.
func Book(w *world.World, text string, paid world.Payment, now time.Time) (receipt.Acceptance, error) {
	return take(w, entered(0, text, now, nil), now, enters(0, &paid))
}

// enters is the steps of orders that the game master enters for a realm. Those that book a payment get no receipt.
func enters(realm int, paid *world.Payment) way {
	return func(d world.Session, read sender.Content) (*world.Ending, error) {
		by, err := byHand(d, read, realm)
		if err != nil {
			return nil, err
		}
		if paid != nil {
			by.rec.Mail = nil
		}
		end, err := by.walk(ordersWay)
		if end != nil && paid != nil {
			end.Paid = *paid
		}
		return end, err
	}
}

// entered returns what the game master has entered, as a letter.
func entered(realm int, text string, now time.Time, files []game.File) letter.Letter {
	return letter.Letter{Texts: letter.Texts{Text: text}, Arrived: now, Files: files,
		Hash: sha256.Sum256(fmt.Appendf(nil, "submit\x00%d\x00%d\x00%s", realm, now.UnixNano(), text))}
}

// byHand returns a letter whose author the game master names.
func byHand(d world.Session, read sender.Content, number int) (*orderLetter, error) {
	rec, found := roster.Get(d.Tx, number)
	switch id := read.File.Identity; {
	case number == 0:
		rec = roster.RealmRecord{}
		rec.Mail = slices.Clone(d.World.Settings.Masters)
	case !found:
		return nil, fmt.Errorf("%w: %d", faults.ErrRealm, number)
	case id != nil && id.Realm != number:
		return nil, wording.Fault(nil, "other-realm", phrase.Num("realm", id.Realm), phrase.Num("own", number))
	}
	by := letterOf(sender.Sender{Session: d, Content: read})
	by.realm, by.rec, by.byHand = number, rec, true
	if read.File.Identity != nil {
		by.turn = read.File.Identity.Turn
	}
	return by, nil
}

// Former takes a realm's last sheet of this turn back, on behalf of the game master. What it replaced is in force
// again, as if it came now by the same letter; its messages do not leave twice. If it replaced nothing, the realm has
// sent no orders. The player gets a receipt. Done again, it brings the sheet back. It is refused if no sheet of this turn
// has come.
func Former(w *world.World, realm int, now time.Time) (receipt.Acceptance, error) {
	return take(w, entered(realm, "", now, nil), now, func(d world.Session, read sender.Content) (*world.Ending, error) {
		key, last := sheets.LastReplaced(d.Tx, d.Current.Turn, realm)
		files, err := withData(d.Tx, last.Files)
		if err != nil {
			return nil, err
		}
		l := entered(realm, last.Text, now, files)
		l.Hash = read.Letter.Hash
		if read, err = sender.Read(w.Setup, l); err != nil {
			return nil, err
		}
		by, err := byHand(d, read, realm)
		if err != nil {
			return nil, err
		}
		by.back, by.former = true, key
		by.begun.Letter, by.begun.Spoken, by.begun.Ordered = last.Letter, last.Spoken, last.Ordered
		by.begun.Wishes = last.Wishes
		if _, inForce := w.Cache.Sheet(d.Tx, d.Current.Turn, realm); key == nil && !inForce {
			return by.refused(phrase.P("no-former"))
		}
		return by.walk(ordersWay)
	})
}

// withData returns the files of a sheet with their data.
func withData(tx *store.Tx, files []game.File) (out []game.File, err error) {
	out = slices.Clone(files)
	for i := range out {
		if out[i].Data, err = store.GetFile(tx, out[i].Sum); err != nil {
			return nil, err
		}
	}
	return out, nil
}
