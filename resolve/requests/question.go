package requests

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
	"weltentor/resolve/sender"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// Question is what a letter says to a person, with its sender and the realm it is about. It is passed on in a letter
// to the game master. If a letter says nothing else, its player is told so.
type Question struct {
	world.Session
	from  sender.Sender
	realm int
}

// QuestionOf begins a question from the sender of a letter, for a realm.
func QuestionOf(from sender.Sender, realm int) Question {
	return Question{Session: from.Session, from: from, realm: realm}
}

// Courtesy is why a letter of thanks is answered to nobody.
const Courtesy = "courtesy"

// QuestionsPassed is the sentence about a question that was sent to the game master, and QuestionsRefused that about one
// too many.
const QuestionsPassed, QuestionsRefused = "question-passed", "question-refused"

// Ask passes on to the game master what a letter says besides what the machine handles. It is a question under the
// word HELP, or beside orders. Within a turn, the same words are not sent again.
func (q Question) Ask(rec roster.RealmRecord, words string) receipt.Besides {
	words = q.from.Unsaid(words, q.realm, rec)
	if at := correspondence.MailedAt(q.Tx, q.Current.Turn, q.realm, words); !at.IsZero() {
		return receipt.Besides{Went: at}
	}
	if over, may := mayAsk(q.from, limits.OfRealm(q.realm)); !may {
		return receipt.Besides{Refused: true, Over: over}
	}
	q.tell(phrase.P("question-from"), passing(q.from, q.realm, q.from.Asker(rec)), words)
	correspondence.NoteMailed(q.Tx, q.Current.Turn, q.realm, words, q.At)
	return receipt.Besides{Went: q.At}
}

// PassOn passes a question on to the game master, who answers the player directly, and tells the player so.
func PassOn(s sender.Sender) *world.Ending {
	q := QuestionOf(s, s.Own[0])
	rec, _ := s.RecordOf(q.realm)
	if over, may := mayAsk(q.from, limits.OfRealm(q.realm)); !may {
		q.from.Text = secrets.Unknown(q.from.Text)
		here, _ := q.Current.Realm(q.realm)
		return q.answer(rec, QuestionsRefused, phrase.Str("over", wording.Words(here.Lang).Say(receipt.LimitReached(over))))
	}
	q.from.Text = q.from.Unsaid(q.from.Text, q.realm, rec)
	q.from.Content = q.from.Remarked(CutOff(q.from.Text)...)
	q.tell(phrase.P("question-from"), passing(q.from, q.realm, q.from.Asker(rec)), q.from.Text)
	return q.answer(rec, QuestionsPassed)
}

// CutOff is the remark that the game master is shown only the beginning of a question, if that is so.
func CutOff(words string) []phrase.Phrase {
	shown := strings.TrimSpace(wording.Clipped(words, letter.QuestionShown))
	if len(shown) == len(strings.TrimSpace(words)) {
		return nil
	}
	return []phrase.Phrase{phrase.P("note.question-cut", phrase.Num("most", letter.QuestionShown),
		phrase.Str("last", wording.Cut(shown[strings.LastIndexByte(shown, '\n')+1:])))}
}

