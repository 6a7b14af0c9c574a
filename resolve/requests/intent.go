package requests

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/lazy"
	"weltentor/orders/phrase"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/sender"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// Intent is what a letter is for, with the letter of another player that it answers.
type Intent struct {
	letter.Intent
	Answer  PlayerAnswer
	answers bool // it answers one, whoever reads its words
}

// IntentOf finds out for whom the writer's own words are that a letter has besides its orders. The realms are those in
// whose name it is written.
func IntentOf(s sender.Sender, realms []int, words string, orders bool) (i Intent) {
	i.Answer, i.answers = PlayerAnswerTo(s)
	i.Answer.From.Own = slices.DeleteFunc(slices.Clone(s.Own), func(n int) bool { return !slices.Contains(realms, n) })
	subject, sendsOn := s.TypedSubject()
	forwards := sendsOn && slices.Contains(s.Own, i.Answer.Way.Reader) // nobody else has read what is forwarded
	of := letter.Said{As: roleOf(s, realms), Text: words, Subject: subject, Orders: orders,
		Names: knownNames(s, realms), Persons: func() []letter.Name { return knownPersons(s) }, Signs: s.Signs(realms)}
	for _, realm := range realms {
		of.Mine = append(of.Mine, strconv.Itoa(realm))
	}
	of.Heading = headingOf(s, realms, of.Names)
	if i.answers && !forwards {
		of.Answers = strconv.Itoa(i.Answer.Way.Writer)
	}
	if _, t, coded := s.Presented(false); !i.answers && !sendsOn && !(coded && s.Open(t)) {
		if of.About = aboutLetters(s.Letter.Subject); s.Ours != nil {
			of.About = cmp.Or(of.About, aboutLetters(s.Ours.Subject))
		}
	}
	if sender.IsMaster(s.World.Setup, s.Letter.From) {
		of.Calls = bidWords()
	}
	p := s.Practising()
	if of.Practice = practiceOf(s, p); of.Practice == letter.PracticeCode {
		text, _ := ordersIn(s, p)
		of.Lesson = text != ""
	}
	// The code of a way back, or of the writer's practice game, asks for nothing.
	of.Code = s.Brings() && (s.OwnCode() || !i.answers && (!p.Answers || p.Game.ID == ""))
	i.Intent = s.Vocabulary.Intent(of)
	return i
}

// lettersSubjects are what our letters are called that bring another player's, or say what became of one.
var lettersSubjects = []string{"press-from", "press-to-all", "letter-ask", "letter-sent", "letter-stays", "archive"}

// lettersBegin is how these subjects begin, in each language.
var lettersBegin = lazy.Value(func() (all []string) {
	for _, lang := range phrase.Langs {
		for _, what := range lettersSubjects {
			begins, _, _ := strings.Cut(letter.BareSubject(wording.Words(lang).T("subject."+what)), "{")
			all = append(all, begins)
		}
	}
	return all
})

// aboutLetters is the beginning of a subject that is that of such a letter; "": it is another.
func aboutLetters(subject string) string {
	bare := letter.BareSubject(subject)
	for _, begins := range lettersBegin() {
		if strings.HasPrefix(bare, begins) {
			return strings.TrimSpace(begins)
		}
	}
	return ""
}

// headingOf is the letter's subject if its writer typed it, and it says something to a person.
func headingOf(s sender.Sender, realms []int, names func() []letter.Name) string {
	subject, _ := s.TypedSubject()
	if idle := Idle(s, realms); !letter.AsksInSubject(subject, idle...) || !letter.Says(letter.BareSubject(subject), idle) {
		return ""
	}
	if _, asks := s.Vocabulary.Wished(subject, "", names); asks {
		return ""
	}
	return letter.BareSubject(subject)
}

// Idle are names that say nothing in a letter: those of its writer, of their realms and of the game.
func Idle(s sender.Sender, realms []int) []string {
	return append(s.Signs(realms), s.World.Settings.Name, s.World.Rules.Name())
}

// Vouches reports whether proven orders also prove who wrote the words beside them: they come from an address of their
// realm, or somebody who has none has typed them. Others may send a file or a line of somebody else's.
func Vouches(s sender.Sender, registered bool) bool {
	return registered || len(s.Own) == 0 && s.Letter.InBody()
}

// Convey passes the words of a letter on to other players, in the name of the realm that is played from its sender's
// address, and says what became of them.
func Convey(s sender.Sender, meant Intent) (*world.Ending, error) {
	if meant.Reader == letter.Writer {
		return Replies(s, meant.Answer, meant.Words)
	}
	return servePlayer(s, meant.Wish, meant.Words)
}

// roleOf is in what name anybody but the game master writes, who proves to be of these realms.
func roleOf(s sender.Sender, realms []int) letter.Role {
	if len(realms) > 0 {
		return letter.Player
	}
	if realm, _, _ := s.World.People.LetGo(s.Tx, s.Letter.From, s.At); realm != 0 {
		return letter.Former
	}
	return letter.Stranger
}

// practiceOf is what a letter has to do with its sender's practice game.
func practiceOf(s sender.Sender, p sender.Practising) letter.Practice {
	switch {
	case p.Named, p.Answers && s.File.Identity != nil:
		return letter.PracticeIdentity
	case !p.Answers, s.Letter.Automatic, s.Letter.Absence:
		return letter.NoPractice
	case p.Coded:
		return letter.PracticeCode
	case p.Game.ID != "" && !p.Game.Over:
		return letter.AnswersPractice
	}
	return letter.NoPractice
}

// intent is IntentOf for the game master as such.
func (m MasterLetter) intent() letter.Intent {
	s := m.From
	_, _, coded := s.Presented(true)
	_, _, players := s.Presented(false)
	subject, _ := s.TypedSubject()
	id := s.File.Identity
	of := letter.Said{As: letter.GameMaster, Mine: []string{"M"}, Text: s.Said(), Subject: subject, Code: coded,
		Own:      id != nil && !s.Letter.Others && slices.Contains(s.Own, id.Realm),
		Orders:   id != nil || s.Form != nil || wording.HasSection(s.Text) || players,
		Practice: practiceOf(s, s.Practising()), Calls: bidWords(),
		Names:   func() []letter.Name { return namesOf(m.Current.World.Realms()) },
		Persons: func() []letter.Name { return personsOf(m.Current.World.Realms()) },
		Serves: func(what letter.Service) bool {
			return len(s.Own) > 0 || m.World.Settings.Signup && what == letter.SignsUp || m.World.Practises() && what == letter.Practices
		}}
	if a, answers := PlayerAnswerTo(s); answers {
		of.Answers = strconv.Itoa(a.Way.Writer)
	}
	if n := m.question(); n != 0 {
		p, _ := correspondence.Numbered(m.Tx, n)
		of.Question = strconv.Itoa(p.Realm)
	}
	return s.Vocabulary.Intent(of)
}

// question is the number of the letter that the game master answers: that in the subject, or else of the letter that
// theirs is a reply to. It is 0 if there is none.
func (m MasterLetter) question() uint64 {
	if n := letter.PassedNumber(m.From.Letter.Subject); n != 0 || m.From.Ours == nil {
		return n
	}
	return m.From.Ours.Passed
}
