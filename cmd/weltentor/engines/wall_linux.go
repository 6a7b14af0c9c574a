package engines

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/orders/phrase"
	"weltentor/resolve/wording"
	"weltentor/worlds/external"
	"weltentor/worlds/rulekit"
)

// Bounds of every run. Memory and files together are bounded by the step's megabytes; a run is looked at every look,
// and so what it takes within that time comes on top: as fast as the machine writes memory or its disk.
const (
	look      = 100 * time.Millisecond
	longLook  = 10 * time.Second // a program can make looks at it long; it ends with one that takes longer
	mostTasks = 64               // processes and threads
	kept      = 4 << 10
	grace     = 30 * time.Second // in which killed processes must be gone, also thousands
)

// packages are the programs that the wall is made of, and in which package of the system each is.
var packages = [][2]string{{"bwrap", "bubblewrap"}, {"prlimit", "util-linux"}, {"setarch", "util-linux"}}

// lacks says which program of the wall is missing. Without it nothing runs: there is no weaker wall.
func lacks(clock bool) error {
	for _, p := range packages {
		if program(p[0]) == "" {
			return complaint.Usage("engine-lacks", phrase.Str("program", p[0]), phrase.Str("package", p[1]))
		}
	}
	if clock && faketime() == "" {
		return complaint.Usage("engine-lacks", phrase.Str("program", "faketime"), phrase.Str("package", "faketime"))
	}
	return nil
}

// program is the whole path of a program; "": there is none. The first process behind the wall shows the others its
// environment, so that is empty, without the owner's PATH.
func program(name string) string {
	path, err := exec.LookPath(name)
	if err != nil {
		return ""
	}
	return path
}

// faketime is the library that sets the clock of a program; "": it is not installed. The program of that name needs
// shared memory, which there is none of behind the wall.
func faketime() string {
	for _, dir := range []string{"/usr/lib/*", "/usr/lib", "/usr/lib64"} {
		if found, _ := filepath.Glob(dir + "/faketime/libfaketime.so.1"); len(found) > 0 {
			return found[0]
		}
	}
	return ""
}

// Run lays out the files in a fresh folder, runs the command there behind the wall, and reads what is there when all
// its processes are gone. The error has the last words of a program that failed.
func (r *runner) Run(j external.Job) (map[string][]byte, error) {
	if err := lacks(j.Step.Clock != ""); err != nil {
		return nil, outside(err)
	}
	closed, err := os.MkdirTemp("", "weltentor-engine-") // what the program may open to others is within it
	if err != nil {
		return nil, outside(err)
	}
	dir := filepath.Join(closed, "game")
	defer remove(dir)
	if err := cmp.Or(os.Mkdir(dir, 0o700), LayOut(dir, j.Files)); err != nil {
		return nil, outside(err)
	}
	j.Step.Seconds = cmp.Or(j.Step.Seconds, usualSeconds)
	j.Step.Megabytes = cmp.Or(j.Step.Megabytes, usualMegabytes)
	err = r.run(j, dir)
	unclose(dir)
	if err != nil {
		return nil, err
	}
	left, err := Files(dir, j.Step.Megabytes)
	if err != nil {
		return nil, fmt.Errorf("of what it left: %w", err)
	}
	return left, nil
}

