package server

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/ports"
)

// Cluster is PostgreSQL on three nodes. Patroni keeps them: one takes what is written, and confirms it when a second one
// has it too (strict synchronous mode). If it is lost, that one takes its place. An etcd decides which.
//
//	apt-get install patroni etcd-server python3-etcd
type Cluster struct {
	Nodes []*Node
	etcd  *program
}

// Node is a server of a cluster, with its Patroni.
type Node struct {
	*Server
	api     int // the port that Patroni says its state on
	patroni *program
	etcd    *Proxy // to the etcd
}

// program is a process of a test, with a log in its folder.
type program struct {
	path, log string
	args      []string
	as        *syscall.Credential
	cmd       *exec.Cmd
	ended     chan struct{} // nil: it does not run
}

// start starts it. It has a group of its own, so that nobody else's signals reach it.
func (p *program) start() error {
	log, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer log.Close()
	p.cmd = exec.Command(p.path, p.args...)
	p.cmd.Dir, p.cmd.Stdout, p.cmd.Stderr = filepath.Dir(p.log), log, log
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Credential: p.as, Setpgid: true}
	if err := p.cmd.Start(); err != nil {
		return err
	}
	p.ended = make(chan struct{})
	go func(cmd *exec.Cmd, ended chan struct{}) { cmd.Wait(); close(ended) }(p.cmd, p.ended)
	return nil
}

// kill ends it at once.
func (p *program) kill() {
	if p.ended != nil {
		_ = p.cmd.Process.Kill()
		<-p.ended
		p.ended = nil
	}
}

// Patroni starts a cluster, and waits until it confirms changes. It ends with the test.
func Patroni(t testing.TB) *Cluster {
	t.Helper()
	first := empty(t)
	clients, peers := ports.Free(t), ports.Free(t)
	at := func(port int) string { return "http://127.0.0.1:" + strconv.Itoa(port) }
	c := &Cluster{etcd: &program{path: found(t, "etcd", "etcd-server"), log: filepath.Join(first.Dir, "etcd.log"),
		as: first.as, args: []string{"--name", "one", "--data-dir", filepath.Join(first.Dir, "etcd"),
			"--listen-client-urls", at(clients), "--advertise-client-urls", at(clients),
			"--listen-peer-urls", at(peers), "--initial-advertise-peer-urls", at(peers),
			"--initial-cluster", "one=" + at(peers), "--logger", "zap", "--log-level", "error"}}}
	must(t, c.etcd.start())
	t.Cleanup(c.etcd.kill)
	decided(t, at(clients)+"/version")
	for n := range 3 {
		s := first
		if n > 0 {
			s = empty(t)
		}
		c.Nodes = append(c.Nodes, node(t, s, n, clients))
	}
	for _, n := range c.Nodes {
		n.Up(t)
	}
	c.Whole(t)
	return c
}

// decided waits until an etcd says which version its cluster has. Before that, Patroni ends at once.
func decided(t testing.TB, url string) {
	t.Helper()
	for end := time.Now().Add(90 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		answer, err := http.Get(url)
		if err != nil {
			continue
		}
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err == nil && answer.StatusCode == http.StatusOK && !strings.Contains(string(text), "not_decided") {
			return
		}
	}
	t.Fatal("etcd does not decide on its version")
}

// found is where a program is.
func found(t testing.TB, name, pack string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatalf("%v: install %s", err, pack)
	}
	return path
}

// node makes a node that does not run yet.
func node(t testing.TB, s *Server, n, etcd int) *Node {
	t.Helper()
	api, wire := ports.Free(t), NewProxy(t, "127.0.0.1:"+strconv.Itoa(etcd))
	s.file(t, "patroni.yml", fmt.Sprintf(`
scope: weltentor
name: node%d
restapi: {listen: "127.0.0.1:%[2]d", connect_address: "127.0.0.1:%[2]d"}
etcd3: {hosts: %[3]q, use_proxies: true}
bootstrap:
  dcs:
    ttl: 6
    loop_wait: 1
    retry_timeout: 2
    primary_start_timeout: 0
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql: {use_pg_rewind: true, use_slots: true, parameters: {max_connections: 100, wal_keep_size: 128MB}}
  initdb: [{encoding: UTF8}, {locale: C}, data-checksums, no-sync]
postgresql:
  listen: "127.0.0.1:%[4]d"
  connect_address: "127.0.0.1:%[4]d"
  data_dir: %[5]q
  bin_dir: %[6]q
  pgpass: %[7]q
  authentication:
    superuser: {username: weltentor, password: %[8]q}
    replication: {username: standby, password: %[8]q}
    rewind: {username: weltentor, password: %[8]q}
  parameters: {unix_socket_directories: %[9]q, dynamic_shared_memory_type: mmap}
  pg_hba: [host all all 127.0.0.1/32 scram-sha-256, host replication all 127.0.0.1/32 scram-sha-256]
`, n, api, wire.Address, s.port, s.Data, s.Binaries, filepath.Join(s.Dir, "pgpass"), Password, s.Dir))
	p := &program{path: found(t, "patroni", "patroni"), log: filepath.Join(s.Dir, "patroni.log"), as: s.as,
		args: []string{filepath.Join(s.Dir, "patroni.yml")}}
	made := &Node{s, api, p, wire}
	t.Cleanup(func() {
		made.Kill()
		if log, _ := os.ReadFile(p.log); t.Failed() {
			t.Logf("the log of node %d ends with:\n%s", n, log[max(0, len(log)-3000):])
		}
	})
	return made
}

