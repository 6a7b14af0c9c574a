package players_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/players"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/worlds"
)

// listed writes a list and returns its path.
func listed(d *clitest.Table, lines ...string) string {
	d.T.Helper()
	d.Write("list.csv", strings.Join(lines, "\n")+"\n")
	return filepath.Join(d.Dir, "list.csv")
}

// names returns the names of the realms, with number and address.
func names(d *clitest.Table) string {
	d.T.Helper()
	c := &call.Call{Ctx: d.T.Context(), Env: clitest.NoEnv, At: d.Now, Books: worlds.Rulebooks(),
		Voice: call.NewVoice(phrase.En, nil, nil)}
	w, err := folder.Open(c, d.Dir)
	if err != nil {
		d.T.Fatal(err)
	}
	realms, err := players.Realms(w.World)
	if err != nil {
		d.T.Fatal(err)
	}
	var out []string
	for _, r := range realms {
		out = append(out, fmt.Sprintln(r.Number, r.Name, r.Player, strings.Join(r.Mail, " "), r.Lang, r.Computer))
	}
	return strings.Join(out, "")
}

// A list that is longer than a world has realms is refused in one sentence, without trying its lines.
func TestRealmImportOfTooMany(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	list := func(n int) string {
		lines := []string{"name,player,mail"}
		for i := range n {
			lines = append(lines, fmt.Sprintf("Moor %d,Anna,a%d@test.example", i, i))
		}
		return listed(d, lines...)
	}
	const long = "list.csv, line 10001: the list is too long: a world has at most 9999 realms"
	code, out, errs := d.Run("realm", "import", d.Dir, list(100_000))
	if code != complaint.ExitUsage || out != "" || !strings.Contains(errs, long) || strings.Count(errs, "\n") != 2 || names(d) != "" {
		t.Errorf("exit %d, %q, %.500q", code, out, errs)
	}
}

// A list as a spreadsheet saves it becomes realms; each player gets the password by mail.
// Given again, all are passed over; when it has grown, the new ones come in.
func TestRealmImport(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	lines := []string{"\ufeffReich;Spieler;E-Mail;Sprache;computer;",
		"Moorland;Anna;" + clitest.Player + ";de;PC;", ";;;;;",
		`"Fen; mark";Bob;bob@test.example;EN;;`}
	code, out, errs := d.Run("realm", "import", d.Dir, listed(d, lines...))
	refused := strings.Contains(errs, "list.csv, line 4: the realm cannot be added")
	if code != complaint.ExitUsage || out != "" || !refused || names(d) != "" {
		t.Fatalf("a name with a semicolon: exit %d, %q, %q", code, out, errs)
	}
	lines[3] = strings.Replace(lines[3], "; ", "", 1)
	out = d.Done("realm", "import", d.Dir, listed(d, lines...))
	if out != "realm 1 Moorland: "+clitest.Player+"\nrealm 2 Fenmark: bob@test.example\n" {
		t.Errorf("printed %q", out)
	}
	const two = "1 Moorland Anna " + clitest.Player + " de PC\n2 Fenmark Bob bob@test.example en UTF8\n"
	if got := names(d); got != two {
		t.Errorf("realms\n%s\nwant\n%s", got, two)
	}
	code, out, errs = d.Run("realm", "import", d.Dir, listed(d, lines...))
	if code != complaint.ExitDone || out != "" || names(d) != two ||
		!strings.Contains(errs, "line 2: "+clitest.Player+" has realm 1 Moorland already") ||
		!strings.Contains(errs, "no realm was added, 2 lines passed over") {
		t.Errorf("again: exit %d, %q, %q", code, out, errs)
	}
	lines = append(lines, "Drittland;Cilli;cilli@test.example")
	out = d.Done("realm", "import", "--print", d.Dir, listed(d, lines...))
	var password string
	if n, err := fmt.Sscanf(out, "realm 3 Drittland: cilli@test.example\n$I 3 %s\n", &password); n != 1 || err != nil {
		t.Errorf("printed %q", out)
	}
	d.Done("send", d.Dir)
	var texts []string
	for _, l := range d.Letters(clitest.Player) {
		texts = append(texts, l.Text)
	}
	if len(texts) != 1 || !strings.Contains(strings.Join(texts, "\n"), "$I 1 ") {
		t.Errorf("the player got %d letters: %q", len(texts), texts)
	}
	if out := d.Done("verify", d.Dir); strings.Contains(out, "wrong") {
		t.Errorf("verify: %q", out)
	}
}

