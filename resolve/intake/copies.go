package intake

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/letter"
	"weltentor/resolve/receipt"
	"weltentor/resolve/received"
	"weltentor/resolve/requests"
	"weltentor/resolve/sender"
	"weltentor/resolve/world"
)

// Copies: a letter that acted once never acts again, in any turn, by whatever way a copy of it comes. Whoever wants the
// same again writes it in a new mail. Its writer hears of a copy once a turn.

// source is what makes the letter with its orders one. Words beside them do not count, and nor do files: lists and
// scanners add some.
func (l *orderLetter) source() received.Source {
	text, _ := l.from.File.Alone(l.from.Text)
	return received.Source{Writer: strconv.Itoa(l.realm), MessageID: l.from.Letter.MessageID, Sent: l.from.Letter.Sent,
		Text: text, Orders: len(l.from.File.Lines)+len(l.from.File.Settings) > 0}
}

// within reports whether another mail brings the orders, and no form of ours.
func (l *orderLetter) within() bool { return l.from.Letter.Others && l.from.Form == nil }

// acts records that the letter has acted. Orders that were stored for this turn did so when they came.
func (l *orderLetter) acts() {
	if l.begun.At.IsZero() {
		l.source().Act(l.Tx, l.from.Hash(), l.Current.Turn)
	}
}

// copied ends the steps of a copy of a letter whose orders were taken. Nothing is said while those are in force. If it
// only brings such orders in another mail, what it says itself is new.
func (l *orderLetter) copied() (_ *world.Ending, err error) {
	l.from.Content = l.from.Content.StudyWhole(l.World.Setup)
	of := l.source()
	a, is := of.Acted(l.Tx)
	if !is && l.within() {
		of.Within = true
		a, is = of.Acted(l.Tx)
	}
	earlier, _ := l.replaced()
	switch {
	case !is:
		return nil, nil
	case of.Within:
		if err := l.aside(); err != nil {
			return nil, err
		}
	case a.Turn == l.Current.Turn && earlier.By().Letter == a.Letter, !of.Tell(l.Tx, l.Current.Turn):
		return l.from.Ended(receipt.Acceptance{Fate: receipt.Known, Realm: l.realm}), nil
	}
	return asKnown(l.sendReceipt(l.receipt(receipt.Acceptance{Fate: receipt.Refused,
		Reason: phrase.P("copy", phrase.Num("turn", a.Turn))})))
}

// lesson is what makes a letter with orders for a practice game one.
func (l *orderLetter) lesson() received.Source {
	text := append(slices.Clone(l.from.Codes), l.from.Text)
	if l.from.Form != nil {
		text = append(text, l.from.Form.Text)
	}
	return received.Source{Writer: "lessons of " + address.Folded(l.from.Letter.From), MessageID: l.from.Letter.MessageID,
		Sent: l.from.Letter.Sent, Text: strings.Join(text, "\n")}
}

// wordsOf is what makes a letter one that says something, without its orders. A code makes it an answer to one letter of
// ours.
func wordsOf(s sender.Sender) received.Source {
	who := address.Folded(s.Letter.From)
	switch id := s.File.Identity; {
	case id != nil:
		who = strconv.Itoa(id.Realm)
	case len(s.Own) > 0:
		who = strconv.Itoa(s.Own[0])
	}
	return received.Source{Writer: "words of " + who, MessageID: s.Letter.MessageID, Sent: s.Letter.Sent,
		Text: strings.Join(slices.Concat(s.Codes, []string{letter.BareSubject(s.Letter.Subject), s.Text}), "\n")}
}

// onceOnly leads a letter without orders through the rest of its steps, unless it is a copy of one that acted.
func onceOnly(s sender.Sender, rest func() (*world.Ending, error)) (*world.Ending, error) {
	of := wordsOf(s)
	a, is := of.Acted(s.Tx)
	switch {
	case !is:
		end, err := rest()
		if err == nil && end != nil && (end.Acts || end.Fate == receipt.Taken ||
			end.Fate == receipt.PassedOn && end.Reason.Code == requests.QuestionsPassed) {
			of.Act(s.Tx, s.Hash(), s.Current.Turn)
		}
		return end, err
	case a.Turn == s.Current.Turn || len(s.Own) == 0 || !of.Tell(s.Tx, s.Current.Turn):
		return s.Ended(receipt.Acceptance{Fate: receipt.Known, Realm: cmp.Or(append(s.Own, 0)...)}), nil
	}
	return asKnown(requests.TellPlayer(s, "copy", phrase.P("copy-words", phrase.Num("turn", a.Turn))))
}

// asKnown ends the steps of a copy, of which its writer was told.
func asKnown(end *world.Ending, err error) (*world.Ending, error) {
	if end != nil {
		end.Fate = receipt.Known
	}
	return end, err
}
