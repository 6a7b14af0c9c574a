//go:build servers && linux

package e2e

import (
	"context"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/worlds/game"
)

// image is a container image as cmd/weltentor/dist/try builds it. IMAGE names a folder with its files, in root, and
// its configuration.
type image struct {
	root           string
	user           uint32
	begins         []string // its entry point
	env            []string
	workdir, world string // where commands start, and the folder of worlds on this machine
}

// authorities is the file with the certificates that the program in the image trusts.
const authorities = "etc/ssl/certs/ca-certificates.crt"

// mounted mounts the image as a container runs it, with a folder of worlds for its user and this machine's names.
func mounted(t *testing.T) *image {
	t.Helper()
	dir := os.Getenv("IMAGE")
	if dir == "" {
		t.Fatal("IMAGE names no image; cmd/weltentor/dist/try builds one")
	}
	raw, err := os.ReadFile(filepath.Join(dir, "config.json"))
	if err != nil {
		t.Fatal(err)
	}
	var told struct {
		OCIv1 struct {
			Config struct {
				User            string
				Env, Entrypoint []string
				WorkingDir      string
				Volumes         map[string]any
			} `json:"config"`
		}
	}
	if err := json.Unmarshal(raw, &told); err != nil {
		t.Fatal(err)
	}
	c := told.OCIv1.Config
	if c.User != "1000:1000" || c.WorkingDir != "/worlds" || c.Volumes["/worlds"] == nil || len(c.Entrypoint) != 1 {
		t.Fatalf("the image's configuration is %+v", c)
	}
	m := &image{root: filepath.Join(dir, "root"), user: 1000, begins: c.Entrypoint, env: c.Env, workdir: c.WorkingDir}
	if owner := ownerOf(t, filepath.Join(m.root, "worlds")); owner != m.user {
		t.Errorf("a volume for /worlds would belong to %d", owner)
	}
	m.world = t.TempDir()
	m.bind(t, m.world, "worlds")
	m.bind(t, "/etc/hosts", "etc/hosts")
	return m
}

// ownerOf returns the owner of a file.
func ownerOf(t *testing.T, path string) uint32 {
	t.Helper()
	var is unix.Stat_t
	if err := unix.Stat(path, &is); err != nil {
		t.Fatal(err)
	}
	return is.Uid
}

// bind makes a file or folder of this machine visible in the image.
func (m *image) bind(t *testing.T, from, to string) {
	t.Helper()
	to = filepath.Join(m.root, to)
	if _, err := os.Stat(to); errors.Is(err, os.ErrNotExist) {
		if err := os.WriteFile(to, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := unix.Mount(from, to, "", unix.MS_BIND, ""); err != nil {
		t.Fatalf("show %s in the image: %v", from, err)
	}
	t.Cleanup(func() { unix.Unmount(to, unix.MNT_DETACH) })
}

// command makes a command as a container runs it: the first process, as the image's user, in its root. A world's path
// is that in the image.
func (m *image) command(ctx context.Context, args ...string) *exec.Cmd {
	args = slices.Clone(args)
	for i, a := range args {
		args[i] = strings.Replace(a, m.world+"/", "", 1)
	}
	c := exec.CommandContext(ctx, m.begins[0], append(m.begins[1:], args...)...)
	c.Dir, c.Env = m.workdir, m.env
	c.SysProcAttr = &syscall.SysProcAttr{Chroot: m.root, Cloneflags: syscall.CLONE_NEWPID,
		Credential: &syscall.Credential{Uid: m.user, Gid: m.user}}
	return c
}

// own gives all files of the worlds to the image's user.
func (m *image) own(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir(m.world, func(path string, _ os.DirEntry, err error) error {
		return errors.Join(err, os.Lchown(path, int(m.user), int(m.user)))
	})
	if err != nil {
		t.Fatal(err)
	}
}

// program runs the image's program for a Play.
func (m *image) program(t *testing.T) stage.Program {
	return func(ctx context.Context, args ...string) (code int, out, errs string) {
		t.Helper()
		m.own(t)
		c := m.command(ctx, args...)
		var o, e strings.Builder
		c.Stdout, c.Stderr = &o, &e
		var exit *exec.ExitError
		if err := c.Run(); err != nil && !errors.As(err, &exit) {
			t.Fatalf("%v: %v", args, err)
		}
		return c.ProcessState.ExitCode(), o.String(), e.String()
	}
}

// TestImage plays a turn in a container image, with servers that it trusts only because of the image's authorities,
// and stops a command in it.
func TestImage(t *testing.T) {
	m := mounted(t)
	m.trustsThePublic(t)
	p := &stage.Play{Seen: map[string]int{},
		Probe: stage.NewProbe(t, time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), m.program(t))}
	p.Dir = filepath.Join(m.world, "bovistan")
	v := stage.NewProvider(t, "")
	p.Office = v
	p.Done("new", p.Dir, "--seed", "7", "--size", "60x40")
	mailbox := map[string]string{"imap.password_file": `"mail-password"`, "smtp.password_file": `"mail-password"`,
		"deadline": `"Friday 20:00"`, "zone": `"Europe/Berlin"`}
	p.Settle(stage.GameAddress, "", v.Settings(), mailbox)

	code, _, errs := p.Run("poll", p.Dir)
	if code != exitUsage || !strings.Contains(errs, "certificate signed by unknown authority") {
		t.Errorf("a server that no public authority knows: exit %d\n%s", code, errs)
	}
	authority, err := os.ReadFile(os.Getenv("SSL_CERT_FILE"))
	if err != nil {
		t.Fatal(err)
	}
	m.bind(t, v.File(t, "authority", string(authority), 0o644), authorities)
	m.turn(t, p)
	m.ends(t, p)
	p.Done("verify", p.Dir)
	p.Done("demo") // it makes a folder of its own
}

// trustsThePublic: the image has the authorities of the web, which most providers use.
func (m *image) trustsThePublic(t *testing.T) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(m.root, authorities))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for block, rest := pem.Decode(raw); block != nil; block, rest = pem.Decode(rest) {
		c, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, c.Subject.CommonName)
	}
	for _, name := range []string{"ISRG Root X1", "DigiCert Global Root G2", "T-TeleSec GlobalRoot Class 2"} {
		if !slices.Contains(names, name) {
			t.Errorf("of %d authorities none is %s", len(names), name)
		}
	}
}

