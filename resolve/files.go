package resolve

import (
	"bytes"
	"encoding/hex"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/limits"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrecy"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// copied tells that a letter is one whose orders were taken for this turn, come once more
// by another way: through a list and directly, to two addresses of the game, or late.
// Its header differs, so its hash does; nothing else. One answer is enough, and orders
// that came between are the player's last: a copy does not undo them. Whoever wants the
// old ones back sends their text in a new mail, which has another Message-ID.
func (in *intake) copied(inForce chronicle.SheetRecord, files []game.File) (bool, error) {
	if in.master || in.l.MessageID == "" {
		return false, nil
	}
	if again, err := in.copyOf(inForce, files); again || err != nil {
		return again, err
	}
	replaced, of := in.tx.Bucket(store.ReplacedBucket), store.Pair(in.c.Turn, in.a.Realm)
	c := replaced.Cursor()
	for k, _ := c.Seek(of); bytes.HasPrefix(k, of); k, _ = c.Next() {
		earlier, _, err := store.GetPacked[chronicle.SheetRecord](replaced, k)
		if err != nil {
			return false, err
		}
		if again, err := in.copyOf(earlier, files); again || err != nil {
			return again, err
		}
	}
	return false, nil
}

// copyOf tells that the letter is the one that brought these orders.
func (in *intake) copyOf(earlier chronicle.SheetRecord, files []game.File) (bool, error) {
	key, err := hex.DecodeString(earlier.Letter)
	if err != nil {
		return false, nil
	}
	first, found, err := store.GetPacked[letterRecord](in.tx.Bucket(store.LettersBucket), key)
	if err != nil || !found {
		return false, err
	}
	kept := func(f game.File) bool {
		return slices.ContainsFunc(earlier.Files, func(e game.File) bool { return e.Name == f.Name && e.Sum == f.Sum })
	}
	for _, f := range files {
		if !kept(f) {
			return false, nil
		}
	}
	return first.MessageID == in.l.MessageID && roster.SameAddress(first.From, in.l.From) && first.Text == in.text, nil
}

// What a realm's letters of one turn bring into the store has a limit: earlier
// sheets are kept, and five backups copy all. Orders of usual length are always
// taken.

// smallText is up to how many bytes a text is taken whatever came before it.
const smallText = 64 << 10

// crowded tells whether there is no room left for the letter's text, which is
// stored with it and as a sheet.
func (in *intake) crowded(earlier chronicle.SheetRecord) bool {
	return !in.master && len(in.text) > smallText && earlier.Stored+2*len(in.text) > limits.Stored.Most()
}

// files are the letter's other files, cleaned of its password: first those that are
// kept with the sheet, then what the game has no use for. What it has, and may not be
// kept or has no room, is told and left out. It tells how much the letter's realm has
// in the store with them; a file the store has already takes none.
func (in *intake) files(earlier chronicle.SheetRecord) (kept, rest []game.File, size int, err error) {
	keeper, keeps := in.c.World.(game.Keeper)
	s := secrecy.SecretsOf(in.file.Identity)
	var wanted []game.File
	err = store.Guarded(func() {
		for _, f := range in.l.Files {
			f.Name = wording.OneLine(f.Name)
			if keeps && len(f.Data) > 0 && keeper.Keeps(f) {
				wanted = append(wanted, f)
				continue
			}
			f.Name = s.Name(f.Name)
			rest = append(rest, f)
		}
	})
	clean, emptied := s.Files(wanted)
	for _, name := range emptied {
		in.l.Notes = append(in.l.Notes, phrase.P("note.file-emptied", phrase.Str("word", name)))
	}
	size = earlier.Stored + 2*len(in.text)
	for _, f := range clean {
		switch {
		case len(f.Data) == 0:
		case store.HasFile(in.tx, f.Data):
			kept = append(kept, f)
		case !in.master && size+len(f.Data) > limits.Stored.Most():
			in.l.Notes = append(in.l.Notes,
				phrase.P("note.file-no-room", phrase.Str("word", f.Name), phrase.Num("n", limits.Stored.Most()>>20)))
		default:
			kept, size = append(kept, f), size+len(f.Data)
		}
	}
	in.understood(kept)
	return kept, rest, size, err
}

// understood drops the remarks that files of the game are no text.
func (in *intake) understood(kept []game.File) {
	in.l.Notes = slices.DeleteFunc(in.l.Notes, func(n phrase.Phrase) bool {
		if !strings.HasPrefix(n.Code, "note.not-text") {
			return false
		}
		return slices.ContainsFunc(n.Args, func(a phrase.Arg) bool {
			return a.Name == "part" &&
				slices.ContainsFunc(kept, func(f game.File) bool { return strings.HasSuffix(": "+a.S, ": "+f.Name) })
		})
	})
}
