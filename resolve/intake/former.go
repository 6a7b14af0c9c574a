package intake

import (
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/receipt"
	"weltentor/resolve/sent"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// Former takes a realm's last sheet of this turn back, on behalf of the game master. What it replaced is in force
// again, as if it came now by the same letter; its messages do not leave twice. If it replaced nothing, the realm has
// sent no orders. The player gets a receipt. Done again, it brings the sheet back. It is refused if no sheet of this turn
// has come.
func Former(w *world.World, realm int, now time.Time) (receipt.Acceptance, error) {
	return take(w, entered(realm, "", now, nil), now, func(d world.Session, read sent.Studied) (*world.Ending, error) {
		key, last, err := sheets.LastReplaced(d.Tx, d.Current.Turn, realm)
		if err != nil {
			return nil, err
		}
		files, err := withData(d.Tx, last.Files)
		if err != nil {
			return nil, err
		}
		l := entered(realm, last.Text, now, files)
		l.Hash = read.Letter.Hash
		if read, err = sent.Read(w.Setup, l); err != nil {
			return nil, err
		}
		by, err := byHand(d, read, realm)
		if err != nil {
			return nil, err
		}
		by.back, by.former = true, key
		by.begun.Letter, by.begun.Spoken, by.begun.Ordered = last.Letter, last.Spoken, last.Ordered
		by.begun.Wishes = last.Wishes
		if _, inForce, err := w.Shelf.Sheet(d.Tx, d.Current.Turn, realm); key == nil && !inForce {
			return by.orRefused(phrase.P("no-former"), err)
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
