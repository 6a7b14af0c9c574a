package requests

import (
	"cmp"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/notices"
	"weltentor/resolve/secrets"
	"weltentor/resolve/sender"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// answer sends the game master's answer at once if the letter brings back the code of the question, once. Otherwise, or
// if it has files, which do not go along, or words that may be for somebody else, it is shown first: see draft.
func (m MasterLetter) answer(number uint64, p correspondence.Forwarded, words string) (*world.Ending, error) {
	ours := m.clean(p, words)
	if m.From.Asked != number || len(m.From.Letter.Files) > 0 || ours == "" || len(ours) > m.most() || m.wish.Name != "" {
		return m.draft(number, p, words)
	}
	p.Code = ""
	return m.sendAnswer(number, p, ours)
}

// clean is an answer without what must not be sent.
func (m MasterLetter) clean(p correspondence.Forwarded, words string) string {
	return strings.TrimSpace(m.From.Unsaid(words, p.Realm, m.World.People.Person(m.Tx, p.Realm)))
}

// draft shows the game master their answer, and how to release it.
func (m MasterLetter) draft(number uint64, p correspondence.Forwarded, words string) (*world.Ending, error) {
	words = m.clean(p, words)
	which := phrase.Num("number", int64(number))
	switch {
	case words == "":
		return m.told(p.Realm, limits.MasterWords, "master-empty", which), nil
	case len(words) > m.most():
		return m.told(p.Realm, limits.MasterWords, "master-long", which, phrase.Num("most", m.most()>>10)), nil
	}
	code := correspondence.With(correspondence.Token{For: letter.AnswersPlayer}, correspondence.Answer{Number: number, Text: words})
	return m.sendsCode(p.Realm, code, phrase.P("subject.answer-confirm", which), "answer", words, func(t *wording.Text) {
		t.Say("answer-would", append(m.about(number, p), phrase.Str("to", Addressee(m.Session, p)))...)
		if m.wish.Name != "" {
			t.Say("answer-doubt", phrase.Str("name", wording.Cut(m.wish.Name)))
		}
		t.Line("")
	})
}

// sendsCode sends the game master a code, within the limit. The letter shows what they are to confirm, with their text, and
// says how, and what else they can do.
func (m MasterLetter) sendsCode(realm int, code correspondence.Token, subject phrase.Phrase, what, text string,
	show func(*wording.Text)) (*world.Ending, error) {
	n, may := m.may(limits.MasterCodes)
	if !may {
		return m.heard(realm, false), nil
	}
	secret, err := m.issue(code)
	if err != nil {
		return nil, err
	}
	t := &wording.Text{Book: m.book()}
	show(t)
	if text != "" {
		t.Quote(sender.WithoutHidden(text))
		t.Line("")
		if n := len(m.From.Letter.Files); n > 0 {
			t.Say("answer-files", phrase.Num("n", n))
		}
	}
	m.came(t)
	t.Say(what+"-confirm", notices.TokenDays())
	notices.SayCode(t)
	t.Say(what + "-else")
	lastWord(t, n == limits.MasterCodes.Most())
	m.send(subject, t, secret)
	return m.heard(realm, true), nil
}

// about returns the arguments that name a letter that was passed on.
func (m MasterLetter) about(number uint64, p correspondence.Forwarded) []phrase.Arg {
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
	if !found {
		t.Ended = m.At // nobody waits for it
	}
	if code, within := m.idle(t, "answer", reply, repeats); code != "" {
		return m.told(p.Realm, within, code, which, m.When(m.book(), t.Used), m.altered()), nil
	}
	if reply != letter.Agrees {
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

// sendAnswer sends an answer in the player's conversation, and in the charset of their computer.
func (m MasterLetter) sendAnswer(number uint64, p correspondence.Forwarded, text string) (*world.Ending, error) {
	to, err := AnswerQuestionTo(m.Session, number, p, text, logbook.Master)
	if err != nil {
		return nil, err
	}
	return m.told(p.Realm, limits.MasterCodes, "answer-sent", append(m.about(number, p), phrase.Str("to", to))...), nil
}

// idle says why a reply to a code of the game master does nothing, not even end the code, as the code of a sentence of
// its kind, and within which limit that is said. It is "" if the reply has an effect.
func (m MasterLetter) idle(t correspondence.Token, kind string, reply letter.Reply, repeats bool) (string, limits.Limit) {
	switch {
	case !t.Used.IsZero():
		return kind + "-used", limits.MasterWords
	case !t.Open(m.At):
		return kind + "-expired", limits.MasterWords
	case !m.mine(t):
		return "bid-not-yours", limits.MasterWords
	case repeats:
		return kind + "-repeats", limits.MasterAbsent
	case reply == letter.Silent:
		return kind + "-empty", limits.MasterAbsent
	case reply == letter.Absent:
		return "master-automatic", limits.MasterAbsent
	case reply == letter.Beside:
		return beside(m.From).Code, limits.MasterAbsent
	}
	return "", limits.MasterWords
}

// altered is what the game master has changed where the letter quotes a draft, as the argument `line`.
func (m MasterLetter) altered() phrase.Arg { return phrase.Str("line", m.From.Altered()) }

// sameWords compares texts as mail programs leave them: with lines wrapped anew and codes masked.
func sameWords(a, b string) bool {
	bare := func(s string) []string { return strings.Fields(strings.ReplaceAll(s, secrets.Hidden, " ")) }
	return slices.Equal(bare(a), bare(b))
}
