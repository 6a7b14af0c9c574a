package external

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// schema is the version of the state, and sightSchema that of what a realm knows.
const (
	schema      = 1
	sightSchema = 1
)

// Bounds of what a program leaves: more would be in every copy and backup of the world, or in every mail.
const (
	mostState  = 256 << 20
	mostReport = 16 << 20 // of a realm: text and files
	mostFiles  = 20_000
	mostTitle  = 60 // characters, of a turn
)

// State is the head of a world between two turns. The engine's files follow it.
type State struct {
	Schema  int
	Turn    int
	Engine  string // the sum of the program that made it
	Version int    // of the rules that made it
	Stored  bool   `json:",omitempty"` // its founding cannot be repeated
	Over    bool   `json:",omitempty"`
	Winners []int  `json:",omitempty"`
	Seats   []Seat
	Files   []Kept // by name, in the order in which their bytes follow
}

// Kept is a file of the engine.
type Kept struct {
	Name string
	Size int
}

// Seat is a player's faction.
type Seat struct {
	rulekit.Person
	Kind   string `json:",omitempty"`
	Seated bool   // the engine knows it
	Gone   bool   `json:",omitempty"`
}

// Realm is the seat as the machine knows it.
func (s Seat) Realm() game.Realm {
	r := s.Person.Realm()
	r.Fallen = s.Gone
	return r
}

// World is the engine's files between two turns, and who plays. No method changes it.
type World struct {
	rulekit.Alike
	rb     *Rulebook
	s      State
	data   [][]byte // of State.Files
	viewer int      // whose knowledge it is; 0: it is all
}

var _ game.World = (*World)(nil)

func (w *World) clone() *World {
	next := *w
	next.s.Seats, next.s.Files, next.data = slices.Clone(w.s.Seats), slices.Clone(w.s.Files), slices.Clone(w.data)
	return &next
}

// State is the head as one line of JSON, and the files.
func (w *World) State() []byte {
	return append(append(rulekit.Encode(&w.s), '\n'), bytes.Join(w.data, nil)...)
}

// read reads what State returned.
func (rb *Rulebook) read(raw []byte) (*World, error) {
	head, rest, ok := bytes.Cut(raw, []byte("\n"))
	if !ok {
		return nil, errors.New("it has no head")
	}
	s, err := rulekit.Decode[State](head, schema)
	if err != nil {
		return nil, err
	}
	w := &World{rb: rb, s: *s}
	for _, f := range s.Files {
		if f.Size < 0 || f.Size > len(rest) {
			return nil, fmt.Errorf("the file %s is cut off", f.Name)
		}
		w.data, rest = append(w.data, rest[:f.Size:f.Size]), rest[f.Size:]
	}
	if len(rest) > 0 {
		return nil, errors.New("something follows the files")
	}
	return w, w.sound()
}

// sound says what contradicts itself in a state that was read.
func (w *World) sound() error {
	if w.s.Turn < 1 {
		return fmt.Errorf("it awaits turn %d", w.s.Turn)
	}
	for i := range w.s.Seats {
		if s := &w.s.Seats[i]; s.Number < 1 || s.Number > mostNumber || i > 0 && s.Number <= w.s.Seats[i-1].Number {
			return fmt.Errorf("realm %d is not where it belongs", s.Number)
		}
	}
	for i, f := range w.s.Files {
		if !local(f.Name) || i > 0 && f.Name <= w.s.Files[i-1].Name {
			return fmt.Errorf("the file %q is not where it belongs", f.Name)
		}
	}
	return nil
}

// Found runs the engine's founding, or takes the files of a game that moves in. An error may be a game.Failed.
func (rb *Rulebook) Found(f game.Founding) (game.World, error) {
	if f.Width != 0 || f.Height != 0 {
		return nil, errors.New("this game's engine decides on the size of its world")
	}
	if _, err := rb.Effective(f.Tables); err != nil {
		return nil, err
	}
	w := &World{rb: rb, s: State{Schema: schema, Turn: 1, Engine: rb.run.Sum(), Version: rb.p.Version, Stored: rb.p.Once,
		Seats: []Seat{}, Files: []Kept{}}}
	if f.Moved != nil {
		return w.moved(f.Moved)
	}
	// a program that has no file yet for its chance finds the seed in this one
	files, err := w.run(&rb.p.Found, map[string][]byte{"weltentor.seed": []byte(f.Seed.String() + "\n")}, nil)
	if err == nil {
		err = w.keep(files)
	}
	if err != nil {
		return nil, rb.failed(err)
	}
	return w, nil
}

