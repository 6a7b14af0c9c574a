package world

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/engines"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/store"
	"weltentor/worlds/external"
	"weltentor/worlds/game"
)

// EngineCmd has the commands for games whose rules are a program of their own.
type EngineCmd struct {
	Check engineCheckCmd `cmd:""`
	Shell engineShellCmd `cmd:"" uses:"why"`
}

// engineCheckCmd plays a game on an engine twice, before anybody is invited.
type engineCheckCmd struct {
	Folder string `arg:""`
}

// tried are how many turns are played, after that in which the players are set up.
const tried = 3

// mostUnnamed is how many files are named that the manifest does not name.
const mostUnnamed = 10

// Run founds a world and lets three invented players send the program's own templates. It does so twice, and says which
// files are others the second time: then a turn that is played again would tell other reports, and verify finds it. Then
// it does so again where the program sees less of /usr.
func (k *engineCheckCmd) Run(c *call.Call) error {
	rb, err := engines.Read(k.Folder, nil)
	if err != nil {
		return err
	}
	turns, err := sideBySide([2]*external.Rulebook{rb, rb}, c.Voice.Book, c.Voice.Say)
	if err != nil {
		return err
	}
	c.Voice.Say("engine-same", phrase.Num("n", turns))
	if len(rb.Usr()) > 0 {
		return nil
	}
	for _, usr := range engines.Narrow() {
		narrow, err := engines.Read(k.Folder, usr)
		if err != nil {
			return err
		}
		if _, err := sideBySide([2]*external.Rulebook{narrow, rb}, c.Voice.Book, func(string, ...phrase.Arg) {}); err == nil {
			c.Voice.Say("engine-usr", phrase.Str("list", fmt.Sprintf("[\"%s\"]", strings.Join(usr, `", "`))))
			break
		}
	}
	return nil
}

// sideBySide plays a game by two rulebooks, and returns how many turns: all that they leave must be alike. If chance
// decides the founding, both games begin with that of the first.
func sideBySide(rules [2]*external.Rulebook, book *phrase.Book, say func(string, ...phrase.Arg)) (turns int, err error) {
	var games [2]game.World
	unnamed := map[string]bool{}
	defer func() { // also if it fails: it may be for want of them
		if list := slices.Sorted(maps.Keys(unnamed)); len(list) > 0 {
			shown := list[:min(len(list), mostUnnamed)]
			say("engine-unnamed", phrase.Str("list", strings.Join(shown, ", ")), phrase.Num("more", len(list)-len(shown)))
		}
	}()
	// step does the same in both games. What it returns beside the world are the files of reports.
	step := func(title string, do func(int) (game.World, map[string][]byte, error)) error {
		var left [2]map[string][]byte
		for i := range games {
			at := time.Now()
			next, reports, err := do(i)
			if err != nil {
				return &complaint.Complaint{Exit: complaint.ExitNo, What: phrase.P("engine-failed"), Cause: err}
			}
			if games[i], left[i] = next, next.(*external.World).Files(); i == 0 {
				size := 0
				for _, data := range reports {
					size += len(data)
				}
				say("engine-turn", phrase.Str("title", title), phrase.Num("ms", int(time.Since(at).Milliseconds())),
					phrase.Num("n", len(reports)), phrase.Num("kb", (size+1023)/1024))
			}
			maps.Copy(left[i], reports)
			for _, name := range next.(*external.World).Unnamed() {
				unnamed[name] = true
			}
		}
		others := others(left[0], left[1])
		for _, name := range others {
			say("engine-other", phrase.Str("title", title), phrase.Str("file", name))
		}
		if len(others) > 0 {
			return complaint.No("engine-differs")
		}
		return nil
	}
	err = step(book.T("engine-founding"), func(i int) (w game.World, _ map[string][]byte, err error) {
		if i > 0 && !rules[i].Repeats(games[0].State()) {
			w, err = rules[i].Open(games[0].State(), nil)
		} else {
			w, err = rules[i].Found(game.Founding{Seed: game.Seed{1}})
		}
		return w, nil, err
	})
	for i := range games {
		for _, name := range []string{"Anna", "Bob", "Cleo"} {
			if err == nil {
				games[i], _, err = games[i].Join(game.Joining{Name: name, Player: name, Lang: phrase.En}, game.Seed{1})
			}
		}
	}
	for ; err == nil && turns <= tried && !games[0].Asked().Over; turns++ {
		err = step(games[0].Title(book.Lang), func(i int) (game.World, map[string][]byte, error) { return playTurn(games[i]) })
	}
	return turns, err
}

