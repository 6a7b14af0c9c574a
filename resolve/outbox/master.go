package outbox

import (
	"encoding/binary"
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/limits"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
)

// Bounced tells the game master about a letter that came back: a few a day one by one, then only that there are more.
// If it was to the game master's own address, a notice is kept instead. What a stranger sent back is not reported.
func (g *Master) Bounced(tx *store.Tx, e Message, now time.Time) {
	if e.Stranger || e.Page {
		return
	}
	tell, more := limits.Bounces.CountReport(tx, now)
	switch {
	case !tell:
		return
	case e.Kind == KindNotice:
		g.undelivered(tx, e, now)
		return
	}
	t, code := &wording.Text{Book: wording.Words(g.Lang)}, "bounced"
	if more {
		code = "bounced-more"
	}
	t.Say(code, phrase.Str("to", e.To), phrase.Str("subject", e.Subject), phrase.Num("realm", e.Realm),
		phrase.Num("letter", int64(e.ID)), phrase.Str("answer", e.Reason), phrase.Num("n", limits.Bounces.Most()))
	g.Say(tx, phrase.P("subject.bounced", phrase.Str("to", e.To)), Notice{At: now, Turn: e.Turn, Text: t.Body.String()})
}

// Master is the person who is told what a person should see to.
type Master struct {
	World string   // its name
	Mails []string // none: messages are kept as a Notice; otherwise each gets them
	Lang  phrase.Lang
}

// Notice is something the game master should read that could not be mailed: the settings name no address, or the
// letter did not arrive.
type Notice struct {
	ID      uint64    `json:"id"`
	At      time.Time `json:"at"`
	Turn    int       `json:"turn"`
	Subject string    `json:"subject"`
	Text    string    `json:"text"`
	Told    time.Time `json:"told,omitzero"`   // when NoticesTold said so; zero: nobody has read it
	About   string    `json:"about,omitempty"` // as in Entry
	Names   []int     `json:"names,omitempty"` // realms whose players it mentions or quotes
}

// Notices have a number as their key. Those are news that nobody has read, or that are of the turn that awaits orders.
var (
	notices = store.Packed[Notice]("notices")
	news    = store.Values("news") // empty
)

// LastNotice is the number of the newest notice, or 0.
func LastNotice(tx *store.Tx) uint64 {
	if last := notices.Last(tx, nil); len(last) == 8 {
		return binary.BigEndian.Uint64(last)
	}
	return 0
}

// Last is what the game master was told last: the numbers of a letter and of a notice.
type Last struct{ Letter, Notice uint64 }

// Last returns the last of all letters, and the last notice.
func (o Box) Last() (l Last) {
	for k := range entries.Back(o.tx) {
		l.Letter = binary.BigEndian.Uint64(k)
		break
	}
	l.Notice = LastNotice(o.tx)
	return l
}

// ToMaster counts what the game master was told since then, without answers to what they asked themselves.
func (o Box) ToMaster(since Last) (n int, err error) {
	for k := range entries.Back(o.tx) {
		e, err := o.letter(binary.BigEndian.Uint64(k))
		if err != nil || e.ID <= since.Letter {
			return n + int(LastNotice(o.tx)-since.Notice), err
		}
		if e.Kind == KindNotice && !e.NullSender {
			n++
		}
	}
	return n + int(LastNotice(o.tx)-since.Notice), nil
}

// NoticeSize is how many bytes of the store a notice takes.
func NoticeSize(tx *store.Tx, number uint64) int { return len(notices.Raw(tx, store.U64(number))) }

// DropNotice forgets a notice.
func DropNotice(tx *store.Tx, number uint64) {
	notices.Remove(tx, store.U64(number))
	news.Remove(tx, store.U64(number))
}

// Recent lists the notices that nobody has read, or that belong to the turn that awaits orders.
func Recent(tx *store.Tx) (list []Notice) {
	for _, k := range news.Keys(tx, nil) {
		n, _ := notices.Get(tx, k)
		list = append(list, n)
	}
	return list
}

// SettleNews drops from the news what was read in earlier turns.
func SettleNews(tx *store.Tx) {
	list := Recent(tx)
	last := chronicle.LastResolved(tx)
	for _, n := range list {
		if !n.Told.IsZero() && n.At.Before(last) {
			news.Remove(tx, store.U64(n.ID))
		}
	}
}

// NoticesTold remembers that the game master has read some notices.
func (o *Office) NoticesTold(now time.Time, ids ...uint64) error {
	return o.Disk.Update(func(tx *store.Tx) error {
		for _, id := range ids {
			n, found := notices.Get(tx, store.U64(id))
			if found && n.Told.IsZero() {
				n.Told = now.UTC()
				notices.Put(tx, store.U64(id), n)
			}
		}
		return nil
	})
}

func keepNotice(tx *store.Tx, n Notice) {
	n.ID = LastNotice(tx) + 1
	notices.Put(tx, store.U64(n.ID), n)
	news.Put(tx, store.U64(n.ID), nil)
}

