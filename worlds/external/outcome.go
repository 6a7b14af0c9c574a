package external

import (
	"bytes"
	"encoding/json"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// mostLine is how many characters of a line of the report are in the body of its mail.
const mostLine = 300

// outcome is a turn that the engine has run.
type outcome struct {
	rulekit.Outcome[*World]
	files map[string][]byte // that it left
	came  map[int]bool      // realms that had sent orders
}

// Report is the engine's text as it is, with the other files of it. The body of the mail has what the machine knows of
// the turn: lines that did not count and letters; below it the text begins.
func (o *outcome) Report(realm int, _ *game.Shown) game.Report {
	w, s, refused := o.Before, o.After.seat(realm), o.Refused(realm)
	p := &w.rb.p.Report
	out := game.Report{Realm: realm, Name: game.ReportName(s.Lang), Text: []byte(verbatim(o.files[w.filled(p.Text, s)]))}
	body := o.After.reader(s).Text()
	if body.Broad = true; len(out.Text) == 0 {
		body.Say("", "no-report")
		out.Text, body.Out = body.Out, nil
	}
	body.Line("", o.headline(s))
	if len(refused) > 0 {
		body.Title(game.RefusedTitle)
		body.Refused("", refused, o.Written(realm))
		out.News = w.rb.Words(s.Lang).Say(phrase.P("news.undone", phrase.Num("n", rulekit.LinesOf(refused))))
	}
	body.Post(game.LettersTitle, o.Letters())
	if p.Summary > 0 {
		text := strings.SplitAfterN(orders.Legible(string(out.Text)), "\n", p.Summary+1)
		body.Title("begins", phrase.Str("file", out.Name))
		body.Blank()
		for _, line := range text[:min(len(text), p.Summary)] { // set apart: the program writes what it likes
			if strings.TrimSpace(line) != "" {
				line = "  " + line
			}
			body.Out = append(body.Out, orders.ClipTo(line, mostLine, " ...\n")...)
		}
	}
	out.Summary = append(bytes.TrimRight(body.Out, "\n"), '\n')
	names := map[string]bool{orders.Fold(out.Name): true}
	for _, f := range w.attached(s, o.files) {
		name := path.Base(f)
		if names[orders.Fold(name)] {
			name = strings.ReplaceAll(f, "/", "-") // two of one name would be one for whoever unpacks them
		}
		if !names[orders.Fold(name)] {
			names[orders.Fold(name)] = true
			out.Files = append(out.Files, attachment(name, o.files[f]))
		}
	}
	return out
}

// headline says in a sentence what the turn was for a realm.
func (o *outcome) headline(s *Seat) phrase.Phrase {
	title := phrase.Str("title", o.Before.Title(s.Lang))
	switch {
	case s.Gone:
		return phrase.P("headline.gone", title)
	case !o.Before.seat(s.Number).Seated:
		return phrase.P("headline.first", phrase.Num("number", s.Number))
	case !o.came[s.Number]:
		return phrase.P("headline.missed", title)
	}
	return phrase.P("headline.played", title)
}

// attachment is a file by its kind. The machine converts texts to the charset of the player's computer; what client
// programs read, it leaves as it is.
func attachment(name string, data []byte) game.File {
	f := game.File{Name: name, Type: "application/octet-stream", Data: data}
	switch ext := strings.ToLower(path.Ext(name)); {
	case ext == ".txt" && !bytes.ContainsRune(data, 0), ext == "" && utf8.Valid(data) && !bytes.ContainsFunc(data, binary):
		f.Type, f.Data = "text/plain", []byte(verbatim(data))
	case ext == ".json" && json.Valid(data):
		f.Type = "application/json"
	}
	return f
}

// binary reports whether a character is in no text.
func binary(r rune) bool { return unicode.IsControl(r) && !strings.ContainsRune("\t\r\n", r) }

// Facts are nil, see World.
func (o *outcome) Facts(int) *game.Facts { return nil }
