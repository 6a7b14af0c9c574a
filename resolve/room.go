package resolve

import (
	"crypto/sha256"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// What a realm's letters of one turn bring into the store has a limit: earlier
// sheets are kept, and five backups copy all. Orders of usual length are always
// taken.

// smallText is up to how many bytes a text is taken whatever came before it.
const smallText = 64 << 10

// crowded tells whether there is no room left for the letter's text, which is
// stored with it and as a sheet.
func (in *intake) crowded(earlier sheetRecord) bool {
	return !in.master && len(in.text) > smallText && earlier.Stored+2*len(in.text) > stored.Most()
}

// files are the letter's other files, cleaned of its password: first those that are
// kept with the sheet, then what the game has no use for. What it has, and may not be
// kept or has no room, is told and left out. It tells how much the letter's realm has
// in the store with them; a file the store has already takes none.
func (in *intake) files(earlier sheetRecord) (kept, rest []game.File, size int, err error) {
	keeper, keeps := in.c.world.(game.Keeper)
	s := secretsOf(in.file.Identity)
	var wanted []game.File
	err = guarded(func() {
		for _, f := range in.l.Files {
			f.Name = oneLine(f.Name)
			if keeps && len(f.Data) > 0 && keeper.Keeps(f) {
				wanted = append(wanted, f)
				continue
			}
			f.Name = s.name(f.Name)
			rest = append(rest, f)
		}
	})
	clean, emptied := s.files(wanted)
	for _, name := range emptied {
		in.l.Notes = append(in.l.Notes, phrase.P("note.file-emptied", phrase.Str("word", name)))
	}
	size = earlier.Stored + 2*len(in.text)
	for _, f := range clean {
		switch {
		case len(f.Data) == 0:
		case hasFile(in.tx, f.Data):
			kept = append(kept, f)
		case !in.master && size+len(f.Data) > stored.Most():
			in.l.Notes = append(in.l.Notes, phrase.P("note.file-no-room", phrase.Str("word", f.Name), phrase.Num("n", stored.Most()>>20)))
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
			return a.Name == "part" && slices.ContainsFunc(kept, func(f game.File) bool { return strings.HasSuffix(": "+a.S, ": "+f.Name) })
		})
	})
}

func hasFile(tx *store.Tx, data []byte) bool {
	key := sha256.Sum256(data)
	return tx.Bucket(filesBucket).Get(key[:]) != nil
}