// undelivered tells the game master about a letter that did not reach its player: a few a day one by one, then only
// that there are more. If it was to the game master, a notice is kept. Letters to strangers are not reported.
func (g *Master) undelivered(tx *store.Tx, e Message, now time.Time) {
	if e.Kind == KindNotice {
		d, _ := Open(tx).Text(e.ID)
		names := e.Names
		if e.Passed > 0 {
			names = append(slices.Clip(names), e.Realm)
		}
		keepNotice(tx, Notice{At: e.Queued, Turn: e.Turn, Subject: e.Subject, Text: d.Text, About: e.About, Names: names})
		return
	}
	tell, more := false, false
	if !e.Stranger {
		tell, more = limits.Undelivered.CountReport(tx, now)
	}
	if !tell {
		return
	}
	t := &wording.Text{Book: wording.Words(g.Lang)}
	args := []phrase.Arg{phrase.Str("to", e.To), phrase.Str("subject", e.Subject), phrase.Num("realm", e.Realm),
		phrase.Num("attempts", len(e.tries())), phrase.Str("answer", e.Reason)}
	subject := "subject.undelivered"
	switch {
	case e.State == Unclear:
		t.Say("uncertain", args...)
		subject = "subject.uncertain"
	case len(e.tries()) > 0:
		t.Say("undelivered", args...)
	default:
		t.Say("unsendable", args...)
	}
	if more {
		t.Say("undelivered-more", phrase.Num("n", limits.Undelivered.Most()))
	}
	g.Say(tx, phrase.P(subject, phrase.Str("to", e.To)), Notice{At: now, Turn: e.Turn, Text: t.Body.String()})
}

// stripped tells the game master about a report that did not fit into its player's mailbox.
func (g *Master) stripped(tx *store.Tx, e Message, now time.Time) {
	t := &wording.Text{Book: wording.Words(g.Lang)}
	t.Say("report-refused", phrase.Str("to", e.To), phrase.Str("subject", e.Subject), phrase.Num("realm", e.Realm),
		phrase.Str("answer", e.Reason))
	g.Say(tx, phrase.P("subject.undelivered", phrase.Str("to", e.To)),
		Notice{At: now, Turn: e.Turn, Text: t.Body.String()})
}

// Tell mails something to the game master, or keeps it as a notice if there is no address.
func (g *Master) Tell(tx *store.Tx, n Notice) {
	if len(g.Mails) == 0 {
		n.At = n.At.UTC()
		keepNotice(tx, n)
		return
	}
	g.Each(tx, Message{OutboxRow: OutboxRow{Kind: KindNotice, Turn: n.Turn, Subject: n.Subject}, About: n.About,
		Names: n.Names}, Draft{Text: n.Text}, n.At)
}

// Say is Tell with a subject that is not in words yet. It is given the world.
func (g *Master) Say(tx *store.Tx, subject phrase.Phrase, n Notice) {
	subject.Args = append(slices.Clip(subject.Args), phrase.Str("world", g.World))
	n.Subject = wording.Words(g.Lang).Say(subject)
	g.Tell(tx, n)
}

// But returns the game masters without one of them.
func (g *Master) But(mail string) *Master {
	others := *g
	others.Mails = slices.DeleteFunc(slices.Clone(g.Mails), func(m string) bool { return address.Same(m, mail) })
	return &others
}

// Each queues a letter to each game master.
func (g *Master) Each(tx *store.Tx, e Message, d Draft, now time.Time) {
	for _, mail := range g.Mails {
		e.To = mail
		Open(tx).AddText(e, d, now)
	}
}

// Reader returns the game master's address that a letter goes to which was written for one of them: that one, as long
// as the settings name it, and otherwise the first. It is "" if there is none.
func (g *Master) Reader(to string) string {
	for _, mail := range g.Mails {
		if address.Same(mail, to) {
			return mail
		}
	}
	if len(g.Mails) > 0 {
		return g.Mails[0]
	}
	return ""
}

// Fact is what a letter about trouble says in its subject, by the sentence "fact."+Fact.
type Fact string

// The facts that a person should see to.
const (
	MailboxUnread Fact = "mailbox-deaf"
	TurnHeld      Fact = "turn-held"
	MailAside     Fact = "mail-aside"
	MailStuck     Fact = "mail-stuck"
	ProofUnread   Fact = "proof-unread"
	NoInvitations Fact = "no-invitations"
	Unnotified    Fact = "unnotified"
	OrdersFailed  Fact = "orders-failed"
	PagesDown     Fact = "pages-down"
	TurnFailed    Fact = "turn-failed"
)

// Alarm tells the game master about something that a person should see to. The same key within a day is not sent
// again.
func (o *Office) Alarm(fact Fact, key, words string, now time.Time) error {
	return o.Disk.Update(func(tx *store.Tx) error {
		if !Once(tx, key, limits.Day, now) {
			return nil
		}
		o.Master.Alarm(tx, fact, words, now)
		return nil
	})
}

// Trouble is a fact that comes in numbers.
type Trouble struct {
	Fact
	Key   string // the same within a day is not sent again
	Words string
	More  string // said after the last one of a day
}

// AlarmOfMany is Alarm for such a fact: a few a day are sent one by one. Then follows one with More, and then none.
func (o *Office) AlarmOfMany(t Trouble, l limits.Limit, now time.Time) error {
	return o.Disk.Update(func(tx *store.Tx) error {
		if !Once(tx, t.Key, limits.Day, now) {
			return nil
		}
		tell, beyond := l.CountReport(tx, now)
		if beyond {
			t.Words = t.More
		}
		if tell {
			o.Master.Alarm(tx, t.Fact, t.Words, now)
		}
		return nil
	})
}

// Alarm sends the game master a letter about trouble. names are the realms whose players it mentions or quotes.
func (g *Master) Alarm(tx *store.Tx, fact Fact, words string, now time.Time, names ...int) {
	g.Say(tx, phrase.P("subject.alarm", phrase.Key("fact", "fact."+string(fact))),
		Notice{At: now, Turn: store.Turn(tx), Text: words + "\n", Names: names})
}
