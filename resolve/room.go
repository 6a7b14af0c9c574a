package resolve

import (
	"crypto/sha256"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"

	"go.etcd.io/bbolt"
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

// files are the letter's other files as they are kept, and how much its realm
// has in the store with them. What may not be kept, or has no room, is kept
// without what was in it, and told. A file the store has already takes none.
func (in *intake) files(earlier sheetRecord) (files []game.File, kept int) {
	files, emptied := secretsOf(in.file.Identity).files(in.l.Files)
	for _, name := range emptied {
		in.l.Notes = append(in.l.Notes, phrase.P("note.file-emptied", phrase.Str("word", name)))
	}
	kept = earlier.Stored + 2*len(in.text)
	for i := range files {
		f := &files[i]
		switch {
		case hasFile(in.tx, f.Data):
		case !in.master && kept+len(f.Data) > stored.Most():
			in.l.Notes = append(in.l.Notes, phrase.P("note.file-no-room", phrase.Str("word", f.Name), phrase.Num("n", stored.Most()>>20)))
			f.Data = []byte{}
			f.Sum = sum(f.Data)
		default:
			kept += len(f.Data)
		}
	}
	return files, kept
}

func hasFile(tx *bbolt.Tx, data []byte) bool {
	key := sha256.Sum256(data)
	return tx.Bucket(filesBucket).Get(key[:]) != nil
}
