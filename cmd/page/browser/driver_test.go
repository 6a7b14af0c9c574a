//go:build servers

package browser

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
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

// kinds are the browsers that are tried.
var kinds = []string{"chromium", "firefox", "webkit"}

// chosen returns the browsers that BROWSERS names, and all if it is not set.
func chosen() []string {
	if names := os.Getenv("BROWSERS"); names != "" {
		return strings.Split(names, ",")
	}
	return kinds
}

// elementKey is how WebDriver names an element.
const elementKey = "element-6066-11e4-a52e-4f735466cecf"

// patience is how long a command of a browser may take.
const patience = 70 * time.Second

// speaks is what a browser is driven by: a command of WebDriver with its arguments, and its answer.
type speaks interface {
	ask(command string, with map[string]any) (json.RawMessage, error)
}

// tab is a browser with one page.
type tab struct {
	speaks
	t    *testing.T
	kind string
	logs map[string]string // that Chromium keeps
}

// start starts a browser. Where it is missing, the test fails: the tag asks for it.
func start(t *testing.T, kind string) *tab { return started(t, kind, "browser") }

// started is start of a browser that keeps these logs, if it can: "performance" has what is fetched, and is slow.
func started(t *testing.T, kind string, logs ...string) *tab {
	t.Helper()
	b := &tab{t: t, kind: kind, logs: map[string]string{}}
	for _, l := range logs {
		b.logs[l] = "ALL"
	}
	switch kind {
	case "chromium":
		needs(t, "chromium", "chromedriver")
		b.speaks = b.chromium()
	case "firefox":
		needs(t, "firefox-esr")
		b.speaks = b.firefox()
	case "webkit":
		needs(t, "WebKitWebDriver", "Xvfb")
		b.speaks = b.webkit()
	default:
		t.Fatalf("no browser %q", kind)
	}
	b.must("timeouts", map[string]any{"script": 60000, "pageLoad": 30000, "implicit": 0})
	return b
}

func needs(t *testing.T, programs ...string) {
	t.Helper()
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			t.Fatalf("%s is missing; BROWSERS names those to try", p)
		}
	}
}

// run starts a program, with everything it starts itself, for the duration of the test. It returns what the program
// prints.
func run(t *testing.T, env []string, name string, args ...string) io.Reader {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = in, in
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	in.Close()
	t.Cleanup(func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		_ = cmd.Wait()
		out.Close()
	})
	return out
}

// await tries until something is true, or the time is up.
func await[T any](t *testing.T, what string, try func() (T, bool)) T {
	t.Helper()
	for end := time.Now().Add(60 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if v, ok := try(); ok {
			return v
		}
		if time.Now().After(end) {
			t.Fatalf("no %s within a minute", what)
		}
	}
}

func (b *tab) chromium() speaks {
	port := strconv.Itoa(ports.Free(b.t))
	go drain(run(b.t, nil, "chromedriver", "--port="+port))
	return b.session(port, map[string]any{
		"goog:loggingPrefs": b.logs,
		"goog:chromeOptions": map[string]any{"binary": "/usr/bin/chromium", "args": []string{
			"--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1200,900",
			"--user-data-dir=" + b.t.TempDir(),
		}},
	})
}

func (b *tab) webkit() speaks {
	display := screen(b.t)
	browsers, _ := filepath.Glob("/usr/lib/*/webkit2gtk-4*/MiniBrowser")
	if len(browsers) == 0 {
		b.t.Fatal("there is no MiniBrowser")
	}
	port := strconv.Itoa(ports.Free(b.t))
	// without a language some of its own functions fail
	env := []string{"DISPLAY=" + display, "GDK_BACKEND=x11", "LIBGL_ALWAYS_SOFTWARE=1",
		"WEBKIT_DISABLE_COMPOSITING_MODE=1", "XDG_RUNTIME_DIR=" + b.t.TempDir(), "HOME=" + b.t.TempDir(),
		"NO_AT_BRIDGE=1", "GSETTINGS_BACKEND=memory", "LANG=de_DE.UTF-8",
		"LC_ALL=de_DE.UTF-8"}
	go drain(run(b.t, env, "WebKitWebDriver", "--port="+port))
	return b.session(port, map[string]any{"webkitgtk:browserOptions": map[string]any{
		"binary": browsers[len(browsers)-1], "args": []string{"--automation"},
	}})
}