// run returns when no process of the command lives any more.
func (r *runner) run(j external.Job, dir string) error {
	told, tell, err := os.Pipe()
	if err != nil {
		return outside(err)
	}
	defer told.Close()
	held, begin, err := os.Pipe()
	if err != nil {
		tell.Close()
		return outside(err)
	}
	defer begin.Close()
	filter, err := calls()
	if err != nil {
		tell.Close()
		held.Close()
		return outside(err)
	}
	said := &tail{}
	cmd := exec.Command(program("setarch"), r.line(j, dir)...)
	cmd.Env = []string{}
	cmd.Stdin = strings.NewReader(j.Step.Stdin)
	cmd.Stdout, cmd.Stderr = said, said
	cmd.ExtraFiles = []*os.File{tell, filter, held}
	cmd.WaitDelay = grace
	keepBack()
	begun := unused(dir)
	err = cmd.Start()
	tell.Close()
	filter.Close()
	held.Close()
	if err != nil {
		return outside(err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	end := time.After(time.Duration(j.Step.Seconds) * time.Second)
	inside := enter(told, j.Step.Seconds)
	defer inside.close()
	free, why := inside.bound()
	defer free()
	if why == nil {
		_, _ = begin.Write([]byte{'\n'}) // bubblewrap may have failed
	}
	found := make(chan error, 1)
	var looking <-chan time.Time // runs while there is a look
	for ticks := time.NewTicker(look); ; {
		select {
		case err := <-done:
			ticks.Stop()
			return cmp.Or(inside.gone(), why, said.of(err))
		case <-end:
			why = cmp.Or(why, fmt.Errorf("it was ended after %d s", j.Step.Seconds))
		case <-looking:
			why = cmp.Or(why, fmt.Errorf("a look at what it has took longer than %s", longLook))
		case err := <-found:
			why, looking = cmp.Or(why, err), nil
		case <-ticks.C:
			if why == nil && looking == nil {
				looking = time.After(longLook)
				go func() { found <- inside.above(dir, int64(j.Step.Megabytes)<<20, begun) }()
			}
		}
		if why != nil {
			inside.kill()
			_ = cmd.Process.Kill()
		}
	}
}

// line is the command with the wall around it. Addresses in memory are the same each time, as far as the system can.
func (r *runner) line(j external.Job, dir string) []string {
	most := int64(j.Step.Megabytes) << 20
	args := []string{"-R", program("prlimit"), fmt.Sprintf("--nproc=%d", tasks()+256), fmt.Sprintf("--data=%d", most), fmt.Sprintf("--fsize=%d", most), "--core=0",
		"--nofile=256", "--msgqueue=0", program("bwrap"), "--unshare-all", "--unshare-user", "--disable-userns", "--cap-drop", "ALL",
		"--die-with-parent", "--new-session", "--uid", "65534", "--gid", "65534", "--hostname", "weltentor", "--info-fd", "3", "--seccomp", "4", "--block-fd", "5",
		"--clearenv", "--setenv", "PATH", "/usr/bin:/bin", "--setenv", "LC_ALL", "C.UTF-8", "--setenv", "TZ", "UTC",
		"--setenv", "HOME", "/game"}
	usr := r.usr
	if len(usr) == 0 {
		list, _ := os.ReadDir("/usr") // a system without it has no programs to show
		for _, e := range list {
			if e.Name() != "local" {
				usr = append(usr, e.Name())
			}
		}
	}
	if j.Step.Clock != "" {
		library := faketime()
		usr = append(slices.Clone(usr), strings.TrimPrefix(library, "/usr/"))
		args = append(args, "--setenv", "LD_PRELOAD", library, "--setenv", "FAKETIME", j.Step.Clock)
	}
	for _, name := range usr {
		args = append(args, "--ro-bind", "/usr/"+name, "/usr/"+name)
	}
	for _, name := range []string{"/bin", "/sbin", "/lib", "/lib32", "/lib64"} {
		if to, err := os.Readlink(name); err == nil {
			args = append(args, "--symlink", to, name)
		} else if len(r.usr) == 0 {
			args = append(args, "--ro-bind-try", name, name)
		}
	}
	args = append(args, "--ro-bind-try", "/etc/alternatives", "/etc/alternatives", "--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys",
		"--ro-bind-try", "/proc/sysrq-trigger", "/proc/sysrq-trigger", "--dev", "/dev",
		"--size", strconv.FormatInt(most, 10), "--tmpfs", "/tmp", "--ro-bind", r.dir, "/engine", "--bind", dir, "/game",
		"--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/game", "--")
	return append(args, j.Argv...)
}

// keepBack closes for programs what is open in this process, also what it was given when it began.
func keepBack() {
	list, _ := os.ReadDir("/proc/self/fd")
	for _, e := range list {
		if fd, err := strconv.Atoi(e.Name()); err == nil && fd > 2 {
			unix.CloseOnExec(fd)
		}
	}
}

// tasks counts what runs on this machine: how many a user may have is counted with those outside.
func tasks() (n int) {
	raw, _ := os.ReadFile("/proc/loadavg")
	_, after, _ := strings.Cut(string(raw), "/")
	_, _ = fmt.Sscan(after, &n)
	return n
}

// unused is how many bytes the file system of a folder has left, less the memory that this machine's programs share.
func unused(dir string) int64 {
	var st unix.Statfs_t
	_ = unix.Statfs(dir, &st)
	raw, _ := os.ReadFile("/proc/meminfo")
	return int64(st.Bfree)*int64(st.Bsize) - kilobytes(raw, "Shmem")
}

// kilobytes sums up the lines with these keys, in bytes.
func kilobytes(raw []byte, keys ...string) (bytes int64) {
	for line := range strings.Lines(string(raw)) {
		if key, rest, _ := strings.Cut(line, ":"); slices.Contains(keys, key) {
			n, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64)
			bytes += n << 10
		}
	}
	return bytes
}

// sandbox is the first process behind the wall: with it, all others end. fd is below 0 if there is none.
type sandbox struct{ pid, fd int }

// enter learns from bubblewrap which process that is. It is none if bubblewrap has failed, or has ended already.
func enter(told *os.File, seconds int) sandbox {
	var info struct {
		Pid int `json:"child-pid"`
	}
	_ = told.SetReadDeadline(time.Now().Add(time.Duration(seconds) * time.Second))
	if json.NewDecoder(told).Decode(&info) != nil {
		return sandbox{fd: -1}
	}
	fd, err := unix.PidfdOpen(info.Pid, 0)
	if err != nil {
		fd = -1
	}
	return sandbox{info.Pid, fd}
}

// bound is for root, whom the kernel lets have any number of processes: those behind the wall become a group of their own,
// which has a bound. That is for programs that fork faster than anybody looks. free ends the group when they are gone.
func (s sandbox) bound() (free func(), err error) {
	if os.Geteuid() != 0 || s.fd < 0 {
		return func() {}, nil
	}
	for _, root := range []string{"/sys/fs/cgroup/pids", "/sys/fs/cgroup"} { // version 1, version 2
		var group string
		if group, err = os.MkdirTemp(root, "weltentor-"); err != nil {
			continue
		}
		err = cmp.Or(os.WriteFile(filepath.Join(group, "pids.max"), []byte(strconv.Itoa(4*mostTasks)), 0o600),
			os.WriteFile(filepath.Join(group, "cgroup.procs"), []byte(strconv.Itoa(s.pid)), 0o600))
		free = func() { _ = os.Remove(group) }
		if err == nil {
			return free, nil
		}
		free()
	}
	return func() {}, outside(fmt.Errorf("root needs a group of processes (cgroup) here, or play the world as another user: %w", err))
}

func (s sandbox) kill() {
	if s.fd >= 0 {
		_ = unix.PidfdSendSignal(s.fd, unix.SIGKILL, nil, 0)
	}
}

func (s sandbox) close() {
	if s.fd >= 0 {
		_ = unix.Close(s.fd)
	}
}

// gone ends all processes behind the wall, and waits until they are. bubblewrap itself may end before them.
func (s sandbox) gone() error {
	if s.fd < 0 {
		return nil
	}
	s.kill()
	for end := time.Now().Add(grace); time.Now().Before(end); {
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(s.fd), Events: unix.POLLIN}}, int(grace/time.Millisecond))
		if n > 0 || err != nil && !errors.Is(err, unix.EINTR) {
			return nil
		}
	}
	return errors.New("its processes could not be ended")
}

