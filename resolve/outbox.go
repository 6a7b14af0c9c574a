package resolve

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	"weltentor/worlds/game"

	"go.etcd.io/bbolt"
)

// Draft is a letter to be rendered. Text is UTF-8 with LF.
type Draft struct {
	From, FromName        string // the game
	To, ToName            string
	Subject               string
	Date                  time.Time
	MessageID             string // with <>
	InReplyTo, References string // of the letter answered
	Answer                bool   // an answer to a letter, else sent of the game's own accord
	Text                  string
	Files                 []Attachment
	Zip                   string // the name of the ZIP that holds all the files; "" sends them one by one
}

// Attachment is a file that leaves with a letter. The data of a text is UTF-8
// with LF; whoever renders converts it.
type Attachment struct {
	Name, Type string
	Charset    string // of a text, as the player's computer wants it: UTF-8, CP437 or ISO-8859-1; "" of other files
	Data       []byte
}

// Outgoing is a letter to be sent now.
type Outgoing struct {
	ID        uint64
	From      string // envelope sender; "" is the null sender
	To        string
	MessageID string
	Raw       []byte
	Attempts  int // so far
}

// Result is how an attempt to send ended.
type Result string

// The results of attempts. They are stored, so they never change.
const (
	Delivered Result = "delivered"
	Temporary Result = "temporary"
	Permanent Result = "permanent"
	Uncertain Result = "uncertain" // lost after the final dot: perhaps it arrived
)

// Attempt is one attempt to send a letter.
type Attempt struct {
	At     time.Time `json:"at"`
	Result Result    `json:"result"`
	Text   string    `json:"text,omitempty"` // the server's words
}

// State is where a letter of the outbox stands.
type State string

// The states of letters. They are stored, so they never change.
const (
	Waiting State = "waiting"
	Sent    State = "sent"
	Failed  State = "failed"   // refused for good
	GivenUp State = "given-up" // tried for days
	Unclear State = "unclear"  // tried a few times, each perhaps with success
)

// Kinds of letters.
const (
	kindReport  = "report"
	kindReceipt = "receipt"
	kindNotice  = "notice" // to the game master
)

// Back-off: the wait after the first, second, … failure; the last one repeats
// until giveUp after the letter was queued.
var waits = []time.Duration{5 * time.Minute, 15 * time.Minute, time.Hour, 2 * time.Hour, 4 * time.Hour, 8 * time.Hour}

const (
	giveUp     = 5 * 24 * time.Hour
	maxUnclear = 3
	answerKept = 500 // characters kept of a server's answer
)

// OutboxRow is a letter of the outbox without its text.
type OutboxRow struct {
	ID        uint64    `json:"id"`
	Kind      string    `json:"kind"` // report, receipt, notice
	State     State     `json:"state"`
	Realm     int       `json:"realm,omitempty"`
	Turn      int       `json:"turn,omitempty"`
	To        string    `json:"to"`
	Subject   string    `json:"subject"`
	MessageID string    `json:"message_id"`
	Queued    time.Time `json:"queued"`
	Due       time.Time `json:"due"`
	Attempts  []Attempt `json:"attempts,omitempty"`
}

// entry is a letter as stored: with it and the report it names, a letter is
// rendered the same way every time. Others have their bytes in `rendered`.
type entry struct {
	OutboxRow
	Envelope string `json:"envelope,omitempty"` // sender; "" is the null sender
	From     string `json:"from"`
	FromName string `json:"from_name,omitempty"`
	ToName   string `json:"to_name,omitempty"`
	Charset  string `json:"charset,omitempty"`
	Zip      bool   `json:"zip,omitempty"`     // its files go in one ZIP
	Closing  string `json:"closing,omitempty"` // what follows the report's summary
}

// enqueue gives a letter its number and Message-ID and lets it wait.
func (w *World) enqueue(tx *bbolt.Tx, e entry, now time.Time) entry {
	e.ID = bump(tx, "letters")
	e.State, e.Queued, e.Due = Waiting, now.UTC().Truncate(time.Second), now.UTC().Truncate(time.Second)
	e.From, e.FromName, e.Subject = w.s.Address, w.s.Name, oneLine(e.Subject)
	seed := tx.Bucket(metaBucket).Get([]byte("seed"))
	key := sha256.Sum256(fmt.Appendf(nil, "%x\x00%d\x00%d\x00%s\x00%s", seed, e.ID, now.UnixNano(), e.To, e.Subject))
	host := "localhost"
	if _, after, ok := strings.Cut(w.s.Address, "@"); ok {
		host = after
	}
	e.MessageID = fmt.Sprintf("<%s.%x@%s>", e.Kind, key[:10], host)
	storeEntry(tx, e)
	return e
}

func storeEntry(tx *bbolt.Tx, e entry) {
	putJSON(tx.Bucket(outboxBucket), u64(e.ID), e)
	if e.State == Waiting {
		put(tx.Bucket(dueBucket), dueKey(e), nil)
	}
}

func dueKey(e entry) []byte { return append(u64(uint64(e.Due.Unix())), u64(e.ID)...) }

