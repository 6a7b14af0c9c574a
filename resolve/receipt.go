package resolve

import (
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// shown is how many problems a receipt tells one by one.
const shown = 200

// quoted is how many characters of a bad line are shown.
const quoted = 100

// answer queues the answer to the letter, within a limit an hour and realm.
// Without an address (the game master's own sheet, no gm.mail) there is none.
func (in *intake) answer(to, limit string, an int) error {
	if to == "" || !allow(in.tx, in.at, in.a.Realm, limit, an) {
		return nil
	}
	in.a.Answered = true
	here, _ := realm(in.c.world, in.a.Realm)
	if here.Lang == "" {
		here.Lang = in.w.s.Lang
	}
	book := Words(here.Lang)
	e := entry{OutboxRow: OutboxRow{Kind: kindReceipt, Realm: in.a.Realm, Turn: in.c.turn, To: to}, ToName: here.Player}
	e.Subject = book.Say(phrase.P("subject."+string(in.a.Fate), phrase.Str("world", in.w.s.Name), phrase.Num("turn", in.c.turn),
		phrase.Num("good", in.a.Good), phrase.Num("bad", in.a.Bad)))
	d := Draft{Answer: true, InReplyTo: in.l.MessageID, References: strings.TrimSpace(in.l.References + " " + in.l.MessageID)}
	if to != in.l.From && (in.a.Fate == WrongWord || in.a.Fate == Throttled) {
		d.InReplyTo, d.References = "", "" // another person's letter, perhaps
	}
	records, err := in.w.sheets(in.tx, in.c.turn)
	if err != nil {
		return err
	}
	err = guarded(func() {
		in.ready = in.w.ready(in.c, plainSheets(records), in.at, false)
		d.Text = in.receipt(here, book)
	})
	if err != nil {
		return err
	}
	in.w.enqueueText(in.tx, e, d, in.at)
	return nil
}

// receipt tells a player what became of his letter: accepted or not in the
// first line, then what is wrong, then what is in force, then what is known of
// the turn to come.
func (in *intake) receipt(here game.Realm, book *phrase.Book) string {
	t := &text{book: book}
	words := in.w.rb.Words(here.Lang)
	counts := []phrase.Arg{phrase.Num("good", in.a.Good), phrase.Num("bad", in.a.Bad)}
	switch {
	case in.a.Fate != Taken:
		t.say("not-accepted", phrase.Str("reason", book.Say(in.a.Reason)))
	case in.a.Good == 0:
		t.say("accepted-empty")
	case in.a.Bad == 0:
		t.say("accepted", counts...)
	default:
		t.say("accepted-partly", counts...)
	}
	if in.a.Fate == WrongWord || in.a.Fate == Throttled {
		t.say("password-advice")
		return t.b.String()
	}
	if here.Number == 0 {
		t.line(in.c.world.Title(here.Lang))
	} else {
		t.say("realm", phrase.Num("realm", here.Number), phrase.Str("name", here.Name), phrase.Str("title", in.c.world.Title(here.Lang)))
	}
	in.source(t)
	if in.a.Replaced {
		t.say("replaces")
	}
	in.time(t)
	in.problems(t, words)
	if in.a.Fate == Taken || in.a.Fate == Kept {
		in.inForce(t, words)
	}
	return t.b.String()
}

// source tells from where the orders were taken and what had to be guessed.
func (in *intake) source(t *text) {
	if in.master {
		t.say("by-master")
		return
	}
	if in.l.Part != "" {
		part := in.l.Part
		if name := "part." + part; t.book.Has(name) {
			part = t.book.T(name)
		}
		t.say("read-from", phrase.Str("part", part), phrase.Str("charset", in.l.Charset))
	}
	for _, n := range in.l.Notes {
		t.line("  " + t.book.Say(n))
	}
}

// time tells until when a later letter counts.
func (in *intake) time(t *text) {
	c, w := in.c, in.w
	if in.a.Checked.From > 0 {
		t.say("other-phase", phrase.Num("turn", in.a.Checked.From), phrase.Str("when", moment(t.book, w.s.Deadline.After(c.opened.Since, w.s.Zone))))
	}
	switch r := in.ready; {
	case r.waits.Code == "waits-over" || r.waits.Code == "waits-realms":
	case r.waits.Code == "waits-master":
		t.say("time-master")
	case r.due && r.deadline.After(in.at):
		t.say("time-now")
	case r.due:
		t.say("time-past", phrase.Str("when", moment(t.book, r.deadline)))
	default:
		t.say("time-left", phrase.Str("when", moment(t.book, r.deadline)))
	}
}

// problems tells every bad line: errors first, then what counts but perhaps not
// as it was meant.
func (in *intake) problems(t *text, words *phrase.Book) {
	lines := strings.Split(in.text, "\n")
	left := shown
	for _, kind := range []struct {
		severity orders.Severity
		counted  int // beyond those told in words
	}{{orders.Error, in.file.DroppedErrors}, {orders.Warning, in.file.DroppedWarnings}} {
		var of []orders.Problem
		for _, p := range in.a.Checked.Problems {
			if p.Severity == kind.severity {
				of = append(of, p)
			}
		}
		rest := len(of) + kind.counted
		if rest == 0 {
			continue
		}
		t.head("head."+string(kind.severity), phrase.Num("n", rest))
		of = of[:min(len(of), left)]
		for _, p := range of {
			t.say("problem", phrase.Num("line", p.Line), phrase.Num("col", p.Col), phrase.Str("what", string(words.Append(nil, p.What, nil))))
			if p.Line > 0 && p.Line <= len(lines) {
				t.line("      > " + cut(strings.TrimSpace(lines[p.Line-1])))
			}
		}
		left -= len(of)
		if rest -= len(of); rest > 0 {
			t.say("and-more", phrase.Num("n", rest))
		}
	}
}

// oneLine takes out what would disturb a letter or its head.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
}

// cut shortens a line that is quoted.
func cut(line string) string {
	line = oneLine(line)
	if r := []rune(line); len(r) > quoted {
		return string(r[:quoted]) + " …"
	}
	return line
}

// inForce tells what the realm will do as things stand.
func (in *intake) inForce(t *text, words *phrase.Book) {
	c := in.a.Checked
	say := func(p phrase.Phrase) string { return string(words.Append(nil, p, nil)) }
	if len(c.InForce) > 0 {
		t.head("head.in-force")
	}
	for _, o := range c.InForce {
		if o.Line > 0 {
			t.say("in-force", phrase.Num("line", o.Line), phrase.Str("what", say(o.What)))
		} else {
			t.line("  " + say(o.What))
		}
	}
	for _, part := range []struct {
		head string
		says []phrase.Phrase
	}{{"head.idle", c.Idle}, {"head.outlook", c.Outlook}} {
		if len(part.says) > 0 {
			t.head(part.head)
		}
		for _, p := range part.says {
			t.line("  " + say(p))
		}
	}
}
