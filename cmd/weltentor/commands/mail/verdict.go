package mail

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/intake"
	"weltentor/resolve/letter"
	"weltentor/resolve/verdict"
	"weltentor/worlds/game"
)

// fileVerdict is what `check` says about one file.
type fileVerdict struct {
	file     string
	realm    int    // whose part of the file it is, if that has several; otherwise 0
	above    int    // lines that the file does not have, above its first
	rules    string // the rulebook that was used
	unnamed  bool   // nobody chose it
	problems []orders.Problem
	told     []orders.Problem        // those of them that are listed
	orders   int                     // lines that count
	later    int                     // the later turn that they are for, when they are only parsed; 0: none
	book     *phrase.Book            // of the rulebook
	ours     *phrase.Book            // of the problems that `check` itself reports
	dropped  map[orders.Severity]int // problems that the parser only counted
}

// sheet names a file of orders, and the realm of a world whose orders they are.
type sheet struct {
	Dir   string       `arg:""`
	Whose string       `arg:"" optional:"" name:"realm"`
	File  string       `arg:"" optional:""`
	Realm *call.Number `hidden:"" placeholder:"N"`
}

// text reads the file. Of two arguments the second is the file, and `$I` in it names the realm.
func (s *sheet) text(c *call.Call) (string, error) {
	if s.File == "" {
		s.File, s.Whose = s.Whose, ""
	}
	if s.File == "" {
		return "", complaint.Usage("missing-file", phrase.Str("command", c.Verb))
	}
	return c.OrderText(s.File)
}

// part is what a file has for one realm.
type part struct {
	realm int
	of    int          // whose part it is, if there are several; otherwise 0
	file  *orders.File // as it is in the file
	text  string       // with a head
	above int          // lines of that which are not in the file
}

// parts returns what a file has for each realm: that of the realm that was given, or, as in a mail, for several, each with
// its head. A file without any is that of the realm that was given. All of them count now, or it is an error.
func (s *sheet) parts(w *folder.Opened, text string) (parts []part, err error) {
	language := w.World.Rulebook().Language()
	l := letter.Letter{Texts: letter.Texts{Text: text}}
	if s.Whose == "" && s.Realm == nil {
		l.Apart(language)
	}
	for _, one := range append([]letter.Letter{l}, l.More...) {
		p := part{text: one.Text, file: language.Parse(one.Text)}
		if p.realm, err = s.realm(w, p.file.Identity); err != nil {
			return nil, err
		}
		if len(l.More) > 0 {
			p.of = p.realm
		}
		if p.realm > 0 && p.file.Identity == nil && language.Headless(p.text) {
			p.text, p.above = fmt.Sprintf("$I %d\n%s", p.realm, p.text), 1
		}
		parts = append(parts, p)
	}
	return parts, nil
}

// realm returns the realm that was given, or else the one that the `$I` line names. It refuses orders that do not count
// for that realm now.
func (s *sheet) realm(w *folder.Opened, id *orders.Identity) (int, error) {
	given := s.Realm
	if s.Whose != "" {
		given = new(call.Number)
		if err := given.UnmarshalText([]byte(s.Whose)); err != nil {
			return 0, err
		}
		if s.Realm != nil {
			if _, err := call.OneRealm(*given, *s.Realm); err != nil {
				return 0, err
			}
		}
	}
	switch {
	case given != nil:
		return int(*given), refused(w, int(*given), id)
	case id != nil:
		return id.Realm, refused(w, id.Realm, id)
	}
	return 0, complaint.Usage("whose-orders", phrase.Str("dir", s.Dir), phrase.Str("command", w.Call.Verb),
		phrase.Str("file", s.File))
}

// seen judges orders as a realm that knows its world.
func (v *fileVerdict) seen(w *folder.Opened, p part) error {
	said, err := intake.Preview(w.World, p.realm, p.text)
	v.take(said)
	return w.Wrong(err)
}

// take copies the judgement of a letter with these orders. Its receipt lists the same problems and counts the same
// lines.
func (v *fileVerdict) take(l verdict.Verdict) {
	v.problems, v.orders, v.later = l.Checked.Problems, l.Lines.Good+l.Lines.Partial, l.For
	v.told, _ = l.Told()
	v.dropped = map[orders.Severity]int{orders.Error: l.DroppedErrors, orders.Warning: l.DroppedWarnings}
}

// verdict is what a rulebook says of a part of the file, before it has said anything.
func (s *sheet) verdict(c *call.Call, rules game.Rulebook, p part) fileVerdict {
	ours := c.Voice.Book
	return fileVerdict{file: s.File, realm: p.of, above: p.above, ours: ours, rules: rules.Name(), book: rules.Words(ours.Lang)}
}

