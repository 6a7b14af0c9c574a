package requests

import (
	"cmp"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/letters"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/secrets"
	"weltentor/resolve/sent"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// draft shows the game master their answer, and how to release it.
func (m MasterLetter) draft(number uint64, p correspondence.Passed, words string) (*world.Ending, error) {
	rec := m.World.People.Person(m.Tx, p.Realm)
	words = strings.TrimSpace(m.From.Unsaid(words, p.Realm, rec))
	which := phrase.Num("number", int64(number))
	switch {
	case words == "":
		return m.told(p.Realm, limits.MasterWords, "master-empty", which), nil
	case len(words) > m.most():
		return m.told(p.Realm, limits.MasterWords, "master-long", which, phrase.Num("most", m.most()>>10)), nil
	}
	n, may := m.may(limits.MasterCodes)
	if !may {
		return m.heard(p.Realm, false), nil
	}
	secret, err := m.issue(correspondence.With(correspondence.Token{For: letter.AnswersPlayer},
		correspondence.Answer{Number: number, Text: words}))
	if err != nil {
		return nil, err
	}
	to := Addressee(m.Session, p)
	t := &wording.Text{Book: m.book()}
	t.Say("answer-would", append(m.about(number, p), phrase.Str("to", to))...)
	t.Line("")
	t.Quote(sent.WithoutHidden(words))
	t.Line("")
	if n := len(m.From.Letter.Files); n > 0 {
		t.Say("answer-files", phrase.Num("n", n))
	}
	m.codeIn(t, "answer", n)
	m.send(phrase.P("subject.answer-confirm", which, phrase.Str("token", secrets.Hidden)), t, secret)
	return m.heard(p.Realm, true), nil
}

// codeIn ends the nth letter of the day with a code for the game master. It says how to confirm what is above the
// code, and what else they can do.
func (m MasterLetter) codeIn(t *wording.Text, what string, n int) {
	m.came(t)
	t.Say(what+"-confirm", phrase.Num("days", int(letter.TokenLasts.Hours()/24)))
	letters.SayCode(t)
	t.Say(what + "-else")
	lastWord(t, n == limits.MasterCodes.Most())
}

// about returns the arguments that name a letter that was passed on.
func (m MasterLetter) about(number uint64, p correspondence.Passed) []phrase.Arg {
	m.speaksOf(p.Realm)
	return []phrase.Arg{phrase.Num("number", int64(number)), phrase.Num("realm", p.Realm),
		phrase.Str("player", p.Player),
		phrase.Str("subject", cmp.Or(p.Subject, "–")), m.When(m.book(), p.At)}
}

// speaksOf records that the answer names realms, or quotes letters to or from their players.
func (m MasterLetter) speaksOf(realms ...int) {
	*m.names = append(*m.names, realms...)
	slices.Sort(*m.names)
	*m.names = slices.Compact(*m.names)
}

// confirmed releases the answer whose code the letter brings back, if the letter says yes. The code is for its text
// alone. A letter with another text gets another code for that, if it is proven like the first one, and the first code
// ends. A program that answers while its owner is away says the same words to each letter. So repeating the words does
// not mean yes.
func (m MasterLetter) confirmed(key []byte, t correspondence.Token) (*world.Ending, error) {
	if t.For == letter.BidsGame {
		return m.bidden(key, t)
	}
	a, err := correspondence.Args[correspondence.Answer](t)
	if err != nil {
		return nil, err
	}
	number := a.Number
	p, found := correspondence.Numbered(m.Tx, number)
	which := phrase.Num("number", int64(number))
	rec := m.World.People.Person(m.Tx, p.Realm)
	repeats := sameWords(m.From.Unsaid(m.From.Said(), p.Realm, rec), a.Text)
	reply := m.From.Reply(key)
	switch {
	case !t.Used.IsZero():
		return m.told(p.Realm, limits.MasterWords, "answer-used", which,
			m.When(m.book(), t.Used)), nil
	case found && t.Open(m.At) && !m.mine(t):
		return m.told(p.Realm, limits.MasterWords, "bid-not-yours"), nil
	case !found || !t.Open(m.At):
		return m.told(p.Realm, limits.MasterWords, "answer-past", which), nil
	case repeats:
		return m.told(p.Realm, limits.MasterAbsent, "answer-repeats", which), nil
	case reply == letter.Silent:
		return m.told(p.Realm, limits.MasterAbsent, "answer-empty", which), nil
	case reply == letter.Absent:
		return m.told(p.Realm, limits.MasterAbsent, "master-automatic"), nil
	case reply == letter.Beside:
		return m.told(p.Realm, limits.MasterAbsent, "token-beside"), nil
	case reply != letter.Agrees:
		t.Ended = m.At.UTC()
		t.Save(m.Tx, key)
		switch {
		case reply == letter.Declines:
			return m.told(p.Realm, m.asProgram(), "answer-refused", which), nil
		case m.mustProve():
			return m.unprovenAnew(p.Realm)
		}
		return m.draft(number, p, m.From.Said())
	}
	t.Used = m.At.UTC()
	t.Save(m.Tx, key)
	return m.sendAnswer(number, p, a.Text)
}

// sameWords compares texts as mail programs leave them: with lines wrapped anew and codes masked.
func sameWords(a, b string) bool {
	bare := func(s string) []string { return strings.Fields(strings.ReplaceAll(s, secrets.Hidden, " ")) }
	return slices.Equal(bare(a), bare(b))
}

// sendAnswer mails the game master's answer to the player, in their conversation and in the charset of their computer,
// and tells the game master.
func (m MasterLetter) sendAnswer(number uint64, p correspondence.Passed, words string) (*world.Ending, error) {
	to, err := AnswerQuestionTo(m.Session, number, p, words, logbook.Master)
	if err != nil {
		return nil, err
	}
	return m.told(p.Realm, limits.MasterCodes, "answer-sent", append(m.about(number, p), phrase.Str("to", to))...), nil
}
