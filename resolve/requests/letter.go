package requests

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
	"weltentor/resolve/sender"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// A letter to other players has one way out, sends. The doors to it only prove whose letter it is: a signature, the line
// `$I`, a code that came back, or the way back of the letter that it answers.

// LooksAutomatic is what somebody hears whose words go to no player, since a program may have answered.
const LooksAutomatic = "letter-automatic"

// writes is the door for a letter that only its address and its signature vouch for. It is in the name of the one realm
// that its writer has, or names. A letter to the game master takes the steps of all questions.
func writes(s sender.Sender, meant []int, wish letter.Wish, words string) (*world.Ending, error) {
	switch s.Own, s.Text = meant, words; {
	case wish.To == "M":
		return PassOn(s), nil
	case len(meant) > 1:
		return TellPlayer(s, "letter-whose", phrase.P("letter-whose"))
	}
	if err := notices.Used(s.Tx, meant[0], string(wish.Service)); err != nil {
		return nil, err
	}
	r, err := requestOf(s, meant[0], wish)
	if err != nil {
		return nil, err
	}
	if r.Name != "" || r.provenAlone() || r.misses() {
		return r.sends(s.Text)
	}
	return r.askLetter(s.Text)
}

// askLetter mails a code that sends the letter. It says to whom the letter goes: a mistyped number is seen before YES.
func (r request) askLetter(text string) (*world.Ending, error) {
	end := r.from.Served(r.here.Number, false)
	text = sender.WithoutHidden(r.from.Unsaid(text, r.here.Number, r.rec))
	if why := WriterOf(r.from, r.here.Number, r.rec).Unfit(text); why.Code != "" {
		end.Answered = r.saysOfLetter(why)
		return end, nil
	}
	may := r.mayIssue()
	if !may || !r.may() {
		return end, nil
	}
	var to []phrase.Phrase
	for one := range strings.SplitSeq(r.To, ",") {
		to = append(to, phrase.P("letter-ask-to", RecipientNamed(r.from, r.here.Number, one, r.here.Lang)))
	}
	to = slices.Concat(to, Unsent(r.from, r.here.Number, r.from.Letter.Files), r.from.UnreadParts())
	end.Answered = true
	return end, r.ask(question{args: correspondence.Unsent{To: r.To, Text: text}, subject: "subject.letter-ask",
		first: phrase.P("letter-ask"), more: to, quote: text})
}

// released sends the letter whose code has come back, to the realm that was typed or was proposed.
func (r request) released(l correspondence.Unsent) (*world.Ending, error) {
	chosen := letter.Answer{Text: r.from.Said(), Names: r.from.Signs(r.from.Own), Lists: l.Or}.Chosen()
	if r.To = cmp.Or(chosen, l.To); r.To == "" {
		r.Name = letter.Unnamed
	}
	return r.sends(l.Text)
}

// misses reports whether a letter is for one realm, which is the writer's own or not in the game.
func (r request) misses() bool {
	n, err := strconv.Atoi(r.To)
	_, found := r.Current.Realm(n)
	return err == nil && (n == r.here.Number || !found)
}

// hasPress reports whether players can write to each other.
func (r request) hasPress() bool { return r.World.Settings.Press != world.PressOff }

// sends sends a letter whose sender is proven, and ends its steps. Whether its writer is told depends on the limit of
// answers; whether it leaves does not.
func (r request) sends(text string) (*world.Ending, error) {
	end := r.from.Served(r.here.Number, false)
	if r.Name != "" || r.misses() {
		answered, err := r.nobody(text)
		end.Answered = answered
		return end, err
	}
	said, later, err := WriterOf(r.from, r.here.Number, r.rec).Write(r.To, text, r.here.Lang)
	end.Acts = len(later) > 0 || hasPassed(said...)
	if end.Says = later; err == nil && len(said) > 0 {
		end.Answered = r.saysOfLetter(said...)
	}
	return end, err
}

