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
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// What players write to the game master leaves under a number, which is in the
// subject: by it his answer finds its way (answer.go). Both buckets are made on first
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
func (in *intake) passing(realm int, to string) passedRecord {
	here, _ := in.c.Realm(realm)
	p := passedRecord{Realm: realm, Turn: in.c.Turn, Player: here.Player, To: to, At: in.at.UTC()}
	if !in.master {
		p.Subject, p.MessageID, p.References = wording.Cut(letter.BareSubject(in.l.Subject)), in.l.MessageID,
			in.l.References
	}
	return p
}

// pass queues a letter to the game master, under the next number. The subject gets
// the world's name and the number as arguments.
func (in *intake) pass(p passedRecord, subject phrase.Phrase, t *wording.Text) {
	w, n := in.w, store.Bump(in.tx, "passed")
	b, err := in.tx.CreateBucketIfNotExists(passedBucket)
	if err != nil {
		panic(err) // our own mistake, as in put
	}
	store.PutJSON(b, store.U64(n), p)
	subject.Args = append(slices.Clone(subject.Args), phrase.Str("world", w.s.Name), phrase.Num("number", int64(n)))
	words := strings.TrimSuffix(t.Book.Say(subject), ": ") // of a letter without a subject
	if w.s.Master == "" {
		w.master.Tell(in.tx, words, t.Body.String(), in.c.Turn, in.at)
		return
	}
	if !strings.HasSuffix(t.Body.String(), "\n\n") {
		t.Line("")
	}
	t.Say("question-reply", phrase.Num("number", int64(n)), phrase.Str("from", p.To))
	outbox.In(in.tx).AddText(outbox.Entry{OutboxRow: outbox.OutboxRow{Kind: outbox.KindNotice, Realm: p.Realm,
		Turn: in.c.Turn, To: w.s.Master, Subject: words}, Passed: n},
		outbox.Draft{Text: t.Body.String()}, in.at)
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
func (in *intake) noteMailed(text string) {
	b, err := in.tx.CreateBucketIfNotExists(mailedBucket)
	if err != nil {
		panic(err) // our own mistake, as in put
	}
	var old [][]byte
	c := b.Cursor()
	for k, _ := c.First(); k != nil && bytes.Compare(k[:4], store.U32(in.c.Turn-1)) < 0; k, _ = c.Next() {
		old = append(old, bytes.Clone(k))
	}
	for _, k := range old {
		store.Remove(b, k)
	}
	store.PutJSON(b, mailedKey(in.c.Turn, in.a.Realm, text), in.at.UTC())
}

// went is when a message of a sheet was mailed to the game master; zero: it goes with
// the turn.
type went struct {
	line int
	at   time.Time
}

// mailLetters mails the game master what the sheet in force says to him (`#M`): at
// once, each text once a turn. Beyond the limit they go with the turn.
func (in *intake) mailLetters(rec roster.RealmRecord) error {
	return in.mailEach(rec, in.a.Checked.Letters, in.c.Turn)
}

// mailUnheeded is mailLetters for a letter whose orders, for a turn, are refused: beyond
// the limit its messages do not go at all. Those that went when that turn was on do not
// go again.
func (in *intake) mailUnheeded(rec roster.RealmRecord, turn int) error {
	if in.a.Realm == 0 || in.l.Studied.Clean == nil {
		return nil
	}
	var letters []game.Letter
	for _, l := range in.l.Studied.Clean.Lines {
		if m, ok := l.Order.(orders.Message); ok && m.To == "M" && strings.TrimSpace(m.Text) != "" {
			letters = append(letters, game.Letter{Line: l.Line, Text: m.Text})
		}
	}
	return in.mailEach(rec, letters, cmp.Or(turn, in.c.Turn))
}

// mailEach mails letters to the game master that went neither in this turn nor in the one
// they were written for.
func (in *intake) mailEach(rec roster.RealmRecord, letters []game.Letter, turn int) error {
	when := func(text string) (time.Time, error) {
		at, err := mailedAt(in.tx, in.c.Turn, in.a.Realm, text)
		if err == nil && at.IsZero() && turn != in.c.Turn {
			at, err = mailedAt(in.tx, turn, in.a.Realm, text)
		}
		return at, err
	}
	var fresh []string
	for _, l := range letters {
		at, err := when(l.Text)
		if err != nil {
			return err
		}
		if at.IsZero() && !slices.Contains(fresh, l.Text) {
			fresh = append(fresh, l.Text)
		}
	}
	if len(fresh) > 0 && limits.LettersAtOnce.Allow(in.tx, in.at, limits.OfRealm(in.a.Realm)) {
		in.tellLetters(rec, fresh)
	}
	in.went = nil
	for _, l := range letters {
		at, err := when(l.Text)
		if err != nil {
			return err
		}
		in.went = append(in.went, went{l.Line, at})
	}
	return nil
}

func (in *intake) tellLetters(rec roster.RealmRecord, texts []string) {
	to := in.asker(rec)
	here, _ := in.c.Realm(in.a.Realm)
	who := []phrase.Arg{phrase.Num("realm", here.Number), phrase.Str("name", here.Name),
		phrase.Str("player", here.Player),
		phrase.Str("from", to), phrase.Num("n", len(texts))}
	t := &wording.Text{Book: wording.Words(in.w.s.Lang)}
	head := "letters-from"
	if in.a.Fate == Refused {
		head = "letters-from-refused"
	}
	t.Say(head, append(who, phrase.Str("title", in.c.World.Title(in.w.s.Lang)))...)
	for _, words := range texts {
		t.Line("")
		t.Quote(words)
		in.noteMailed(words)
	}
	p := in.passing(here.Number, to)
	p.Subject = ""
	in.pass(p, phrase.P("subject.letters-from", who...), t)
}

// asker is where the game master's answer goes: the address the letter came from if
// it is the realm's, else its first.
func (in *intake) asker(rec roster.RealmRecord) string {
	switch {
	case roster.Has(rec.Mail, in.l.From):
		return in.l.From
	case len(rec.Mail) > 0:
		return rec.Mail[0]
	}
	return ""
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

// toldMaster tells in a receipt what of the letter went to the game master, and when.
func (in *intake) toldMaster(t *wording.Text) {
	when := func(at time.Time) phrase.Arg { return in.when(t.Book, at) }
	for _, l := range in.went[:min(len(in.went), wording.ForcedShown)] {
		code, args := "letter-went", []phrase.Arg{phrase.Num("line", l.line), when(l.at)}
		if l.at.IsZero() {
			code, args = "letter-waits", args[:1]
		}
		switch {
		case in.a.Fate == Refused && l.at.IsZero():
			t.Say("letter-stays", args...)
		case in.a.Fate != Refused && in.fresh.Text != in.text && l.at.Equal(in.at.UTC()):
			t.Say("letter-went-now", args[1:]...)
		case in.a.Fate != Refused && in.fresh.Text != in.text: // it is another letter's line
			t.Say(code+"-earlier", args[1:]...)
		default:
			t.Say(code, args...)
		}
	}
	switch {
	case in.beside == besideWent:
		t.Say("besides-went", when(in.wentAt))
	case in.beside == besideRefused:
		t.Say("besides-refused")
	}
}

// when is a time as an argument, in the world's zone.
func (in *intake) when(book *phrase.Book, at time.Time) phrase.Arg {
	return phrase.Str("when", wording.Moment(book, at.In(in.w.s.Zone)))
}
