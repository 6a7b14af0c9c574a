package play

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/intake"
	"weltentor/resolve/notices"
	"weltentor/resolve/players"
	"weltentor/resolve/practice"
	"weltentor/resolve/public"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/turns"
	"weltentor/resolve/verdict"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// practiceGame is a world while somebody plays it at a terminal.
type practiceGame struct {
	w    *folder.Opened
	c    *call.Call
	keys *terminal.Keyboard

	// what stands now, see look
	turn   int
	title  string
	name   string
	realms []game.Realm
	over   bool
	asked  bool // the turn awaits orders of whoever plays
	aims   []string
	armies []game.FactArmy // of whoever plays
}

// errLeft says that whoever played has gone, errOver that the game has ended.
var (
	errLeft = errors.New("left")
	errOver = errors.New("over")
)

// play goes through the turns until somebody leaves.
func (p *practiceGame) play() error {
	var err error
	if !p.asked && !p.over { // others begin
		_, err = p.turns("")
	}
	if err == nil {
		err = p.board()
	}
	for err == nil {
		err = p.step()
	}
	if errors.Is(err, errOver) {
		return nil
	}
	if errors.Is(err, errLeft) {
		p.say("play-left", phrase.Str("dir", p.w.Settings.Dir))
		return nil
	}
	return err
}

// look reads what stands now.
func (p *practiceGame) look() error {
	err := p.w.World.Ask(person, func(c chronicle.Current) {
		here, _ := c.Realm(person)
		p.turn, p.realms, p.name = c.Turn, c.World.Realms(), here.Name
		p.title, p.over = c.World.Title(p.lang()), c.World.Asked().Over || here.Fallen
		p.asked = slices.Contains(c.World.Asked().Realms, person)
		p.aims = c.World.Guide(person, here.Lang).Paragraphs()
		p.armies = nil
		if told := c.World.Facts(person); told != nil {
			p.armies = slices.DeleteFunc(told.Armies, func(a game.FactArmy) bool { return a.Realm != person || a.Name == "" })
		}
	})
	return p.w.Wrong(err)
}

// board shows the turn that awaits orders: its name and the map.
func (p *practiceGame) board() error {
	fmt.Fprintln(p.c.Out)
	p.c.PaintText(terminal.Bold, p.title)
	if err := p.drawn(rowsBeside); err != nil {
		return err
	}
	if n, what := p.taught(); what != "" {
		p.say("play-lesson", phrase.Num("n", n), phrase.Num("of", lesson), phrase.Str("what", what))
	}
	return nil
}

// played is how many turns whoever plays has written orders for.
func (p *practiceGame) played() int { return len(p.own()) }

// own are these turns, the first one first: both their orders and their reports are kept.
func (p *practiceGame) own() (list []int) {
	for turn := 1; turn <= p.turn; turn++ {
		_, ordered := os.Stat(p.ordersFile(turn))
		_, reported := os.Stat(p.reportFile(turn))
		if ordered == nil && reported == nil {
			list = append(list, turn)
		}
	}
	return list
}

// show prints a text that lines of a terminal are too short for.
func (p *practiceGame) show(text []byte) {
	var out []byte
	for line := range strings.Lines(string(text)) {
		if utf8.RuneCountInString(line) <= width {
			out = append(out, line...)
			continue
		}
		words := strings.TrimLeft(line, " -")
		lead, at := line[:len(line)-len(words)], len(out)
		out = game.AppendWrapped(out, strings.Repeat(" ", len(lead)), words, width)
		copy(out[at:], lead) // a mark of a list only once
	}
	p.c.Out.Write(out)
}

// step asks what to do, and does it.
func (p *practiceGame) step() error {
	if p.over {
		return p.end()
	}
	answer, err := p.ask("play-ask")
	if err != nil {
		return err
	}
	switch answer {
	case "":
		return p.orders()
	case "m":
		return p.drawn(rowsAlone)
	case "r":
		return p.report()
	case "?":
		return p.help()
	case "q":
		return errLeft
	default:
		p.say("play-keys")
		return nil
	}
}

