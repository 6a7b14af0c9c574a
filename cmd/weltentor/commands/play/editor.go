package play

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"weltentor/mailer/mime"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// editors are tried in this order if the environment names none.
var editors = []string{"nano", "vi", "notepad"}

// lined are editors that begin at a line if `+LINE` stands before the file.
var lined = []string{"nano", "vi", "vim", "nvim", "emacs", "micro", "joe", "ne"}

// write has the turn's order file edited, beginning at a line if it is not 0, and returns what it holds then. A first
// file is ready to be sent.
func (p *practiceGame) write(line int) (string, error) {
	file := p.ordersFile(p.turn)
	if _, err := os.Lstat(file); errors.Is(err, fs.ErrNotExist) {
		text, err := p.template()
		if err == nil {
			err = kept(file, text)
		}
		if err != nil {
			return "", err
		}
	}
	command := p.editor()
	if command == nil {
		p.say("play-no-editor")
	}
	for {
		if command == nil {
			if err := p.typed(file); err != nil {
				return "", err
			}
			break
		}
		err := p.edit(command, file, line)
		if err == nil {
			break
		}
		answer, gone := p.ask("play-editor-failed", phrase.Str("why", err.Error()))
		switch {
		case gone != nil:
			return "", gone
		case answer == "q":
			return "", errLeft
		case answer == "t":
			command = nil
		}
	}
	raw, err := os.ReadFile(file)
	return mime.DecodeText(raw, "").Text, err
}

// template is the turn's order file before anything is written: what a beginner could send. The
// first one says how the game is won.
func (p *practiceGame) template() (out []byte, err error) {
	ready, err := p.ready()
	if err != nil {
		return nil, err
	}
	out = game.AppendComment(out, p.c.Voice.Book.Say(phrase.P("play-file", phrase.Str("title", p.title))))
	if p.turn == 1 {
		for _, aim := range p.aims {
			out = game.AppendComment(append(out, '\n'), aim)
		}
	}
	return append(append(out, '\n'), ready...), nil
}

// ready are the turn's orders as a beginner could send them.
func (p *practiceGame) ready() (text string, err error) {
	done, _, err := p.done()
	if err != nil {
		return "", err
	}
	l := wording.Lessons(p.words(), p.played()+1, done)
	asked := p.w.World.Ask(person, func(c chronicle.Current) {
		text, err = game.Ready(p.w.World.Rulebook(), c.World, c.Tables, person, c.Turn, c.Seed, l)
	})
	return text, p.w.Wrong(cmp.Or(asked, err))
}

// editor is the command that edits a file, with its arguments; nil: there is none.
func (p *practiceGame) editor() []string {
	for _, name := range []string{"VISUAL", "EDITOR"} {
		if command := strings.Fields(p.c.Env(name)); len(command) > 0 {
			return command
		}
	}
	for _, name := range editors {
		if path, err := exec.LookPath(name); err == nil {
			return []string{path}
		}
	}
	return nil
}

// edit runs an editor on a file. It has the terminal to itself until it ends.
func (p *practiceGame) edit(command []string, file string, line int) error {
	args := slices.Clone(command[1:])
	if line > 0 && slices.Contains(lined, filepath.Base(command[0])) {
		args = append(args, "+"+strconv.Itoa(line))
	}
	run := exec.CommandContext(p.c.Ctx, command[0], append(args, file)...)
	run.Stdin, run.Stdout, run.Stderr = p.c.In, os.Stdout, os.Stderr
	return run.Run()
}

// typed takes lines from the keyboard until an empty one. They replace the file; none leaves it as it is.
func (p *practiceGame) typed(file string) error {
	raw, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	p.c.Out.Write(raw)
	p.say("play-type")
	var text strings.Builder
	for {
		line, err := p.keys.Line()
		if err != nil {
			return errLeft
		}
		if strings.TrimSpace(line) == "" {
			break
		}
		text.WriteString(line)
	}
	if text.Len() == 0 {
		return nil
	}
	return kept(file, []byte(text.String()))
}