// The first line of a list may name its columns as people do. What each was taken for is said before anything is added,
// and --columns overrules it.
func TestImportShowsItsColumns(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		list  []string
		flags []string
		realm string // the name of the first realm; "": refused
		says  []string
	}{
		{[]string{"Reich;Name;E-Mail;Sprache;Telefon", "Fenmark;Ann;ann@test.example;en;110", "Graumark;Jost;jost@test.example;de;",
			"Aue;Cid;cid@test.example;de;112"}, nil, "Fenmark",
			[]string{": 3 rows\n", "  Reich    -> realm  Fenmark, Graumark, …\n", "  Name     -> player  Ann, Jost, …\n",
				"  E-Mail   -> mail  ann@test.example, jost@test.example, …\n", "  Sprache  -> lang  en, de, …\n", "  Telefon  is not used\n"}},
		{[]string{"Burg,Vorname,Adresse", "Fenmark,Ann,ann@test.example"}, nil, "Fenmark", []string{"  Burg     -> realm  Fenmark\n"}},
		{[]string{"name,spieler,mail", "Fenmark,Ann,ann@test.example"}, nil, "Fenmark", []string{"  name     -> realm  Fenmark\n"}},
		{[]string{"name,player,mail", "Fenmark,Ann,ann@test.example"}, nil, "Fenmark", nil},
		{[]string{"Castle,Name,mail", "Fenmark,Ann,ann@test.example"}, []string{"--columns", "realm=castle,player=Name"}, "Fenmark",
			[]string{"  Castle  -> realm  Fenmark\n", "  Name    -> player  Ann\n"}},
		{[]string{"Name,mail", "Ann,ann@test.example"}, nil, "Fenmark", []string{"  Name  -> player  Ann\n"}},
		{[]string{"Reich,mail", "Fenmark,ann@test.example"}, nil, "", []string{"the column player is missing. It may be called player, spieler, vorname, herrscher. " +
			"The list has Reich, mail; if one of them is it: --columns player=Reich\n"}},
		{[]string{"Reich,Spieler,Kontakt", "Fenmark,Ann,ann@test.example"}, nil, "", []string{"the column mail is missing. It may be called mail, e-mail, email,",
			"--columns mail=Reich\n"}},
		{[]string{"Castle,Name,mail", "Fenmark,Ann,ann@test.example"}, []string{"--columns", "realm=Tower"}, "",
			[]string{"--columns realm=Tower: there is no such column; the list has Castle, Name, mail"}},
		{[]string{"Castle,Name,mail", "Fenmark,Ann,ann@test.example"}, []string{"--columns", "tower=Castle"}, "",
			[]string{"--columns tower=Castle: before the = goes what the column is: realm, player, mail, kind, culture, lang, computer"}},
		{[]string{"name,player,mail", "Fenmark,Ann,ann@test.example; ann@work.example"}, nil, "Fenmark",
			[]string{"line 2: 2 addresses in one cell; ann@test.example is used"}},
	} {
		d := clitest.NewTable(t)
		code, out, errs := d.Run(append([]string{"realm", "import", d.Dir, listed(d, c.list...)}, c.flags...)...)
		if (code == complaint.ExitDone) != (c.realm != "") || !strings.Contains(out, c.realm+": ann@test.example\n") && c.realm != "" {
			t.Errorf("%q: exit %d, %q, %q", c.list, code, out, errs)
		}
		if c.says == nil && strings.Contains(errs, "->") {
			t.Errorf("%q needs no explanation: %s", c.list, errs)
		}
		for _, want := range c.says {
			if !strings.Contains(errs, want) {
				t.Errorf("%q: no %q in\n%s", c.list, want, errs)
			}
		}
	}
}

