// Command figures runs the benchmarks that a page names, with machine, date and load, so that a figure and its command
// cannot part. With -times it reads what `go test -json` prints, and shows the slowest tests.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
)

func main() {
	page := flag.String("page", "docs/figures.md", "the page")
	only := flag.String("only", "", "of its commands, those that match a pattern")
	slow := flag.Int("times", 0, "instead read what go test -json prints from the standard input, and show so many of the slowest tests")
	flag.Parse()
	good, err := true, error(nil)
	if *slow > 0 {
		good, err = times(os.Stdin, os.Stdout, *slow)
	} else {
		text, unread := os.ReadFile(*page)
		pattern, wrong := regexp.Compile(*only)
		if err = errors.Join(unread, wrong); err == nil {
			good = figures(string(text), pattern, os.Stdout, shell)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "figures:", err)
	}
	if err != nil || !good {
		os.Exit(1)
	}
}