// Replies is the door for a letter without orders that answers another player's. Whatever the letter says, it does not go
// to the game master.
func Replies(s sender.Sender, a PlayerAnswer, words string) (*world.Ending, error) {
	switch {
	case s.Letter.Automatic && !s.Letter.Absence:
		return s.Ended(receipt.Acceptance{Fate: receipt.Machine}), nil
	case len(s.Own) == 0:
		return elsewhere(s, a.Way.Reader), nil
	case s.Letter.Absence, letter.ByProgram(s.Letter.Subject):
		return tellPlayer(s, "letter-stays", phrase.P(LooksAutomatic), words)
	}
	said, err := a.Pass(words)
	if err != nil {
		return nil, err
	}
	realm := a.Way.Reader
	if !slices.Contains(s.Own, realm) {
		realm = s.Own[0]
	}
	r, err := requestOf(a.From, realm, letter.Wish{Service: letter.Letters})
	if err != nil {
		return nil, err
	}
	r.from.Text = secrets.Unknown(s.Text)
	end := r.from.Served(realm, false)
	end.Acts = len(a.Later) > 0 || hasPassed(said)
	switch end.Says = a.Later; {
	case len(end.Says) > 0:
	case said.Code != Unproven:
		end.Answered = r.saysOfLetter(said)
	default:
		end.Fate = receipt.Unproven
		if end.Answered = s.MayAnswer(limits.Alarms, "", realm, r.to); end.Answered {
			r.from.Letter.From = "" // the letter may be another person's, so it is not answered
			r.tell("letter-stays", said)
		}
	}
	return end, nil
}

// elsewhere ends the steps of a letter to other players from an address that counts for no realm. It goes to nobody.
// Its writer is told so, if they are known or proven there, and otherwise the player to whom the letter came that it
// answers.
func elsewhere(s sender.Sender, answers int) *world.Ending {
	s.Text = ""
	p, end, from := ApplicantOf(s), s.Ended(receipt.Acceptance{Fate: receipt.Stranger}), s.Letter.From
	was, _, _ := s.World.People.LetGo(s.Tx, from, s.At)
	if r, plays := ofPlayer(s, answers, letter.Letters); plays && was == 0 && !p.readable() {
		if end.Answered = s.MayAnswer(limits.Alarms, "", answers, r.to); end.Answered {
			r.from.Letter.From = "" // it may be another person's letter, so it is not answered
			r.tell("letter-stays", phrase.P("reply-elsewhere"))
		}
		return end
	}
	if !p.answerable() || was == 0 && !p.readable() || !limits.Verdicts.Allow(s.Tx, s.At, limits.OfMail(from)) {
		return end
	}
	t := &wording.Text{Book: wording.Words(cmp.Or(letter.Tongue(s.Letter.Subject+"\n"+s.Said()), s.World.Settings.Lang))}
	t.Say("letter-elsewhere", phrase.Str("world", s.World.Settings.Name))
	p.send(roster.Applicant{Mail: from}, "subject.letter-stays", t, outbox.Message{Stranger: true, NullSender: true})
	end.Answered = true
	return end
}

// SendBeside sends words beside orders to those whom the letter names, and says what became of them. What goes with the
// turn it returns as messages for the realm's orders.
func SendBeside(s sender.Sender, realm int, wish letter.Wish, words string) (said phrase.Phrase, later []orders.Message, err error) {
	r, err := requestOf(s, realm, wish)
	if err != nil {
		return said, nil, err
	}
	if wish.Name != "" {
		return phrase.P("besides-unknown", phrase.Str("name", wording.Cut(wish.Name))), nil, nil
	}
	all, later, err := WriterOf(s, realm, r.rec).Write(wish.To, words, r.here.Lang)
	if err == nil && len(all) > 0 {
		said = all[0]
	}
	return said, later, err
}

// saysOfLetter tells a writer what became of a letter, and reports whether that is within the limit.
func (r request) saysOfLetter(said ...phrase.Phrase) bool {
	if !r.may() {
		return false
	}
	t, subject := r.page(said[0]), "subject.letter-stays"
	for _, more := range said[1:] {
		t.Line(r.book.Say(more))
	}
	if hasPassed(said...) {
		subject = "subject.letter-sent"
	}
	for _, unsent := range Unsent(r.from, r.here.Number, r.from.Letter.Files) {
		t.Line(r.book.Say(unsent))
	}
	receipt.SayNotes(t, r.from.Letter.Notes)
	r.send(subject, t, nil)
	return true
}

// Unsent are the remarks that files, or a subject that says something, were left out of a letter of a realm to others.
func Unsent(s sender.Sender, realm int, files []game.File) (notes []phrase.Phrase) {
	if subject := headingOf(s, []int{realm}, knownNames(s, []int{realm})); subject != "" {
		notes = append(notes, phrase.P("note.subject-unsent", phrase.Str("word", wording.Cut(subject))))
	}
	var names []string
	for _, f := range files {
		names = append(names, cmp.Or(wording.OneLine(f.Name), f.Type))
	}
	if len(names) > 0 {
		notes = append(notes, phrase.P("note.files-unsent", phrase.Num("n", len(names)),
			phrase.Str("word", wording.Shortened(strings.Join(names, ", "), wording.LongestSaid))))
	}
	return notes
}

// hasPassed reports whether something was passed on now.
func hasPassed(said ...phrase.Phrase) bool {
	return slices.ContainsFunc(said, func(p phrase.Phrase) bool { return p.Code == Passed })
}