var errClosed = errors.New("it has closed a folder, or made one that nobody can look into")

// above says what a run has too much of, or nil. If files go while others look, nobody knows whether they are elsewhere,
// nor how large those without a name are if little of them is mapped: then what was unused at the beginning counts, though
// other programs use it, too.
func (s sandbox) above(dir string, most, begun int64) error {
	tasks, sum, files, hidden := s.inside()
	if tasks > mostTasks {
		return fmt.Errorf("it had more than %d processes", mostTasks)
	}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			hidden = true
			return nil
		}
		if err != nil {
			return errClosed
		}
		var st unix.Stat_t
		switch err := unix.Lstat(path, &st); {
		case errors.Is(err, fs.ErrNotExist):
			hidden = true
			return nil
		case err != nil: // the folder that it is in may be listed only, or its path is too long
			return errClosed
		case !d.IsDir():
			sum += max(st.Size, st.Blocks*512)
		}
		if files++; files > mostFiles || sum > most {
			return fs.SkipAll
		}
		return nil
	})
	if err != nil {
		return err
	}
	if files > mostFiles {
		return fmt.Errorf("it made more than %d files", mostFiles)
	}
	if sum > most || hidden && begun-unused(dir) > most {
		return fmt.Errorf("it took more than %d MB of memory and files together", most>>20)
	}
	return nil
}

func (s sandbox) proc(name string) string { return fmt.Sprintf("/proc/%d/%s", s.pid, name) }

// inside counts the processes behind the wall, the memory that they have with the temporary folder and files without a
// name, and the files in that folder. The sandbox has a list of processes of its own; until that is there, its program
// has not begun. There may be more if some are hidden.
func (s sandbox) inside() (tasks int, bytes int64, files int, hidden bool) {
	list := s.proc("root/proc")
	var ours, here unix.Stat_t
	if s.fd < 0 || unix.Stat(list, &here) != nil || unix.Stat("/proc", &ours) != nil || here.Dev == ours.Dev {
		return 0, 0, 0, false
	}
	var room unix.Statfs_t
	if unix.Statfs(s.proc("root/tmp"), &room) == nil {
		bytes, files = int64(room.Blocks-room.Bfree)*int64(room.Bsize), int(room.Files-room.Ffree)
	}
	all, _ := filepath.Glob(list + "/[0-9]*")
	if len(all) > mostTasks {
		return len(all), 0, 0, false
	}
	var temporary unix.Stat_t
	_ = unix.Stat(s.proc("root/tmp"), &temporary) // the files there are counted already
	nameless := extents{}
	for _, of := range all {
		threads, _ := filepath.Glob(of + "/task/*") // each may have files of its own
		if tasks += len(threads); tasks > mostTasks {
			break
		}
		known := false // all have the same memory, but those that have ended show none
		for _, thread := range threads {
			if !known {
				var used int64
				if used, known = memory(thread); known {
					bytes += used + nameless.mapped(thread)
				}
			}
			nameless.open(thread)
		}
	}
	for file, size := range nameless {
		if file[0] != uint64(temporary.Dev) {
			bytes += size
			hidden = true
		}
	}
	return tasks, bytes, files, hidden
}

