// Command weltentor runs play-by-email games: it fetches the players' orders, resolves
// the turns and sends the reports.
package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"
	_ "time/tzdata" // a world's zone must be known on machines without a zone database

	"github.com/alecthomas/kong"

	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/fleet/commands"
	"weltentor/cmd/weltentor/memory"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/docs"
	"weltentor/orders/phrase"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

func main() { os.Exit(process(time.Now)) }

// process is this one as the command that its arguments name, by a clock.
func process(clock func() time.Time) (code int) {
	memory.Bound(os.LookupEnv)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return runBy(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv, worlds.Rulebooks(), clock)
}

// Exit codes; scripts rely on them.
const (
	exitDone    = fault.ExitDone
	exitNo      = fault.ExitNo
	exitUsage   = fault.ExitUsage
	exitMachine = fault.ExitMachine
	exitLater   = fault.ExitLater
)

// grammar is that of the command line. What it says of itself stands
// in texts/, under help.
type grammar struct {
	Help helpFlag `short:"h"`
	Lang language `placeholder:"de|en"`
	At   moment   `placeholder:"TIME"`
	Why  string   `placeholder:"TEXT"`

	InFleet string `name:"fleet" placeholder:"FILE"`
	Again   string `placeholder:"KEY"`

	Release versionFlag `name:"version" hidden:""`

	New    newCmd    `cmd:""`
	Realm  realmCmd  `cmd:""`
	Status statusCmd `cmd:""`
	Orders ordersCmd `cmd:""`
	Report reportCmd `cmd:""`
	Map    mapCmd    `cmd:""`
	Page   pageCmd   `cmd:""`
	Public publicCmd `cmd:""`
	Check  checkCmd  `cmd:""`
	Read   readCmd   `cmd:""`
	Submit submitCmd `cmd:""`
	Cron   cronCmd   `cmd:""`
	Poll   pollCmd   `cmd:""`
	Turn   turnCmd   `cmd:""`
	Undo   undoCmd   `cmd:""`
	Redo   redoCmd   `cmd:""`
	Send   sendCmd   `cmd:""`
	Pause  pauseCmd  `cmd:""`

	Closing  closingCmd  `cmd:""`
	Deadline deadlineCmd `cmd:""`

	Edit editCmd `cmd:""`
	Tell tellCmd `cmd:""`

	Questions questionsCmd `cmd:""`
	Answer    answerCmd    `cmd:""`

	Outbox outboxCmd `cmd:""`
	Log    logCmd    `cmd:""`
	Rules  rulesCmd  `cmd:""`
	Tables tablesCmd `cmd:""`
	Verify verifyCmd `cmd:""`
	Backup backupCmd `cmd:""`
	Adopt  adoptCmd  `cmd:""`

	Restore restoreCmd   `cmd:""`
	Doctor  doctorCmd    `cmd:""`
	Fleet   commands.Cmd `cmd:""`
	Battle  battleCmd    `cmd:""`
	Demo    demoCmd      `cmd:""`

	Completion completionCmd `cmd:""`
	Man        manCmd        `cmd:""`

	Topic   topicCmd   `cmd:"" name:"help"`
	Version versionCmd `cmd:""`
}

// call is one run of a command: all of the outside that a command may touch.
type call struct {
	ctx   context.Context
	in    io.Reader
	out   io.Writer       // lines for people and scripts, without control characters
	raw   io.Writer       // texts that are wanted as they are
	front terminal.Screen // what out is
	side  terminal.Screen // where complaints go, and bars
	env   func(string) string
	at    time.Time // stands in for the clock unless zero
	why   string    // the game master's reason, for the logbook
	verb  string    // the command, as "realm add"
	fleet string    // the fleet's settings, by --fleet
	again string    // key of the invocation that is repeated, by --again
	args  []string  // as they were given
	asked bool      // for a language, by --lang
	seen  bool      // what is printed goes to a terminal
	books []game.Rulebook
	voice *voice
	clock func() time.Time // nil: the machine's

	aboard *aboard // nil: the world is in a folder of its own
}

