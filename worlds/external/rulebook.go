package external

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/lazy"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

//go:embed texts/*.toml
var texts embed.FS

// none are the numbers of such a game: they are in the engine's own files.
type none struct{}

// Rulebook is an engine's game.
type Rulebook struct {
	*rulekit.Book[none]
	p     Protocol
	run   Runner
	guard []word // first words that the engine never gets
}

// word is a folded word that engines know by how it begins.
type word struct {
	whole string
	least int // from so many letters on they do
}

var _ game.Rulebook = (*Rulebook)(nil)

// Rules makes the rulebook of an engine. An error names the keys that cannot be.
func Rules(p Protocol, run Runner) (*Rulebook, error) {
	if err := p.wrong(); err != nil {
		return nil, err
	}
	p.First = max(p.First, 1)
	words := phrase.EmbeddedBooks(texts, orders.Texts, rulekit.Texts, rulekit.PlainTexts, p.titled)
	numbers := rulekit.Numbers[none]{
		Over: func(_ none, own []byte) (n none, err error) {
			if text := strings.TrimSpace(string(own)); text != "" {
				err = fmt.Errorf("this game's numbers are in its engine's files, so there is no %s", orders.Clip(text))
			}
			return n, err
		},
		Text: func(none) []byte { return nil },
	}
	speaks := func() *orders.Language { return language(p.Clients) }
	rb := &Rulebook{Book: rulekit.NewBook(p.Name, p.Version, speaks, words, numbers), p: p, run: run}
	guard := func(line string, least int) {
		if whole := orders.Fold(firstWord(line)); whole != "" {
			rb.guard = append(rb.guard, word{whole, min(least, len(whole))})
		}
	}
	for _, forbidden := range p.Orders.Forbidden {
		guard(forbidden, 3)
	}
	for _, c := range append(p.Clients, orders.Client{Head: p.Orders.Head, End: p.Orders.Foot}) {
		for line := range strings.SplitSeq(c.Head+"\n"+c.End, "\n") {
			guard(line, 2)
		}
	}
	return rb, nil
}

// titled is the name of the game, for its book.
func (p *Protocol) titled(lang phrase.Lang) []byte {
	title := cmp.Or(p.Title[string(lang)], p.Title[string(phrase.De)], p.Title[string(phrase.En)], p.Name)
	return fmt.Appendf(nil, "game = %s\n", strconv.Quote(title))
}

// LineOrder is a line for the engine, as it was written.
type LineOrder string

// Print appends the line.
func (l LineOrder) Print(dst []byte, _ phrase.Lang) []byte { return append(dst, l...) }

func language(clients []orders.Client) *orders.Language {
	return (&orders.Language{Clients: clients, Opens: 'B', Sections: []orders.Section{
		{Letter: 'B', Names: []string{"Befehle", "Orders"}, Examples: []string{"work"},
			Forms: []orders.Form{orders.Shape("line:text")},
			Raw:   func(string) bool { return true }, // what a comment is, the engine says
			Line: func(text string) (orders.Order, []orders.Problem) {
				return LineOrder(strings.TrimSpace(text)), nil
			}},
		rulekit.SettingsSection(orders.Section{Names: []string{"Sonstiges", "Settings"}}, rulekit.LanguageRow,
			rulekit.ComputerRow, rulekit.ZipRow),
		{Letter: 'N', Names: []string{"Nachrichten", "Notes"}, Kind: orders.Messages,
			Examples: []string{"#2", "Frieden?", "#A", "Hört alle her.", "#M"}},
	}}).Shaped()
}

// SizeFor proposes no size: the engine has its own.
func (rb *Rulebook) SizeFor(int) (width, height int, ok bool) { return 0, 0, true }

// Bot is nil: nobody but the engine knows how to play.
func (rb *Rulebook) Bot() game.Bot { return nil }

// Repeats reports whether a founding gives this state again: not if the engine's own chance decided it, or the game moved
// in.
func (rb *Rulebook) Repeats(founded []byte) bool {
	w, err := rb.read(founded)
	return err != nil || !w.s.Stored
}

// mostNumber is the highest number of a realm: `$I` takes no other.
const mostNumber = 9999

var (
	shortName = lazy.Pattern(`^[a-z][a-z0-9]{0,29}$`)
	others    = lazy.Pattern(`[*?\]}0-9]\{faction\}|\[[^\]]*\{faction\}|\{faction\}[*?\[{0-9]`) // realm 1 would have files of realm 10
)

// audit collects what is wrong with a protocol.
type audit struct{ rulekit.Audit }

func (a *audit) is(wrong bool, key, format string, args ...any) {
	a.Wrong(wrong, key+": "+format, args...)
}

