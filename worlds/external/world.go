package external

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
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

// seedFile has a seed for the founding.
const seedFile = "weltentor.seed"

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
	Moved   bool   `json:",omitempty"` // it was played elsewhere before
	Since   int    `json:",omitempty"` // the turn with which it moved in
	Over    bool   `json:",omitempty"`
	Winners []int  `json:",omitempty"`
	Seats   []Seat
	Files   []Kept `json:",omitempty"` // by name, in the order in which their bytes follow
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
	s      State // without Files
	files  map[string][]byte
	viewer int      // whose knowledge it is; 0: it is all
	made   []string // names of the files from which it was just made
}

var _ game.World = (*World)(nil)

func (w *World) clone() *World {
	next := *w
	next.s.Seats, next.files = slices.Clone(w.s.Seats), maps.Clone(w.files)
	return &next
}

// State is the head as one line of JSON, and the files.
func (w *World) State() []byte {
	s, body := w.s, []byte(nil)
	for _, name := range slices.Sorted(maps.Keys(w.files)) {
		s.Files, body = append(s.Files, Kept{name, len(w.files[name])}), append(body, w.files[name]...)
	}
	return append(append(rulekit.Encode(&s), '\n'), body...)
}

// read reads what State returned.
func (rb *Rulebook) read(raw []byte) (*World, error) {
	head, rest, _ := bytes.Cut(raw, []byte("\n"))
	s, err := rulekit.Decode[State](head, schema)
	if err != nil {
		return nil, err
	}
	w := &World{rb: rb, s: *s, files: map[string][]byte{}}
	for _, f := range s.Files {
		if f.Size < 0 || f.Size > len(rest) {
			return nil, fmt.Errorf("the file %s is cut off", f.Name)
		}
		w.files[f.Name], rest = rest[:f.Size:f.Size], rest[f.Size:]
	}
	if w.s.Files = nil; len(rest) > 0 || len(w.files) < len(s.Files) {
		return nil, errors.New("its files are not those of its head")
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
	for name := range w.files {
		if !local(name) {
			return fmt.Errorf("%q is not the name of a file below a folder", name)
		}
	}
	return nil
}

// Found runs the engine's founding, or takes the files of a game that moves in. An error may be a game.Failed.
func (rb *Rulebook) Found(f game.Founding) (game.World, error) {
	if _, err := rb.Effective(f.Tables); err != nil {
		return nil, err
	}
	sum, err := rb.run.Sum()
	if err != nil {
		return nil, rb.failed(err)
	}
	w := &World{rb: rb, s: State{Schema: schema, Turn: 1, Engine: sum, Version: rb.p.Version, Stored: rb.p.Once,
		Seats: []Seat{}}}
	if f.Moved != nil {
		return w.moved(f.Moved)
	}
	// a program that has no file yet for its chance finds a seed in this one, which says nothing of the world's
	seed := map[string][]byte{seedFile: []byte(f.Seed.Sub("engine").String() + "\n")}
	files, err := w.run(&rb.p.Found, seed, nil)
	if err == nil {
		err = w.keep(files)
	}
	if err != nil {
		return nil, rb.failed(err)
	}
	return w, nil
}

// Open reads a world. It may be of another version of the program: Resolve says so.
func (rb *Rulebook) Open(state, tables []byte) (game.World, error) {
	decode := func(raw []byte, _ none) (*World, error) { return rb.read(raw) }
	return rulekit.Open(rb.Book, state, tables, decode, func(_ none, w *World) *World { return w })
}

// sight is what a realm knows: the masked head, and the realm's own files.
type sight struct {
	State
	Own map[string][]byte
}

// Known is the realm's own files: what its checker and its template need.
func (w *World) Known(realm int) []byte {
	seat := w.seat(realm)
	if seat == nil {
		return nil
	}
	known := sight{State: w.s, Own: map[string][]byte{}}
	known.Stored, known.Moved, known.Since = false, false, 0
	known.Seats = rulekit.Map(w.s.Seats, func(s Seat) Seat {
		if s.Number == realm {
			return s
		}
		return Seat{Person: s.Person.Known(realm), Seated: s.Seated, Gone: s.Gone}
	})
	for _, name := range w.ownFiles(seat) {
		if data, is := w.files[name]; is {
			known.Own[name] = data
		}
	}
	return rulekit.Known(sightSchema, realm, &known)
}

// ownFiles are the names of the files that a realm knows. The title of the turn is everybody's.
func (w *World) ownFiles(s *Seat) []string {
	p := &w.rb.p
	return w.names(s, append([]string{p.Report.Template, p.Report.Title}, p.Check.Files...))
}

// names are names or patterns of files with their parameters.
func (w *World) names(s *Seat, names []string) []string {
	return rulekit.Map(names, func(name string) string { return w.filled(name, s) })
}

// OpenKnown opens what a realm knows.
func (rb *Rulebook) OpenKnown(known, tables []byte) (game.Known, error) {
	read := func(raw []byte, _ none) (*World, error) {
		s, err := rulekit.Decode[sight](raw, schema)
		if err != nil {
			return nil, err
		}
		w := &World{rb: rb, s: s.State, files: s.Own, viewer: rulekit.KnownBy(known)}
		return w, w.sound()
	}
	return rulekit.OpenKnown(rb.Book, known, tables, sightSchema, read, func(_ none, w *World) rulekit.Masked { return w })
}

func (w *World) seat(realm int) *Seat {
	return rulekit.Where(w.s.Seats, func(s *Seat) bool { return s.Number == realm })
}

// last is the highest number of a realm.
func (w *World) last() int {
	if n := len(w.s.Seats); n > 0 {
		return w.s.Seats[n-1].Number
	}
	return 0
}

// in reports whether a realm is in the game and has not fallen.
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
		first, _, _ := strings.Cut(legible(w.files[w.filled(name, nil)]), "\n")
		first = strings.NewReplacer(`"`, "", "“", "", "”", "", "„", "").Replace(first) // it stands in quotes: in sentences of ours
		if first = cut(spaced(first), mostTitle); first != "" {
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
	n := max(w.rb.p.First, w.last()+1)
	if n > mostNumber {
		return nil, 0, fmt.Errorf("no realm can have a number above %d", mostNumber)
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
	case s.Seated && w.s.Since == w.s.Turn:
		code = "welcome-moved"
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
	for line := range strings.SplitSeq(legible(w.files[w.filled(w.rb.p.Report.Template, s)]), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || w.rb.guarded(line) != "" || !w.rb.staysOrders(line) {
			continue
		}
		out = append(out, line)
	}
	return strings.Join(append(out, "$E", ""), "\n")
}

// staysOrders reports whether what stands below a line is an order as before: it neither begins nor ends anything.
func (rb *Rulebook) staysOrders(line string) bool {
	f := rb.Language().Parse("$B\n" + line + "\nx\n")
	return f.Identity == nil && len(f.Problems) == 0 && len(f.Lines) > 0 && f.Lines[len(f.Lines)-1].Order == LineOrder("x")
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
func (w *World) Broken() []string {
	return rulekit.Map(w.missing(), func(name string) string { return "there is no file " + name })
}

// missing are the names of these files.
func (w *World) missing() (out []string) {
	for _, p := range w.names(nil, w.rb.p.State) {
		if _, is := w.files[p]; !is && !strings.ContainsAny(p, "*?[") {
			out = append(out, p)
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
	job := Job{Step: *step, Argv: w.names(s, step.Run), Files: files}
	job.Step.Stdin, job.Step.Clock = w.filled(step.Stdin, s), w.filled(step.Clock, s)
	left, err := w.rb.run.Run(job)
	if err != nil {
		return nil, err
	}
	if len(left) > mostFiles {
		return nil, fmt.Errorf("it left %d files; %d are the most", len(left), mostFiles)
	}
	for name := range left {
		if !local(name) {
			return nil, fmt.Errorf("it left a file with the name %q", orders.Clip(name))
		}
	}
	for from, to := range w.rb.p.Rename {
		if data, is := left[w.filled(from, s)]; is {
			delete(left, w.filled(from, s))
			left[w.filled(to, s)] = data
		}
	}
	return left, nil
}

// lasting are the patterns of the files that live from turn to turn.
func (w *World) lasting() []string {
	patterns := w.names(nil, w.rb.p.State)
	for i := range w.s.Seats {
		patterns = append(patterns, w.ownFiles(&w.s.Seats[i])...)
	}
	return patterns
}

// keep puts the files that live on into the state.
func (w *World) keep(files map[string][]byte) error {
	patterns, size := w.lasting(), 0
	w.files, w.made = maps.Clone(files), slices.Sorted(maps.Keys(files))
	maps.DeleteFunc(w.files, func(name string, _ []byte) bool { return !matches(patterns, name) })
	for _, data := range w.files {
		size += len(data)
	}
	if size > mostState {
		return fmt.Errorf("its files are %d MB; %d are the most", size>>20, mostState>>20)
	}
	if missing := w.Broken(); len(missing) > 0 {
		return errors.New(strings.Join(missing, "; "))
	}
	return nil
}

// Unnamed are the files that the program left when it made this world, and that nothing in its manifest names.
func (w *World) Unnamed() []string {
	p := &w.rb.p
	named := slices.Concat(p.State, p.Public, p.Report.Files, p.Check.Files, slices.Collect(maps.Values(p.Rename)),
		[]string{p.Report.Text, p.Report.Template, p.Report.Title, p.Orders.File, p.Join.File, p.Seed.File, p.Alive.File,
			p.Winners, p.Check.Orders, p.Check.Out, seedFile})
	for i, name := range named { // also of factions that have no player
		named[i] = strings.NewReplacer("{faction}", "*", "{realm}", "*", "{turn}", "*").Replace(name)
	}
	return slices.DeleteFunc(slices.Clone(w.made), func(name string) bool { return matches(named, name) })
}

// matches reports whether one of some patterns fits a name.
func matches(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { ok, _ := path.Match(p, name); return ok })
}
