//go:build servers && linux

package engines

import (
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"weltentor/worlds/external"
)

// What a program may try, and what comes of it. Needs bubblewrap and util-linux.
//
//	go test -tags servers -run TestWall ./cmd/weltentor/engines
func TestWall(t *testing.T) {
	before, most := tasks(), 0
	watched, over := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		for {
			select {
			case <-over:
				return
			case <-time.After(10 * time.Millisecond):
				most = max(most, tasks())
			}
		}
	}()
	t.Cleanup(func() {
		close(over)
		if <-watched; most > before+1000 { // of a program that forks without end, whoever runs it
			t.Errorf("%d processes ran on this machine, %d before", most, before)
		}
	})
	if err := lacks(false); err != nil {
		t.Fatal(err)
	}
	temporary := t.TempDir()
	secret := filepath.Join(t.TempDir(), "mail-password")
	if err := os.WriteFile(secret, []byte("hunter2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", temporary)
	t.Setenv("WELTENTOR_TEST_PASSWORD", "hunter2")
	open, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	_, port, _ := net.SplitHostPort(open.Addr().String())
	left, err := unix.Open(filepath.Dir(secret), unix.O_RDONLY, 0) // as a shell leaves it to what it starts
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(left)
	r := &runner{dir: t.TempDir()}
	if err := os.WriteFile(filepath.Join(r.dir, "engine.toml"), []byte("name = \"x\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	const long = "python3 -c \"import ctypes,os,time; c=ctypes.CDLL(None)\n" + // mappings of a file with a long path
		"for i in range(1900): os.mkdir('n'); os.chdir('n')\nf=os.open('f',os.O_RDWR|os.O_CREAT)\n" +
		"for i in range(8):\n if not os.fork():\n  for k in range(65000): c.mmap(None,ctypes.c_size_t(4096),1,1,f,None)\n  break\ntime.sleep(40)\""
	for _, c := range []struct {
		what, script string
		files        map[string]string // that are there afterwards, besides "in"
		err          string            // a pattern; "": the program succeeds
	}{
		{"behaves", "cat in - > out; cat /engine/engine.toml > manifest", map[string]string{"out": "helloMr Smith\n",
			"manifest": "name = \"x\"\n"}, ""},
		{"reads a file of the machine", "cat " + secret + " > got", nil, "No such file"},
		{"reads /etc/passwd", "cat /etc/passwd > got", nil, "No such file"},
		{"looks around", "ls / /etc > got", map[string]string{"got": "/:\nbin\ndev\nengine\netc\ngame\nlib\nlib64\nproc\nsbin\ntmp\nusr\n\n" +
			"/etc:\nalternatives\n"}, ""},
		{"looks for programs that the owner installed", "ls /usr/local", nil, "No such file"},
		{"reads the environment", "env | sort > got; hostname >> got", map[string]string{"got": "HOME=/game\nLC_ALL=C.UTF-8\n" +
			"PATH=/usr/bin:/bin\nPWD=/game\nTZ=UTC\nweltentor\n"}, ""},
		{"reads the environment of all processes", "cat /proc/*/environ | grep -c hunter2", nil, "exit status 1 and said:\n> 0$"},
		{"reads the environment of the first process", "cat /proc/1/environ > got", map[string]string{"got": ""}, ""},
		{"has rights", "grep -E '^(CapEff|CapBnd|NoNewPrivs)' /proc/self/status | tr -d '\\t' > got",
			map[string]string{"got": "CapEff:0000000000000000\nCapBnd:0000000000000000\nNoNewPrivs:1\n"}, ""},
		{"makes itself root", "unshare -r true", nil, "unshare failed"},
		{"makes the wall writable", "mount -o remount,rw /", nil, "exit status"},
		{"opens a connection", "bash -c ': < /dev/tcp/127.0.0.1/" + port + "'", nil, "socket: Function|Connection refused|unreachable"},
		{"writes into its own folder", "echo x > /engine/x", nil, "Read-only file system"},
		{"writes everywhere", "for d in / /bin /dev /dev/shm /dev/pts /engine /etc /etc/alternatives /proc /proc/sys /usr /usr/bin; do " +
			"if (echo x > $d/x); then echo $d >> got; fi; done 2> /dev/null; echo end >> got", map[string]string{"got": "end\n"}, ""},
		{"leaves a link", "ln -s /etc/passwd link", nil, `of what it left: "link" is not a file`},
		{"leaves a pipe", "mkdir d; mkfifo d/pipe", nil, `of what it left: "d/pipe" is not a file`},
		{"leaves many files and folders", "seq 3000 | xargs mkdir; cd 1; seq 18000 | xargs touch", nil, "(made|are) more than 20000 files"},
		{"leaves folders deeper than a path", "python3 -c \"import os\nfor i in range(30): os.mkdir('n'*200); os.chdir('n'*200)\nos.chmod('.',0)\"", nil,
			"^(of what it left: open \"n{100} …\": file name too long|it has closed a folder, or made one that nobody can look into)$"},
		{"leaves a name with a line end", "echo x > \"$(printf 'a\\nb')\"", map[string]string{"a\nb": "x\n"}, ""},
		{"leaves a folder that is closed", "mkdir d; echo x > d/f; chmod 0 d/f d", map[string]string{"d/f": "x\n"}, ""},
		{"never ends", "sleep 100", nil, "^it was ended after 8 s$"},
		{"makes looks at it long", long, nil, "^it was ended after 8 s$"},
		{"makes looks at it many seconds long", long, nil, "^a look at what it has took longer than 10s$"},
		{"ignores signals", "trap '' TERM INT HUP; while :; do :; done", nil, "^it was ended after 8 s$"},
		{"takes memory", "head -c 2000000000 /dev/zero | tail -n 1", nil, "memory exhausted|more than 256 MB"},
		{"takes memory in three processes", "for i in 1 2 3; do (head -c 150000000 /dev/zero; sleep 20) | tail -n 1 > /dev/null & done; wait",
			nil, "^it took more than 256 MB of memory and files together$"},
		{"writes one file without end", "cat /dev/zero > big", nil, "File too large|exit status 153|more than 256 MB"},
		{"writes several files", "for i in 1 2 3; do head -c 150000000 /dev/zero > f$i; done; sleep 20", nil,
			"^it took more than 256 MB of memory and files together$"},
		{"writes several files and is gone", "for i in 1 2 3; do truncate -s 150000000 f$i; done", nil, "more than 256 MB"},
		{"writes files without a name", "for i in 1 2 3; do exec 5> f; rm f; (head -c 150000000 /dev/zero; sleep 20) >&5 & done; wait",
			nil, "^it took more than 256 MB of memory and files together$"},
		{"maps files without a name", "python3 -c \"import ctypes,os,time; c=ctypes.CDLL(None); c.mmap.argtypes=[ctypes.c_void_p]+[ctypes.c_size_t]*5\n" +
			"for i in range(3):\n f=os.open('f',os.O_RDWR|os.O_CREAT); os.unlink('f')\n for k in range(150): os.write(f,bytes(10**6))\n" +
			" c.mmap(None,150000000,1,1,f,0); os.close(f)\ntime.sleep(20)\"", nil, "^it took more than 256 MB of memory and files together$"},
		{"has threads with files of their own", "python3 -c \"import ctypes,os,time; c=ctypes.CDLL(None); stack=ctypes.create_string_buffer(1<<20)\n" +
			"for i in range(3):\n f=os.open('f',os.O_RDWR|os.O_CREAT); os.unlink('f')\n for k in range(150): os.write(f,bytes(10**6))\n" +
			" c.clone(c.sleep,ctypes.c_void_p((ctypes.addressof(stack)+(i+1<<18))&~15),0x10900,ctypes.c_void_p(20)); os.close(f)\n" + // of the memory and signals
			"time.sleep(20)\"", nil, "^it took more than 256 MB of memory and files together$"},
		{"takes memory in threads that the first one leaves", "python3 -c \"import ctypes,os,threading,time; c=ctypes.CDLL(None)\n" +
			"def take(): b=b'x'*120000000; time.sleep(20)\n" +
			"for i in range(3):\n if not os.fork(): threading.Thread(target=take).start(); c.pthread_exit(None)\ntime.sleep(20)\"",
			nil, "^it took more than 256 MB of memory and files together$"},
		{"takes shared memory that no process shows", "python3 -c \"import mmap,time\nm=mmap.mmap(-1,300000000)\n" +
			"for i in range(0,300000000,1<<20): m[i]=1; m.madvise(mmap.MADV_DONTNEED)\ntime.sleep(20)\"", nil,
			"^it took more than 256 MB of memory and files together$"},
		{"takes shared memory and maps little of it", "python3 -c \"import ctypes,time; c=ctypes.CDLL(None); c.mmap.restype=ctypes.c_void_p; n=10<<20\n" +
			"for i in range(30):\n p=c.mmap(None,ctypes.c_size_t(n),3,0x21,-1,None); ctypes.memset(p,1,n)\n" +
			" c.munmap(ctypes.c_void_p(p+4096),ctypes.c_size_t(n-4096)); time.sleep(.02)\ntime.sleep(20)\"", nil,
			"^it took more than 256 MB of memory and files together$"},
		{"maps little of files without a name", "python3 -c \"import ctypes,os,time; c=ctypes.CDLL(None)\n" +
			"for i in range(30):\n f=os.open('f',os.O_RDWR|os.O_CREAT); os.unlink('f'); os.write(f,bytes(10<<20))\n" +
			" c.mmap(None,ctypes.c_size_t(4096),1,1,f,None); os.close(f); time.sleep(.02)\ntime.sleep(20)\"", nil,
			"^it took more than 256 MB of memory and files together$"},
		{"takes memory for mappings", "python3 -c \"import ctypes,os,time; c=ctypes.CDLL(None); c.mmap.restype=ctypes.c_void_p\n" +
			"for i in range(16):\n if not os.fork():\n  p=c.mmap(None,ctypes.c_size_t(65000<<12),0,0x22,-1,None)\n" +
			"  for k in range(0,65000,2): c.mprotect(ctypes.c_void_p(p+(k<<12)),ctypes.c_size_t(4096),1)\n  break\ntime.sleep(20)\"", nil,
			"^it took more than 256 MB of memory and files together$"},
		{"takes memory that no process has", "python3 -c \"import ctypes; c=ctypes.CDLL(None,use_errno=True); " +
			"print(c.shmget(0,1000,0o1600), ctypes.get_errno(), c.msgget(0,0o1600), c.semget(0,1,0o1600))\" > got",
			map[string]string{"got": "-1 38 -1 -1\n"}, ""},
		{"makes files and sockets that are nowhere", "python3 -c \"import ctypes; c=ctypes.CDLL(None,use_errno=True); p=(ctypes.c_int*2)(); " +
			"print(c.memfd_create(b'x',0), c.socket(1,1,0), c.socketpair(1,1,0,p), c.fallocate(1,1,0,1<<30), ctypes.get_errno())\" > got",
			map[string]string{"got": "-1 -1 -1 -1 38\n"}, ""},
		{"calls what makes memory and mounts", "python3 -c \"import ctypes,errno; c=ctypes.CDLL(None,use_errno=True); p=(ctypes.c_void_p*2)()\n" +
			"def no(r): return r==-1 and ctypes.get_errno()==errno.ENOSYS\n" +
			"print(no(c.syscall(447,0)), no(c.vmsplice(1,p,0,0)), no(c.splice(0,0,1,0,1,0)), no(c.tee(0,1,1,0)), no(c.sendfile(1,0,0,1)))\n" +
			"print(no(c.unshare(0x400)), no(c.setns(0,0)), no(c.mount(0,0,0,0,0)), no(c.umount2(0,0)))\" > got",
			map[string]string{"got": "True True True True True\nTrue True True True\n"}, ""},
		{"copies files, for which others have calls", "python3 -c \"import shutil; shutil.copyfile('in','a')\"; cp in b; cat in > c; cat in | cat > d",
			map[string]string{"a": "hello", "b": "hello", "c": "hello", "d": "hello"}, ""},
		{"hides files in a closed folder", "mkdir d; for i in 1 2 3; do head -c 150000000 /dev/zero > d/f$i; chmod 0300 d; done; sleep 20", nil,
			"^it (took more than 256 MB of memory and files together|has closed a folder, or made one that nobody can look into)$"}, // root looks into it
		{"changes the kernel", "cd /proc/sys; for f in kernel/core_pattern vm/overcommit_memory kernel/hostname; do cat $f > $f && echo $f >> /game/got; " +
			"done 2> /dev/null; echo end >> /game/got", map[string]string{"got": "end\n"}, ""},
		{"uses what others left open", "ls -l /proc/self/fd | grep -c " + filepath.Base(filepath.Dir(secret)), nil, "said:\n> 0$"},
		{"takes addresses of memory without memory", "python3 -c \"import mmap,time\nm=[mmap.mmap(-1, 1<<38, mmap.MAP_PRIVATE|mmap.MAP_ANONYMOUS, mmap.PROT_READ) for i in range(1)]\n" +
			"for x in m:\n for i in range(0, 1<<38, 1<<21): x[i]\ntime.sleep(20)\"", nil, "^it (took more than 256 MB of memory and files together|was ended after 8 s)$"},
		{"fills the temporary folder", "cat /dev/zero > /tmp/big || cat /dev/zero > /tmp/more", nil,
			"No space left|File too large|exit status 153|more than 256 MB"},
		{"fills the temporary folder with half, and its own", "head -c 150000000 /dev/zero > /tmp/f; cp /tmp/f f; sleep 20", nil,
			"^it took more than 256 MB of memory and files together$"},
		{"says much", "yes | head -c 200000000; echo no such unit >&2; exit 3", nil, "exit status 3 and said:\n(> y\n){4}> no such unit$"},
		{"says what a terminal obeys", "printf 'a\\033[2Jb\\377\\r\\n' >&2; exit 1", nil, "said:\n> a \\[2Jb\\?$"},
		{"forks without end", "f() { f | f & }; f; sleep 20", nil, "^it (had more than 64 processes|was ended after 8 s)$"}, // a busy machine sees them late
		{"leaves a process behind", "(trap '' TERM HUP; sleep 31.4159; echo late > late) & exit 0", map[string]string{}, ""},
		{"ends with 3", "echo no such unit >&2; exit 3", nil, "^it ended with exit status 3 and said:\n> no such unit$"},
		{"is not there", "exec /engine/atlantis", nil, "not found|No such file"},
	} {
		t.Run(c.what, func(t *testing.T) {
			at, seconds := time.Now(), 8
			if strings.Contains(c.what, "many") {
				seconds = 30
			}
			out, err := r.Run(external.Job{Step: external.Step{Seconds: seconds, Megabytes: 256, Stdin: "Mr Smith\n"},
				Argv: []string{"sh", "-c", c.script}, Files: map[string][]byte{"in": []byte("hello")}})
			if took := time.Since(at); took > 60*time.Second || strings.Contains(c.err, "^it was ended") && took > time.Duration(seconds+6)*time.Second {
				t.Errorf("it took %s", took)
			}
			switch {
			case c.err == "" && err != nil:
				t.Fatal(err)
			case c.err != "" && (err == nil || !regexp.MustCompile(c.err).MatchString(err.Error())):
				t.Errorf("%v with %d files, want %q", err, len(out), c.err)
			case c.err != "" && (out != nil || len(err.Error()) > kept+200):
				t.Errorf("%d files, and an error of %d bytes", len(out), len(err.Error()))
			}
			if err == nil && len(out) != len(c.files)+1 {
				t.Errorf("there are %d files, want %d", len(out), len(c.files)+1)
			}
			for name, want := range c.files {
				if got := string(out[name]); got != want {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
			if left, _ := os.ReadDir(temporary); len(left) > 0 {
				t.Errorf("the folder %s is left", left[0].Name())
			}
			lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
			for _, path := range lines {
				if line, _ := os.ReadFile(path); strings.Contains(string(line), "31.4159") {
					t.Errorf("the process %s is left", path)
				}
			}
		})
	}
}

// What of /usr a program sees can be narrowed: a shell with its libraries, and nothing else.
func TestWallNarrowed(t *testing.T) {
	r := &runner{dir: t.TempDir(), usr: []string{"bin/sh", "lib", "lib64"}}
	run := func(script string) (map[string][]byte, error) {
		return r.Run(external.Job{Argv: []string{"sh", "-c", script}})
	}
	if out, err := run("echo /usr/*/sh > got"); err != nil || string(out["got"]) != "/usr/bin/sh\n" {
		t.Errorf("%q, %v", out["got"], err)
	}
	if _, err := run("cat /usr/bin/env"); err == nil || !strings.Contains(err.Error(), "cat: not found") {
		t.Errorf("another program: %v", err)
	}
}

// What a program takes for the time is what its manifest says, also in what it starts, and if it sees little of /usr.
// Needs faketime.
func TestWallClock(t *testing.T) {
	for _, usr := range [][]string{nil, {"bin", "lib", "lib64"}} {
		r := &runner{dir: t.TempDir(), usr: usr}
		out, err := r.Run(external.Job{Step: external.Step{Clock: "2026-01-01 12:00:00"},
			Argv: []string{"sh", "-c", "date -u +%FT%T > a; sleep 1; sh -c 'date -u +%FT%T' > b"}})
		if err != nil || string(out["a"]) != "2026-01-01T12:00:00\n" || string(out["b"]) != string(out["a"]) {
			t.Errorf("%q: %q, %q, %v", usr, out["a"], out["b"], err)
		}
	}
}