// moved is the world of a game that was played elsewhere. Of its files, those stay that live from turn to turn.
func (w *World) moved(m *game.Moved) (game.World, error) {
	w.s.Stored, w.s.Turn = true, m.Turn
	for _, r := range m.Realms {
		p, err := rulekit.Person{Number: r.Number, Name: r.Name, Player: r.Player, Lang: r.Lang, Computer: r.Computer,
			Zip: r.Zip}.Equipped()
		if err != nil {
			return nil, err
		}
		if name := strings.TrimSpace(r.Name); name == "" || len(name) > 200 || strings.ContainsAny(name, "\r\n") ||
			name != orders.Legible(name) {
			return nil, fmt.Errorf("realm %d: %q is not a name of one line", r.Number, r.Name)
		}
		w.s.Seats = append(w.s.Seats, Seat{Person: p, Seated: true, Gone: r.Fallen})
	}
	slices.SortFunc(w.s.Seats, func(a, b Seat) int { return cmp.Compare(a.Number, b.Number) })
	files := map[string][]byte{}
	for _, f := range m.Files {
		if !local(f.Name) {
			return nil, fmt.Errorf("%q is not the name of a file below a folder", f.Name)
		}
		files[f.Name] = f.Data
	}
	if err := w.keep(files); err != nil {
		return nil, err
	}
	return w, w.sound()
}

// Open reads a world. It may be of another version of the program: Resolve says so.
func (rb *Rulebook) Open(state, tables []byte) (game.World, error) {
	decode := func(raw []byte, _ none) (*World, error) { return rb.read(raw) }
	return rulekit.Open(rb.Book, state, tables, decode, func(_ none, w *World) *World { return w })
}

// sight is what a realm knows: the masked head, and the realm's own files.
type sight struct {
	State
	Data [][]byte
}

// Known is the realm's own files: what its checker and its template need.
func (w *World) Known(realm int) []byte {
	seat := w.seat(realm)
	if seat == nil {
		return nil
	}
	own := w.ownFiles(seat)
	masked := sight{State: w.s}
	masked.Seats, masked.Files, masked.Stored = slices.Clone(w.s.Seats), []Kept{}, false
	for i := range masked.Seats {
		if s := &masked.Seats[i]; s.Number != realm {
			*s = Seat{Person: s.Person.Known(realm), Seated: s.Seated, Gone: s.Gone}
		}
	}
	for i, f := range w.s.Files {
		if slices.Contains(own, f.Name) {
			masked.Files, masked.Data = append(masked.Files, f), append(masked.Data, w.data[i])
		}
	}
	return rulekit.Known(sightSchema, realm, &masked)
}

// ownFiles are the names of the files that a realm knows. The title of the turn is everybody's.
func (w *World) ownFiles(s *Seat) (out []string) {
	for _, name := range append([]string{w.rb.p.Report.Template, w.rb.p.Report.Title}, w.rb.p.Check.Files...) {
		if name != "" {
			out = append(out, w.filled(name, s))
		}
	}
	return out
}

// OpenKnown opens what a realm knows.
func (rb *Rulebook) OpenKnown(known, tables []byte) (game.Known, error) {
	read := func(raw []byte, _ none) (*World, error) {
		s, err := rulekit.Decode[sight](raw, schema)
		if err != nil {
			return nil, err
		}
		w := &World{rb: rb, s: s.State, data: s.Data, viewer: rulekit.KnownBy(known)}
		if len(w.data) != len(w.s.Files) {
			return nil, errors.New("files are missing")
		}
		for i, f := range w.s.Files {
			if f.Size != len(w.data[i]) {
				return nil, fmt.Errorf("the file %s has another size", f.Name)
			}
		}
		return w, w.sound()
	}
	return rulekit.OpenKnown(rb.Book, known, tables, sightSchema, read, func(_ none, w *World) rulekit.Masked { return w })
}

func (w *World) seat(realm int) *Seat {
	return rulekit.Where(w.s.Seats, func(s *Seat) bool { return s.Number == realm })
}

// in is the seat of a realm that has not fallen.
func (w *World) in(realm int) bool {
	s := w.seat(realm)
	return s != nil && !s.Gone
}

// setup reports whether the engine knows no player yet.
func (w *World) setup() bool {
	return !w.s.Over && !slices.ContainsFunc(w.s.Seats, func(s Seat) bool { return s.Seated })
}

