package external

import (
	"bytes"
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// outcome is a turn that the engine has run.
type outcome struct {
	before, after *World
	turn          rulekit.Turn // its letters and notices
	annals        *game.Annals
	files         map[string][]byte
	played        map[int]played // by realm
}

// Next is the world after it.
func (o *outcome) Next() game.World { return o.after }

// Annals are the game master's edits and the sums of the reports.
func (o *outcome) Annals() *game.Annals { return o.annals }

// Realms are those that were in the game before.
func (o *outcome) Realms() (out []int) {
	for _, s := range o.before.s.Seats {
		if !s.Gone {
			out = append(out, s.Number)
		}
	}
	return out
}

// Report is the engine's text as it is, with the other files of it. The body of the mail has what the machine knows of
// the turn: lines that did not count and letters; below it the text begins.
func (o *outcome) Report(realm int, _ *game.Shown) game.Report {
	s, rb := o.after.seat(realm), o.before.rb
	out := game.Report{Realm: realm, Name: game.ReportName(s.Lang),
		Text: []byte(verbatim(o.files[o.before.filled(rb.p.Report.Text, s)]))}
	p, body := o.played[realm], o.after.reader(s).Text()
	if body.Broad = true; len(out.Text) == 0 {
		body.Say("", "no-report")
		out.Text, body.Out = body.Out, nil
	}
	body.Line("", o.headline(s))
	if len(p.refused) > 0 {
		body.Title(game.RefusedTitle)
		body.Refused("", p.refused, p.text)
		out.News = rb.Words(s.Lang).Say(phrase.P("news.undone", phrase.Num("n", len(p.lines()))))
	}
	body.Post(game.LettersTitle, o.turn.Letters)
	if lines := rb.p.Report.Summary; lines > 0 {
		text := strings.SplitAfterN(orders.Legible(string(out.Text)), "\n", lines+1)
		body.Title("begins", phrase.Str("file", out.Name))
		body.Blank()
		for _, line := range text[:min(len(text), lines)] { // set apart: the program writes what it likes
			if strings.TrimSpace(line) != "" {
				line = "  " + line
			}
			body.Out = append(body.Out, line...)
		}
	}
	out.Summary = append(bytes.TrimRight(body.Out, "\n"), '\n')
	for _, file := range o.attached(s) {
		out.Files = append(out.Files, attachment(path.Base(file), o.files[file]))
	}
	return out
}

// headline says in a sentence what the turn was for a realm.
func (o *outcome) headline(s *Seat) phrase.Phrase {
	title := phrase.Str("title", o.before.Title(s.Lang))
	switch before := o.before.seat(s.Number); {
	case s.Gone:
		return phrase.P("headline.gone", title)
	case !before.Seated:
		return phrase.P("headline.first", phrase.Num("number", s.Number))
	case !o.played[s.Number].came:
		return phrase.P("headline.missed", title)
	}
	return phrase.P("headline.played", title)
}

// attached are the other files of a realm's report, and those that everybody may see.
func (o *outcome) attached(s *Seat) (out []string) {
	fill := func(pattern string) string { return o.before.filled(pattern, s) }
	patterns := rulekit.Map(slices.Concat(o.before.rb.p.Report.Files, o.before.rb.p.Public), fill)
	for _, name := range slices.Sorted(maps.Keys(o.files)) {
		if matches(patterns, name) {
			out = append(out, name)
		}
	}
	return out
}

// attachment is a file by its kind. The machine converts texts to the charset of the player's computer; what client
// programs read, it leaves as it is.
func attachment(name string, data []byte) game.File {
	f := game.File{Name: name, Type: "application/octet-stream", Data: data}
	switch ext := strings.ToLower(path.Ext(name)); {
	case ext == ".txt" && !bytes.ContainsRune(data, 0):
		f.Type, f.Data = "text/plain", []byte(verbatim(data))
	case ext == ".json" && json.Valid(data):
		f.Type = "application/json"
	}
	return f
}

// Facts are nil, see World.
func (o *outcome) Facts(int) *game.Facts { return nil }

// Refused are the lines that the engine did not get. What it refuses itself, its report says.
func (o *outcome) Refused(realm int) []orders.Problem { return slices.Clone(o.played[realm].refused) }

// HandOver is the same turn for another player, who does not read the former one's orders.
func (o *outcome) HandOver(realm int, to game.Player) game.Outcome {
	out := *o
	out.after = o.after.HandOver(realm, to).(*World)
	out.played = maps.Clone(o.played)
	p := o.played[realm]
	p.text = ""
	out.played[realm] = p
	return &out
}

// ToMaster are the letters of players to the game master.
func (o *outcome) ToMaster() []game.Notice { return o.turn.Notices }
