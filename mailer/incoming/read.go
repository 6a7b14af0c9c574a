// Package incoming reads a mail: which text is its sender's own, which is quoted, and which has the orders (Read). A
// mail is walked part by part (walk.go), and each part is sorted by what it holds (leaf.go). Bytes become text
// (html.go, sheet.go, flowed.go), and what is not the sender's own is left out (reply.go). If there are several texts,
// a scorer that is handed in chooses one (choose.go). Whatever a mail contains, reading costs a bounded amount
// (budget.go): anybody may write one. What was left out or repaired is a note to the sender.
package incoming

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/emersion/go-message"

	"weltentor/mailer/mime"
)

// Errors of Read. The mail should be kept for a person to look at.
var (
	ErrTooBig     = errors.New("the mail is too big")
	ErrUnreadable = errors.New("the mail cannot be read")
)

// ReadOptions say how a letter is read. All of them are optional: without one, nothing is what it recognizes.
type ReadOptions struct {
	// Own is the game's address: mail from it counts as automatic.
	Own string
	// Sender reports whether anybody is known to write from an address, and the charset of that computer ("CP437",
	// "ISO-8859-1"). The charset decides if the octets do not. Of others' texts only those with an `$I` line are
	// looked at. Without it everybody is known.
	Sender func(from string) (known bool, charset string)
	// Score counts the valid lines of orders in a text, or in its beginning if it is long. 0 means that it has none.
	Score func(text string) int
	// Opens reports whether a line starts like an order, so that a wrapped line is not joined with it.
	Opens func(line string) bool
	// Follow begins to read a text. The function that it returns is called with each line in turn. It reports whether
	// the line is read as an order, in which `;` begins a comment.
	Follow func() func(line string) bool
	// Identity reports whether a line says for whom a text's orders are.
	Identity func(line string) bool
	// Ours returns a text in which lines that other programs write are the game's own, line for line.
	Ours func(text string) string
	// Mark recognizes the line above a form that one of our letters brought. The form may come back filled in where an
	// answer quotes it. Without it there are no forms.
	Mark func(line string) bool
	// Advert recognizes a line that programs and phones add below a letter, such as "Sent from my phone". Without it,
	// only what is below the signature's mark is none of the sender's words.
	Advert func(line string) bool
	// Forwards recognizes the subject of a mail that was forwarded. Without it, none was.
	Forwards func(subject string) bool
	// Longest is how long one mail may be read; without it, mostTime.
	Longest time.Duration

	from, name string // the writer of the mail that is read
}

// Reading is what one mail says.
type Reading struct {
	From       string // address alone, in lower case; "" if there is not exactly one
	FromName   string
	To         []string
	Subject    string // decoded, one line
	MessageID  string // with <>, without blanks and line ends; "" if missing
	InReplyTo  string // with <>; "" if missing
	References string // message ids with <>, one blank between
	Date       time.Time

	Parts
	Score int // of Text, as Score counted it; 0: no orders found
	Notes []mime.Note
	Files []File // attachments that are not the orders

	// Machine says why this counts as automatic mail, which is neither read for orders nor answered. It is "" if a
	// person may have written it.
	Machine string
	// Marked is the mark of automatic mail that the mail has and people's mail may have, too, such as X-Loop. It is ""
	// for automatic mail. The text was read. It counts only if something in it proves its sender, and it is not
	// answered at From.
	Marked string
	// Absence says that the subject makes the mail look like an automatic answer, and nothing that only programs write.
	Absence bool
	// Bounce is what a delivery report says, which is automatic mail; otherwise nil.
	Bounce *Bounce
	// NoAnswer says why the sender must not be answered at the From address. A receipt may still go to a registered
	// address.
	NoAnswer string
	// Bulk is the mark of a mail that was sent to many, which people's mail may have, too. It is "" if it has none. Only
	// who is known, or has asked for something, is answered.
	Bulk string
	// Automatic says what else makes the mail look like an automatic answer, or NoAnswer. The mail is still read.
	Automatic string
}

// Parts are the texts of a mail, by whose words they are. All are UTF-8 with LF, with plain twins for typographic
// characters.
type Parts struct {
	// Text is the text with orders, or what the letter says if it has none. If it is the writer's own, it is all that the
	// letter's own bodies say, one of alternatives each, in their order. If Others is true, it is from a forwarded mail,
	// or from what this one quotes, and anybody's.
	Text    string
	Part    string // where Text was: "body", "html", a file's name, "zip: name", "forwarded: body"
	Charset string // how its octets were read
	Others  bool
	Beside  string // the writer's own words, if Text was in a file or in another mail
	// Below is what is under an attribution at the top, without marks: the writer's, who deleted what was quoted, or the
	// earlier mail's. Only a comparison with that mail tells. It is "" if that mail is not the game's.
	Below  string
	Quoted string // others' words: the beginning of what the bodies quote of earlier mails, without the quotation marks
	// Filled is the game's form as an answer's quote brings it back, perhaps with the writer's words in it. It begins
	// with the line for which Mark is true. It is "" if there is none, or if a file has orders.
	Filled string
	Footer string // programs' words, and signatures, of the letter itself: the beginning
}

