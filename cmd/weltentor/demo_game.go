package main

import (
	"fmt"
	"io/fs"
	"sort"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"weltentor/examples"
)

// example is an example world: how it is founded, who plays, which mails come
// when, and when cron runs at the turns' deadlines.
type example struct {
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
	Turns  []time.Time    `toml:"turns"`
	Realms []exampleRealm `toml:"realm"` // in the order they join: the first is realm 1
	Mails  []exampleMail  `toml:"mail"`  // sorted by time

	Rules map[string]exampleRule `toml:"rules"` // of its own, laid over the rulebook's

	dir string
}

// exampleRealm is one player's.
type exampleRealm struct {
	Name     string `toml:"name"`
	Player   string `toml:"player"`
	Mail     string `toml:"mail"`
	Lang     string `toml:"lang"`
	Computer string `toml:"computer"`
	Kind     string `toml:"kind"`
	Culture  string `toml:"culture"`
}

// exampleMail is one mail of a player: a file of raw bytes, as a mail server holds it.
// In place of a realm's password stands PASSWORD-n, for passwords are made when
// a realm is added.
type exampleMail struct {
	At    time.Time         `toml:"at"`
	File  string            `toml:"file"`
	Shows map[string]string `toml:"shows"` // what is special about it, in a few words, by language
}

// exampleRule is a number, a word or a truth of the tables, as TOML writes it.
type exampleRule string

// UnmarshalTOML keeps what was read in the form it is written in.
func (r *exampleRule) UnmarshalTOML(v any) error {
	if s, is := v.(string); is {
		v = tomlString(s)
	}
	*r = exampleRule(fmt.Sprint(v))
	return nil
}

// exampleOf finds a world in examples/ by its folder, which must be of the rulebook
// if one is asked for; without a folder the first of the rulebook. Nil: there is none.
func exampleOf(folder, rulebook string, asked bool) *example {
	for _, g := range mustLoadExamples() {
		if folder == "" && g.Rulebook == rulebook || folder == g.dir && (!asked || g.Rulebook == rulebook) {
			return g
		}
	}
	return nil
}

// exampleNames are the folders of all example worlds.
func exampleNames() []string {
	var out []string
	for _, g := range mustLoadExamples() {
		out = append(out, g.dir)
	}
	return out
}

// mustLoadExamples reads what is embedded: a mistake in it is ours.
func mustLoadExamples() []*example {
	games, err := loadExamples()
	if err != nil {
		panic(err)
	}
	return games
}

// loadExamples reads the worlds of examples/, by the names of their folders.
func loadExamples() ([]*example, error) {
	folders, err := fs.ReadDir(examples.Files, ".")
	if err != nil {
		return nil, err
	}
	var out []*example
	for _, f := range folders {
		g, err := loadExample(f.Name())
		if err != nil {
			return nil, err
		}
		out = append(out, g)
	}
	return out, nil
}

// loadExample reads a world of examples/. What is in there is ours.
func loadExample(dir string) (*example, error) {
	raw, err := fs.ReadFile(examples.Files, dir+"/game.toml")
	if err != nil {
		return nil, err
	}
	g := &example{dir: dir}
	md, err := toml.Decode(string(raw), g)
	if err != nil {
		return nil, fmt.Errorf("examples/%s/game.toml: %w", dir, err)
	}
	if odd := md.Undecoded(); len(odd) > 0 {
		return nil, fmt.Errorf("examples/%s/game.toml: unknown key %s", dir, odd[0])
	}
	sort.SliceStable(g.Mails, func(i, j int) bool { return g.Mails[i].At.Before(g.Mails[j].At) })
	return g, nil
}

// raw gives the bytes of a mail, with the passwords of the realms put in;
// passwords[0] is realm 1's.
func (g *example) raw(m exampleMail, passwords []string) ([]byte, error) {
	raw, err := fs.ReadFile(examples.Files, g.dir+"/mails/"+m.File)
	if err != nil {
		return nil, err
	}
	text := string(raw)
	for i, p := range passwords {
		text = strings.ReplaceAll(text, fmt.Sprintf("PASSWORD-%d", i+1), p)
	}
	return []byte(text), nil
}
