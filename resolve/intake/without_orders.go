package intake

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/lazy"
	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/requests"
	"weltentor/resolve/sender"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// orders finds the `$I` line, also in a form that was filled in. A letter without one is answered, and its steps end
// here.
func (l *orderLetter) orders() (*world.Ending, error) {
	l.from.Content = l.from.Filled(l.from.Own)
	if l.from.File.Identity == nil {
		return l.withoutOrders()
	}
	return nil, nil
}

// withoutOrders ends the steps of a letter whose text does not say whose orders it has. Some letters ask for a service.
// Of the others, one with a line that begins with `$` has orders. Any other is a question, even if only its subject
// says something. If only a greeting could be read, the orders may be in a part that was not.
func (l *orderLetter) withoutOrders() (*world.Ending, error) {
	s := l.from
	if len(s.Own) > 0 && s.Has(letter.TooBigNote) { // its subject may be "orders", and they are in what was not read
		return unidentified(s, s.Own, phrase.P("too-big"))
	}
	if end, err := requests.Serve(s, l.meant); end != nil || err != nil {
		return speaks(s, end, err)
	}
	blank := strings.TrimSpace(s.Text) == ""
	s, named, err := named(s)
	if err != nil {
		return nil, err
	}
	form := s.Form
	switch lost := !letter.Speaks(s.Text); {
	case named != "" && len(s.Own) > 0:
		return unidentified(s, s.Own, phrase.P("files-no-identity", phrase.Str("files", named)))
	case inSubject(s, blank):
		return unidentified(s, s.Own, phrase.P("orders-in-subject"))
	case s.Misread("identity-crowded"):
		return unidentified(s, s.Own, phrase.P("orders-in-line"))
	case wording.HasSection(s.Text) && s.Misread("identity-form"):
		return unidentified(s, s.Own, phrase.P("identity-unclear"))
	case wording.HasSection(s.Text):
		return unidentified(s, s.Own, phrase.P("no-identity"))
	case len(s.Own) == 0:
		return unidentified(s, s.Own, phrase.P("no-text"))
	case s.Ours != nil && (s.Ours.Kind == outbox.KindAnswer || s.Ours.Kind == outbox.KindTold) &&
		slices.Contains(s.Own, s.Ours.Realm) && !blank:
		// even a mere thank-you
		return requests.PassOn(s), nil
	case form != nil && letter.Thanks(s.Text):
		return unidentified(s, s.Own, phrase.P(receipt.NoOrders))
	case form != nil && letter.BeyondCourtesy(s.Text) == "":
		word := form.File.Identity.Password
		s.Again = s.Begins()
		switch {
		case form.AsSent:
			return unidentified(s, s.Own, phrase.P("form-first"))
		case word == "": // this game asks for none
			return unidentified(s, s.Own, phrase.P("form-unchanged"))
		}
		return unidentified(s, s.Own, phrase.P("form-unfilled", phrase.Str("word", word)))
	case lost && s.QuotesOrders() && s.Has(letter.BelowHead) && !s.Has(letter.QuoteDropped):
		return unidentified(s, s.Own, phrase.P("all-below", phrase.Num("n", s.QuotedLines())))
	case lost && s.QuotesOrders():
		return unidentified(s, s.Own, phrase.P("all-quoted", phrase.Num("n", s.QuotedLines())))
	case lost && s.Has(letter.EncryptedNote) && letter.AsksInSubject(s.Letter.Subject):
		// The game master may be able to read what is asked.
	case lost && !blank && len(s.UnreadParts()) > 0:
		return unidentified(s, s.Own, phrase.P("attachment-unread"))
	case blank && len(s.UnreadParts()) == 0 && letter.BareSubject(s.Letter.Subject) == "" && s.Quoted == "" && s.Form == nil:
		return requests.Empty(s)
	case blank && (len(s.UnreadParts()) > 0 || !letter.AsksInSubject(s.Letter.Subject)):
		return unidentified(s, s.Own, phrase.P("no-text"))
	case lost:
		if end, err := requests.Setting(s); end != nil || err != nil {
			return end, err
		}
		subject, _ := s.TypedSubject()
		if letter.Courteous(letter.BareSubject(subject)+"\n"+s.Said(), s.Signs(s.Own)) && len(s.UnreadParts()) == 0 {
			return s.Ended(receipt.Acceptance{Fate: receipt.Served, Realm: s.Own[0], Reason: phrase.P(requests.Courtesy)}), nil
		}
	}
	return requests.PassOn(s), nil
}

// headed finds the beginning of a section in a subject.
var headed = lazy.Pattern(`(?i)(^|\s)\$[A-Z]\b`)

// inSubject reports whether a player has written orders into the subject: with a section, or alone in the letter a line
// that is an order in one.
func inSubject(s sender.Sender, blank bool) bool {
	subject := letter.BareSubject(s.Letter.Subject)
	if len(s.Own) == 0 || headed().MatchString(subject) {
		return len(s.Own) > 0
	}
	language := s.World.Rules.Language()
	return blank && subject != "" && slices.ContainsFunc(language.Sections, func(section orders.Section) bool {
		line := orders.Line{Section: section.Letter}
		if section.Kind != orders.Lines || language.Speaks(line) {
			return false
		}
		file := language.Parse("$" + string(rune(section.Letter)) + "\n" + subject)
		return len(file.Lines) == 1 && file.Errors() == 0
	})
}

// named lists the names of the letter's files that are for the game. It is "" if there are none.
func named(s sender.Sender) (sender.Sender, string, error) {
	if len(s.Letter.Files) == 0 {
		return s, "", nil
	}
	read, files, err := parted(s, 0, false)
	s.Content = read
	var names []string
	for _, f := range files.kept {
		names = append(names, f.Name)
	}
	return s, wording.Shortened(strings.Join(names, ", "), wording.LongestSaid), err
}

// asks ends the steps of a letter that proves its sender as orders do, but has none: it asks for something, is for
// other players, or answers one of them. `Orders` as its subject asks only if its text says nothing: there may be some
// without a section.
func (l *orderLetter) asks() (*world.Ending, error) {
	from := l.from
	from.Text = strings.TrimSpace(strings.TrimSuffix(from.WithoutIdentity(), "$E"))
	if wording.HasSection(from.Text) || l.turn != 0 && l.turn != l.Current.Turn {
		return nil, nil
	}
	if from.Letter.Others { // another mail's words are not the writer's
		l.from = l.wordsAlone()
		return l.withoutOrders()
	}
	from.Own = []int{l.realm} // in whose name it is, whoever writes from its address
	meant := requests.IntentOf(from, from.Own, from.Text, false)
	switch wish := meant.Wish; {
	case meant.Reader == letter.Master && wish.Service == letter.Letters:
		from.Text = meant.Words
		return requests.PassOn(from), nil
	case meant.Reader == letter.Writer:
		end, err := requests.Replies(from, meant.Answer, meant.Words)
		return speaks(from, end, err)
	case meant.Reader == letter.Machine && meant.Words != "" && l.World.Rules.Language().Opens != 0:
		// what nobody would read are orders, which need no section here
	case meant.Reader == letter.Players, meant.Reader == letter.Machine && (wish.InText() ||
		wish.Service != letter.TellsNow || letter.BeyondCourtesy(from.Text) == ""):
		end, err := requests.ServeProven(from, l.realm, wish, meant.Words)
		return speaks(from, end, err)
	}
	return nil, nil
}