// playTurn plays a turn in which all players send their templates, and returns the files of their reports.
func playTurn(w game.World) (next game.World, reports map[string][]byte, err error) {
	reports = map[string][]byte{}
	fault := store.Guarded(func() {
		asked := w.Asked()
		var sheets []game.Sheet
		for _, realm := range asked.Realms {
			s := game.Sheet{Realm: realm, Turn: asked.Turn, Text: w.Template(realm)}
			checked := w.Check(s)
			if len(checked.Handed) == 0 { // the template has no orders
				checked = w.Check(game.Sheet{Realm: realm, Turn: asked.Turn, Text: "$B\n?\n$E\n"})
			}
			for _, p := range checked.Problems {
				if p.What.Code == external.Unchecked {
					err = fmt.Errorf("the checker: %s", p.What.Arg("why").S)
				}
			}
			sheets = append(sheets, s)
		}
		o := w.Resolve(sheets, game.Seed{1}, 1, nil)
		next = o.Next()
		for _, r := range next.Realms() {
			if asked.Setup && r.Fallen && err == nil {
				err = fmt.Errorf("player %d has left the game in the turn that sets them up: are [join] and [alive] right?", r.Number)
			}
		}
		for _, realm := range o.Realms() {
			r := o.Report(realm, nil)
			for _, f := range append(r.Files, game.File{Name: r.Name, Data: r.Text}) {
				reports[fmt.Sprintf("%d/%s", realm, f.Name)] = f.Data
			}
		}
	})
	return next, reports, cmp.Or(fault, err)
}

// others are the files that differ, or that only one of two folders has.
func others(a, b map[string][]byte) []string {
	all := maps.Clone(a)
	maps.Copy(all, b)
	maps.DeleteFunc(all, func(name string, _ []byte) bool {
		inA, isA := a[name]
		inB, isB := b[name]
		return isA == isB && bytes.Equal(inA, inB)
	})
	return slices.Sorted(maps.Keys(all))
}

// engineShellCmd lends the files of a world to the game master's own tools.
type engineShellCmd struct {
	folder.Changes
	Command []string `arg:"" optional:""`
	Yes     bool
}

// Check refuses a change without a reason.
func (k *engineShellCmd) Check(c *call.Call) error { return c.NeedsWhy("undo-why") }

// Run lays the files out in a folder, and runs a shell there, or a command. What has changed when it ends is read back
// after a yes, all of it or nothing, and logged like other changes by hand. The world is locked meanwhile.
func (k *engineShellCmd) Run(c *call.Call, w *folder.Opened) error {
	world, err := w.Hosted()
	if err == nil && world == nil {
		err = complaint.Usage("engine-none", phrase.Str("dir", k.Dir))
	}
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "weltentor-files-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := engines.LayOut(dir, world.Files()); err != nil {
		return err
	}
	command := k.Command
	if len(command) == 0 {
		command = []string{cmp.Or(c.Env("SHELL"), "sh")}
		c.Voice.Warn("engine-shell", phrase.Str("path", dir))
	}
	run := exec.CommandContext(c.Ctx, command[0], command[1:]...)
	run.Dir, run.Stdin, run.Stdout, run.Stderr = dir, c.In, os.Stdout, os.Stderr
	if err := run.Run(); err != nil && len(k.Command) > 0 { // of a shell, the last command may have failed
		return &complaint.Complaint{Exit: complaint.ExitNo, What: phrase.P("engine-shell-failed"), Cause: err}
	}
	if err := k.take(c, w, world.Files(), dir); err != nil {
		c.Voice.Warn("engine-shell-kept", phrase.Str("path", dir))
		dir = ""
		return err
	}
	return nil
}

// backup reports whether a file has a name that editors give to the copies that they leave behind.
func backup(name string) bool {
	return slices.ContainsFunc([]string{"*~", ".*.sw?", "#*#"}, func(pattern string) bool {
		is, _ := path.Match(pattern, path.Base(name))
		return is
	})
}

// take makes the changes that were made in a folder. What editors have left beside the files is none of them.
func (k *engineShellCmd) take(c *call.Call, w *folder.Opened, before map[string][]byte, dir string) error {
	after, err := readState(dir)
	if err != nil {
		return err
	}
	var edits [][]string
	for _, name := range others(before, after) {
		data, is := after[name]
		if _, was := before[name]; !was && backup(name) {
			c.Voice.Say("engine-backup", phrase.Str("name", name))
			continue
		}
		edit, code := []string{"file", name, external.Was(before, name), cmp.Or(base64.StdEncoding.EncodeToString(data), "-")}, "engine-changed"
		if !is {
			edit, code = []string{"nofile", name, external.Was(before, name)}, "engine-gone"
		}
		edits = append(edits, edit)
		c.Voice.Say(code, phrase.Str("name", name), phrase.Num("n", len(data)))
	}
	n := phrase.Num("n", len(edits))
	if len(edits) == 0 {
		c.Voice.Say("engine-unchanged")
		return nil
	}
	if err := c.Sure(k.Yes, "engine-shell", phrase.Str("dir", k.Dir), n); err != nil {
		return err
	}
	if _, err := gamemaster.EditAll(w.World, edits, c.Why, false, c.Now()); err != nil {
		return err
	}
	c.Voice.Say("engine-edited", n)
	return nil
}
