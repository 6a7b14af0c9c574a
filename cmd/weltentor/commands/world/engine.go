package world

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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

// Run founds a world and lets three invented players send the program's own templates. It does so twice, and says which
// files are others the second time: then a turn that is played again would tell other reports, and verify finds it.
func (k *engineCheckCmd) Run(c *call.Call) error {
	rb, err := engines.Read(k.Folder)
	if err != nil {
		return err
	}
	book := c.Voice.Book
	first, err := play(rb, book, nil, func(p played) {
		c.Voice.Say("engine-turn", phrase.Str("title", p.title), phrase.Num("ms", int(p.took.Milliseconds())),
			phrase.Num("n", p.reports), phrase.Num("kb", (p.size+1023)/1024))
	})
	if err != nil {
		return &complaint.Complaint{Exit: complaint.ExitNo, What: phrase.P("engine-failed"), Cause: err}
	}
	second, err := play(rb, book, first, func(played) {})
	if err != nil {
		return &complaint.Complaint{Exit: complaint.ExitNo, What: phrase.P("engine-failed-again"), Cause: err}
	}
	for i, p := range first {
		if others := others(p.files, second[i].files); len(others) > 0 {
			for _, name := range others {
				c.Voice.Say("engine-other", phrase.Str("title", p.title), phrase.Str("file", name))
			}
			return complaint.No("engine-differs")
		}
	}
	c.Voice.Say("engine-same", phrase.Num("n", len(first)-1))
	return nil
}

// played is what a founding or a turn has left.
type played struct {
	world         game.World
	title         string
	took          time.Duration
	files         map[string][]byte // of the world, and those of the reports
	reports, size int
}

// play plays a game, and shows each step. If chance decides the founding, it begins with that of a game before.
func play(rb game.Rulebook, book *phrase.Book, before []played, show func(played)) (all []played, err error) {
	seed := game.Seed{1}
	at := time.Now()
	var w game.World
	if len(before) > 0 && !rb.Repeats(before[0].world.State()) {
		w = before[0].world
	} else if w, err = rb.Found(game.Founding{Seed: seed}); err != nil {
		return nil, err
	}
	note := func(p played) {
		for _, f := range p.world.(*external.World).Files() {
			p.files[f.Name] = f.Data
		}
		p.took = time.Since(at)
		show(p)
		all = append(all, p)
	}
	note(played{world: w, title: book.T("engine-founding"), files: map[string][]byte{}})
	for _, name := range []string{"Anna", "Bob", "Cleo"} {
		if w, _, err = w.Join(game.Joining{Name: name, Player: name, Lang: phrase.En, Computer: game.UTF8}, seed); err != nil {
			return nil, err
		}
	}
	for range tried + 1 {
		at = time.Now()
		p := played{title: w.Title(book.Lang), files: map[string][]byte{}}
		err := store.Guarded(func() {
			asked := w.Asked()
			var sheets []game.Sheet
			for _, realm := range asked.Realms {
				s := game.Sheet{Realm: realm, Turn: asked.Turn, Text: w.Template(realm)}
				w.Check(s)
				sheets = append(sheets, s)
			}
			o := w.Resolve(sheets, seed, 1, nil)
			p.world = o.Next()
			for _, realm := range o.Realms() {
				r := o.Report(realm, nil)
				p.reports++
				for _, f := range append(r.Files, game.File{Name: r.Name, Data: r.Text}) {
					p.files[fmt.Sprintf("%d/%s", realm, f.Name)] = f.Data
					p.size += len(f.Data)
				}
			}
		})
		if err != nil {
			return nil, err
		}
		note(p)
		if w = p.world; w.Asked().Over {
			break
		}
	}
	return all, nil
}

// others are the files that differ, or that only one of two folders has.
func others(a, b map[string][]byte) (names []string) {
	all := maps.Clone(a)
	maps.Copy(all, b)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		inA, isA := a[name]
		inB, isB := b[name]
		if isA != isB || !bytes.Equal(inA, inB) {
			names = append(names, name)
		}
	}
	return names
}

// engineShellCmd lends the files of a world to the game master's own tools.
type engineShellCmd struct {
	folder.Changes
	Command []string `arg:"" optional:""`
	Yes     bool
}

// Check refuses a change without a reason.
func (k *engineShellCmd) Check(c *call.Call) error { return c.NeedsWhy("edit-why") }

// Run lays the files out in a folder, and runs a shell there, or a command. What has changed when it ends is read back
// after a yes, all of it or nothing, and logged like other changes by hand. The world is locked meanwhile.
func (k *engineShellCmd) Run(c *call.Call, w *folder.Opened) error {
	world, _, err := made(w)
	if err == nil && world == nil {
		err = complaint.Usage("engine-none", phrase.Str("dir", k.Dir))
	}
	if err != nil {
		return err
	}
	before := map[string][]byte{}
	for _, f := range world.Files() {
		before[f.Name] = f.Data
	}
	dir, err := os.MkdirTemp("", "weltentor-files-")
	if err != nil {
		return err
	}
	kept := false
	defer func() {
		if kept {
			c.Voice.Warn("engine-shell-kept", phrase.Str("path", dir))
			return
		}
		_ = os.RemoveAll(dir)
	}()
	if err := engines.LayOut(dir, before); err != nil {
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
	kept = true
	after, err := engines.Files(dir, mostMoved)
	if err != nil {
		return &complaint.Complaint{Exit: complaint.ExitUsage, What: phrase.P("new-no-state", phrase.Str("dir", dir)), Cause: err}
	}
	var edits [][]string
	for _, name := range others(before, after) {
		data, is := after[name]
		edit, code := []string{"file", name, cmp.Or(base64.StdEncoding.EncodeToString(data), "-")}, "engine-changed"
		if !is {
			edit, code = []string{"nofile", name}, "engine-gone"
		}
		edits = append(edits, edit)
		c.Voice.Say(code, phrase.Str("name", filepath.ToSlash(name)), phrase.Num("n", len(data)))
	}
	if len(edits) == 0 {
		kept = false
		c.Voice.Say("engine-unchanged")
		return nil
	}
	if err := c.Sure(k.Yes, "engine-shell", phrase.Str("dir", k.Dir), phrase.Num("n", len(edits))); err != nil {
		return err
	}
	if _, err := gamemaster.EditAll(w.World, edits, c.Why, false, c.Now()); err != nil {
		return err
	}
	kept = false
	c.Voice.Say("engine-edited", phrase.Num("n", len(edits)))
	return nil
}
