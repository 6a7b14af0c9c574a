package doctor

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/orders/lazy"
	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
)

// leastFree is how many bytes must be free beyond what a turn may need. A turn may need twice the size of the store:
// for a copy, and for what it adds.
const leastFree = 64 << 20

// Disk checks whether there is room for the next turn, and whether the copies from before turns have more bytes than
// they may; 0: any number.
func Disk(dir, file string, copies int64) Finding {
	info, err := os.Stat(filepath.Join(dir, file))
	if err != nil {
		return ill("disk", "disk-unknown", err)
	}
	free, err := disk.Free(dir)
	if err != nil {
		return ill("disk", "disk-unknown", err)
	}
	found := room(free, info.Size())
	if size := store.CopiesSize(dir); found.State == Well && copies > 0 && size > copies {
		return beware("disk", "disk-copies", phrase.Num("size", size>>20), phrase.Num("most", copies>>20))
	}
	return found
}

// room compares the free space with what a store of this size may need.
func room(free, store int64) Finding {
	if need := 2*store + leastFree; free < need {
		return ill("disk", "disk-low", nil, phrase.Num("free", free>>20), phrase.Num("need", need>>20))
	}
	return well("disk")
}

// askTime is how long a program that lists crontabs or timers may take.
const askTime = 10 * time.Second

// systemTables are the crontabs that do not belong to a user.
var systemTables = []string{"/etc/crontab", "/etc/cron.d/*"}

// Cron checks who calls `weltentor cron` for a world: a line in this user's crontab or the system's, or a timer of
// systemd. `weltentor run` as a service of systemd will do. It finds programs by the PATH in env.
func Cron(ctx context.Context, dir string, env func(string) string) Finding {
	path := env("PATH")
	whole, err := filepath.Abs(dir)
	if err != nil {
		whole = dir
	}
	program, err := os.Executable()
	if err != nil {
		program = "weltentor"
	}
	typed := complaint.Quoted(whole)
	args := []phrase.Arg{phrase.Str("program", complaint.Quoted(program)), phrase.Str("dir", typed)}
	if runtime.GOOS == "windows" {
		return beware("cron", "cron-windows", args...)
	}
	lines := strings.Split(asked(ctx, path, "crontab", "-l"), "\n")
	for _, pattern := range systemTables {
		files, _ := filepath.Glob(pattern)
		for _, f := range files {
			if raw, err := os.ReadFile(f); err == nil {
				lines = append(lines, strings.Split(string(raw), "\n")...)
			}
		}
	}
	others := false
	for _, line := range lines {
		called, words := callOf(line)
		if called == "" {
			continue
		}
		named := slices.ContainsFunc(words, func(w string) bool { return sameFolder(w, whole) })
		if typed != whole && strings.Contains(line, typed) {
			named = true // its spaces do not separate words
		}
		if !named {
			others = true
			continue
		}
		if filepath.IsAbs(called) && !runs(called) {
			return ill("cron", "cron-program", nil, append(args, phrase.Str("called", called))...)
		}
		return well("cron")
	}
	for _, timers := range []struct{ home, scope, run string }{
		{env("HOME"), "--user", filepath.Join(env("HOME"), ".config/weltentor/run.conf")},
		{systemHome, "--system", "/etc/weltentor/run.conf"},
	} {
		out := asked(ctx, path, "systemctl", timers.scope, "list-units", "--type=timer", "--plain", "--no-legend")
		for _, name := range worldsOf(out) {
			if sameFolder(filepath.Join(timers.home, name), whole) {
				return well("cron")
			}
			others = true
		}
		units := asked(ctx, path, "systemctl", timers.scope, "list-units", "--type=service", "--plain", "--no-legend")
		if !strings.Contains(units, "weltentor-run.service") {
			continue
		}
		names, _ := os.ReadFile(timers.run)
		for _, word := range strings.FieldsFunc(string(names), func(r rune) bool { return strings.ContainsRune("= \n\"'", r) }) {
			if sameFolder(word, whole) {
				return well("cron")
			}
		}
		others = true
	}
	if others {
		return beware("cron", "cron-other", args...)
	}
	return beware("cron", "cron-none", args...)
}

// systemHome is where the worlds of the system's timers are.
const systemHome = "/var/lib/weltentor"

// worldsOf returns the worlds in a list of timers: `weltentor@NAME.timer`, where systemd writes special characters as
// `\xNN`.
func worldsOf(list string) (names []string) {
	for line := range strings.Lines(list) {
		unit, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		name, is := strings.CutPrefix(strings.TrimSuffix(unit, ".timer"), "weltentor@")
		if !is {
			continue
		}
		names = append(names, escaped().ReplaceAllStringFunc(name, func(s string) string {
			n, _ := strconv.ParseUint(s[2:], 16, 8)
			return string([]byte{byte(n)})
		}))
	}
	return names
}

var escaped = lazy.Pattern(`\\x[0-9a-f]{2}`)

// callOf finds `weltentor cron FOLDER…` in a line of a crontab. It returns the program as written, and the words after
// it. Comments are skipped.
func callOf(line string) (program string, words []string) {
	fields := strings.Fields(line)
	if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
		return "", nil
	}
	for i, f := range fields {
		if filepath.Base(f) == "weltentor" && slices.Contains(fields[i:], "cron") {
			return f, fields[i+1:]
		}
	}
	return "", nil
}

// sameFolder reports whether a word names a folder, possibly through a link.
func sameFolder(word, dir string) bool {
	word = strings.Trim(word, `"'`)
	if filepath.Clean(word) == dir {
		return true
	}
	a, err := os.Stat(word)
	if err != nil || !filepath.IsAbs(word) {
		return false
	}
	b, err := os.Stat(dir)
	return err == nil && os.SameFile(a, b)
}

// runs reports whether a file is a program.
func runs(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

// asked returns the output of a program, and "" if it does not exist or fails.
func asked(ctx context.Context, path, name string, args ...string) string {
	for _, dir := range filepath.SplitList(path) {
		program := filepath.Join(dir, name)
		if !runs(program) {
			continue
		}
		ctx, cancel := context.WithTimeout(ctx, askTime)
		defer cancel()
		out, err := exec.CommandContext(ctx, program, args...).Output()
		if err != nil {
			return ""
		}
		return string(out)
	}
	return ""
}
