package resolve

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// withoutIdentity judges a letter whose text does not say whose orders it has. A
// line that begins with `$` makes it orders, anything else a question, also if
// that stands in the subject alone. Where a greeting is all that could be read,
// the orders may stand in what was not.
func (in *intake) withoutIdentity(own []int) error {
	blank := strings.TrimSpace(in.text) == ""
	named, err := in.lists()
	if err != nil {
		return err
	}
	back, answers, err := in.answered()
	if err != nil {
		return err
	}
	switch lost := !speaks(in.text); {
	case named != "" && len(own) > 0:
		return in.unidentified(own, phrase.P("files-no-identity", phrase.Str("files", named)))
	case section.MatchString(in.text) && in.unclearIdentity():
		return in.unidentified(own, phrase.P("identity-unclear"))
	case section.MatchString(in.text):
		return in.unidentified(own, phrase.P("no-identity"))
	case len(own) == 0:
		return in.unidentified(own, phrase.P("no-text"))
	case answers && back.Kind == kindAnswer && slices.Contains(own, back.Realm) && !blank: // also a mere thank-you
		return in.passOn(own)
	case lost && in.quotesOrders():
		return in.unidentified(own, phrase.P("all-quoted", phrase.Num("n", in.quotedLines())))
	case lost && in.has(encryptedNote) && asksInSubject(in.l.Subject):
		// What is asked the game master may be able to read.
	case lost && !blank && len(in.unreadParts()) > 0:
		return in.unidentified(own, phrase.P("attachment-unread"))
	case blank && (len(in.unreadParts()) > 0 || !asksInSubject(in.l.Subject)):
		return in.unidentified(own, phrase.P("no-text"))
	}
	return in.passOn(own)
}

// unclearIdentity tells that there is an `$I` line, which cannot be read.
func (in *intake) unclearIdentity() bool {
	return slices.ContainsFunc(in.file.Problems, func(p orders.Problem) bool { return p.What.Code == "identity-form" })
}

// lists names the letter's files that are for the game; "" if there are none.
func (in *intake) lists() (names string, err error) {
	if in.file == nil || len(in.l.Files) == 0 {
		return "", nil
	}
	kept, _, _, err := in.files(sheetRecord{})
	for i, f := range kept {
		if i > 0 {
			names += ", "
		}
		names += f.Name
	}
	return shortened(names, said), err
}

// encryptedNote is the remark that a part of the letter is encrypted.
const encryptedNote = "note.encrypted"

// unreadNotes are the remarks that a part, or all, of a letter could not be read.
var unreadNotes = []string{"note.not-text", "note.not-text-office", "note.not-text-binary", encryptedNote, "note.split", "note.zip-damaged", "note.zip-encrypted",
	"note.zip-too-big", "note.zip-too-many", "note.too-big"}

// unreadParts are those remarks about this letter.
func (in *intake) unreadParts() (out []phrase.Phrase) {
	for _, p := range in.l.Notes {
		if slices.Contains(unreadNotes, p.Code) {
			out = append(out, p)
		}
	}
	return out
}
