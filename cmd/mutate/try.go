package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// switchName is the environment variable that says which change is on.
const switchName = "WELTENTOR_MUTANT"

// A fate is the outcome of a change.
type fate struct {
	*change
	noticed bool
	endless bool // noticed only because the tests did not end in time
	broken  bool // it does not compile, and was not tried
}

// try compiles the changes, and runs the tests with each of them.
func try(ctx context.Context, s *settings, p *pack, drawn []*change) ([]fate, error) {
	dir, err := os.MkdirTemp("", "mutate-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	var fates []fate
	for i, batch := range apart(drawn) {
		at := filepath.Join(dir, strconv.Itoa(i))
		if err := os.Mkdir(at, 0o700); err != nil {
			return nil, err
		}
		fit, broken, err := compile(ctx, s, p, batch, at)
		if err != nil {
			return nil, err
		}
		for _, c := range broken {
			fates = append(fates, fate{change: c, broken: true})
		}
		ran, err := run(ctx, s, fit, at)
		if err != nil {
			return nil, err
		}
		fates = append(fates, ran...)
	}
	slices.SortStableFunc(fates, func(a, b fate) int { return strings.Compare(a.file, b.file) })
	return fates, nil
}

// apart groups changes that can be compiled together: no two at the same place, and none that overlaps another without
// containing it.
func apart(all []*change) [][]*change {
	var batches [][]*change
	for _, c := range all {
		at := slices.IndexFunc(batches, func(batch []*change) bool { return !slices.ContainsFunc(batch, c.clashes) })
		if at < 0 {
			batches, at = append(batches, nil), len(batches)
		}
		batches[at] = append(batches[at], c)
	}
	return batches
}

func (c *change) clashes(d *change) bool {
	if c.file != d.file || c.end <= d.start || d.end <= c.start {
		return false
	}
	same := c.start == d.start && c.end == d.end
	within := c.start >= d.start && c.end <= d.end || d.start >= c.start && d.end <= c.end
	return same || !within
}

// badLine matches where the compiler found an error.
var badLine = regexp.MustCompile(`([^\s:]+\.go):(\d+):\d+: `)

// compile builds the test binary with all changes in it. Changes on lines that the compiler refuses are taken out.
func compile(ctx context.Context, s *settings, p *pack, batch []*change,
	dir string) (fit, broken []*change, err error) {
	fit = batch
	for {
		if err := overlay(p, fit, dir); err != nil {
			return nil, nil, err
		}
		cmd := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-overlay", filepath.Join(dir, "overlay.json"),
			"-o", filepath.Join(dir, "tests"), "./"+strings.TrimPrefix(s.tests, "./"))
		said, err := cmd.CombinedOutput()
		if err == nil {
			return fit, broken, nil
		}
		wrong := make(map[string]bool)
		for _, m := range badLine.FindAllStringSubmatch(string(said), -1) {
			wrong[filepath.Base(m[1])+":"+m[2]] = true
		}
		before := len(fit)
		fit = slices.DeleteFunc(slices.Clone(fit), func(c *change) bool {
			if !wrong[filepath.Base(c.file)+":"+strconv.Itoa(c.line)] {
				return false
			}
			broken = append(broken, c)
			return true
		})
		if len(fit) == before {
			return nil, nil, fmt.Errorf("compile the tests: %w\n%s", err, said)
		}
	}
}

// overlay writes the changed files, and the list that tells the compiler about them.
func overlay(p *pack, changes []*change, dir string) error {
	replace := make(map[string]string)
	for i, f := range p.files {
		mine := make(map[*change]int)
		for n, c := range changes {
			if c.file == f.name {
				mine[c] = n + 1
			}
		}
		if len(mine) == 0 {
			continue
		}
		to := filepath.Join(dir, strconv.Itoa(i)+".go")
		if err := os.WriteFile(to, []byte(changed(f, mine)), 0o600); err != nil {
			return err
		}
		replace[f.path] = to
	}
	to := filepath.Join(dir, "switch.go")
	if err := os.WriteFile(to, []byte(fmt.Sprintf(switchFile, p.name, switchName)), 0o600); err != nil {
		return err
	}
	replace[filepath.Join(p.dir, "mutant_switch.go")] = to
	raw, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "overlay.json"), raw, 0o600)
}

// switchFile is added to the changed package.
const switchFile = `package %s

import (
	"os"
	"strconv"
)

var mutantOn, _ = strconv.Atoi(os.Getenv(%q))
`

// changed returns a file with its changes, each controlled by its switch. No line ends are added, so lines keep their
// numbers.
func changed(f *source, numbers map[*change]int) string {
	var keep func(start, end int, but *change) string
	keep = func(start, end int, but *change) string {
		var b strings.Builder
		at := start
		for at < end {
			next := outermost(numbers, at, end, but)
			if next == nil {
				break
			}
			b.Write(f.text[at:next.start])
			on := fmt.Sprintf("(mutantOn == %d)", numbers[next])
			b.WriteString(next.write(on, func(s, e int) string { return keep(s, e, next) }))
			at = next.end
		}
		b.Write(f.text[at:end])
		return b.String()
	}
	return keep(0, len(f.text), nil)
}

// outermost returns the next change between two offsets that is not inside another of them.
func outermost(numbers map[*change]int, start, end int, but *change) *change {
	var next *change
	for c := range numbers {
		if c == but || c.start < start || c.end > end || but != nil && c.start <= but.start && c.end >= but.end {
			continue
		}
		if next == nil || c.start < next.start || c.start == next.start && c.end > next.end {
			next = c
		}
	}
	return next
}

// run runs the tests once without a change, and once with each. If they do not end in time, the change counts as
// noticed, but is listed separately: on a busy machine the tests may only have waited.
func run(ctx context.Context, s *settings, changes []*change, dir string) ([]fate, error) {
	began := time.Now()
	whole, stop := context.WithTimeout(ctx, 10*time.Minute)
	defer stop()
	if said, ok := pass(whole, s, dir, 0); !ok {
		return nil, fmt.Errorf("the tests fail without a change:\n%s", said)
	}
	limit := 4*time.Since(began) + 20*time.Second
	fates := make([]fate, len(changes))
	var wg sync.WaitGroup
	free := make(chan struct{}, s.jobs)
	for i, c := range changes {
		free <- struct{}{}
		wg.Go(func() {
			defer func() { <-free }()
			one, stop := context.WithTimeout(ctx, limit)
			defer stop()
			_, ok := pass(one, s, dir, i+1)
			fates[i] = fate{change: c, noticed: !ok, endless: one.Err() != nil}
		})
	}
	wg.Wait()
	return fates, ctx.Err()
}

// pass runs the tests with one change on, the slow ones last.
func pass(ctx context.Context, s *settings, dir string, on int) (said string, ok bool) {
	if s.late == "" {
		return some(ctx, s, dir, on, "-test.run=.")
	}
	if said, ok = some(ctx, s, dir, on, "-test.skip="+s.late); !ok {
		return said, false
	}
	return some(ctx, s, dir, on, "-test.run="+s.late)
}

// some runs the tests that an option selects.
func some(ctx context.Context, s *settings, dir string, on int, which string) (string, bool) {
	cmd := exec.CommandContext(ctx, filepath.Join(dir, "tests"), "-test.failfast", "-test.short", which)
	cmd.Dir = s.tests
	cmd.Env = append(os.Environ(), switchName+"="+strconv.Itoa(on))
	cmd.WaitDelay = time.Second
	said, err := cmd.CombinedOutput()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) && ctx.Err() == nil {
		said = append(said, err.Error()...)
	}
	return string(said), err == nil
}
