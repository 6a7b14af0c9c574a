// Package cli is the command line as a whole: Grammar lists all commands, and Run reads the arguments, runs one of them
// and turns its complaint into an exit code. It has the commands that are about the program itself: help, manual,
// version and demo. A new command is a line in Grammar and a file in one of the packages of commands. Begin with Run.
package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"
	_ "time/tzdata" // the program must know a world's zone even on machines without a zone database
	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/commands/mail"
	"weltentor/cmd/weltentor/commands/play"
	"weltentor/cmd/weltentor/commands/players"
	"weltentor/cmd/weltentor/commands/rulebook"
	"weltentor/cmd/weltentor/commands/turn"
	"weltentor/cmd/weltentor/commands/world"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/fleet/commands"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/memory"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/docs"
	"weltentor/orders/phrase"
	"weltentor/worlds"
	"weltentor/worlds/game"

	"github.com/alecthomas/kong"
)

// Process runs this process as the command that its arguments name, with a clock.
func Process(clock func() time.Time) (code int) {
	memory.Bound(os.LookupEnv)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	p := Outside{os.Stdin, os.Stdout, os.Stderr, os.Getenv, worlds.Rulebooks(), clock}
	return p.Run(ctx, &Grammar{}, os.Args[1:])
}

// Grammar is the command line, as kong reads it. Its help texts are in cmd/weltentor/texts, under help; a group is a part
// of the list of commands. A flag with the tag some is shown by the commands whose tag uses names it; a test compares.
type Grammar struct {
	Flags

	Play  play.Cmd          `cmd:"" group:"play"`
	Demo  demoCmd           `cmd:"" group:"play"`
	Rules rulebook.RulesCmd `cmd:"" group:"play"`
	Page  turn.PageCmd      `cmd:"" group:"play" uses:"fleet"`

	New    world.NewCmd     `cmd:"" group:"begin"`
	Realm  players.RealmCmd `cmd:"" group:"begin"`
	Login  world.LoginCmd   `cmd:"" group:"begin"`
	Doctor world.DoctorCmd  `cmd:"" group:"begin" uses:"fleet"`

	Cron      mail.CronCmd      `cmd:"" group:"daily" uses:"why"`
	Run       mail.RunCmd       `cmd:"" group:"daily" uses:"why"`
	Serve     mail.ServeCmd     `cmd:"" group:"daily"`
	Status    world.StatusCmd   `cmd:"" group:"daily" uses:"fleet"`
	Questions mail.QuestionsCmd `cmd:"" group:"daily" uses:"fleet again why"`
	Answer    mail.AnswerCmd    `cmd:"" group:"daily" uses:"fleet again why"`
	Tell      mail.TellCmd      `cmd:"" group:"daily" uses:"fleet again why"`

	Turn     turn.TurnCmd     `cmd:"" group:"turn" uses:"fleet again why"`
	Undo     turn.UndoCmd     `cmd:"" group:"turn" uses:"fleet again why"`
	Redo     turn.RedoCmd     `cmd:"" group:"turn" uses:"fleet again why"`
	Deadline turn.DeadlineCmd `cmd:"" group:"turn" uses:"fleet again why"`
	Pause    turn.PauseCmd    `cmd:"" group:"turn" uses:"fleet again why"`
	Orders   mail.OrdersCmd   `cmd:"" group:"turn" uses:"fleet"`
	Report   turn.ReportCmd   `cmd:"" group:"turn" uses:"fleet"`
	Edit     world.EditCmd    `cmd:"" group:"turn" uses:"fleet again why"`

	Outbox mail.OutboxCmd `cmd:"" group:"letters" uses:"fleet again why"`
	Log    world.LogCmd   `cmd:"" group:"letters" uses:"fleet"`
	Read   mail.ReadCmd   `cmd:"" group:"letters" uses:"fleet"`
	Submit mail.SubmitCmd `cmd:"" group:"letters" uses:"fleet again why"`
	Check  mail.CheckCmd  `cmd:"" group:"letters" uses:"fleet"`
	Poll   mail.PollCmd   `cmd:"" group:"letters" uses:"why"`
	Send   mail.SendCmd   `cmd:"" group:"letters" uses:"why"`

	Backup  world.BackupCmd  `cmd:"" group:"safety" uses:"fleet"`
	Restore world.RestoreCmd `cmd:"" group:"safety" uses:"fleet again why"`
	Adopt   world.AdoptCmd   `cmd:"" group:"safety" uses:"why"`
	Verify  world.VerifyCmd  `cmd:"" group:"safety" uses:"fleet"`
	Publish turn.PublishCmd  `cmd:"" group:"safety" uses:"fleet"`
	Closing turn.ClosingCmd  `cmd:"" group:"safety" uses:"fleet again why"`

	Map        turn.MapCmd        `cmd:"" group:"more" uses:"fleet"`
	Public     turn.PublicCmd     `cmd:"" group:"more" uses:"fleet"`
	Tables     rulebook.TablesCmd `cmd:"" group:"more" uses:"fleet"`
	Engine     world.EngineCmd    `cmd:"" group:"more"`
	Fleet      commands.Cmd       `cmd:"" group:"more"`
	Completion completionCmd      `cmd:"" group:"more"`
	Man        manCmd             `cmd:"" group:"more"`
	Topic      topicCmd           `cmd:"" group:"more" name:"help"`
	Version    versionCmd         `cmd:"" group:"more"`
}