// Asked are all whom the engine knows. While it knows nobody, the turn sets up those who have joined.
func (w *World) Asked() game.Asked {
	a := game.Asked{Turn: w.s.Turn, Phase: "orders", Over: w.s.Over, Winners: slices.Clone(w.s.Winners)}
	if a.Over {
		return a
	}
	first := w.setup()
	for _, s := range w.s.Seats {
		if (first || s.Seated) && !s.Gone {
			a.Realms = append(a.Realms, s.Number)
		}
	}
	if a.Setup = first && len(a.Realms) > 0; a.Setup {
		a.Free = slices.Clone(a.Realms)
	}
	if w.viewer > 0 {
		return a.To(w.viewer)
	}
	return a
}

// Title names the turn.
func (w *World) Title(lang phrase.Lang) string { return w.rb.Words(lang).Say(w.title()) }

func (w *World) title() phrase.Phrase {
	if w.setup() {
		return phrase.P("title-first", phrase.Num("turn", w.s.Turn))
	}
	if name := w.rb.p.Report.Title; name != "" {
		first, _, _ := strings.Cut(legible(w.file(w.filled(name, nil))), "\n")
		if first = cut(strings.Join(strings.Fields(first), " "), mostTitle); first != "" {
			return phrase.P("title-named", phrase.Num("turn", w.s.Turn), phrase.Str("title", first))
		}
	}
	return phrase.P("title", phrase.Num("turn", w.s.Turn))
}

// Realms lists the factions.
func (w *World) Realms() []game.Realm { return rulekit.Realms(w.s.Seats) }

// Kinds are those of the manifest.
func (w *World) Kinds() []game.Choice {
	return rulekit.Map(w.rb.p.Kinds, func(kind string) game.Choice { return game.Choice{Code: kind} })
}

// Join notes a player. The engine sets them up with the next turn.
func (w *World) Join(j game.Joining, _ game.Seed) (game.World, int, error) {
	kinds := w.rb.p.Kinds
	switch {
	case len(kinds) == 0 || j.Culture != "":
		if err := w.Offers(j); err != nil {
			return nil, 0, err
		}
	case j.Kind == "":
		j.Kind = kinds[0]
	case !slices.Contains(kinds, j.Kind):
		return nil, 0, fmt.Errorf("there is no kind %q: choose %s", j.Kind, strings.Join(kinds, ", "))
	}
	n := w.rb.p.First
	if last := len(w.s.Seats) - 1; last >= 0 {
		n = max(n, w.s.Seats[last].Number+1)
	}
	p, err := rulekit.Newcomer(j, n, w.Realms())
	if err == nil {
		p, err = p.Equipped()
	}
	if err != nil {
		return nil, 0, err
	}
	next := w.clone()
	next.s.Seats = append(next.s.Seats, Seat{Person: p, Kind: j.Kind})
	return next, n, nil
}

// HandOver changes a seat's player. The engine does not hear of it.
func (w *World) HandOver(realm int, to game.Player) game.World {
	next := w.clone()
	if s := next.seat(realm); s != nil {
		s.Person = s.Given(to)
	}
	return next
}

// Welcome says when the first report comes.
func (w *World) Welcome(realm int, _ *game.Shown) game.Report {
	s := w.seat(realm)
	code := "welcome-next"
	switch {
	case w.setup():
		code = "welcome"
	case s.Seated:
		code = "welcome-back"
	}
	t, body := w.reader(s).Text(), w.reader(s).Text()
	body.Broad = true
	for _, text := range []*rulekit.Text{t, body} {
		rulekit.WriteHead(text)
		text.Blank()
		text.Say("", code, phrase.Num("number", realm))
	}
	out := t.Report()
	out.Summary = body.Out
	return out
}

func (w *World) reader(s *Seat) *rulekit.Reader {
	r := w.rb.Reader(&s.Person)
	r.Name = func(realm int) string {
		if other := w.seat(realm); other != nil {
			return other.Name
		}
		return ""
	}
	return r
}

// Template is the one that the engine wrote, without what only the engine reads.
func (w *World) Template(realm int) string {
	s := w.seat(realm)
	if s == nil || !s.Seated || s.Gone || w.s.Over {
		return ""
	}
	out := []string{"$B"}
	for _, line := range strings.Split(legible(w.file(w.filled(w.rb.p.Report.Template, s))), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "$") || w.rb.guarded(line) != "" {
			continue
		}
		out = append(out, line)
	}
	return strings.Join(append(out, "$E", ""), "\n")
}