// tell queues the letter to the game master. It begins with the sentence first, which says who writes.
func (q Question) tell(first phrase.Phrase, p correspondence.Forwarded, words string) {
	p.Text = wording.Clipped(words, letter.QuestionShown)
	here, _ := q.Current.Realm(q.realm)
	t := &wording.Text{Book: wording.Words(q.World.Settings.Lang)}
	who := []phrase.Arg{phrase.Num("realm", q.realm), phrase.Str("name", here.Name), phrase.Str("player", p.Player),
		phrase.Str("from", q.from.Letter.From)}
	t.Say(first.Code, append(first.Args, who...)...)
	also := q.also()
	if len(also) > 0 {
		t.Say("question-also", also...)
	}
	if q.from.File.Identity == nil && !q.from.Proved() {
		t.Say("question-unproven")
	}
	subject := wording.Cut(q.from.Letter.Subject)
	if subject != "" {
		t.Say("question-subject", phrase.Str("subject", subject))
	}
	t.Line("")
	t.Quote(p.Text)
	if t.Line(""); len(p.Text) < len(words) {
		t.Say("question-cut")
	}
	for _, note := range q.from.Letter.Notes {
		if note.Code == letter.EncryptedNote {
			t.Line(letter.SayNote(t.Book, phrase.P("question-encrypted", note.Args...)))
		}
	}
	if n := len(q.from.Letter.Files); n > 0 {
		t.Say("question-files", phrase.Num("n", n))
	}
	if len(q.World.Settings.Masters) == 0 || q.from.MayMailMaster(limits.OfRealm(q.realm), "question") {
		pass(q.Session, p, phrase.P("subject.question-from", append(who, phrase.Str("subject", subject))...), t)
		return
	}
	// One more unproven letter goes into the game master's daily digest.
	n := correspondence.Number(q.Tx, p)
	what := phrase.P("digest-question", append(also, phrase.Num("number", int64(n)), phrase.Num("realm", q.realm),
		phrase.Str("name", here.Name), phrase.Str("subject", cmp.Or(p.Subject, "–")))...)
	if len(also) > 0 {
		what.Code = "digest-question-also"
	}
	q.World.ToMaster.Gather(q.Tx, what, q.At, q.realm)
}

// also are the arguments that name the other realms of the sender's address; none if there are none, or the letter itself
// says for which realm it is.
func (q Question) also() []phrase.Arg {
	var others []string
	for _, n := range q.from.Own {
		if here, _ := q.Current.Realm(n); n != q.realm && q.from.File.Identity == nil {
			others = append(others, fmt.Sprintf("%d %s", n, here.Name))
		}
	}
	if len(others) == 0 {
		return nil
	}
	return []phrase.Arg{phrase.Num("also", len(others)), phrase.Str("others", strings.Join(others, ", "))}
}

// answer tells the player what became of a question, within the limit of answers. It goes to the sender's address,
// which is registered. If machines should not answer there, it goes to the realm's first address.
func (q Question) answer(rec roster.RealmRecord, code string, more ...phrase.Arg) *world.Ending {
	a := receipt.Acceptance{Fate: receipt.PassedOn, Realm: q.realm,
		Reason: phrase.P(code, append(more, phrase.Num("own", q.realm))...)}
	to := q.from.Letter.From
	if !q.from.Letter.MayAnswer {
		to = rec.Mail[0]
	}
	if !q.from.MayAnswer(limits.Replies, "", q.realm, to) {
		return q.from.Ended(a)
	}
	a.Answered = true
	here, _ := q.Current.Realm(q.realm)
	t := &wording.Text{Book: wording.Words(here.Lang)}
	t.Say(a.Reason.Code, a.Reason.Args...)
	receipt.SayNotes(t, q.from.Letter.Notes)
	q.advise(t)
	if q.from.LastReply(q.realm) {
		t.Say("answers-last")
	}
	q.from.Send(outbox.Message{OutboxRow: outbox.OutboxRow{Kind: outbox.KindReceipt, Realm: q.realm, To: to},
		ToName: sender.ToName(q.Session, here, to)}, phrase.P("subject."+code), t, outbox.Draft{})
	return q.from.Ended(a)
}

// advise tells a player which of our words was probably meant, and how orders are sent.
func (q Question) advise(t *wording.Text) {
	if q.from.Has(letter.BelowHead) && strings.TrimSpace(q.from.Text) == "" {
		t.Say("besides-below", phrase.Num("n", q.from.QuotedLines()))
	} else if q.from.QuotesOrders() {
		t.Say("question-quoted", phrase.Num("n", q.from.QuotedLines()))
	}
	if s, ok := q.from.Vocabulary.Meant(q.from.Letter.Subject, q.from.Text); ok {
		t.Say("question-meant", phrase.Key("word", "word."+string(s)))
	} else {
		t.Say("question-words")
	}
	q.hint(t)
	t.Say("question-advice", phrase.Num("own", q.realm), q.from.Line())
}

