// Package play is practice at a terminal: a world without mail, in a folder, against realms that the machine plays. The
// world is an ordinary one, with receipts and reports as by mail, so a practice world can be looked at with all other
// commands. Begin with Cmd; practice.go has the course of a turn, serve.go the same on a player's page.
package play

import (
	"cmp"
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/orders/phrase"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
	"weltentor/worlds/game"
)

// Cmd plays a practice world.
type Cmd struct {
	What     string `arg:"" optional:"" name:"game"` // or the folder of a world that exists
	In       string `name:"dir" placeholder:"DIR"`
	Strength string
	Browser  bool
	Open     bool
	Port     call.Number `placeholder:"N"`
	// Chance founds a world, in place of the machine's own.
	Chance io.Reader `kong:"-"`
}

// Run founds a practice world if a game is named, and goes on with one if a folder is. It never resolves turns of a
// world with players by mail.
func (k *Cmd) Run(c *call.Call) error {
	var opener []string
	if k.Open {
		opener = browser(c.Env)
		k.Browser = k.Browser || opener != nil
	}
	if !k.Browser && (!c.Seen || !terminal.Typing(c.In)) {
		return complaint.Usage("play-no-terminal")
	}
	if k.Port > 0 && !k.Browser {
		return complaint.Usage("play-port")
	}
	dir, fresh := k.What, false
	if !isFolder(dir) {
		rb, err := k.rulebook(c)
		if err != nil {
			return err
		}
		if dir, err = k.found(c, rb); err != nil {
			return err
		}
		fresh = true
	}
	w, done, err := folder.Change(c, dir)
	if err != nil {
		return err
	}
	defer done()
	realms, err := players.Realms(w.World)
	switch byMail := func(r roster.RealmRow) bool { return len(r.Mail) > 0 }; {
	case err != nil:
		return w.Wrong(err)
	case w.Settings.Address != "" || slices.ContainsFunc(realms, byMail):
		return complaint.Usage("play-mailed", phrase.Str("dir", dir))
	case len(realms) == 0:
		if err := seat(w, k.Strength); err != nil {
			return err
		}
	}
	p := &practiceGame{w: w, c: c}
	if err := p.look(); err != nil {
		return err
	}
	p.say("play-here", phrase.Str("dir", dir), phrase.Num("realm", person), phrase.Str("name", p.name))
	if fresh {
		p.say("play-fresh", phrase.Num("n", len(p.realms)-1), phrase.Num("turns", lesson))
	}
	if k.Browser {
		return p.serve(int(k.Port), opener)
	}
	p.keys = terminal.At(c.Ctx, c.In)
	return p.play()
}

// isFolder reports whether there is a folder of this name. The name of a game alone is none: a world is named for it.
func isFolder(name string) bool {
	s, err := os.Stat(name)
	return name != "" && err == nil && s.IsDir()
}

// rulebook is the game that was named; the usual one if none was.
func (k *Cmd) rulebook(c *call.Call) (game.Rulebook, error) {
	var names []string
	for _, rb := range c.Books {
		if rb.Bot() != nil {
			names = append(names, rb.Name())
		}
		if rb.Name() != k.What {
			continue
		}
		if rb.Bot() == nil {
			return nil, complaint.Usage("play-alone", phrase.Str("name", k.What))
		}
		return rb, nil
	}
	switch near := call.Guess(k.What, names); {
	case k.What == "":
		return c.Rulebook(names[0])
	case near != "":
		return nil, complaint.Usage("play-near", phrase.Str("name", k.What), phrase.Str("guess", near))
	}
	return nil, complaint.Usage("play-what", phrase.Str("name", k.What), phrase.Str("list", strings.Join(names, ", ")))
}

// found makes a world with its realms in a new folder, named for the game and the next free number.
func (k *Cmd) found(c *call.Call, rb game.Rulebook) (dir string, err error) {
	if k.In != "" {
		if err := os.MkdirAll(k.In, 0o700); err != nil {
			return "", &complaint.Complaint{Exit: complaint.ExitUsage, What: phrase.P("cannot-found", phrase.Str("dir", k.In)), Cause: err}
		}
	}
	if dir, err = next(k.In, rb.Name()); err != nil {
		return "", err
	}
	if err := k.founded(c, rb, dir); err != nil {
		return "", err
	}
	w, done, err := folder.Change(c, dir)
	if err == nil {
		err = seat(w, k.Strength)
		done()
	}
	if err != nil { // nobody has played there yet
		err = errors.Join(err, os.RemoveAll(dir))
	}
	return dir, err
}

// next is the first name for a world that nothing has.
func next(in, game string) (dir string, err error) {
	for n := 1; ; n++ {
		dir = filepath.Join(in, game+"-"+strconv.Itoa(n))
		if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
			return dir, nil
		} else if err != nil {
			return "", &complaint.Complaint{Exit: complaint.ExitUsage, What: phrase.P("cannot-found", phrase.Str("dir", dir)), Cause: err}
		}
	}
}

// person is the realm of whoever sits at the terminal.
const person = players.Practiser

// founded makes a world without mail. Its turns wait for whoever plays.
func (k *Cmd) founded(c *call.Call, rb game.Rulebook, dir string) error {
	own := map[string]string{"gm.lang": strconv.Quote(string(c.Voice.Book.Lang)), "public": `["standings"]`,
		"press": `"turn"`}
	data := settings.Fresh(c.Voice.Book, own)
	f, _ := rb.Bot().Practice(nil) // the world goes on with these numbers
	data = append(data, f.Tables...)
	err := players.FoundPractice(dir, rb, nil, c.Voice.Book.Lang, cmp.Or(k.Chance, io.Reader(rand.Reader)), c.Now(),
		game.File{Name: settings.File, Type: "application/toml", Data: data})
	if err == nil {
		return nil
	}
	return folder.Refused(c, dir, err, phrase.P("cannot-found", phrase.Str("dir", dir)))
}

// seat adds the realms of a practice world.
func seat(w *folder.Opened, strength string) error {
	if w.World.Rulebook().Bot() == nil {
		return complaint.Usage("play-alone", phrase.Str("name", w.World.Rulebook().Name()))
	}
	return w.Wrong(players.SeatPractice(w.World, strength, w.Call.Voice.Book.Lang, w.Call.Now()))
}