// screen starts a virtual display and returns its name.
func screen(t *testing.T) string {
	t.Helper()
	out := bufio.NewReader(run(t, nil, "Xvfb", "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"))
	for {
		line, err := out.ReadString('\n')
		if err != nil {
			t.Fatalf("Xvfb: %v", err)
		}
		if n, err := strconv.Atoi(strings.TrimSpace(line)); err == nil {
			go drain(out)
			return ":" + strconv.Itoa(n)
		}
	}
}

func drain(r io.Reader) { _, _ = io.Copy(io.Discard, r) }

// overHTTP is a session of WebDriver.
type overHTTP struct{ at string }

// commands are how WebDriver over HTTP calls what Marionette calls by the name.
var commands = map[string][2]string{
	"timeouts": {"POST", "timeouts"}, "navigate": {"POST", "url"}, "script": {"POST", "execute/async"},
	"find": {"POST", "element"}, "click": {"POST", "element/{id}/click"}, "keys": {"POST", "element/{id}/value"},
	"shot": {"GET", "screenshot"}, "size": {"POST", "window/rect"}, "actions": {"POST", "actions"},
	"log": {"POST", "se/log"}, "back": {"POST", "back"}, "cdp": {"POST", "goog/cdp/execute"}, "end": {"DELETE", ""},
}

func (b *tab) session(port string, capabilities map[string]any) speaks {
	base := "http://127.0.0.1:" + port
	await(b.t, "driver of "+b.kind, func() (struct{}, bool) {
		r, err := http.Get(base + "/status")
		if err == nil {
			r.Body.Close()
		}
		return struct{}{}, err == nil
	})
	raw, err := post(http.MethodPost, base+"/session", map[string]any{
		"capabilities": map[string]any{"alwaysMatch": capabilities}})
	if err != nil {
		b.t.Fatalf("a session of %s: %v", b.kind, err)
	}
	var s struct{ SessionID string }
	if err := json.Unmarshal(raw, &s); err != nil {
		b.t.Fatal(err)
	}
	h := overHTTP{base + "/session/" + s.SessionID}
	b.t.Cleanup(func() { _, _ = h.ask("end", nil) })
	return h
}

func (h overHTTP) ask(command string, with map[string]any) (json.RawMessage, error) {
	c := commands[command]
	path := c[1]
	if id, is := with["id"].(string); is {
		path = strings.ReplaceAll(path, "{id}", id)
	}
	if with == nil {
		with = map[string]any{}
	}
	return post(c[0], strings.TrimSuffix(h.at+"/"+path, "/"), with)
}

// post sends a request with a body in JSON, and returns the value of the answer.
func post(method, url string, with map[string]any) (json.RawMessage, error) {
	var body io.Reader
	if method == http.MethodPost {
		raw, err := json.Marshal(with)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(raw)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, url, body)
	if err != nil {
		return nil, err
	}
	r, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer r.Body.Close()
	var answer struct{ Value json.RawMessage }
	if err := json.NewDecoder(r.Body).Decode(&answer); err != nil {
		return nil, err
	}
	if r.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", url, answer.Value)
	}
	return answer.Value, nil
}

func (b *tab) must(command string, with map[string]any) json.RawMessage {
	b.t.Helper()
	raw, err := b.ask(command, with)
	if err != nil {
		b.t.Fatalf("%s: %v", b.kind, err)
	}
	return raw
}

// open opens a page.
func (b *tab) open(url string) {
	b.t.Helper()
	b.must("navigate", map[string]any{"url": url})
}

// js runs the body of an async function with args, and reads what it returns into to, if that is not nil.
func (b *tab) js(to any, body string, args ...any) {
	b.t.Helper()
	value, err := b.script(body, args...)
	if err == nil && to != nil {
		err = json.Unmarshal(value, to)
	}
	if err != nil {
		b.t.Fatalf("%s: %v", b.kind, err)
	}
}

// errLost is that the browser gave no answer of a script: a page that begins anew, or changes its address, may lose it.
var errLost = errors.New("no answer")

// script runs the body of an async function with args and returns its result.
func (b *tab) script(body string, args ...any) (json.RawMessage, error) {
	script := `const done = arguments[arguments.length - 1], args = [...arguments].slice(0, -1);
(async (args) => {` + body + `})(args)
	.then((v) => done({ value: v }), (e) => done({ fault: e + "\n" + (e && e.stack) }));`
	raw, err := b.ask("script", map[string]any{"script": script, "args": append([]any{}, args...), "newSandbox": false,
		"sandbox": nil})
	if err != nil {
		return nil, fmt.Errorf("%w: %v", errLost, err)
	}
	var answer struct {
		Value json.RawMessage
		Fault string
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		return nil, fmt.Errorf("%w of %s", err, raw)
	}
	if answer.Fault != "" {
		return nil, errors.New(answer.Fault)
	}
	return answer.Value, nil
}