// nobody answers a letter to the writer's own realm, or to somebody whose name its writer does not know or several have.
// It says which numbers the others have, and keeps the letter, if it is one: a number that comes back with the code sends
// it. A name that is almost one of theirs is proposed. It reports whether that is within the limits.
func (r request) nobody(text string) (bool, error) {
	first := phrase.P("letter-unknown", phrase.Str("name", wording.Cut(r.from.Unsaid(cmp.Or(r.Name, r.To), r.here.Number, r.rec))))
	switch {
	case r.Name == letter.Unnamed:
		first = phrase.P("letter-whom")
	case r.To == strconv.Itoa(r.here.Number):
		first = phrase.P("letter-own", RecipientNamed(r.from, r.here.Number, r.To, r.here.Lang))
	}
	var more []phrase.Phrase
	var names []string
	letterTo := correspondence.Unsent{Text: sender.WithoutHidden(r.from.Unsaid(text, r.here.Number, r.rec))}
	others := Others(r.from, r.here.Number)
	for _, other := range others {
		names = append(names, other.Name)
		other.Lang = r.here.Lang
		letterTo.Or = append(letterTo.Or, strconv.Itoa(other.Number))
		more = append(more, phrase.P("letter-others", phrase.Num("realm", other.Number), notices.Called(r.World.Setup, other)))
	}
	if more = append(more, phrase.P("letter-master")); r.Parts {
		more = append(more, phrase.P("letter-parts"))
	}
	unfit := WriterOf(r.from, r.here.Number, r.rec).Unfit(letterTo.Text)
	if r.Name == letter.Unnamed && unfit.Code != "" { // nothing is kept, so the answer must not say so
		if first = unfit; unfit.Code == "letter-empty" {
			first = phrase.P("letter-how")
		}
	}
	switch keeps := !r.Parts && unfit.Code == "" && len(others) > 0 && r.mayIssue(); {
	case !r.may():
		return false, nil
	case !keeps:
		t := r.page(first)
		for _, p := range more {
			t.Line(r.book.Say(p))
		}
		r.send("subject.letter-stays", t, nil)
		return true, nil
	}
	if near := orders.Nearest(r.Name, names); len(near) == 1 {
		guess := others[slices.Index(names, near[0])]
		letterTo.To, guess.Lang = strconv.Itoa(guess.Number), r.here.Lang
		more = append(more, phrase.P("letter-near", notices.Called(r.World.Setup, guess)))
	}
	return true, r.ask(question{args: letterTo, subject: "subject.letter-ask", first: first, more: more,
		quote: letterTo.Text, answer: "letter-choose"})
}

// quoteLetter shows the beginning of a letter, and says so if that is not all of it.
func quoteLetter(t *wording.Text, text string) {
	shown := wording.Clipped(text, letter.QuestionShown)
	if t.Quote(shown); shown != text {
		t.Say("letter-begins")
	}
}

// archiveShown is how many bytes of other players' letters one answer has at most. The newest ones fill it.
const archiveShown = 256 << 10

// archive shows what other players have written to this one in a turn, or since the last one was resolved. What was
// passed on at once is in no report. Letters from before a substitution were sent to the player alone, and stay theirs.
func (r request) archive() error {
	turn := r.Current.Turn
	if r.Given {
		turn = r.Number
	}
	since := chronicle.ResolvedAt(r.Tx, turn-1)
	box := outbox.Open(r.Tx)
	all, err := box.Press(since, r.here.Number, r.rec.Mail, turn)
	if err != nil {
		return err
	}
	none := "archive-none"
	if r.stands {
		none = "archive-none-stands"
	}
	t := r.page(phrase.P(none, phrase.Num("turn", turn)))
	var shown []string
	size, left := 0, 0
	for _, e := range all {
		if e.Writer == r.here.Number { // the writer knows it
			continue
		}
		if left > 0 {
			left++
			continue
		}
		d, _ := box.Text(e.ID)
		one := wording.Moment(r.book, e.Queued.In(r.World.Settings.Zone)) + "\n" +
			d.Text[:max(0, strings.LastIndex(d.Text, "\n\n"))] // without how to answer
		if size += len(one); size > archiveShown {
			left++
			continue
		}
		shown = append(shown, one)
	}
	if len(shown) > 0 {
		t = r.page(phrase.P("archive-first", phrase.Num("turn", turn)))
	}
	if left > 0 {
		t.Say("archive-left", phrase.Num("n", left))
	}
	for _, one := range slices.Backward(shown) {
		t.Line("")
		t.Line(one)
	}
	r.send("subject.archive", t, nil)
	return nil
}
