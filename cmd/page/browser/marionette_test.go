//go:build servers

package browser

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"weltentor/cmd/weltentor/e2e/ports"
)

// marionette is how Firefox is driven without a program between: JSON over TCP, each message after its length.
type marionette struct {
	mu   sync.Mutex
	conn net.Conn
	in   *bufio.Reader
	last int
	wait time.Duration // for an answer
}

// names are Marionette's names of the commands.
var names = map[string]string{
	"timeouts": "WebDriver:SetTimeouts", "navigate": "WebDriver:Navigate", "back": "WebDriver:Back", "script": "WebDriver:ExecuteAsyncScript",
	"find": "WebDriver:FindElement", "click": "WebDriver:ElementClick", "keys": "WebDriver:ElementSendKeys",
	"shot": "WebDriver:TakeScreenshot", "size": "WebDriver:SetWindowRect", "actions": "WebDriver:PerformActions",
	"new": "WebDriver:NewSession",
}

// firefox starts Firefox, and has it show a first page. QUIRK: on a busy machine it may lose the first page it is asked
// for, and then says nothing of any page any more. Such a one is left alone, and another takes its place.
func (b *tab) firefox() speaks {
	b.t.Helper()
	first := filepath.Join(b.t.TempDir(), "first.html")
	if err := os.WriteFile(first, []byte("<!doctype html><title>first</title><p id=first>1"), 0o600); err != nil {
		b.t.Fatal(err)
	}
	for range 5 {
		m := b.marionette()
		m.wait = 20 * time.Second
		_, err := m.ask("navigate", map[string]any{"url": "file://" + first})
		if err == nil {
			_, err = m.ask("find", map[string]any{"using": "css selector", "value": "#first"})
		}
		if err == nil {
			m.wait = patience
			return m
		}
		b.t.Logf("firefox has lost its first page: %v", err)
	}
	b.t.Fatal("no firefox shows a page")
	return nil
}

// marionette starts Firefox with a profile of its own.
func (b *tab) marionette() *marionette {
	b.t.Helper()
	profile, port := b.t.TempDir(), strconv.Itoa(ports.Free(b.t))
	prefs := fmt.Sprintf(`user_pref("marionette.port", %s);
user_pref("dom.disable_beforeunload", true);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.sessionstore.resume_from_crash", false);
user_pref("dom.ipc.reportProcessHangs", false);
user_pref("dom.max_script_run_time", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
`, port)
	if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(prefs), 0o600); err != nil {
		b.t.Fatal(err)
	}
	go drain(run(b.t, []string{"MOZ_HEADLESS=1", "HOME=" + b.t.TempDir()}, "firefox-esr", "--headless", "--marionette",
		"--profile", profile, "--no-remote", "--width", "1200", "--height", "900"))
	conn := await(b.t, "firefox", func() (net.Conn, bool) {
		c, err := net.Dial("tcp", "127.0.0.1:"+port)
		return c, err == nil
	})
	m := &marionette{conn: conn, in: bufio.NewReader(conn), wait: patience}
	b.t.Cleanup(func() { conn.Close() })
	if _, err := m.read(); err != nil { // who it is
		b.t.Fatal(err)
	}
	if _, err := m.ask("new", map[string]any{}); err != nil {
		b.t.Fatal(err)
	}
	return m
}

func (m *marionette) read() ([]byte, error) {
	length, err := m.in.ReadString(':')
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(strings.TrimSuffix(length, ":"))
	if err != nil {
		return nil, err
	}
	raw := make([]byte, n)
	_, err = io.ReadFull(m.in, raw)
	return raw, err
}

func (m *marionette) ask(command string, with map[string]any) (json.RawMessage, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.last++
	if command == "shot" {
		with = map[string]any{"full": false}
	}
	raw, err := json.Marshal([]any{0, m.last, names[command], with})
	if err != nil {
		return nil, err
	}
	_ = m.conn.SetDeadline(time.Now().Add(m.wait))
	if _, err := fmt.Fprintf(m.conn, "%d:%s", len(raw), raw); err != nil {
		return nil, err
	}
	answer, err := m.read()
	if err != nil {
		return nil, err
	}
	var parts [4]json.RawMessage
	if err := json.Unmarshal(answer, &parts); err != nil {
		return nil, err
	}
	if string(parts[2]) != "null" {
		return nil, fmt.Errorf("%s: %.500s", command, parts[2])
	}
	var value struct{ Value json.RawMessage }
	if err := json.Unmarshal(parts[3], &value); err == nil && value.Value != nil {
		return value.Value, nil
	}
	return parts[3], nil
}
