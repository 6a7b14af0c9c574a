package resolve

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/wording"
)

// takeForm makes the form the letter's orders if it was filled in: with a
// password, or with other orders than it was sent with. It gives what the letter
// says besides. Anybody can write a mark, in a letter that the player quotes: a
// form is no more his own words than other quotes are (vouched).
func (in *intake) takeForm(own []int) (besides string) {
	f := in.form
	if f == nil {
		return ""
	}
	id := f.File.Identity
	if letter.ExampleWord(id.Password) && !(f.Changed && slices.Contains(own, id.Realm)) {
		return ""
	}
	for line := range strings.Lines(in.text) {
		if line = strings.TrimSpace(line); !slices.Contains(f.Lines, line) {
			besides += line + "\n"
		}
	}
	in.file, in.text, in.l.Others = f.File, f.Text, true
	in.l.Notes = slices.DeleteFunc(in.l.Notes, func(p phrase.Phrase) bool { return p.Code == "note.quote-dropped" })
	in.l.Notes = append(in.l.Notes, phrase.P("note.filled"))
	if wording.Section.MatchString(besides) {
		in.l.Notes = append(in.l.Notes,
			phrase.P(letter.SeveralTexts, phrase.Str("word", "unquoted"), phrase.Str("part", "quoted"),
				phrase.Num("n", 1)))
	}
	return besides
}

// quotesOrders tells whether orders stand in what the letter quotes. A form of
// ours that came back as it was is quoted with a letter, not sent.
func (in *intake) quotesOrders() bool {
	if in.form != nil && !in.form.Changed {
		return false
	}
	return letter.OrderSection.MatchString(in.l.Quoted)
}

// quotedLines is how many lines of the letter were left out as quoted.
func (in *intake) quotedLines() int {
	for _, p := range in.l.Notes {
		if p.Code == "note.quote-dropped" {
			for _, a := range p.Args {
				if a.Name == "n" {
					return int(a.N)
				}
			}
		}
	}
	return strings.Count(strings.TrimSpace(in.l.Quoted), "\n") + 1
}

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
	switch lost := !letter.Speaks(in.text); {
	case named != "" && len(own) > 0:
		return in.unidentified(own, phrase.P("files-no-identity", phrase.Str("files", named)))
	case wording.Section.MatchString(in.text) && in.unclearIdentity():
		return in.unidentified(own, phrase.P("identity-unclear"))
	case wording.Section.MatchString(in.text):
		return in.unidentified(own, phrase.P("no-identity"))
	case len(own) == 0:
		return in.unidentified(own, phrase.P("no-text"))
	case answers && back.Kind == outbox.KindAnswer && slices.Contains(own, back.Realm) && !blank:
		// also a mere thank-you
		return in.passOn(own)
	case lost && in.quotesOrders():
		return in.unidentified(own, phrase.P("all-quoted", phrase.Num("n", in.quotedLines())))
	case lost && in.has(letter.EncryptedNote) && letter.AsksInSubject(in.l.Subject):
		// What is asked the game master may be able to read.
	case lost && !blank && len(in.unreadParts()) > 0:
		return in.unidentified(own, phrase.P("attachment-unread"))
	case blank && (len(in.unreadParts()) > 0 || !letter.AsksInSubject(in.l.Subject)):
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
	kept, _, _, err := in.files(chronicle.SheetRecord{})
	for i, f := range kept {
		if i > 0 {
			names += ", "
		}
		names += f.Name
	}
	return wording.Shortened(names, wording.LongestSaid), err
}

// unreadParts are those remarks about this letter.
func (in *intake) unreadParts() (out []phrase.Phrase) {
	for _, p := range in.l.Notes {
		if slices.Contains(letter.UnreadNotes, p.Code) {
			out = append(out, p)
		}
	}
	return out
}