// hint says which rules may answer a question, and which realm is one that it names by its number.
func (q Question) hint(t *wording.Text) {
	text := q.from.Letter.Subject + "\n" + wording.Clipped(q.from.Text, letter.QuestionShown)
	if of := q.World.Settings.Hints; of != nil && strings.Contains(text, "?") {
		if numbers := of(q.World.Rules.Name(), t.Book.Lang, text); len(numbers) > 0 {
			t.Say("question-rules", phrase.Str("list", "§"+strings.Join(numbers, ", §")))
		}
	}
	n := letter.RealmIn(text)
	if _, found := q.Current.Realm(n); found && n != q.realm && len(knownPersons(q.from)) == 0 {
		t.Line(phrase.Capital(t.Book.Say(phrase.P("question-realm", RecipientNamed(q.from, q.realm, strconv.Itoa(n), t.Book.Lang)))))
	}
}

// PassFormer passes on what a player writes who was let go. It returns nil if the sender is no such player.
func PassFormer(s sender.Sender) *world.Ending {
	realm, was, lost := s.World.People.LetGo(s.Tx, s.Letter.From, s.At)
	code := map[bool]string{false: "former-from", true: "lost-from"}[lost]
	s.Shown = s.Shown || s.Letter.Proof.Domain != ""
	if realm == 0 {
		return nil
	}
	said := secrets.Readable(s.Text)
	if !letter.Speaks(said) && !letter.AsksInSubject(s.Letter.Subject) {
		return nil
	}
	s.Text = secrets.MaskLikely(said)
	a := receipt.Acceptance{Fate: receipt.PassedOn, Realm: realm, Reason: phrase.P(QuestionsPassed)}
	if _, may := mayAsk(s, limits.OfMail(s.Letter.From)); !may {
		a.Reason = phrase.P("question-refused")
		return s.Ended(a)
	}
	p := passing(s, realm, s.Letter.From)
	p.Player = was.Player
	QuestionOf(s, realm).tell(phrase.P(code, s.When(wording.Words(s.World.Settings.Lang), was.At)), p, s.Text)
	return s.Ended(a)
}

// mayAsk counts one more question of somebody. It reports whether it is within the limits, or which one is reached.
// Unproven questions leave room for proven ones.
func mayAsk(s sender.Sender, of limits.Whose) (over limits.Limit, may bool) {
	for _, one := range []struct {
		limit limits.Limit
		of    limits.Whose
		all   bool // it limits proven questions, too
	}{{limits.Questions, s.Budget(of), true}, {limits.AllQuestions, s.Budget(limits.TheWorld), true},
		{limits.QuestionsADay, of, false}, {limits.AllQuestionsADay, limits.TheWorld, false}} {
		if (one.all || !s.Proved()) && !one.limit.Allow(s.Tx, s.At, one.of) {
			return one.limit, false
		}
	}
	return 0, true
}

// passing returns what is needed to answer the letter.
func passing(s sender.Sender, realm int, to string) correspondence.Forwarded {
	here, _ := s.Current.Realm(realm)
	return correspondence.Forwarded{Realm: realm, Turn: s.Current.Turn, Player: here.Player, To: to, At: s.At.UTC(),
		Subject: wording.Cut(letter.BareSubject(s.Letter.Subject)), MessageID: s.Letter.MessageID,
		References: s.Letter.References}
}

