package resolve

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
)

// The rules themselves, for players: who gets letters only has no other way to them.

// rules mails the book of the world's game, in the player's language and for his
// computer. Books are kept once in the store, however often they leave.
func (d *desk) rules() error {
	text := ""
	if d.w.s.Book != nil {
		text = d.w.s.Book(d.w.rb.Name(), d.here.Lang)
	}
	if text == "" {
		d.tell("rules", phrase.P("rules-none"))
		return nil
	}
	file := d.book.T("rules-file")
	t := d.page(phrase.P("rules-first", phrase.Str("file", file)))
	if err := d.until(t); err != nil {
		return err
	}
	d.send("subject.rules", t, nil, Attachment{Name: file, Type: "text/plain", Charset: charset(d.here.Computer), Sum: putFile(d.tx, []byte(text))})
	return nil
}

// withFiles fills in the files of a letter that the store keeps once.
func (d *Draft) withFiles(tx *store.Tx) (err error) {
	d.Files = slices.Clone(d.Files)
	for i := range d.Files {
		if f := &d.Files[i]; f.Sum != "" {
			if f.Data, err = getFile(tx, f.Sum); err != nil {
				return err
			}
		}
	}
	return nil
}

// unknownRulebook is the error of a store whose rulebook this program does not have.
func unknownRulebook(path, name string, known []string) error {
	return fault(ErrRulebook, "unknown-book", phrase.Str("path", path), phrase.Str("name", name),
		phrase.Str("list", strings.Join(known, ", ")))
}
