// Command mutate makes wrong changes in a package, one at a time, and counts how many of them its tests notice. It
// prints those that no test notices: a test is missing, or the change has no effect. `make mutate PKG=mailer/incoming
// N=50 SEED=1` calls it.
//
// All changes of a run are compiled into one test binary, or a few if changes overlap. An environment variable says
// which of them is on. So a change costs one run of the tests and no compilation.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	caught, err := mutate(ctx, os.Args[1:], os.Stdout)
	switch {
	case errors.Is(err, flag.ErrHelp):
		os.Exit(2)
	case err != nil:
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(2)
	case !caught:
		os.Exit(1)
	}
}

// settings are what a call asks for.
type settings struct {
	pkg      string // folder of the package to change
	tests    string // package whose tests run
	late     string // pattern of tests that run only if the others notice nothing
	n        int    // how many changes are tried
	seed     uint64 // selects them
	least    int    // share of changes, in percent, that must be noticed
	jobs     int    // test binaries at a time
	accepted string // file with the changes without an effect
}

// mutate tries changes and reports on them. It returns true if enough of them were noticed.
func mutate(ctx context.Context, args []string, out io.Writer) (bool, error) {
	var s settings
	flags := flag.NewFlagSet("mutate", flag.ContinueOnError)
	flags.StringVar(&s.pkg, "pkg", "", "the `folder` of the package to change")
	flags.StringVar(&s.tests, "tests", "", "the `folder` of the package whose tests are run, if it is another one")
	flags.StringVar(&s.late, "late", "", "`pattern` of slow tests, which are run only if the others notice nothing")
	flags.IntVar(&s.n, "n", 50, "how many changes to try; 0: all")
	flags.Uint64Var(&s.seed, "seed", 1, "which changes to draw: the same seed draws the same ones of the same code")
	flags.IntVar(&s.least, "least", 0, "end with 1 if fewer than this many `percent` are noticed")
	flags.IntVar(&s.jobs, "jobs", 2, "how many test binaries run at a time")
	flags.StringVar(&s.accepted, "accepted", "", "`file` with the changes that are known to change nothing")
	if err := flags.Parse(args); err != nil {
		return false, err
	}
	if s.pkg == "" || s.n < 0 || s.jobs < 1 || flags.NArg() > 0 {
		return false, errors.New("name the package, for example: -pkg ./mailer -n 50 -seed 1")
	}
	if s.tests == "" {
		s.tests = s.pkg
	}
	pack, err := load(ctx, s.pkg)
	if err != nil {
		return false, err
	}
	equal, err := readAccepted(s.accepted)
	if err != nil {
		return false, err
	}
	drawn := draw(pack.changes(equal), s.n, s.seed)
	if len(drawn) == 0 {
		return false, fmt.Errorf("%s has nothing to change", s.pkg)
	}
	fates, err := try(ctx, &s, pack, drawn)
	if err != nil {
		return false, err
	}
	return report(out, &s, fates), nil
}

// report prints what was not noticed, what was noticed only because the tests did not end, and the share that was
// noticed.
func report(out io.Writer, s *settings, fates []fate) bool {
	noticed, tried := 0, 0
	for _, f := range fates {
		if f.broken {
			continue
		}
		if tried++; f.noticed {
			noticed++
			if f.endless {
				fmt.Fprintf(out, "out of time: %s\n", f.change)
			}
			continue
		}
		fmt.Fprintf(out, "unnoticed: %s\n", f.change)
	}
	if tried == 0 {
		fmt.Fprintln(out, "no change could be compiled")
		return false
	}
	fmt.Fprintf(out, "%s, seed %d: %d of %d changes noticed, %d %%\n", s.pkg, s.seed, noticed, tried, noticed*100/tried)
	return noticed*100 >= s.least*tried
}
