package examples

import (
	"fmt"
	"io/fs"
	"sort"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
)

// World is an example world: how it is founded, who plays, which mails come
// when, and when cron runs at the turns' deadlines.
type World struct {
	Rulebook string    `toml:"rulebook"`
	Name     string    `toml:"name"`
	Seed     string    `toml:"seed"`
	Size     string    `toml:"size"`
	Address  string    `toml:"address"`
	Master   string    `toml:"master"`
	Zone     string    `toml:"zone"`
	Deadline string    `toml:"deadline"`
	Founded  time.Time `toml:"founded"`
	// moments when cron runs though no mail came: after each deadline; the last ends the demo
	Turns []time.Time `toml:"turns"`
	// how many of these the demo plays whose example nobody has asked for by its name, so that the game still runs; 0: all
	Shown  int     `toml:"shown"`
	Realms []Realm `toml:"realm"` // in the order they join: the first is realm 1
	Mails  []Mail  `toml:"mail"`  // sorted by time

	Rules map[string]rule `toml:"rules"` // of its own, laid over the rulebook's

	Dir string `toml:"-"` // the folder
}

// Realm is one player's.
type Realm struct {
	Name     string `toml:"name"`
	Player   string `toml:"player"`
	Mail     string `toml:"mail"`
	Lang     string `toml:"lang"`
	Computer string `toml:"computer"`
	Kind     string `toml:"kind"`
	Culture  string `toml:"culture"`
}

// Mail is one mail of a player: a file of raw bytes, as a mail server stores it, or a plain mail of the orders that a
// realm sends. PASSWORD-n stands in place of realm n's password, because passwords are made when a realm is added.
type Mail struct {
	At     time.Time         `toml:"at"`
	File   string            `toml:"file"`
	Realm  int               `toml:"realm"`  // the sender of Orders
	Orders string            `toml:"orders"` // the sections, in place of a file
	Shows  map[string]string `toml:"shows"`  // what is special about it, in a few words, by language
}

// rule is a number, a word or a truth of the tables, as TOML writes it.
type rule string

// UnmarshalTOML keeps what was read in the form it is written in.
func (r *rule) UnmarshalTOML(v any) error {
	if s, is := v.(string); is {
		v = fmt.Sprintf("%q", s)
	}
	*r = rule(fmt.Sprint(v))
	return nil
}

// Find finds a world in examples/ by its folder, which must be of the rulebook
// if one is asked for; without a folder the first of the rulebook. Nil: there is none.
func Find(folder, rulebook string, asked bool) *World {
	for _, g := range mustLoad() {
		if folder == "" && g.Rulebook == rulebook || folder == g.Dir && (!asked || g.Rulebook == rulebook) {
			return g
		}
	}
	return nil
}

// Names are the folders of all example worlds.
func Names() []string {
	var out []string
	for _, g := range mustLoad() {
		out = append(out, g.Dir)
	}
	return out
}

// mustLoad reads what is embedded: a mistake in it is ours.
func mustLoad() []*World {
	games, err := Load()
	if err != nil {
		panic(err)
	}
	return games
}

// Load reads the worlds of examples/, by the names of their folders.
func Load() ([]*World, error) {
	folders, err := fs.ReadDir(Files, ".")
	if err != nil {
		return nil, err
	}
	var out []*World
	for _, f := range folders {
		g, err := load(f.Name())
		if err != nil {
			return nil, err
		}
		out = append(out, g)
	}
	return out, nil
}

// load reads a world of examples/. What is in there is ours.
func load(dir string) (*World, error) {
	raw, err := fs.ReadFile(Files, dir+"/game.toml")
	if err != nil {
		return nil, err
	}
	g := &World{Dir: dir}
	md, err := toml.Decode(string(raw), g)
	if err != nil {
		return nil, fmt.Errorf("examples/%s/game.toml: %w", dir, err)
	}
	if odd := md.Undecoded(); len(odd) > 0 {
		return nil, fmt.Errorf("examples/%s/game.toml: unknown key %s", dir, odd[0])
	}
	for _, m := range g.Mails {
		if m.File == "" && (m.Realm < 1 || m.Realm > len(g.Realms) || m.Orders == "") {
			return nil, fmt.Errorf("examples/%s/game.toml: the mail at %s has neither a file nor a realm with orders", dir, m.At)
		}
	}
	sort.SliceStable(g.Mails, func(i, j int) bool { return g.Mails[i].At.Before(g.Mails[j].At) })
	return g, nil
}

// From names a mail: its file, or the address of whoever sent it.
func (g *World) From(m Mail) string {
	if m.File != "" {
		return m.File
	}
	return g.Realms[m.Realm-1].Mail
}

// Raw gives the bytes of a mail, with the passwords of the realms put in;
// passwords[0] is realm 1's.
func (g *World) Raw(m Mail, passwords []string) ([]byte, error) {
	text, err := g.text(m)
	if err != nil {
		return nil, err
	}
	for i, p := range passwords {
		text = strings.ReplaceAll(text, fmt.Sprintf("PASSWORD-%d", i+1), p)
	}
	return []byte(text), nil
}

// text is a mail as it is in its file, or made of the orders alone.
func (g *World) text(m Mail) (string, error) {
	if m.File != "" {
		raw, err := fs.ReadFile(Files, g.Dir+"/mails/"+m.File)
		return string(raw), err
	}
	from := g.Realms[m.Realm-1].Mail
	head := fmt.Sprintf("From: %s\nTo: %s\nSubject: Orders\nDate: %s\nMessage-ID: <%d.%s>\n",
		from, g.Address, m.At.Format(time.RFC1123Z), m.At.Unix(), from)
	return head + fmt.Sprintf("\n$I %d PASSWORD-%d\n%s\n", m.Realm, m.Realm, m.Orders), nil
}
