package resolve

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/intake"
	"weltentor/resolve/letter"
	"weltentor/resolve/notices"
	"weltentor/resolve/players"
	"weltentor/resolve/practice"
	"weltentor/resolve/public"
	"weltentor/resolve/requests"
	"weltentor/resolve/roster"
	"weltentor/resolve/schedule"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// about are the options of a mail.
var about = map[string]func(p *post, l *letter.Letter, value string){
	"@answers":   func(p *post, l *letter.Letter, of string) { l.References = p.last[of].MessageID },
	"@name":      func(_ *post, l *letter.Letter, name string) { l.FromName = name },
	"@silent":    func(_ *post, l *letter.Letter, _ string) { l.MayAnswer = false },
	"@part":      func(_ *post, l *letter.Letter, part string) { l.Part = part },
	"@marked":    func(_ *post, l *letter.Letter, mark string) { l.Marked = mark },
	"@machine":   func(_ *post, l *letter.Letter, mark string) { l.Machine = mark },
	"@automatic": func(_ *post, l *letter.Letter, _ string) { l.Automatic = true },
	"@absence":   func(_ *post, l *letter.Letter, mark string) { l.Absence, l.Marked = true, mark },
	"@others":    func(_ *post, l *letter.Letter, _ string) { l.Others = true },
	"@later":     func(_ *post, l *letter.Letter, _ string) { l.Proof.Later = true },
	"@proof":     func(_ *post, l *letter.Letter, domain string) { l.Proof.Domain = domain },
	"@unproven":  func(_ *post, l *letter.Letter, why string) { l.Proof.Why, l.Proof.Signer = why, "sign.example" },
	"@beside":    func(_ *post, l *letter.Letter, words string) { l.Beside = words + "\n" },
	"@file": func(_ *post, l *letter.Letter, value string) {
		name, data, _ := strings.Cut(value, " ")
		l.Files = append(l.Files, game.File{Name: name, Type: "text/plain", Data: []byte(data)})
	},
	"@note": func(_ *post, l *letter.Letter, value string) {
		words := strings.Fields(value)
		note := phrase.Phrase{Code: words[0]}
		for _, w := range words[1:] {
			name, value, _ := strings.Cut(w, "=")
			if n, err := strconv.Atoi(value); err == nil {
				note.Args = append(note.Args, phrase.Num(name, n))
			} else {
				note.Args = append(note.Args, phrase.Str(name, value))
			}
		}
		l.Notes = append(l.Notes, note)
	},
	"@bounce": func(p *post, l *letter.Letter, value string) {
		of, words, _ := strings.Cut(value, " ")
		l.Machine = "multipart/report"
		l.Bounce = &letter.Bounce{IDs: []string{p.last[of].MessageID}, To: of, Words: words}
	},
}

