package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"time"
)

// benchmarks lists the commands of a page in Markdown that measure something: lines of its blocks of shell that call
// `go test` with -bench.
func benchmarks(page string) (commands []string) {
	shell := false
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") {
			shell = line == "```sh"
		} else if shell && strings.Contains(line, "go test ") && strings.Contains(line, " -bench") {
			commands = append(commands, line)
		}
	}
	return commands
}

// figures runs the commands of a page that measure something, those that match only. Below each it prints what its
// benchmarks say, with the load of the machine before and after. It reports whether all ran.
func figures(page string, only *regexp.Regexp, to io.Writer, run func(command string) ([]byte, error)) (ran bool) {
	fmt.Fprintf(to, "%s, %s, %s\n", time.Now().Format("2006-01-02 15:04 MST"), machine(), runtime.Version())
	ran = true
	for _, command := range benchmarks(page) {
		if !only.MatchString(command) {
			continue
		}
		before := load()
		out, err := run(command)
		fmt.Fprintf(to, "\n$ %s\nload before and after: %s, %s\n", command, before, load())
		for line := range strings.Lines(string(out)) {
			if strings.HasPrefix(line, "Benchmark") || err != nil {
				fmt.Fprint(to, line)
			}
		}
		if err != nil {
			ran = false
			fmt.Fprintln(to, err)
		}
	}
	return ran
}

// shell runs a command and returns what it says.
func shell(command string) ([]byte, error) { return exec.Command("sh", "-c", command).CombinedOutput() }

// machine names the processor, as far as /proc knows it, and how many cores there are.
func machine() string {
	name := runtime.GOARCH
	if raw, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if found := regexp.MustCompile(`model name\s*: (.*)`).FindSubmatch(raw); found != nil {
			name = string(found[1])
		}
	}
	return fmt.Sprintf("%s, %d cores", name, runtime.NumCPU())
}

// load is how many processes wanted to run during the last minute, as far as /proc knows it.
func load() string {
	raw, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	first, _, _ := strings.Cut(string(raw), " ")
	return first
}