// File is an attachment. The Data of a text is UTF-8 with LF.
type File struct {
	Name string // base name; may be ""
	Type string // media type
	Data []byte

	layer int // as in candidate
}

// Read finds the orders in one raw mail. Of automatic mail only the header is read, and what it says about letters
// that could not be delivered. A text without a mail's header is read as a body. Its cost is limited (budget.go): text
// beyond that is left out, with a note. It fails with ErrTooBig, with ErrUnreadable, also if it takes longer than one mail may,
// or when ctx ends, and never panics.
func Read(ctx context.Context, raw []byte, o ReadOptions) (r Reading, err error) {
	defer func() {
		if p := recover(); p != nil {
			r, err = Reading{}, fmt.Errorf("%w: %v", ErrUnreadable, p)
		}
	}()
	if len(raw) > mime.MaxMail {
		return r, fmt.Errorf("%w: %d bytes, %d are allowed", ErrTooBig, len(raw), mime.MaxMail)
	}
	if len(bytes.TrimSpace(raw)) == 0 {
		return r, fmt.Errorf("%w: it is empty", ErrUnreadable)
	}
	o = o.Filled()
	h, body, dropped, err := mime.SplitMail(raw)
	if err != nil {
		return r, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	r = envelope(h)
	r.Machine = machine(h, r.From, o.Own)
	r.NoAnswer = noAnswer(r.From)
	r.Bulk = bulk(h)
	r.Automatic, r.Absence = automatic(h, r.Subject, r.NoAnswer)
	if r.Machine == "" {
		r.mark(marked(h, r.Subject))
	}
	if r.Machine != "" {
		r.Bounce = bounceOf(h, body, r.From)
		return r, nil
	}
	began := time.Now()
	limited, cancel := context.WithTimeout(ctx, o.Longest)
	defer cancel()
	w := &walker{o: o, budget: newBudget(limited), reads: reads{forward: o.Forwards(r.Subject)}}
	w.o.from, w.o.name = r.From, r.FromName
	known, hint := o.Sender(r.From)
	w.hint, w.identified = hint, !known
	if dropped > 0 {
		w.note(mime.Note{Code: mime.HeaderRepaired, N: dropped})
	}
	w.entity(h, body)
	w.joinBodies()
	w.choose(&r)
	if time.Since(began) >= o.Longest {
		return Reading{}, fmt.Errorf("%w: it takes longer than %v", ErrUnreadable, o.Longest)
	}
	if err := ctx.Err(); err != nil {
		return Reading{}, fmt.Errorf("reading the mail: %w", err) // the mail is not at fault, so it gets no note
	}
	return r, nil
}

// mostTime is how long one mail may be read. What each part may cost is limited too, and no mail comes near it: it is for
// what nobody has thought of, since a mail that is never read to its end would hold up all behind it.
const mostTime = 30 * time.Second

// Filled returns the options with what knows nothing for those that are not set.
func (o ReadOptions) Filled() ReadOptions {
	if o.Sender == nil {
		o.Sender = func(string) (bool, string) { return true, "" }
	}
	if o.Score == nil {
		o.Score = func(string) int { return 0 }
	}
	o.Longest = cmp.Or(o.Longest, mostTime)
	no := func(string) bool { return false }
	if o.Follow == nil {
		o.Follow = func() func(string) bool { return no }
	}
	if o.Ours == nil {
		o.Ours = func(text string) string { return text }
	}
	for _, asks := range []*func(string) bool{&o.Opens, &o.Identity, &o.Mark, &o.Advert, &o.Forwards} {
		if *asks == nil {
			*asks = no
		}
	}
	return o
}

// longestName is how many octets of a person's name in From are read: it is compared with each line.
const longestName = 200

// firstOctets are so many octets of a text at most, in whole letters.
func firstOctets(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}

// envelope reads the header.
func envelope(h message.Header) Reading {
	r := Reading{Subject: mime.Field(h, "Subject"), Date: mime.SentAt(h)}
	if from := mime.Addresses(h, "From"); len(from) == 1 {
		r.From, r.FromName = from[0].Address, firstOctets(from[0].Name, longestName)
	}
	for _, a := range mime.Addresses(h, "To") {
		r.To = append(r.To, a.Address)
	}
	r.MessageID = strings.Join(mime.MessageIDs(h.Get("Message-Id"), 1), "")
	r.InReplyTo = strings.Join(mime.MessageIDs(h.Get("In-Reply-To"), 1), "")
	r.References = strings.Join(mime.MessageIDs(h.Get("References"), 20), " ")
	return r
}

// mark records a mark of automatic mail.
func (r *Reading) mark(mark string, absent bool) {
	if mark == "" {
		return
	}
	r.Absence = absent && (r.Absence || r.Automatic == "")
	r.Marked, r.NoAnswer, r.Automatic = mark, cmp.Or(r.NoAnswer, mark), cmp.Or(r.Automatic, mark)
}

// forwarded begins the name of each part of a mail within the mail.
const forwarded = "forwarded: "
