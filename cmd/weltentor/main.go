package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"
	_ "time/tzdata" // a world's zone must be known on machines without a zone database
	"weltentor/cmd/weltentor/fleet/commands"
	"weltentor/cmd/weltentor/memory"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/docs"
	"weltentor/orders/phrase"
	"weltentor/worlds"
	"weltentor/worlds/game"

	"github.com/alecthomas/kong"
)

func main() { os.Exit(process(time.Now)) }

// process is this one as the command that its arguments name, by a clock.
func process(clock func() time.Time) (code int) {
	memory.Bound(os.LookupEnv)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return runBy(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv, worlds.Rulebooks(), clock)
}

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
			v.warn("bug", phrase.Str("what", fmt.Sprint(r)), phrase.Str("stack", string(debug.Stack())))
			code = exitUsage
		}
	}()
	var cmds grammar
	h := &helper{ctx, v, books}
	parser := newParser(&cmds, h)
	parsed, err := parser.Parse(asked(args))
	if errors.Is(err, errHelped) {
		return exitDone
	}
	if err != nil && !errors.Is(err, errVersion) {
		return misused(v, err)
	}
	c := &Call{ctx: ctx, in: in, out: terminal.Plain(out), raw: terminal.ForEyes(out), env: env, at: cmds.At.Time,
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
func newParser(cmds *grammar, h *helper) *kong.Kong {
	return kong.Must(cmds,
		kong.Name("weltentor"),
		kong.NoDefaultHelp(),
		kong.Writers(h.voice.out, h.voice.err),
		kong.Bind(h),
		kong.PostBuild(h.describeCommands),
	)
}
