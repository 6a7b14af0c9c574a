package intake

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// withoutOrders ends the way of a letter whose text does not say whose orders it has. Some ask
// for a service. Of the others a line that begins with `$` makes orders, anything else a
// question, also if that stands in the subject alone. Where a greeting is all that could be
// read, the orders may stand in what was not.
func (s sender) withoutOrders() (*world.Ending, error) {
	if end, err := s.serve(); end != nil || err != nil {
		return end, err
	}
	blank := strings.TrimSpace(s.text) == ""
	s, named, err := s.named()
	if err != nil {
		return nil, err
	}
	back, answers, err := s.answered()
	if err != nil {
		return nil, err
	}
	switch lost := !letter.Speaks(s.text); {
	case named != "" && len(s.own) > 0:
		return s.unidentified(s.own, phrase.P("files-no-identity", phrase.Str("files", named)))
	case wording.Section.MatchString(s.text) && s.unclearIdentity():
		return s.unidentified(s.own, phrase.P("identity-unclear"))
	case wording.Section.MatchString(s.text):
		return s.unidentified(s.own, phrase.P("no-identity"))
	case len(s.own) == 0:
		return s.unidentified(s.own, phrase.P("no-text"))
	case answers && (back.Kind == outbox.KindAnswer || back.Kind == outbox.KindTold ||
		back.Kind == outbox.KindPress) &&
		slices.Contains(s.own, back.Realm) && !blank:
		// also a mere thank-you
		return s.passOn()
	case lost && s.quotesOrders():
		return s.unidentified(s.own, phrase.P("all-quoted", phrase.Num("n", s.quotedLines())))
	case lost && s.has(letter.EncryptedNote) && letter.AsksInSubject(s.letter.Subject):
		// What is asked the game master may be able to read.
	case lost && !blank && len(s.unreadParts()) > 0:
		return s.unidentified(s.own, phrase.P("attachment-unread"))
	case blank && (len(s.unreadParts()) > 0 || !letter.AsksInSubject(s.letter.Subject)):
		return s.unidentified(s.own, phrase.P("no-text"))
	case lost:
		if end, err := s.setting(); end != nil || err != nil {
			return end, err
		}
	}
	return s.passOn()
}

// named names the letter's files that are for the game; "" if there are none.
func (s sender) named() (sender, string, error) {
	if len(s.letter.Files) == 0 {
		return s, "", nil
	}
	read, files, err := s.parted(chronicle.SheetRecord{}, false)
	s.studied = read
	var names []string
	for _, f := range files.kept {
		names = append(names, f.Name)
	}
	return s, wording.Shortened(strings.Join(names, ", "), wording.LongestSaid), err
}

// notYours answers a player who writes for a number that is not his. Whether
// there is such a realm he is not told; strangers hear nothing.
func (s sender) notYours(number int) (*world.Ending, error) {
	return s.unidentified(s.own, phrase.P("not-your-realm", phrase.Num("realm", number)))
}

// unidentified answers a player of these realms who forgot who he is; strangers hear nothing.
func (s sender) unidentified(own []int, reason phrase.Phrase) (*world.Ending, error) {
	if len(own) == 0 {
		return s.ended(receipt.Acceptance{Fate: receipt.Stranger}), nil
	}
	s.text = secrets.Loosely(secrets.Readable(s.text)) // none of it counts, so it need not stay as it is
	reason.Args = append(reason.Args, phrase.Num("own", own[0]), s.line())
	rec, _, err := s.record(own[0])
	if err != nil {
		return nil, err
	}
	r := s.receipt(receipt.Acceptance{Fate: receipt.Unidentified, Realm: own[0], Reason: reason})
	if strings.Contains(s.text, "$") {
		// of the scrubbed text: problems quote what they are about
		if err := store.Guarded(func() {
			file, _ := s.World.Rules.Language().NewMemory().Glance(s.text, letter.Glanced)
			r.Checked.Problems = file.Problems
		}); err != nil {
			return nil, err
		}
	}
	return r.send(s.home(rec), "", limits.Replies)
}