// Flags are those of every command.
type Flags struct {
	Help helpFlag `short:"h"`
	Lang language `placeholder:"de|en"`
	At   moment   `placeholder:"TIME"`
	Why  string   `placeholder:"TEXT" some:""`

	InFleet string `name:"fleet" placeholder:"FILE" some:""`
	Again   string `placeholder:"KEY" some:""`

	Release versionFlag `name:"version" hidden:""`
}

// Run runs a program once, with the clock of the machine.
func Run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer, env func(string) string,
	books []game.Rulebook) (code int) {
	return Outside{In: in, Out: out, Errs: errs, Env: env, Books: books, Clock: time.Now}.Run(ctx, &Grammar{}, args)
}

// Outside is what the whole program has from outside, besides its arguments.
type Outside struct {
	In        io.Reader
	Out, Errs io.Writer
	Env       func(string) string
	Books     []game.Rulebook
	Clock     func() time.Time
}

// Run reads the arguments, runs one command, says what went wrong, and returns the exit code.
func (p Outside) Run(ctx context.Context, cmds *Grammar, args []string) (code int) {
	v := call.NewVoice(call.ChooseLang(args, p.Env), terminal.Plain(p.Out), terminal.Plain(p.Errs))
	defer func() {
		if r := recover(); r != nil {
			v.Warn("bug", phrase.Str("what", fmt.Sprint(r)), phrase.Str("stack", string(debug.Stack())))
			code = complaint.ExitUsage
		}
	}()
	line := asked(args)
	parsed, err := newParser(cmds, &helper{ctx, v, p.Books}, line...).Parse(line)
	if errors.Is(err, errHelped) {
		return complaint.ExitDone
	}
	if err != nil && !errors.Is(err, errVersion) {
		return misused(v, err)
	}
	c := &call.Call{Ctx: ctx, In: p.In, Out: terminal.Plain(p.Out), Raw: terminal.ForEyes(p.Out), Env: p.Env,
		At: cmds.At.Time, Why: cmds.Why, Front: terminal.On(p.Out, p.Env), Side: terminal.On(p.Errs, p.Env),
		Asked: cmds.Lang != "", Seen: terminal.Is(p.Out), Books: p.Books, Voice: v, Clock: p.Clock}
	if err != nil {
		return v.Complain(versionCmd{}.Run(c))
	}
	c.Verb = strings.TrimPrefix(commandPath(parsed.Selected()), "weltentor ")
	c.Fleet, c.Again, c.Args = cmds.InFleet, cmds.Again, args
	if c.Fleet != "" && !strings.HasPrefix(c.Verb, "fleet ") {
		return v.Complain(inFleet(c, parsed))
	}
	if c.Again != "" {
		return v.Complain(complaint.Usage("again-without-fleet", phrase.Str("command", c.Verb)))
	}
	return v.Complain(run(c, parsed))
}