// file is one of the engine's files; nil: there is none.
func (w *World) file(name string) []byte {
	if i, is := slices.BinarySearchFunc(w.s.Files, name, func(f Kept, n string) int { return strings.Compare(f.Name, n) }); is {
		return append([]byte{}, w.data[i]...) // never nil
	}
	return nil
}

// Merge returns the later letter, which replaces the earlier one.
func (w *World) Merge(_, later game.Sheet) game.Sheet { return later }

// Due says that players are set up at once.
func (w *World) Due([]game.Sheet) game.Due {
	if w.setup() {
		return game.Now
	}
	return game.AtDeadline
}

// Broken lists the files that a turn needs and that are not there.
func (w *World) Broken() (out []string) {
	for _, p := range w.rb.p.State {
		if !strings.ContainsAny(p, "*?[") && w.file(w.filled(p, nil)) == nil {
			out = append(out, "there is no file "+p)
		}
	}
	return out
}

// What an engine cannot give.

// Chart is nil: nobody but the engine knows the map.
func (w *World) Chart(int, phrase.Lang) *game.Chart { return nil }

// Guide is empty: what there is to know is in the game's rules.
func (w *World) Guide(int, phrase.Lang) game.Guide { return game.Guide{} }

// Adjustments are none: reports are the engine's.
func (w *World) Adjustments(int) []game.Adjustment { return nil }

// Facts are nil: the engine writes no data that we know.
func (w *World) Facts(int) *game.Facts { return nil }

// FirstLetter is empty: the engine's template is all that can be said.
func (w *World) FirstLetter(int) string { return "" }

// Counts are empty.
func (w *World) Counts(int) []game.Count { return nil }

// Fights are empty.
func (w *World) Fights() []string { return nil }

// Standings are nil.
func (w *World) Standings() *game.Standings { return nil }

// News is empty.
func (w *World) News() []string { return nil }

// filled is a name or a line with its parameters; s nil: it is about no realm.
func (w *World) filled(text string, s *Seat) string {
	with := []string{"{token}", w.rb.p.Token, "{turn}", strconv.Itoa(w.s.Turn)}
	if s != nil {
		number := strconv.Itoa(s.Number)
		with = append(with, "{faction}", number, "{realm}", number, "{name}", s.Name, "{kind}", s.Kind)
	}
	return strings.NewReplacer(with...).Replace(text)
}

// run runs a step over files, and renames what it leaves.
func (w *World) run(step *Step, files map[string][]byte, s *Seat) (map[string][]byte, error) {
	fill := func(text string) string { return w.filled(text, s) }
	job := Job{Step: *step, Argv: rulekit.Map(step.Run, fill), Files: files}
	job.Step.Stdin, job.Step.Clock, job.Step.Orders, job.Step.Out = fill(step.Stdin), fill(step.Clock), fill(step.Orders),
		fill(step.Out)
	left, err := w.rb.run.Run(job)
	if err != nil {
		return nil, err
	}
	if len(left) > mostFiles {
		return nil, fmt.Errorf("it left %d files; %d are the most", len(left), mostFiles)
	}
	out := make(map[string][]byte, len(left))
	for name, data := range left {
		if !local(name) {
			return nil, fmt.Errorf("it left a file with the name %q", orders.Clip(name))
		}
		out[name] = data
	}
	for from, to := range w.rb.p.Rename {
		if data, is := left[fill(from)]; is {
			out[fill(to)] = data
			delete(out, fill(from))
		}
	}
	return out, nil
}

// keep puts the files that live on into the state.
func (w *World) keep(files map[string][]byte) error {
	patterns := rulekit.Map(w.rb.p.State, func(p string) string { return w.filled(p, nil) })
	for i := range w.s.Seats {
		patterns = append(patterns, w.ownFiles(&w.s.Seats[i])...)
	}
	w.s.Files, w.data = []Kept{}, nil
	size := 0
	for _, name := range sorted(files) {
		if matches(patterns, name) {
			w.s.Files, w.data = append(w.s.Files, Kept{name, len(files[name])}), append(w.data, files[name])
			size += len(files[name])
		}
	}
	if size > mostState {
		return fmt.Errorf("its files are %d MB; %d are the most", size>>20, mostState>>20)
	}
	if missing := w.Broken(); len(missing) > 0 {
		return errors.New(strings.Join(missing, "; "))
	}
	return nil
}

// matches reports whether one of some patterns fits a name.
func matches(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { ok, _ := path.Match(p, name); return ok })
}

func sorted(files map[string][]byte) (out []string) {
	for name := range files {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}
