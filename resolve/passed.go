package resolve

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"slices"
	"strings"
	"time"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// What players write to the game master leaves under a number, which is in the
// subject: by it his answer finds its way (master_answer.go). Both buckets are made on first
// use.
var (
	passedBucket = []byte("passed")
	mailedBucket = []byte("mailed")
)

// passedRecord is a letter to the game master, as its answer needs it.
type passedRecord struct {
	Realm      int       `json:"realm"`
	Turn       int       `json:"turn"`
	Player     string    `json:"player"`
	To         string    `json:"to"` // where the answer goes
	Subject    string    `json:"subject,omitempty"`
	MessageID  string    `json:"message_id,omitempty"` // of the player's letter
	References string    `json:"references,omitempty"`
	At         time.Time `json:"at"`
	Answered   time.Time `json:"answered,omitzero"` // the last time
}

// passing is what an answer to the letter being taken needs.
func (s sender) passing(realm int, to string) passedRecord {
	here, _ := s.current.Realm(realm)
	return passedRecord{Realm: realm, Turn: s.current.Turn, Player: here.Player, To: to, At: s.at.UTC(),
		Subject: wording.Cut(letter.BareSubject(s.letter.Subject)), MessageID: s.letter.MessageID,
		References: s.letter.References}
}

// pass queues a letter to the game master, under the next number. The subject gets
// the world's name and the number as arguments.
func (d desk) pass(p passedRecord, subject phrase.Phrase, t *wording.Text) {
	w, n := d.world, store.Bump(d.tx, "passed")
	b, err := d.tx.CreateBucketIfNotExists(passedBucket)
	if err != nil {
		panic(err) // our own mistake, as in put
	}
	store.PutJSON(b, store.U64(n), p)
	subject.Args = append(slices.Clone(subject.Args), phrase.Str("world", w.settings.Name),
		phrase.Num("number", int64(n)))
	words := strings.TrimSuffix(t.Book.Say(subject), ": ") // of a letter without a subject
	if w.settings.Master == "" {
		w.master.Tell(d.tx, words, t.Body.String(), d.current.Turn, d.at)
		return
	}
	if !strings.HasSuffix(t.Body.String(), "\n\n") {
		t.Line("")
	}
	t.Say("question-reply", phrase.Num("number", int64(n)), phrase.Str("from", p.To))
	outbox.In(d.tx).AddText(outbox.Entry{OutboxRow: outbox.OutboxRow{Kind: outbox.KindNotice, Realm: p.Realm,
		Turn: d.current.Turn, To: w.settings.Master, Subject: words}, Passed: n},
		outbox.Draft{Text: t.Body.String()}, d.at)
}

// passed reads what was passed on under a number.
func passed(tx *store.Tx, number uint64) (p passedRecord, found bool, err error) {
	b := tx.Bucket(passedBucket)
	if b == nil || number == 0 {
		return p, false, nil
	}
	return store.GetJSON[passedRecord](b, store.U64(number))
}

// mailedKey is that of a text a realm has sent the game master in a turn. Programs
// wrap lines anew, so blanks do not count.
func mailedKey(turn, realm int, text string) []byte {
	sum := sha256.Sum256([]byte(strings.Join(strings.Fields(text), " ")))
	return append(store.Pair(turn, realm), sum[:16]...)
}

// mailedAt tells when a text was mailed to the game master; the zero time if it was not.
func mailedAt(tx *store.Tx, turn, realm int, text string) (at time.Time, err error) {
	if b := tx.Bucket(mailedBucket); b != nil {
		at, _, err = store.GetJSON[time.Time](b, mailedKey(turn, realm, text))
	}
	return at, err
}