// asMail warns about what the file lacks to be accepted by mail. If bare is true, that includes the password in the
// `$I` line.
func (v *fileVerdict) asMail(f *orders.File, bare bool) {
	top := orders.Position{Line: 1 + v.above, Col: 1}
	var lacks []orders.Problem
	if f.Identity == nil {
		lacks = append(lacks, orders.Problem{Position: top, Severity: orders.Warning, What: phrase.P("no-identity")})
	}
	if bare && f.Identity != nil && f.Identity.Password == "" {
		lacks = append(lacks, orders.Problem{Position: f.Identity.Position, Severity: orders.Warning,
			What: phrase.P("no-password")})
	}
	if v.orders == 0 {
		lacks = append(lacks, orders.Problem{Position: top, Severity: orders.Warning, What: phrase.P("no-orders")})
	}
	v.problems, v.told = append(slices.Clip(lacks), v.problems...), append(slices.Clip(lacks), v.told...)
}

// refused says why orders of a realm are not accepted at all, whatever they say: the `$I` line is of another realm or
// another turn. The password is not checked, since whoever has the world's folder needs none.
func refused(w *folder.Opened, realm int, id *orders.Identity) error {
	turn := 0
	if id != nil {
		turn = id.Turn
	}
	why, err := intake.Untimely(w.World, realm, turn)
	switch {
	case err != nil:
		return w.Wrong(err)
	case id != nil && id.Realm != realm:
		return complaint.No("other-realm", phrase.Num("realm", id.Realm), phrase.Num("asked", realm))
	case why.Code != "":
		return complaint.No("submit-refused", phrase.Str("why", w.Call.MachineWords().Say(why)))
	}
	return nil
}

// more is how many problems are counted but not listed.
func (v fileVerdict) more() int {
	return len(v.problems) - len(v.told) + v.dropped[orders.Error] + v.dropped[orders.Warning]
}

func (v fileVerdict) count(s orders.Severity) int {
	n := v.dropped[s]
	for _, p := range v.problems {
		if p.Severity == s {
			n++
		}
	}
	return n
}

// say puts a problem into words.
func (v fileVerdict) say(p orders.Problem) string {
	if own := "problem." + p.What.Code; v.ours.Has(own) {
		return v.ours.T(own)
	}
	return v.book.Say(p.What)
}

func (v fileVerdict) print(w io.Writer, voice *call.Voice) error {
	b := bufio.NewWriter(w)
	if v.realm > 0 {
		fmt.Fprintln(b, voice.Book.Say(phrase.P("check-part", phrase.Num("realm", v.realm))))
	}
	if err := v.printProblems(b, voice); err != nil {
		return err
	}
	code := "check-summary"
	if v.later > 0 {
		code = "check-summary-later"
	}
	rules := "check-rules"
	if v.unnamed {
		rules = "check-rules-default"
	}
	by := voice.Book.Say(phrase.P(rules, phrase.Str("game", v.book.T("game"))))
	fmt.Fprintln(b, voice.Book.Say(phrase.P(code, phrase.Str("file", v.file), phrase.Num("turn", v.later),
		phrase.Str("rules", by),
		phrase.Num("errors", v.count(orders.Error)),
		phrase.Num("warnings", v.count(orders.Warning)), phrase.Num("orders", v.orders))))
	return b.Flush()
}

// printProblems prints only the problems, each with the file's name before it, if it has one.
func (v fileVerdict) printProblems(w io.Writer, voice *call.Voice) error {
	b, file := bufio.NewWriter(w), ""
	if v.file != "" {
		file = v.file + ":"
	}
	for _, p := range v.told {
		fmt.Fprintf(b, "%s%d:%d: %s: %s [%s]\n", file, p.Line-v.above, p.Col, p.Severity, v.say(p), p.What.Code)
	}
	if more := v.more(); more > 0 {
		fmt.Fprintln(b, voice.Book.Say(phrase.P("check-more", phrase.Num("more", more))))
	}
	return b.Flush()
}

// checkJSON is the answer of `check --json`. Scripts can rely on its names.
type checkJSON struct {
	File     string        `json:"file"`
	Realm    int           `json:"realm,omitempty"` // whose part it is, if the file has several
	Rulebook string        `json:"rulebook"`        // that read it
	Errors   int           `json:"errors"`
	Warnings int           `json:"warnings"`
	Orders   int           `json:"orders"`
	For      int           `json:"for,omitempty"` // the later turn that they are for, when they are only parsed
	Problems []problemJSON `json:"problems"`
	More     int           `json:"more"` // problems beyond those listed
}

type problemJSON struct {
	Line     int             `json:"line"`
	Col      int             `json:"col"`
	Severity orders.Severity `json:"severity"`
	Code     string          `json:"code"`
	Text     string          `json:"text"`
}

func (v fileVerdict) json() checkJSON {
	return checkJSON{File: v.file, Realm: v.realm, Rulebook: v.rules, Errors: v.count(orders.Error),
		Warnings: v.count(orders.Warning), Orders: v.orders, For: v.later, Problems: v.list(), More: v.more()}
}

// list returns the listed problems for scripts.
func (v fileVerdict) list() []problemJSON {
	out := []problemJSON{}
	for _, p := range v.told {
		out = append(out,
			problemJSON{Line: p.Line - v.above, Col: p.Col, Severity: p.Severity, Code: p.What.Code, Text: v.say(p)})
	}
	return out
}