// doing are the commands.
var doing = map[string]func(p *post, words []string, body string) []string{
	"advance": func(p *post, words []string, _ string) []string {
		a, err := turns.Advance(p.Game.World, p.ClockAt, slices.Contains(words, "force"))
		switch {
		case err != nil:
			return []string{err.Error()}
		case a.Resolved:
			return []string{fmt.Sprintf("turn %d is resolved, %d reports", a.Turn, a.Reports)}
		}
		said := fmt.Sprintf("turn %d waits: %s", a.Turn, wording.Words(phrase.En).Say(a.Waits))
		if len(a.Reminded)+len(a.Graced) > 0 {
			said += fmt.Sprintf(" Reminded %v, grace for %v.", a.Reminded, a.Graced)
		}
		return []string{said}
	},
	"carry": func(p *post, _ []string, _ string) []string { // carry out
		n, err := turns.CarryOut(p.Game.World, p.ClockAt)
		return done(fmt.Sprintf("%d done", n), err)
	},
	"pause": func(p *post, words []string, _ string) []string {
		until, _ := time.ParseInLocation("2006-01-02 15:04", strings.Join(words, " "), worldtest.Berlin)
		return changed(schedule.Pause(p.Game.World, until, p.ClockAt))
	},
	"close": func(p *post, words []string, body string) []string { // close 2, or close now
		return changed(schedule.Close(p.World, number(words[0]), body, p.ClockAt))
	},
	"go": func(p *post, _ []string, _ string) []string { // go on
		return changed(schedule.CallOff(p.World, p.ClockAt))
	},
	"resume": func(p *post, _ []string, _ string) []string {
		return changed(schedule.Resume(p.Game.World, p.ClockAt))
	},
	"tell": func(p *post, words []string, body string) []string { // tell all|1 2 [with the report]
		var to []int
		for _, w := range words {
			if n := number(w); n > 0 {
				to = append(to, n)
			}
		}
		told, err := notices.Tell(p.World, to, body, slices.Contains(words, "report"), p.ClockAt)
		said := fmt.Sprintf("told %v, had it %v", told.Realms, told.Had)
		return done(said, err)
	},
	"questions": func(p *post, _ []string, _ string) (said []string) {
		list, err := notices.Questions(p.World)
		for _, q := range list {
			state := map[bool]string{true: "open", false: "done"}[q.Open()]
			said = append(said, fmt.Sprintf("#%d, turn %d, realm %d, %s, orders %v, %q: %q %s", q.Number, q.Turn,
				q.Realm, q.To, q.Orders, q.Subject, q.Text, state))
		}
		return append(said, done("", err)...)
	},
	"answer": func(p *post, words []string, body string) []string { // answer 1
		to, err := requests.AnswerQuestion(p.World, uint64(number(words[0])), body, p.ClockAt)
		return done("answered to "+to, err)
	},
	"mute": func(p *post, words []string, _ string) []string { // mute 1 [off]
		return changed(players.Mute(p.World, number(words[0]), slices.Contains(words, "off"), p.ClockAt))
	},
	"tick": func(p *post, words []string, _ string) []string {
		return done("", notices.Tick(p.World, p.ClockAt, uint64(number(words[0]))))
	},
	"away": func(p *post, words []string, _ string) []string {
		until, _, err := schedule.Away(p.Game.World, number(words[0]), number(words[1]), p.ClockAt)
		return done(fmt.Sprintf("away until turn %d", until), err)
	},
	"vacate": func(p *post, words []string, _ string) []string {
		return done("", players.Vacate(p.Game.World, number(words[0]), p.ClockAt))
	},
	"give": func(p *post, words []string, _ string) []string { // give 1 Kim kim@one.example en
		to := roster.ApplicantRow{Player: words[1], Mail: words[2]}
		if len(words) > 3 {
			to.Lang = phrase.Lang(words[3])
		}
		return done("", players.HandTo(p.Game.World, number(words[0]), to, p.ClockAt))
	},
	"add": func(p *post, words []string, _ string) []string { // add Moor Kim kim@one.example en
		joins := game.Joining{Name: words[0], Player: words[1], Lang: phrase.Lang(words[3])}
		n, password, err := players.AddRealm(p.Game.World, joins, words[2], p.ClockAt)
		if err == nil {
			p.Passwords = append(p.Passwords, password)
		}
		return done(fmt.Sprintf("realm %d", n), err)
	},
	"practise": func(p *post, _ []string, _ string) []string {
		return done("", practice.Play(p.T.Context(), p.World, p.ClockAt))
	},
	"seat": func(p *post, _ []string, _ string) []string {
		n, err := players.Seat(p.Game.World, p.ClockAt)
		return done(fmt.Sprintf("%d seated", n), err)
	},
	"drop": func(p *post, words []string, _ string) []string {
		return done("", players.DropSignup(p.Game.World, number(words[0]), p.ClockAt))
	},
	"enter": func(p *post, words []string, _ string) []string {
		return done("", players.AcceptSignup(p.Game.World, number(words[0]), p.ClockAt))
	},
	"submit": func(p *post, words []string, body string) []string {
		a, err := intake.Submit(p.Game.World, number(words[0]), p.filledIn(body), p.ClockAt)
		return done(p.became(a), err)
	},
	"address": func(p *post, words []string, _ string) []string { // address 1 r1@example.org office@example.org
		return done("", players.SetMail(p.Game.World, number(words[0]), words[1:]...))
	},
	"unread": func(p *post, words []string, _ string) []string {
		why := deadlines.Reason{What: phrase.P("word.help"), Detail: strings.Join(words, " ")}
		return done("", notices.MailboxFailed(p.Game.World, why, p.ClockAt))
	},
	"unfinished": func(p *post, words []string, _ string) []string {
		why := deadlines.Reason{Detail: strings.Join(words, " ")}
		return done("", notices.MailboxLeft(p.Game.World, why, p.ClockAt))
	},
	"status": func(p *post, _ []string, _ string) []string {
		s, err := gamemaster.StatusOf(p.Game.World, p.ClockAt)
		return shownJSON(s, err)
	},
	"public": func(p *post, words []string, _ string) []string { // what a page for the world has
		page, err := gamemaster.PublicOf(p.World)
		if slices.Contains(words, "json") {
			return shownJSON(page, err)
		}
		text := strings.TrimSpace(string(page.Text(phrase.En, public.Columns)))
		return append(done("", err), strings.Split(text, "\n")...)
	},
	"hold": func(p *post, _ []string, _ string) []string {
		a, err := turns.Hold(p.World, p.ClockAt, true)
		return done(fmt.Sprintf("turn %d is held", a.Turn), err)
	},
	"release": func(p *post, _ []string, _ string) []string {
		_, n, err := turns.Release(p.World, p.ClockAt)
		return done(fmt.Sprintf("%d reports", n), err)
	},
	"undo": func(p *post, words []string, _ string) []string {
		did, err := turns.Undo(p.World, turns.UndoOptions{Why: strings.Join(words, " ")}, p.ClockAt)
		return done(fmt.Sprintf("turn %d is taken back", did.Turn), err)
	},
	"orders": func(p *post, words []string, _ string) []string { // orders 1, or of a turn: orders 1 2
		row, err := gamemaster.Orders(p.Game.World, number(words[0]), number(append(words, "-1")[1]))
		return shownJSON(row, err)
	},
	"over": func(p *post, _ []string, _ string) []string {
		return done("", p.become(func(w *worldtest.TinyWorld) { w.Over = true }))
	},
	"fall": func(p *post, words []string, _ string) []string {
		return done("", p.become(func(w *worldtest.TinyWorld) { w.All[number(words[0])-1].Fallen = true }))
	},
	"rules": func(p *post, words []string, _ string) []string { // another version of them
		p.Reopen(worldtest.Tiny{Edition: number(words[0])}, func(s *world.Settings) { s.Random = p.Settings.Random })
		return nil
	},
	"page": func(p *post, words []string, _ string) []string { // another program
		was := p.Settings
		p.Reopen(p.Rules, func(s *world.Settings) {
			*s = was
			s.Page = worldtest.Paged(words[0])
		})
		return nil
	},
	"read": func(p *post, _ []string, _ string) []string { return done("", notices.MailboxRead(p.Game.World)) },
}