// Up starts the node's Patroni, which starts its PostgreSQL.
func (n *Node) Up(t testing.TB) {
	t.Helper()
	must(t, n.patroni.start())
}

// Kill ends the node at once, as when its power fails.
func (n *Node) Kill() {
	n.patroni.kill()
	if pid := n.postmaster(); pid > 0 {
		shared := n.shared()
		killAll(pid)
		n.forget(shared)
	}
}

// postmaster is the first process of its PostgreSQL; 0: it does not run.
func (n *Node) postmaster() int {
	raw, _ := os.ReadFile(filepath.Join(n.Data, "postmaster.pid"))
	first, _, _ := strings.Cut(string(raw), "\n")
	if pid, err := strconv.Atoi(first); err == nil && pid > 1 && alive(pid) {
		return pid
	}
	return 0
}

// Stop stops all processes of the node, until GoOn.
func (n *Node) Stop() {
	_ = n.patroni.cmd.Process.Signal(syscall.SIGSTOP)
	n.signal(syscall.SIGSTOP)
}

// GoOn lets the node's PostgreSQL go on, with a new Patroni. One that was stopped may take the lock back from the new
// primary: it renews what it takes for its own, and does not ask whose it is (3.0.2, Etcd3._update_leader). Then what
// was confirmed meanwhile is lost. A watchdog keeps nodes from that, and this container has none.
func (n *Node) GoOn(t testing.TB) {
	t.Helper()
	n.patroni.kill()
	n.signal(syscall.SIGCONT)
	n.Up(t)
}

func (n *Node) signal(what syscall.Signal) {
	if pid := n.postmaster(); pid > 0 {
		for _, process := range append([]int{pid}, childrenOf(pid)...) {
			_ = syscall.Kill(process, what)
		}
	}
}

// Cut cuts the node off from the etcd, until Join.
func (n *Node) Cut() { n.etcd.Still(true) }

// Join connects the node with the etcd again.
func (n *Node) Join() { n.etcd.Still(false) }

// says asks a node for what Patroni says at a path.
func (n *Node) says(path string, value any) (code int) {
	client := &http.Client{Timeout: 2 * time.Second}
	answer, err := client.Get(fmt.Sprintf("http://127.0.0.1:%d/%s", n.api, path))
	if err != nil {
		return 0
	}
	defer answer.Body.Close()
	if value != nil && json.NewDecoder(answer.Body).Decode(value) != nil {
		return 0
	}
	return answer.StatusCode
}

// URL is the address of the database on all nodes; the one that takes changes is used.
func (c *Cluster) URL() string {
	var all []string
	for _, n := range c.Nodes {
		all = append(all, n.Address)
	}
	return c.Nodes[0].Via(strings.Join(all, ",")) + "?target_session_attrs=read-write&connect_timeout=2"
}

// Primary is the node that takes what is written; nil: there is none now.
func (c *Cluster) Primary() *Node {
	for _, n := range c.Nodes {
		if n.says("primary", nil) == http.StatusOK {
			return n
		}
	}
	return nil
}

// Heir reports whether a node may take the place of a primary that is lost: Patroni knows a synchronous standby, and
// that runs. While it knows none, no node may lead before the lost one is back.
func (c *Cluster) Heir(lost *Node) bool {
	for _, n := range c.Nodes {
		if n != lost && n.says("sync", nil) == http.StatusOK {
			return true
		}
	}
	return c.Primary() != nil
}

// Says is what each node says of the cluster and of itself, to tell why it does not lead.
func (c *Cluster) Says() (all string) {
	for i, n := range c.Nodes {
		for _, path := range []string{"cluster", "patroni"} {
			var text json.RawMessage
			code := n.says(path, &text)
			all += fmt.Sprintf("node %d, %s: %d %s\n", i, path, code, text)
		}
	}
	log, _ := os.ReadFile(c.etcd.log)
	return all + fmt.Sprintf("the log of etcd ends with:\n%s", log[max(0, len(log)-2000):])
}

// Whole waits until all nodes run that were started, one takes changes, and one is its synchronous standby.
func (c *Cluster) Whole(t testing.TB) {
	t.Helper()
	for end := time.Now().Add(3 * time.Minute); !c.whole(); time.Sleep(200 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the nodes of the cluster do not find together:\n%s", c.Says())
		}
	}
}

func (c *Cluster) whole() bool {
	p := c.Primary()
	if p == nil {
		return false
	}
	var all struct {
		Members []struct{ Role, State string }
	}
	p.says("cluster", &all)
	synchronous, run := 0, 0
	for _, m := range all.Members {
		if m.State == "running" || m.State == "streaming" {
			run++
		}
		if m.Role == "sync_standby" {
			synchronous++
		}
	}
	return run == len(c.Nodes) && synchronous > 0
}