// run runs the command that was read. If it works on a world, that is opened first and closed at its end, and errors of
// the store are put into words. What is wrong with the arguments alone is said before that, if the command has a Check.
func run(c *call.Call, parsed *kong.Context) error {
	node := parsed.Selected()
	command := node.Target.Addr().Interface()
	if k, checks := command.(interface{ Check(*call.Call) error }); checks {
		if err := k.Check(c); err != nil {
			return err
		}
	}
	k, opens := command.(interface {
		Open(*call.Call) (*folder.Opened, func(), error)
	})
	if !opens {
		return parsed.RunNode(node, c)
	}
	w, done, err := k.Open(c)
	if err != nil {
		return err
	}
	defer done()
	err = parsed.RunNode(node, c, w)
	if errors.As(err, new(*complaint.Complaint)) || errors.As(err, new(complaint.Silent)) {
		return err
	}
	return w.Wrong(err)
}

// Commands returns all commands as the help describes them, in the language of a voice.
func Commands(v *call.Voice) *kong.Application { return newParser(&Grammar{}, &helper{voice: v}).Model }

// Reads returns what is wrong with a command line, without running it. A line that asks for help is never wrong.
func Reads(v *call.Voice, args []string) error {
	line := asked(args)
	_, err := newParser(&Grammar{}, &helper{voice: v}, line...).Parse(line)
	if errors.Is(err, errHelped) || errors.Is(err, errVersion) {
		return nil
	}
	return err
}

// asked turns `help realm add` into `realm add --help`, also if it is asked in German, or behind flags. Other arguments
// stay as they are.
func asked(args []string) []string {
	at := begins(args)
	if at < 0 || args[at] != "help" && args[at] != "hilfe" {
		return world.WithMinus(args)
	}
	flags, of := args[:at:at], args[at+1:]
	if topic := begins(of); topic >= 0 && slices.Contains(docs.Topics, of[topic]) {
		return slices.Concat(flags, []string{"help"}, of)
	}
	return slices.Concat(flags, of, []string{"--help"})
}

// newParser makes a kong parser with our texts instead of its own. To read all commands takes longer than most of them
// run, so of a line that begins with a command only that one is read. Without a line all are.
func newParser(cmds *Grammar, h *helper, line ...string) *kong.Kong {
	options := []kong.Option{
		kong.Name("weltentor"),
		kong.NoDefaultHelp(),
		kong.Writers(h.voice.Out, h.voice.Err),
		kong.Bind(h),
		kong.PostBuild(func(k *kong.Kong) error { h.describe(k.Model.Node); return nil }),
	}
	if at := begins(line); at >= 0 {
		if command := cmds.alone(line[at]); command != nil {
			return kong.Must(&cmds.Flags, append(options, kong.Embed(command))...)
		}
	}
	return kong.Must(cmds, options...)
}

// begins finds the word that a line begins with, after flags with a value that stand before every command. It returns
// -1 if there is anything else before it: then the whole program is meant, or the line is wrong.
func begins(line []string) int {
	for i := 0; i < len(line); i++ {
		flag, _, whole := strings.Cut(line[i], "=")
		switch {
		case !strings.HasPrefix(flag, "-"):
			return i
		case !slices.Contains([]string{"--lang", "--at", "--why", "--fleet", "--again"}, flag):
			return -1
		case !whole:
			i++
		}
	}
	return -1
}

// alone returns a struct with nothing but one command, as the grammar has it. It returns nil if the command is not
// there, so that a similar one is found, or if it writes about all commands. The command is a copy: only the flags of the
// grammar are those of the line.
func (g *Grammar) alone(command string) any {
	for field, value := range reflect.ValueOf(g).Elem().Fields() {
		name := cmp.Or(field.Tag.Get("name"), strings.ToLower(field.Name))
		if _, is := field.Tag.Lookup("cmd"); !is || name != command {
			continue
		}
		switch value.Interface().(type) {
		case completionCmd, manCmd:
			return nil
		}
		field = reflect.StructField{Name: field.Name, Type: field.Type, Tag: field.Tag}
		only := reflect.New(reflect.StructOf([]reflect.StructField{field}))
		only.Elem().Field(0).Set(value)
		return only.Interface()
	}
	return nil
}