// orders has the turn's orders written, checks them as a receipt does, and resolves the turn when told to.
func (p *practiceGame) orders() error {
	line := 0
	for {
		text, err := p.write(line)
		if err != nil {
			return err
		}
		said, err := intake.Preview(p.w.World, person, text)
		if err != nil {
			return p.w.Wrong(err)
		}
		said.Checked.Holds = phrase.Phrase{} // nobody waits for a better letter here
		fmt.Fprintln(p.c.Out)
		p.show([]byte(said.Page(p.lang(), p.words())))
		question := "play-resolve"
		if line = firstBad(said); line > 0 {
			question = "play-mend"
		}
		again, err := p.decided(question, line)
		if err != nil {
			return err
		}
		if !again {
			return p.resolve(text)
		}
	}
}

// decided asks whether the turn is to be resolved now. again means that the orders are to be edited.
func (p *practiceGame) decided(question string, line int) (again bool, err error) {
	for {
		answer, err := p.ask(question, phrase.Num("turn", p.turn), phrase.Num("line", line))
		switch {
		case err != nil:
			return false, err
		case answer == "q":
			return false, errLeft
		case answer == "e", answer == "" && line > 0:
			return true, nil
		case answer == "", answer == "!" && line > 0:
			return false, nil
		case answer == "m":
			err = p.drawn(rowsAlone)
		case answer == "r":
			err = p.report()
		default:
			p.say("play-decide")
		}
		if err != nil {
			return false, err
		}
	}
}

// firstBad is the first line that does not count; 0: there is none.
func firstBad(said verdict.Verdict) int {
	told, _ := said.Told()
	for _, problem := range told {
		if said.Lines.Kind(problem) == "error" {
			return problem.Line
		}
	}
	return 0
}

// resolve enters the orders, resolves the turn, and shows what happened.
func (p *practiceGame) resolve(text string) error {
	done, err := p.turns(text)
	if err != nil && len(done) == 0 && p.c.Ctx.Err() == nil { // nothing has happened yet
		p.c.Voice.Complain(err)
		return nil
	}
	for _, turn := range done {
		if err == nil {
			err = p.happened(turn)
		}
	}
	if err != nil {
		return err
	}
	if !p.over && p.played() == lesson {
		fmt.Fprintln(p.c.Out)
		p.say("play-lesson-over", phrase.Num("n", lesson))
		if err := p.leaders(); err != nil {
			return err
		}
		fmt.Fprintln(p.c.Out)
		p.say("play-goes-on")
	}
	return p.board()
}

// turns resolves the turn that awaits orders with these, and those after it that await only the machine's. It returns
// which turns were resolved.
func (p *practiceGame) turns(text string) (done []int, err error) {
	if p.asked {
		switch a, err := intake.Submit(p.w.World, person, text, p.c.Now()); {
		case err != nil:
			return nil, p.w.Wrong(err)
		case a.Fate == receipt.Refused:
			return nil, complaint.No("submit-refused", phrase.Str("why", p.c.MachineWords().Say(a.Reason)))
		case a.Fate == receipt.Ahead:
			return nil, complaint.No("play-ahead", phrase.Num("turn", a.For))
		}
	}
	for first := true; first || !p.over && !p.asked; first = false {
		gone := p.w.Watched("work-turn")
		_, err := turns.Advance(p.w.World, p.c.Now(), true)
		gone()
		if err != nil {
			return done, p.w.Wrong(err)
		}
		done = append(done, p.turn)
		if err := p.look(); err != nil {
			return done, err
		}
	}
	return done, nil
}

// happened shows the letter of a turn's report, and keeps the report in a file.
func (p *practiceGame) happened(turn int) error {
	rep, err := turns.Report(p.w.World, person, turn)
	if err != nil {
		return p.w.Wrong(err)
	}
	file := p.reportFile(turn)
	if err := kept(file, rep.Text); err != nil {
		return err
	}
	fmt.Fprintln(p.c.Out)
	p.c.Paint(terminal.Bold, "play-happened", phrase.Num("turn", turn))
	p.show(bytes.TrimLeft(rep.Summary, "\n"))
	p.say("play-report", phrase.Str("file", file))
	return p.learnt(turn)
}

// learnt says what the turn did for the lessons. In the siege, others move in between, and do nothing for them.
func (p *practiceGame) learnt(turn int) error {
	mine := p.own()
	if len(mine) == 0 || mine[len(mine)-1] != turn {
		return nil
	}
	_, says, err := p.done()
	for _, line := range says {
		p.c.PaintText(terminal.Bold, line)
	}
	return err
}