// become changes the world behind the rules' back.
func (p *post) become(what func(*worldtest.TinyWorld)) error {
	return p.Update(func(tx *store.Tx) error {
		d, err := p.World.Session(tx, p.ClockAt)
		if err != nil {
			return err
		}
		w := d.Current.World.(worldtest.TinyWorld)
		w.All = slices.Clone(w.All)
		what(&w)
		d.Current.World, d.Current.Realms = w, chronicle.ByNumber(w)
		players.PutJoined(&d, w.State())
		return nil
	})
}

// shownJSON is what a script reads, without what differs from run to run.
func shownJSON(v any, err error) []string {
	if err != nil {
		return []string{err.Error()}
	}
	var raw bytes.Buffer
	to := json.NewEncoder(&raw)
	to.SetEscapeHTML(false)
	to.SetIndent("", " ")
	if err := to.Encode(v); err != nil {
		return []string{err.Error()}
	}
	text := messageID.ReplaceAllString(raw.String(), `"message_id": "<$1…>"`)
	return strings.Split(shortObject.ReplaceAllStringFunc(strings.TrimSpace(text), func(s string) string {
		return strings.Join(strings.Fields(s), " ")
	}), "\n")
}

// shortObject is one that has no other in it.
var shortObject = regexp.MustCompile(`[\[{][^\[\]{}]*[\]}]`)

var messageID = regexp.MustCompile(`"message_id": "<(\w+\.)[^>]*>"`)

func number(word string) int { n, _ := strconv.Atoi(word); return n }

func done(said string, err error) []string {
	switch {
	case err != nil:
		return []string{err.Error()}
	case said != "":
		return []string{said}
	}
	return nil
}

func changed(is bool, err error) []string {
	return done(map[bool]string{false: "nothing changes"}[is], err)
}