// memory is what a thread has with the others of its process, if it shows that.
func memory(thread string) (bytes int64, known bool) {
	raw, _ := os.ReadFile(thread + "/status") // it may have ended
	bytes = kilobytes(raw, "VmRSS", "VmSwap", "VmPTE")
	return bytes, bytes > 0
}

// extents are the sizes of files without a name, also of shared memory, by device and inode.
type extents map[[2]uint64]int64

func (e extents) open(thread string) {
	fds, _ := filepath.Glob(thread + "/fd/*")
	for _, fd := range fds {
		var st unix.Stat_t
		if unix.Stat(fd, &st) == nil && st.Nlink == 0 {
			file := [2]uint64{uint64(st.Dev), st.Ino}
			e[file] = max(e[file], st.Blocks*512)
		}
	}
}

// mapped adds files that may be closed, and gives what the kernel needs for all mappings. These may be many, and their
// lines long.
func (e extents) mapped(thread string) (bytes int64) {
	maps, err := os.Open(thread + "/maps")
	if err != nil {
		return 0
	}
	defer maps.Close()
	for lines := bufio.NewReader(maps); ; bytes += 256 {
		line, err := lines.ReadString('\n')
		if err != nil {
			return bytes
		}
		var from, to, offset, inode uint64
		var rights string
		var major, minor uint32
		if !strings.HasSuffix(line, " (deleted)\n") {
			continue
		}
		if n, _ := fmt.Sscanf(line, "%x-%x %s %x %x:%x %d", &from, &to, &rights, &offset, &major, &minor, &inode); n == 7 {
			file := [2]uint64{unix.Mkdev(major, minor), inode}
			e[file] = max(e[file], int64(offset+to-from))
		}
	}
}

// unclose opens the files and folders that the program has closed against their owner.
func unclose(dir string) {
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, _ error) error {
		if d != nil && (d.IsDir() || d.Type().IsRegular()) {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
}

// remove removes the game's folder with the one around it. Folders may be closed and deeper than any path may be: then
// they are taken to the top, one after the other.
func remove(dir string) error {
	closed := filepath.Dir(dir)
	if os.RemoveAll(closed) == nil {
		return nil
	}
	n := 0
	for next := []string{dir}; len(next) > 0; next = next[1:] {
		_ = os.Chmod(next[0], 0o700)
		list, _ := os.ReadDir(next[0])
		for _, e := range list {
			if e.IsDir() {
				from, to := filepath.Join(next[0], e.Name()), filepath.Join(closed, strconv.Itoa(n))
				_ = os.Chmod(from, 0o700) // whose ".." changes
				if os.Rename(from, to) == nil {
					next = append(next, to)
				}
				n++
			}
		}
	}
	return os.RemoveAll(closed)
}

// tail keeps the end of what a program says.
type tail struct{ end []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.end = append(t.end, p[max(len(p)-kept, 0):]...)
	t.end = t.end[max(len(t.end)-kept, 0):]
	return len(p), nil
}

// signalled is the exit status above which a signal has ended a program: 139 is that of a wrong address.
const signalled = 128

// of is the error of a program, with its last words. They may be anything, so they are shown without control
// characters, and behind a sign, so that no line looks like one of ours.
func (t *tail) of(err error) error {
	if err == nil {
		return nil
	}
	words := strings.TrimSpace(string(t.end))
	if exit, is := errors.AsType[*exec.ExitError](err); is && words == "" && exit.ExitCode() > signalled {
		return fmt.Errorf("it ended with %w and said nothing: it crashed or was stopped, perhaps since "+
			"`megabytes` is not enough", err)
	}
	if words == "" {
		return fmt.Errorf("it ended with %w and said nothing", err)
	}
	lines := strings.Split(words, "\n")
	shown := rulekit.Map(lines[max(len(lines)-5, 0):], func(line string) string { return "\n> " + wording.OneLine(line) })
	return fmt.Errorf("it ended with %w and said:%s", err, strings.Join(shown, ""))
}