// turn plays a turn by real mails, in a time zone that only the program can know.
func (m *image) turn(t *testing.T, p *stage.Play) {
	t.Helper()
	p.Join("Bovistan", "anna@demo.test", "de", game.UTF8)
	p.Join("Cedania", "bob@demo.test", "en", game.UTF8)
	p.Cron()
	p.Says("the first letter", p.One(stage.Anna).Body, "6. März 2026, 20:00 Uhr (Europe/Berlin)")
	p.One(stage.Bob)
	p.Mail(stage.Anna, "$Nachrichten\n#2\nGrüße aus dem Container!\n#E\n")
	p.Cron()
	if receipt := p.One(stage.Anna); receipt.Answers == "" {
		t.Error("the receipt answers no mail")
	}
	p.Now = time.Date(2026, 3, 6, 18, 58, 0, 0, time.UTC)
	p.Cron()
	p.None(stage.Anna, stage.Bob)
	p.Now = p.Now.Add(time.Minute) // 20:00 in Berlin
	p.Cron()
	p.Says("Bob's report", reportIn(p.One(stage.Bob).Files), "Grüße aus dem Container!")
	if report := p.One(stage.Anna); len(reportIn(report.Files)) < 500 {
		t.Errorf("Anna's report is %q", report.Files)
	}
}

// ends: a command that waits for a server locks the world, and unlocks it when the container is stopped.
func (m *image) ends(t *testing.T, p *stage.Play) {
	t.Helper()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	came := make(chan net.Conn, 1)
	go func() {
		if c, err := silent.Accept(); err == nil {
			came <- c // without an answer
		}
	}()
	file := filepath.Join(p.Dir, "world.toml")
	settings, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	port := strconv.Itoa(silent.Addr().(*net.TCPAddr).Port)
	served := "port = " + p.Office.Settings()["imap.port"]
	p.Write("world.toml", strings.Replace(string(settings), served, "port = "+port, 1))
	p.Now = p.Now.Add(time.Minute)
	m.own(t)
	c := m.command(t.Context(), p.Args("cron", p.Dir)...)
	var said strings.Builder
	c.Stdout, c.Stderr = &said, &said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	select {
	case held := <-came:
		defer held.Close()
	case <-time.After(time.Minute):
		_ = c.Process.Kill()
		_ = c.Wait()
		t.Fatalf("cron asks no server\n%s", said.String())
	}
	if code, _, errs := p.Run("poll", p.Dir); code != exitLater {
		t.Errorf("a second container changes the world: exit %d\n%s", code, errs)
	}
	if err := c.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	if code := c.ProcessState.ExitCode(); code != exitLater || said.Len() > 0 {
		t.Errorf("stopped: %v\n%s", c.ProcessState, said.String())
	}
	p.Write("world.toml", string(settings))
	p.Cron()
}
