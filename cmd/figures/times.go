package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// event is a line of `go test -json` (go doc test2json).
type event struct {
	Action, Package, Test, Output string
	Elapsed                       float64 // seconds
}

// times reads what `go test -json` says, prints what `go test` would print, then the slowest tests, and reports whether
// there were packages and all passed. Lines that are not JSON are printed as they are.
func times(from io.Reader, to io.Writer, slowest int) (passed bool, err error) {
	said := map[string]string{} // by package and test; dropped when it passes
	var ended []event
	failed := false
	packages := 0
	lines := bufio.NewReader(from)
	for err == nil {
		var line string
		line, err = lines.ReadString('\n')
		var e event
		if json.Unmarshal([]byte(line), &e) != nil {
			fmt.Fprint(to, line)
			continue
		}
		name := e.Package + " " + e.Test
		switch e.Action {
		case "build-output":
			fmt.Fprint(to, e.Output)
		case "output":
			if e.Test == "" && (strings.HasPrefix(e.Output, "ok ") || strings.HasPrefix(e.Output, "?")) {
				fmt.Fprint(to, e.Output)
			} else {
				said[name] += e.Output
			}
		case "fail", "build-fail":
			failed = true
			fmt.Fprint(to, said[name])
			fallthrough
		case "pass", "skip":
			delete(said, name)
			if e.Test == "" {
				packages++
			} else if !strings.Contains(e.Test, "/") {
				ended = append(ended, e)
			}
		}
	}
	slices.SortFunc(ended, func(a, b event) int { return cmp.Compare(b.Elapsed, a.Elapsed) })
	fmt.Fprintf(to, "\nthe slowest of %d tests:\n", len(ended))
	for _, e := range ended[:min(slowest, len(ended))] {
		fmt.Fprintf(to, "%8v %s %s\n", time.Duration(e.Elapsed*1000)*time.Millisecond, e.Package, e.Test)
	}
	if err == io.EOF {
		err = nil
	}
	return packages > 0 && !failed, err
}