// now is the clock, or what --at says.
func (c *call) now() time.Time {
	switch {
	case !c.at.IsZero():
		return c.at
	case c.clock != nil:
		return c.clock()
	}
	return time.Now()
}

// rulebook finds a rulebook by name; "" is the default one.
func (c *call) rulebook(name string) (game.Rulebook, error) {
	var names []string
	for _, b := range c.books {
		if name == "" || b.Name() == name {
			return b, nil
		}
		names = append(names, b.Name())
	}
	if near := guess(name, names); near != "" {
		return nil, usage("no-rulebook-near", phrase.Str("name", name), phrase.Str("guess", near))
	}
	return nil, usage("no-rulebook", phrase.Str("name", name), phrase.Str("list", strings.Join(names, ", ")))
}

// run is the whole program: it reads the arguments, runs one command, says
// what went wrong, and gives the exit code.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer, env func(string) string,
	books []game.Rulebook) (code int) {
	return runBy(ctx, args, in, out, errs, env, books, time.Now)
}

// runBy is run by another clock than the machine's.
func runBy(ctx context.Context, args []string, in io.Reader, out, errs io.Writer, env func(string) string,
	books []game.Rulebook, clock func() time.Time) (code int) {
	v := newVoice(chooseLang(args, env), terminal.Plain(out), terminal.Plain(errs))
	defer func() {
		if r := recover(); r != nil {
			v.warn("bug", phrase.Str("what", describe(r)), phrase.Str("stack", string(debug.Stack())))
			code = exitUsage
		}
	}()
	var cmds grammar
	v.offers = (&call{ctx: ctx, books: books, voice: v}).offersOf
	v.verbs = (&call{ctx: ctx, books: books, voice: v}).verbsOf
	v.sets = setRows(books)
	parser := newParser(&cmds, v)
	parsed, err := parser.Parse(asked(args))
	if errors.Is(err, errHelped) {
		return exitDone
	}
	if err != nil && !errors.Is(err, errVersion) {
		return v.usage(err)
	}
	c := &call{ctx: ctx, in: in, out: terminal.Plain(out), raw: terminal.ForEyes(out), env: env, at: cmds.At.Time,
		why: cmds.Why, front: terminal.On(out, env), side: terminal.On(errs, env), asked: cmds.Lang != "",
		seen: terminal.Is(out), books: books, voice: v, clock: clock}
	if err != nil {
		return v.complain(versionCmd{}.Run(c))
	}
	c.verb = strings.TrimPrefix(commandPath(parsed.Selected()), "weltentor ")
	c.fleet, c.again, c.args = cmds.InFleet, cmds.Again, args
	parsed.BindTo(program{c, &complaints{last: map[string]time.Time{}}}, (*commands.Program)(nil))
	if c.fleet != "" && !strings.HasPrefix(c.verb, "fleet ") {
		return v.complain(inFleet(c, parsed))
	}
	if c.again != "" {
		return v.complain(usage("again-without-fleet", phrase.Str("command", c.verb)))
	}
	return v.complain(parsed.Run(c))
}

// asked are the arguments, `help realm add` written as `realm add --help`.
func asked(args []string) []string {
	if len(args) > 1 && args[0] == "help" && slices.Contains(docs.Topics, args[1]) {
		return args
	}
	if len(args) > 0 && args[0] == "help" {
		return append(slices.Clone(args[1:]), "--help")
	}
	return withMinus(args)
}

// newParser is kong with our words in place of its own.
func newParser(cmds *grammar, v *voice) *kong.Kong {
	return kong.Must(cmds,
		kong.Name("weltentor"),
		kong.NoDefaultHelp(),
		kong.Writers(v.out, v.err),
		kong.Bind(v),
		kong.PostBuild(v.describeCommands),
	)
}