// Whatever is wrong with a list is named with its line, all of it at once, and nothing is added.
func TestWrongRealmImport(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	before := names(d)
	long := strings.Repeat("x", 5000)
	for name, c := range map[string]struct {
		list []string
		want []string // what is said, in order
	}{
		"rows": {
			[]string{"name,player,mail,culture,lang,computer", "Aue,Ann,ann@test.example,,,",
				"Berg,,ben@test.example,,,",
				"Cella,Cid,no mail,,,", `Dorn,"Dan ""D"",dan@test.example,,,`},
			[]string{"line 3: player is empty", "line 4: no mail is not a mail address", "line 5: a quotation mark"},
		},
		"quote": {
			[]string{"name,player,mail", `Aue,Ann "A" B,ann@test.example`, "Berg,Ben,ben", `Esch,"E`,
				"never closed,e,e@x.example"},
			[]string{"line 2: a quotation mark", "line 3: ben is not", "line 4: a quotation mark"},
		},
		"twice": {
			[]string{"name\tplayer\tmail", "Aue\tAnn\tann@test.example", "Berg\tBen\tANN@test.example",
				"Aue\tCid\tcid@test.example", "moor-land\tD\td@test.example"},
			[]string{"line 3: ANN@test.example is in line 2 already", "line 4: the realm cannot be added",
				"line 5: the realm cannot be added"},
		},
		"choices": {
			[]string{"name;player;mail;kind;culture;lang;computer", "Aue;Ann;ann@test.example;wizard;;;",
				"Berg;Ben;ben@test.example;;nonsense;;", "Cella;Cid;cid@test.example;;;fr;",
				"Dorn;Dan;dan@test.example;;;;abacus"},
			[]string{"line 2: kind wizard", "line 3: culture nonsense: it must be one of",
				"line 4: lang fr: it must be one of de, en",
				"line 5: computer abacus: it must be one of UTF8, PC, Amiga"},
		},
		"cells": {
			[]string{"name,player,mail", "Aue,Ann,ann@test.example,more"},
			[]string{"line 2: 4 cells, but the first line names only 3 columns"},
		},
		"head": {
			[]string{"name,player,colour,name", "Aue,Ann,red,x"},
			[]string{"line 1: the column name is there twice", "line 1: the column mail is missing"},
		},
		"no head": {
			[]string{"Aue,Ann,ann@test.example"},
			[]string{"the column player is", "the column mail is"},
		},
		"bad head": {[]string{`na"me,player,mail`, "Aue,Ann,ann@test.example"}, []string{"line 1: a quotation mark"}},
		"nothing":  {[]string{"", ";;", ""}, []string{"line 1: the list is empty"}},
		"hostile": {
			[]string{"name,player,mail,culture", "\x1b]0;x\a,A\x00,a@b.example,",
				long + "," + long + "," + long + "@x.example,",
				"Aue,Ann,ann@test.example,\"\n\n" + long + "\""},
			[]string{"line 2: the realm cannot be added", "line 3: ", "line 4: culture"},
		},
	} {
		code, out, errs := d.Run("realm", "import", d.Dir, listed(d, c.list...))
		raw := strings.ContainsAny(errs, "\x1b\a\x00") || strings.Contains(errs, long)
		if code != complaint.ExitUsage || out != "" || raw {
			t.Errorf("%s: exit %d, %q, %q", name, code, out, errs)
		}
		said := strings.Split(strings.TrimSpace(errs), "\n")
		for i, want := range append(c.want, "no realm was added") {
			if at := min(i, len(said)-1); !strings.Contains(said[at], want) {
				t.Errorf("%s: line %d is %q, want %q", name, i, said[at], want)
			}
		}
		if len(said) < len(c.want)+1 {
			t.Errorf("%s: %q", name, said)
		}
	}
	if got := names(d); got != before {
		t.Errorf("realms\n%s\nbefore\n%s", got, before)
	}
	if code, _, errs := d.Run("realm", "import", d.Dir, filepath.Join(d.Dir, "none.csv")); code != complaint.ExitUsage ||
		!strings.Contains(errs, "cannot be read") {
		t.Errorf("no list: exit %d, %q", code, errs)
	}
}

// In every game a list gives the same state and reports 0 as adding its realms one by one.
func TestRealmImportIsAsOneByOne(t *testing.T) {
	t.Parallel()
	hash := regexp.MustCompile("[0-9a-f]{16}")
	for _, book := range worlds.Rulebooks() {
		t.Run(book.Name(), func(t *testing.T) {
			single, list := clitest.EmptyTable(t), clitest.EmptyTable(t)
			lines := []string{"name,player,mail,lang"}
			for n, name := range []string{"Aue", "Berg", "Cella", "Dorn", "Esch"} {
				lang := []string{"de", "en"}[n%2]
				lines = append(lines, fmt.Sprintf("%s,Player %c,p%d@test.example,%s", name, 'A'+n, n, lang))
			}
			var states [2]string
			for i, d := range []*clitest.Table{single, list} {
				d.Done("new", d.Dir, "--rulebook", book.Name(), "--seed", "7")
				d.SettleAt("127.0.0.1:1", "127.0.0.1:1", nil)
				if i == 1 {
					if code, _, errs := d.Run("realm", "import", d.Dir, listed(d, lines...)); code != complaint.ExitDone {
						// A game for fewer has taken as many one by one as are left of the list.
						lines = lines[:1+strings.Count(names(single), "\n")]
						if code, _, errs = d.Run("realm", "import", d.Dir, listed(d, lines...)); code != complaint.ExitDone {
							t.Fatal(errs)
						}
					} else if errs == "" {
						t.Error("nothing is said")
					}
				}
				for _, line := range lines[1:] {
					if c := strings.Split(line, ","); i == 0 {
						d.Run("realm", "add", "--by-hand", d.Dir, "--name", c[0], "--player", c[1], "--mail", c[2],
							"--player-lang", c[3])
					}
				}
				states[i] = names(d) + "\n" + told(d)
				d.Run("turn", d.Dir, "--force", "--yes") // its hash is over the state, too
				states[i] += d.Done("verify", d.Dir)
			}
			if states[0] != states[1] || !strings.Contains(states[0], "2 Berg") || !hash.MatchString(states[0]) {
				t.Errorf("one by one\n%s\nby a list\n%s", states[0], states[1])
			}
		})
	}
}

// told is all reports 0.
func told(d *clitest.Table) string {
	d.T.Helper()
	w, err := world.Open(d.Dir, worlds.Rulebooks(), world.Settings{})
	if err != nil {
		d.T.Fatal(err)
	}
	realms, err := players.Realms(w)
	if err != nil {
		d.T.Fatal(err)
	}
	var out strings.Builder
	for _, r := range realms {
		rep, err := turns.Report(w, r.Number, 0)
		if err != nil {
			d.T.Fatal(err)
		}
		fmt.Fprintf(&out, "%d %s\n%s\n", r.Number, rep.Text, rep.Summary)
		for _, f := range rep.Files {
			fmt.Fprintf(&out, "%s %s\n", f.Name, f.Data)
		}
	}
	return out.String()
}