// enqueueText queues a letter that is kept as bytes.
func (w *World) enqueueText(tx *bbolt.Tx, e entry, d Draft, now time.Time) error {
	e = w.enqueue(tx, e, now)
	d.From, d.FromName, d.To, d.ToName, d.Subject = e.From, e.FromName, e.To, e.ToName, e.Subject
	d.Date, d.MessageID = e.Queued, e.MessageID
	raw, err := w.render(d)
	if err != nil {
		return fmt.Errorf("rendering a letter to %s: %w", e.To, err)
	}
	put(tx.Bucket(renderedBucket), u64(e.ID), raw)
	return nil
}

func (w *World) render(d Draft) ([]byte, error) {
	if w.s.Render == nil {
		return nil, errors.New("nothing to render letters with")
	}
	return w.s.Render(d)
}

// Next gives the letter that has been due for longest, rendered; nil if none is
// due. It stays due until Record says what became of it.
func (w *World) Next(now time.Time) (out *Outgoing, err error) {
	err = w.view(func(tx *bbolt.Tx) error {
		k, _ := tx.Bucket(dueBucket).Cursor().First()
		if k == nil || binary.BigEndian.Uint64(k) > uint64(now.Unix()) {
			return nil
		}
		e, found, err := getJSON[entry](tx.Bucket(outboxBucket), k[8:])
		if err != nil {
			return err
		}
		if !found {
			return fmt.Errorf("%w: letter %x is missing", ErrDamaged, k[8:])
		}
		raw := bytes.Clone(tx.Bucket(renderedBucket).Get(k[8:]))
		if e.Kind == kindReport {
			if raw, err = w.renderReport(tx, e); err != nil {
				return err
			}
		}
		out = &Outgoing{ID: e.ID, From: e.Envelope, To: e.To, MessageID: e.MessageID, Raw: raw, Attempts: len(e.Attempts)}
		return nil
	})
	return out, err
}

func (w *World) renderReport(tx *bbolt.Tx, e entry) ([]byte, error) {
	rep, err := report(tx, e.Realm, e.Turn)
	if err != nil {
		return nil, err
	}
	d := Draft{From: e.From, FromName: e.FromName, To: e.To, ToName: e.ToName, Subject: e.Subject, Date: e.Queued,
		MessageID: e.MessageID, Text: string(rep.Summary) + e.Closing}
	d.Files = append(d.Files, Attachment{Name: rep.Name, Type: "text/plain", Charset: e.Charset, Data: rep.Text})
	for _, f := range rep.Files {
		a := Attachment{Name: f.Name, Type: f.Type, Data: f.Data}
		if strings.HasPrefix(f.Type, "text/") {
			a.Charset = e.Charset
		}
		d.Files = append(d.Files, a)
	}
	if e.Zip {
		d.Zip = strings.TrimSuffix(rep.Name, path.Ext(rep.Name)) + ".ZIP"
	}
	raw, err := w.render(d)
	if err != nil {
		return nil, fmt.Errorf("rendering letter %d to %s: %w", e.ID, e.To, err)
	}
	return raw, nil
}

// charset of a computer's texts; their line ends go with it.
func charset(c game.Computer) string {
	switch c {
	case game.PC:
		return "CP437"
	case game.Amiga:
		return "ISO-8859-1"
	}
	return "UTF-8"
}

// Record writes down how an attempt ended: delivered and permanently refused
// letters are done, others wait for their next time. The game master is told of
// players' letters that do not reach them.
func (w *World) Record(id uint64, a Attempt) error {
	return w.update(func(tx *bbolt.Tx) error {
		e, found, err := getJSON[entry](tx.Bucket(outboxBucket), u64(id))
		if err != nil {
			return err
		}
		if !found {
			return fmt.Errorf("recording an attempt: no letter %d", id)
		}
		was := e.State
		remove(tx.Bucket(dueBucket), dueKey(e))
		a.At = a.At.UTC()
		if words := []rune(a.Text); len(words) > answerKept {
			a.Text = string(words[:answerKept])
		}
		e.Attempts = append(e.Attempts, a)
		if was == Waiting {
			e.State, e.Due = after(e, a)
		}
		storeEntry(tx, e)
		if was == Waiting && (e.State == Failed || e.State == GivenUp) && e.Kind != kindNotice {
			return w.queueUndelivered(tx, e, a)
		}
		return nil
	})
}

// after decides what follows an attempt.
func after(e entry, a Attempt) (State, time.Time) {
	unclear := 0
	for _, t := range e.Attempts {
		if t.Result == Uncertain {
			unclear++
		}
	}
	next := a.At.Add(waits[min(len(e.Attempts), len(waits))-1])
	switch {
	case a.Result == Delivered:
		return Sent, e.Due
	case a.Result == Permanent:
		return Failed, e.Due
	case unclear >= maxUnclear:
		return Unclear, e.Due
	case next.Sub(e.Queued) > giveUp:
		return GivenUp, e.Due
	}
	return Waiting, next
}

// Outbox lists all letters ever queued, oldest first.
func (w *World) Outbox() (rows []OutboxRow, err error) {
	err = w.view(func(tx *bbolt.Tx) error {
		return tx.Bucket(outboxBucket).ForEach(func(k, _ []byte) error {
			e, _, err := getJSON[entry](tx.Bucket(outboxBucket), k)
			rows = append(rows, e.OutboxRow)
			return err
		})
	})
	return rows, err
}