// pass queues a letter to the game master, under the next number. The subject gets the world's name, the number and a
// code as arguments: whoever brings it back has read the letter, so their answer needs no further code.
func pass(d world.Session, p correspondence.Forwarded, subject phrase.Phrase, t *wording.Text) {
	w, shown := d.World, ""
	var secret *secrets.Sealed
	if len(w.Settings.Masters) > 0 {
		// without a code, which fails only with the source of chance, the answer is confirmed by a letter more
		if drawn, key, err := correspondence.Draw(d.Tx, w.Random()); err == nil {
			secret, p.Code, shown = drawn, hex.EncodeToString(key), " "+secrets.Hidden
		}
	}
	n := correspondence.Number(d.Tx, p)
	subject.Args = slices.Clone(subject.Args)
	for i := range subject.Args {
		subject.Args[i].S = sender.WithoutHidden(subject.Args[i].S)
	}
	subject.Args = append(subject.Args, phrase.Str("world", w.Settings.Name),
		phrase.Num("number", int64(n)), phrase.Str("token", shown))
	words := strings.TrimSuffix(t.Book.Say(subject), ": ") // if the letter had no subject
	if len(w.Settings.Masters) == 0 {
		w.ToMaster.Tell(d.Tx, outbox.Notice{At: d.At, Turn: d.Current.Turn, Subject: words, Text: t.Body.String(),
			Names: []int{p.Realm}})
		return
	}
	if !strings.HasSuffix(t.Body.String(), "\n\n") {
		t.Line("")
	}
	t.Say("question-reply", phrase.Num("number", int64(n)), phrase.Str("from", p.To))
	if p.Realm == 0 && !d.Current.World.Asked().Over {
		t.Say("question-add")
	}
	if w.Settings.MasterProof {
		t.Say("question-proof")
	}
	w.ToMaster.Each(d.Tx, outbox.Message{OutboxRow: outbox.OutboxRow{Kind: outbox.KindNotice, Realm: p.Realm,
		Turn: d.Current.Turn, Subject: words}, Passed: n, Secret: secret}, outbox.Draft{Text: sender.WithoutHidden(t.Body.String())}, d.At)
}

// Mail mails messages of the realm to the game master, under a heading. It leaves out those that were mailed before,
// in this turn or in the one for which they were written.
func (q Question) Mail(rec roster.RealmRecord, turn int, head string, letters []game.MasterMessage) (all []receipt.MessageSent) {
	when := func(text string) time.Time {
		at := correspondence.MailedAt(q.Tx, q.Current.Turn, q.realm, text)
		if at.IsZero() && turn != q.Current.Turn {
			at = correspondence.MailedAt(q.Tx, turn, q.realm, text)
		}
		return at
	}
	var fresh []string
	for _, l := range letters {
		if when(l.Text).IsZero() && !slices.Contains(fresh, l.Text) {
			fresh = append(fresh, l.Text)
		}
	}
	if len(fresh) > 0 && limits.LettersAtOnce.Allow(q.Tx, q.At, limits.OfRealm(q.realm)) {
		q.tellLetters(rec, head, fresh)
	}
	for _, l := range letters {
		all = append(all, receipt.MessageSent{Line: l.Line, At: when(l.Text)})
	}
	return all
}

// lettersShown is how many characters of a sheet's messages are stored for the list of questions.
const lettersShown = 4 * letter.QuestionShown

// tellLetters queues a letter to the game master with the texts of messages.
func (q Question) tellLetters(rec roster.RealmRecord, head string, texts []string) {
	to := q.from.Asker(rec)
	here, _ := q.Current.Realm(q.realm)
	from := phrase.Str("from", to)
	if to == "" { // nobody has an address there
		from = phrase.Key("from", "from-machine")
	}
	who := []phrase.Arg{phrase.Num("realm", here.Number), phrase.Str("name", here.Name),
		phrase.Str("player", here.Player), from, phrase.Num("n", len(texts))}
	t := &wording.Text{Book: wording.Words(q.World.Settings.Lang)}
	t.Say(head, append(who, phrase.Str("title", q.Current.World.Title(q.World.Settings.Lang)))...)
	for _, words := range texts {
		t.Line("")
		t.Quote(words)
		correspondence.NoteMailed(q.Tx, q.Current.Turn, q.realm, words, q.At)
	}
	p := passing(q.from, here.Number, to)
	p.Subject, p.Orders, p.Text = "", true, wording.Clipped(strings.Join(texts, "\n\n"), lettersShown)
	pass(q.Session, p, phrase.P("subject.letters-from", who...), t)
}