// wrong says which keys of a protocol cannot be, and what they must be.
func (p *Protocol) wrong() error {
	var c audit
	c.is(!shortName().MatchString(p.Name), "name", "%q is not a word of small letters and digits", p.Name)
	for lang, title := range p.Title {
		c.is(!slices.Contains(phrase.Langs, phrase.Lang(lang)), "title", "%q is not a language: de or en", lang)
		c.is(!oneLine(title, 80) || strings.ContainsAny(title, "{}"), "title",
			"%q is not a title of one short line without braces", title)
	}
	c.is(p.Version < 1, "version", "it is missing, or below 1: versions count from 1")
	c.is(p.First < 0 || p.First > mostNumber, "first", "%d is not the number of a faction", p.First)
	c.is(strings.ContainsAny(p.Token, "\r\n"), "token", "it is not one line")
	c.is(len(p.State) == 0, "state", "no file lives from turn to turn")
	c.is(len(p.Found.Run) == 0, "found.run", "there is no command")
	c.is(len(p.Turn.Run) == 0, "turn.run", "there is no command")
	if len(p.Check.Run) > 0 {
		c.is(p.Check.Mark == "", "check.mark", "it is missing: nobody could tell a complaint from an order")
		c.is(p.Check.Orders == "" || p.Check.Out == "", "check", "orders and out name files, and both are needed")
	}
	c.is(p.Join.File == "" || p.Join.Line == "", "join", "file and line say how a newcomer comes in, and both are needed")
	c.is(p.Seed.Line < 0 || p.Seed.File != "" && p.Seed.Most < 1, "seed.most", "%d is no bound of a seed", p.Seed.Most)
	c.is((p.Alive.File == "") != (p.Alive.Find == ""), "alive", "file and find belong together")
	p.files(&c)
	for i, kind := range p.Kinds {
		twice := slices.ContainsFunc(p.Kinds[:i], func(k string) bool { return orders.Fold(k) == orders.Fold(kind) })
		c.is(!oneLine(kind, 40) || strings.TrimSpace(kind) != kind || twice, "kinds", "%q is not a word of its own", kind)
	}
	for _, client := range p.Clients {
		words := strings.Fields(client.Head)
		c.is(strings.Count(client.Head, "{faction}") != 1 || strings.Count(client.Head, "{password}") != 1 ||
			!slices.Contains(words, "{faction}") || strings.Contains(words[0], "{"),
			"clients.head", "%q has not a word and then one {faction} and one {password}", client.Head)
	}
	for line := range strings.SplitSeq(p.Orders.Head+"\n"+p.Orders.Foot, "\n") {
		marks, _, _ := strings.Cut(line, firstWord(line))
		c.is(strings.TrimSpace(line) != "" && (firstWord(line) == "" || strings.Contains(marks, "{")), "orders.head",
			"%q does not begin with a word, by which it is known among orders", line)
	}
	c.is(p.Orders.Longest < 0, "orders.longest", "%d is no length of a line", p.Orders.Longest)
	for _, word := range p.Orders.Forbidden {
		c.is(len(strings.Fields(word)) != 1 || firstWord(word) == "", "orders.forbidden", "%q is not one word", word)
	}
	if len(c.Found) > 0 {
		return errors.New(strings.Join(c.Found, "; "))
	}
	return nil
}

// files says what is wrong with the names of files.
func (p *Protocol) files(c *audit) {
	c.is(p.Orders.File == "", "orders.file", "it is missing: the engine needs the orders in a file")
	c.is(p.Report.Text == "", "report.text", "it is missing: every realm needs a report")
	for from, to := range p.Rename {
		c.is(p.Rename[to] != "", "rename", "%q is renamed itself", to)
		c.names(ofGame, "rename", from, to)
	}
	targets := slices.Sorted(maps.Values(p.Rename))
	c.is(len(slices.Compact(targets)) < len(p.Rename), "rename", "two files get one name")
	c.names(ofGame|patterns, "state", p.State...)
	c.names(patterns, "public", p.Public...)
	c.names(ofGame, "report.title", p.Report.Title)
	c.names(0, "join.file", p.Join.File)
	c.names(0, "check", p.Check.Orders, p.Check.Out)
	c.names(ofGame, "seed.file", p.Seed.File)
	c.names(0, "alive.file", p.Alive.File)
	c.names(ofGame, "winners", p.Winners)
	c.names(ofRealms, "orders.file", p.Orders.File)
	c.names(ofRealms, "report.text", p.Report.Text)
	c.names(ofRealms, "report.template", p.Report.Template)
	c.names(ofRealms|patterns, "report.files", p.Report.Files...)
	c.names(ofRealms, "check.files", p.Check.Files...)
}

// What names of files may be.
const (
	patterns = 1 << iota // of several files
	ofGame               // they are of no realm
	ofRealms             // each realm has its own
)

// names says what is wrong with the names of files. An empty one is none.
func (c *audit) names(are int, key string, names ...string) {
	for _, name := range names {
		if name == "" {
			continue
		}
		filled := strings.NewReplacer("{faction}", "1", "{realm}", "1", "{turn}", "1").Replace(name)
		_, err := path.Match(filled, "")
		c.is(!local(filled) || strings.ContainsAny(filled, "{}") || err != nil, key,
			"%q is not the name of a file below the game's folder, with {faction} and {turn} at most", name)
		c.is(are&patterns == 0 && strings.ContainsAny(name, "*?["), key, "%q is a pattern, and must be the name of one file", name)
		name = strings.ReplaceAll(name, "{realm}", "{faction}")
		own := strings.Contains(name, "{faction}")
		c.is(are&ofGame != 0 && own, key, "%q is a file of the whole game, so it has no {faction}", name)
		c.is(are&ofRealms != 0 && !own, key, "%q needs {faction}, so that each realm has its own", name)
		c.is(are&ofRealms != 0 && others().MatchString(name), key, "%q would have files of other realms", name)
	}
}

// local reports whether a name is that of a file in a folder or below it, written in one way, and can be printed.
func local(name string) bool {
	return path.Clean("/"+name) == "/"+name && oneLine(name, 200) && !strings.Contains(name, `\`)
}

// oneLine reports whether a text is one line that can be printed, and not empty.
func oneLine(text string, most int) bool {
	return strings.TrimSpace(text) != "" && len(text) <= most && text == orders.Legible(text) && !strings.Contains(text, "\n")
}