// done are the lessons that the own turns have done, and what the last of them did for them.
func (p *practiceGame) done() (done []int, says []string, err error) {
	for i, turn := range p.own() {
		if done, says, err = practice.Learn(p.w.World, turn, i+1, done); err != nil {
			return nil, nil, p.w.Wrong(err)
		}
	}
	return done, says, nil
}

// leaders says who leads, when the lessons are over.
func (p *practiceGame) leaders() error {
	list, err := practice.Leaders(p.w.World, p.lang(), public.Columns)
	p.c.Out.Write(list)
	return p.w.Wrong(err)
}

// end is reached when the game is over, or the realm has fallen.
func (p *practiceGame) end() error {
	if err := p.leaders(); err != nil {
		return err
	}
	p.say("play-over", phrase.Str("game", p.w.World.Rulebook().Name()))
	return errOver
}

// ordersFile is where the orders of a turn are written.
func (p *practiceGame) ordersFile(turn int) string {
	return filepath.Join(p.w.Settings.Dir, fmt.Sprintf("orders-%d.txt", turn))
}

// reportFile is where the report of a turn is kept.
func (p *practiceGame) reportFile(turn int) string {
	return filepath.Join(p.w.Settings.Dir, fmt.Sprintf("report-%d.txt", turn))
}

// report shows the whole report of the last turn.
func (p *practiceGame) report() error {
	rep, err := turns.Report(p.w.World, person, -1)
	if err != nil {
		return p.w.Wrong(err)
	}
	_, err = p.c.Out.Write(rep.Text)
	return err
}

// help says how the game is won, and what the keys do.
func (p *practiceGame) help() error {
	for _, aim := range p.aims {
		p.show([]byte(aim + "\n"))
	}
	p.say("play-keys")
	p.say("play-more", phrase.Str("game", p.w.World.Rulebook().Name()))
	return nil
}

// drawn shows the map as the realm knows it, of so many rows at most.
func (p *practiceGame) drawn(rows int) error {
	sheet, err := notices.Drawn(p.w.World, person, -1)
	if err != nil {
		return p.w.Wrong(err)
	}
	draw(p.c.Front, sheet.Chart, p.c.Voice.Book, rows)
	p.forces()
	return nil
}

// ask asks for a key, and returns it. The error is errLeft if nobody is there any more.
func (p *practiceGame) ask(question string, args ...phrase.Arg) (string, error) {
	fmt.Fprint(p.c.Out, p.c.Voice.Book.Say(phrase.P(question, args...))+" > ")
	line, err := p.keys.Line()
	if err != nil {
		fmt.Fprintln(p.c.Out)
		return "", errLeft
	}
	return strings.ToLower(strings.TrimSpace(line)), nil
}

func (p *practiceGame) say(code string, args ...phrase.Arg) {
	p.show([]byte(p.c.Voice.Book.Say(phrase.P(code, args...)) + "\n"))
}

// words are the rulebook's sentences. Its lesson.N says what a beginner does in the N-th turn.
func (p *practiceGame) words() *phrase.Book { return p.w.World.Rulebook().Words(p.lang()) }

func (p *practiceGame) lang() phrase.Lang { return p.c.Voice.Book.Lang }

// kept writes a file of the practice beside its world.
func kept(path string, data []byte) error {
	if err := os.WriteFile(path, data, 0o600); err != nil {
		return complaint.Later("cannot-write", disk.Full(err), phrase.Str("file", path))
	}
	return nil
}

// lesson is how many turns a practice has; whoever likes plays on.
const lesson = players.PracticeTurns

// taught is what a beginner does in this turn, in the rulebook's words, and which of the lessons that is; "": all are
// over.
func (p *practiceGame) taught() (n int, what string) {
	n = p.played() + 1
	return n, wording.Lesson(p.words(), n, wording.ByLine)
}

// mostArmies is how many armies are listed below a map.
const mostArmies = 24

// forces lists the player's armies as orders call them, each with its field.
func (p *practiceGame) forces() {
	var list []string
	for _, a := range p.armies {
		list = append(list, strings.TrimSuffix(a.Name+" ("+a.At+")", " ()"))
	}
	more := max(0, len(list)-mostArmies)
	if list = list[:len(list)-more]; len(list) > 0 {
		p.say("play-armies", phrase.Str("list", strings.Join(list, ", ")), phrase.Num("more", more))
	}
}
