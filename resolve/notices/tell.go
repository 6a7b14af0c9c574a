package notices

import (
	"slices"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// tellMost is how many bytes a letter from the game master to players may have.
const tellMost = AnswerMost

// TellResult is what became of a letter from the game master to players.
type TellResult struct {
	Realms []int `json:"realms"` // realms whose players get it
	Had    []int `json:"had"`    // realms whose players get the same text in this turn anyway
	Turn   int   `json:"-"`      // the one that awaits orders
}

// Tell writes to the players of some realms, or of all in the game if none is named. The letter leaves at once, or at
// the head of the mail with the next report. The same text goes to a realm once a turn. If somebody cannot be written
// to, the error is ErrTell, and nobody gets the letter.
func Tell(w *world.World, to []int, text string, inReport bool, now time.Time) (told TellResult, err error) {
	err = w.Update(func(tx *store.Tx) error {
		s, err := w.Here(tx, now)
		if err != nil {
			return err
		}
		told, err = ToPlayers(world.Session{World: w, Tx: tx, Current: s.Current, At: now}, to, text, inReport, "")
		return err
	})
	if err != nil {
		return TellResult{}, err
	}
	return told, nil
}

// ToPlayers is Tell within a transaction. by is who sends the letter.
func ToPlayers(d world.Session, to []int, text string, inReport bool, by logbook.By) (told TellResult, err error) {
	text, err = Sayable(text)
	if err != nil {
		return told, err
	}
	realms, err := Listeners(d, to, inReport)
	if err != nil {
		return told, err
	}
	told = TellResult{Realms: []int{}, Had: []int{}, Turn: d.Current.Turn}
	reached := map[string]bool{} // addresses: a player with two realms gets one letter
	for _, r := range realms {
		if !correspondence.Tell(d.Tx, d.Current.Turn, r.Number, text, inReport, d.At) {
			told.Had = append(told.Had, r.Number)
			continue
		}
		told.Realms = append(told.Realms, r.Number)
		if inReport {
			continue
		}
		rec := d.World.People.Person(d.Tx, r.Number)
		if mail := address.Folded(rec.Mail[0]); !reached[mail] {
			reached[mail] = true
			mailWords(d, r, rec.Mail[0], text)
		}
	}
	if len(told.Realms) == 0 {
		return told, nil
	}
	code := "log.told"
	if inReport {
		code = "log.told-with-report"
	}
	first, _, _ := strings.Cut(text, "\n")
	e := logbook.Entry{At: d.At, By: by, Aside: logbook.Aside{Text: wording.Cut(first)},
		What: phrase.P(code, phrase.Num("n", len(told.Realms)), phrase.Str("realms", wording.NumbersOf(told.Realms)))}
	if len(told.Realms) == 1 { // so that the entry is forgotten together with the player
		rec := d.World.People.Person(d.Tx, told.Realms[0])
		e.Realm, e.Aside.Mail = told.Realms[0], rec.Mail[0]
	}
	_, err = d.World.Note(d.Tx, e)
	return told, err
}

// Sayable returns a text of the game master as it is sent: in lines, without invisible characters, and without
// passwords and codes. The error is ErrTell if it is empty or too long.
func Sayable(text string) (string, error) {
	var lines []string
	for line := range strings.Lines(secrets.Scrub(strings.ToValidUTF8(text, "?"), nil)) {
		lines = append(lines, strings.TrimRight(wording.Printable(strings.TrimRight(line, "\r\n")), " "))
	}
	text = strings.Trim(strings.Join(lines, "\n"), "\n")
	switch {
	case text == "":
		return "", wording.Fault(faults.ErrTell, "tell-empty")
	case len(text) > tellMost:
		return "", wording.Fault(faults.ErrTell, "tell-long", phrase.Num("most", tellMost>>10))
	}
	return text, nil
}

// Listeners returns the realms with these numbers, or all in the game if none is named. The error is ErrTell if one of
// them cannot be written to.
func Listeners(d world.Session, to []int, inReport bool) (realms []game.Realm, err error) {
	over := d.Current.World.Asked().Over
	if inReport && over {
		return nil, wording.Fault(faults.ErrTell, "tell-over")
	}
	for _, r := range d.Current.World.Realms() {
		rec := d.World.People.Person(d.Tx, r.Number)
		named, number := slices.Contains(to, r.Number), phrase.Num("realm", r.Number)
		switch {
		case named && rec.Vacant():
			return nil, wording.Fault(faults.ErrTell, "tell-vacant", number)
		case named && inReport && r.Fallen:
			return nil, wording.Fault(faults.ErrTell, "tell-fallen", number)
		case named, len(to) == 0 && !rec.Vacant() && (!r.Fallen || over):
			realms = append(realms, r)
		}
	}
	for _, n := range to {
		if !slices.ContainsFunc(realms, func(r game.Realm) bool { return r.Number == n }) {
			return nil, wording.Fault(faults.ErrTell, "tell-realm", phrase.Num("realm", n))
		}
	}
	if len(realms) == 0 {
		return nil, wording.Fault(faults.ErrTell, "tell-nobody")
	}
	return realms, nil
}

// mailWords queues a letter from the game master to a player.
func mailWords(d world.Session, r game.Realm, to, text string) {
	t := &wording.Text{Book: wording.Words(r.Lang)}
	t.Say("told-first", phrase.Str("world", d.World.Settings.Name))
	t.Line("")
	t.Line(text)
	t.Line("")
	t.Say("told-back")
	subject := t.Book.Say(phrase.P("subject.told", phrase.Str("world", d.World.Settings.Name),
		phrase.Num("turn", d.Current.Turn)))
	outbox.Open(d.Tx).AddText(outbox.Message{OutboxRow: outbox.OutboxRow{Kind: outbox.KindTold, Realm: r.Number,
		Turn: d.Current.Turn, To: to, Subject: subject}, ToName: r.Player},
		outbox.Draft{Text: t.Body.String(), Charset: outbox.Charset(r.Computer)}, d.At)
}

// Foreword is what the letter with a realm's report of a turn begins with: the texts that the game master wanted to go
// with it.
func Foreword(k *world.Setup, tx *store.Tx, turn int, r game.Realm) string {
	texts := correspondence.WithReport(tx, turn, r.Number)
	if len(texts) == 0 {
		return ""
	}
	t := &wording.Text{Book: wording.Words(r.Lang)}
	t.Say("told-first", phrase.Str("world", k.Settings.Name))
	t.Line("")
	for _, text := range texts {
		t.Line(text)
		t.Line("")
	}
	t.Say("told-report")
	t.Line("")
	return t.Body.String()
}

// Questions lists what players have written to the game master, oldest first: questions, and messages in their orders.
func Questions(w *world.World) (list []correspondence.Question, err error) {
	err = w.View(func(tx *store.Tx) error {
		list = correspondence.Questions(tx)
		return nil
	})
	return list, err
}

// Tick marks letters as done that need no answer.
func Tick(w *world.World, now time.Time, numbers ...uint64) error {
	return w.Update(func(tx *store.Tx) error {
		for _, n := range numbers {
			p, err := PassedOn(tx, n)
			if err != nil {
				return err
			}
			if !p.Open() {
				continue
			}
			p.Ticked = now.UTC()
			p.Save(tx, n)
			if _, err := w.Note(tx, logbook.Entry{At: now, Realm: p.Realm,
				What: phrase.P("log.question-ticked", phrase.Num("number", int64(n)))}); err != nil {
				return err
			}
		}
		return nil
	})
}

// PassedOn returns the letter with a number. The error is ErrTell if there is none.
func PassedOn(tx *store.Tx, number uint64) (correspondence.Forwarded, error) {
	p, found := correspondence.Numbered(tx, number)
	if !found {
		return p, wording.Fault(faults.ErrTell, "no-question", phrase.Num("number", int64(number)))
	}
	return p, nil
}

// AnswerMost is how many bytes an answer of the game master may have.
const AnswerMost = 64 << 10
