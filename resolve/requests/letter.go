package requests

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/letters"
	"weltentor/resolve/outbox"
	"weltentor/resolve/press"
	"weltentor/resolve/questions"
	"weltentor/resolve/roster"
	"weltentor/resolve/sent"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// writes sends a letter to other players, in the name of the one realm that its writer has, or names. A letter to the
// game master goes the way of all questions. Any other needs what the realm's orders need, or a code.
func writes(s sent.Sender, meant []int, wish letter.Wish) (*world.Ending, error) {
	own, _, _, err := s.OwnWords()
	if err != nil {
		return nil, err
	}
	s.Own, s.Text = meant, wish.Said(own)
	switch {
	case wish.To == "M":
		return questions.PassOn(s)
	case s.Text == "":
		return tellPlayer(s, "letter-stays", phrase.P("letter-empty"))
	case len(meant) > 1:
		return tellPlayer(s, "letter-whose", phrase.P("letter-whose"))
	}
	if err := letters.Used(s.Tx, meant[0], string(wish.Service)); err != nil {
		return nil, err
	}
	r, err := requestOf(s, meant[0], wish)
	if err != nil {
		return nil, err
	}
	if wish.Name != "" || r.provenAlone() {
		return r.write(s.Text, r.may())
	}
	may, err := correspondence.MayIssue(r.Tx, r.here.Number, r.to, r.Service, s.Proved(), r.At)
	if !may || err != nil || !r.may() {
		return s.Served(meant[0], false), err
	}
	return s.Served(meant[0], true), r.askLetter(s.Text)
}

// askLetter mails a code that sends the letter. It says to whom the letter goes: a mistyped number is seen before YES.
func (r request) askLetter(text string) error {
	text = sent.WithoutHidden(wording.Clipped(r.from.Unsaid(text, r.here.Number, r.rec), letter.QuestionShown))
	var to []phrase.Phrase
	for one := range strings.SplitSeq(r.To, ",") {
		to = append(to, phrase.P("letter-ask-to", press.Named(r.from, r.here.Number, one, r.here.Lang)))
	}
	return r.ask(correspondence.Token{Letter: &correspondence.Unsent{To: r.To, Text: text}}, "subject.letter-ask",
		"letter-ask", to...)
}

// write ends the way of a letter to other players: it sends the letter, and says to whom it went, if one more answer is
// within the limits.
func (r request) write(text string, answers bool) (*world.Ending, error) {
	end := r.from.Served(r.here.Number, answers)
	if r.Name != "" {
		if answers {
			r.nobody(text)
		}
		return end, nil
	}
	said, later, err := press.Of(r.from, r.here.Number, r.rec).Write(r.To, text, r.here.Lang)
	end.Says = later
	if err != nil || len(said) == 0 || !answers {
		return end, err
	}
	t, subject := r.page(said[0]), "subject.letter-stays"
	for _, more := range said[1:] {
		t.Line(r.book.Say(more))
	}
	if slices.ContainsFunc(said, func(p phrase.Phrase) bool { return p.Code == "letter-gone" }) {
		subject = "subject.letter-sent"
	}
	r.send(subject, t, nil)
	return end, nil
}

// nobody answers a letter to somebody whose name its writer does not know, or to one of several of that name. It says
// which numbers the others have, and gives the letter back.
func (r request) nobody(text string) {
	t := r.page(phrase.P("letter-unknown", phrase.Str("name", wording.Cut(r.Name))))
	for _, other := range press.Others(r.from, r.here.Number) {
		other.Lang = r.here.Lang
		t.Line(r.book.Say(phrase.P("letter-others", phrase.Num("realm", other.Number),
			letters.Called(r.World.Setup, other))))
	}
	t.Say("letter-master")
	text = sent.WithoutHidden(wording.Clipped(r.from.Unsaid(text, r.here.Number, r.rec), letter.QuestionShown))
	if text != "" {
		t.Line("")
		t.Say("letter-was")
		t.Line("")
		t.Quote(text)
	}
	r.send("subject.letter-stays", t, nil)
}

// archiveShown is how many bytes of other players' letters one answer has at most.
const archiveShown = 256 << 10

// archive shows what other players have written to this one in a turn, or since the last one was resolved. What was
// passed on at once is in no report.
func (r request) archive() error {
	turn := r.Current.Turn
	if r.Given {
		turn = r.Number
	}
	since, err := chronicle.ResolvedAt(r.Tx, turn-1)
	if err != nil {
		return err
	}
	box := outbox.In(r.Tx)
	all, err := box.Since(since)
	if err != nil {
		return err
	}
	t := r.page(phrase.P("archive-none", phrase.Num("turn", turn)))
	for n, first := 0, true; n < len(all) && t.Body.Len() < archiveShown; n++ {
		e := all[n]
		if e.Kind != outbox.KindPress || e.Realm != r.here.Number || e.Turn != turn || !roster.Has(r.rec.Mail, e.To) {
			continue
		}
		if first {
			t, first = r.page(phrase.P("archive-first", phrase.Num("turn", turn))), false
		}
		d, _, err := box.Text(e.ID)
		if err != nil {
			return err
		}
		t.Line("")
		t.Line(wording.Moment(r.book, e.Queued.In(r.World.Settings.Zone)))
		t.Line(d.Text[:max(0, strings.LastIndex(d.Text, "\n\n"))]) // without how to answer
	}
	r.send("subject.archive", t, nil)
	return nil
}