// noteMailed remembers that, and forgets the texts of turns gone by but the last, whose
// sheets still come.
func (d desk) noteMailed(realm int, text string) {
	b, err := d.tx.CreateBucketIfNotExists(mailedBucket)
	if err != nil {
		panic(err) // our own mistake, as in put
	}
	var old [][]byte
	c := b.Cursor()
	for k, _ := c.First(); k != nil && bytes.Compare(k[:4], store.U32(d.current.Turn-1)) < 0; k, _ = c.Next() {
		old = append(old, bytes.Clone(k))
	}
	for _, k := range old {
		store.Remove(b, k)
	}
	store.PutJSON(b, mailedKey(d.current.Turn, realm, text), d.at.UTC())
}

// mailLetters mails the game master what the sheet in force says to him (`#M`): at
// once, each text once a turn. Beyond the limit they go with the turn.
func (v verdict) mailLetters() ([]receipt.Went, error) {
	return v.mailEach("letters-from", v.checked.Letters, v.current.Turn)
}

// mailUnheeded is mailLetters for a letter whose orders, for a turn, are refused: beyond
// the limit its messages do not go at all. Those that went when that turn was on do not
// go again.
func (a author) mailUnheeded() ([]receipt.Went, error) {
	if a.realm == 0 || a.letter.Studied.Clean == nil {
		return nil, nil
	}
	var letters []game.Letter
	for _, l := range a.letter.Studied.Clean.Lines {
		if m, ok := l.Order.(orders.Message); ok && m.To == "M" && strings.TrimSpace(m.Text) != "" {
			letters = append(letters, game.Letter{Line: l.Line, Text: m.Text})
		}
	}
	return a.mailEach("letters-from-refused", letters, cmp.Or(a.turn, a.current.Turn))
}

// mailEach mails letters to the game master, under these words, that went neither in this turn
// nor in the one they were written for.
func (a author) mailEach(head string, letters []game.Letter, turn int) (all []receipt.Went, err error) {
	when := func(text string) (time.Time, error) {
		at, err := mailedAt(a.tx, a.current.Turn, a.realm, text)
		if err == nil && at.IsZero() && turn != a.current.Turn {
			at, err = mailedAt(a.tx, turn, a.realm, text)
		}
		return at, err
	}
	var fresh []string
	for _, l := range letters {
		at, err := when(l.Text)
		if err != nil {
			return nil, err
		}
		if at.IsZero() && !slices.Contains(fresh, l.Text) {
			fresh = append(fresh, l.Text)
		}
	}
	if len(fresh) > 0 && limits.LettersAtOnce.Allow(a.tx, a.at, limits.OfRealm(a.realm)) {
		a.tellLetters(head, fresh)
	}
	for _, l := range letters {
		at, err := when(l.Text)
		if err != nil {
			return nil, err
		}
		all = append(all, receipt.Went{Line: l.Line, At: at})
	}
	return all, nil
}

func (a author) tellLetters(head string, texts []string) {
	to := a.asker(a.rec)
	here, _ := a.current.Realm(a.realm)
	who := []phrase.Arg{phrase.Num("realm", here.Number), phrase.Str("name", here.Name),
		phrase.Str("player", here.Player),
		phrase.Str("from", to), phrase.Num("n", len(texts))}
	t := &wording.Text{Book: wording.Words(a.world.settings.Lang)}
	t.Say(head, append(who, phrase.Str("title", a.current.World.Title(a.world.settings.Lang)))...)
	for _, words := range texts {
		t.Line("")
		t.Quote(words)
		a.noteMailed(a.realm, words)
	}
	p := a.passing(here.Number, to)
	p.Subject = ""
	a.pass(p, phrase.P("subject.letters-from", who...), t)
}

// unmailed are the notices of a turn without the messages that were mailed when they came.
func unmailed(tx *store.Tx, turn int, notices []game.Notice) (out []game.Notice, err error) {
	for _, n := range notices {
		at := time.Time{}
		if n.Realm != 0 && n.Text != "" {
			if at, err = mailedAt(tx, turn, n.Realm, n.Text); err != nil {
				return nil, err
			}
		}
		if at.IsZero() {
			out = append(out, n)
		}
	}
	return out, nil
}