// find waits for an element.
func (b *tab) find(css string) string {
	b.t.Helper()
	return await(b.t, b.kind+": "+css, func() (string, bool) {
		raw, err := b.ask("find", map[string]any{"using": "css selector", "value": css})
		var e map[string]string
		if err != nil || json.Unmarshal(raw, &e) != nil {
			return "", false
		}
		return e[elementKey], e[elementKey] != ""
	})
}

// click clicks an element that it waits for.
func (b *tab) click(css string) {
	b.t.Helper()
	await(b.t, b.kind+": click on "+css, func() (struct{}, bool) {
		return struct{}{}, b.hits(b.find(css))
	})
}

// hits clicks an element and reports whether the click reached it. If an answer of the engine has just moved the page,
// a click misses. A page that the click has left cannot tell, and counts as reached.
func (b *tab) hits(id string) bool {
	b.t.Helper()
	const watch = `window.missed = true;
		const reached = (e) => { if (e.composedPath().includes(args[0])) delete window.missed; };
		window.addEventListener('click', reached, { capture: true, once: true });`
	if _, err := b.script(watch, map[string]string{elementKey: id}); err != nil {
		return false // it is not on the page anymore
	}
	if _, err := b.ask("click", map[string]any{"id": id}); err != nil {
		return false
	}
	var missed bool
	b.js(&missed, `return Boolean(window.missed)`)
	return !missed
}

// keys types into an element, or names the files of one that takes files.
func (b *tab) keys(css, text string) {
	b.t.Helper()
	b.must("keys", map[string]any{"id": b.find(css), "text": text, "value": strings.Split(text, "")})
}

// press presses keys where the keyboard is, one after the other, such as "\uE004", the tabulator.
func (b *tab) press(keys ...string) {
	b.t.Helper()
	var actions []map[string]string
	for _, k := range keys {
		actions = append(actions, map[string]string{"type": "keyDown", "value": k},
			map[string]string{"type": "keyUp", "value": k})
	}
	b.must("actions", map[string]any{"actions": []map[string]any{{"type": "key", "id": "keyboard",
		"actions": actions}}})
}

// chord presses a key while another is held.
func (b *tab) chord(held, key string) {
	b.t.Helper()
	b.must("actions", map[string]any{"actions": []map[string]any{{"type": "key", "id": "keyboard",
		"actions": []map[string]string{{"type": "keyDown", "value": held}, {"type": "keyDown", "value": key},
			{"type": "keyUp", "value": key}, {"type": "keyUp", "value": held}}}}})
}

// until waits until the body of an async function returns something true. An answer that is lost is asked for again.
func (b *tab) until(what, body string, args ...any) {
	b.t.Helper()
	await(b.t, b.kind+": "+what, func() (struct{}, bool) {
		is, err := b.script("return Boolean(await (async () => {"+body+"})());", args...)
		if err != nil && !errors.Is(err, errLost) {
			b.t.Fatalf("%s: %s: %v", b.kind, what, err)
		}
		return struct{}{}, string(is) == "true"
	})
}

// shot keeps a picture of the page if SHOTS names a folder.
func (b *tab) shot(name string) {
	b.t.Helper()
	folder := os.Getenv("SHOTS")
	if folder == "" {
		return
	}
	raw, err := b.picture()
	if err != nil {
		b.t.Logf("%s: no picture of %s: %v", b.kind, name, err)
		return
	}
	if err := os.WriteFile(filepath.Join(folder, name+"-"+b.kind+".png"), raw, 0o600); err != nil {
		b.t.Fatal(err)
	}
}

// picture is what the tab shows, as a PNG.
func (b *tab) picture() ([]byte, error) {
	var text string
	said, err := b.ask("shot", nil)
	if err == nil {
		err = json.Unmarshal(said, &text)
	}
	if err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(text)
}

// logged is what Chromium has logged of a kind: "browser" is the console, "performance" also what is fetched.
func (b *tab) logged(kind string) []string {
	b.t.Helper()
	if b.kind != "chromium" || b.logs[kind] == "" {
		return nil
	}
	var entries []struct{ Level, Message string }
	if err := json.Unmarshal(b.must("log", map[string]any{"type": kind}), &entries); err != nil {
		b.t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		if kind == "performance" || e.Level == "SEVERE" || e.Level == "WARNING" {
			out = append(out, e.Message)
		}
	}
	return out
}
