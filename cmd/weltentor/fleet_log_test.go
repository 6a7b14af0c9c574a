//go:build fleet

package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/ports"
	"weltentor/cmd/weltentor/fleet/nats"
	"weltentor/worlds"
)

// kettle is the output of a command that runs.
type kettle struct {
	sync.Mutex
	b bytes.Buffer
}

func (k *kettle) Write(p []byte) (int, error) {
	k.Lock()
	defer k.Unlock()
	return k.b.Write(p)
}

func (k *kettle) String() string {
	k.Lock()
	defer k.Unlock()
	return k.b.String()
}

// What the NATS server of a host complains of is in the host's log, and no secret with it; that somebody
// comes and goes is not.
func TestTheFleetsHostSaysWhatItsServerSays(t *testing.T) {
	dir, address := t.TempDir(), ports.Address(t)
	const own, foreign = "the secret of this fleet", "a secret of another fleet"
	for name, text := range map[string]string{"secret": own, "fleet.toml": fmt.Sprintf("host = \"shore\"\n"+
		"journal = \"nats\"\nmetrics = \"\"\n[nats]\nsecret_file = \"secret\"\n[[nats.host]]\nname = \"shore\"\n"+
		"clients = %q\n", address)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ctx, end := context.WithCancel(t.Context())
	var out, errs kettle
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"--lang", "en", "--fleet", filepath.Join(dir, "fleet.toml"), "fleet", "run"},
			strings.NewReader(""), &out, &errs, noEnv, worlds.Rulebooks())
	}()
	waits := func(what string, is func() bool) {
		t.Helper()
		for until := time.Now().Add(time.Minute); !is(); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(until) {
				t.Fatalf("no end of: %s\n%s%s", what, out.String(), errs.String())
			}
		}
	}
	waits("it works", func() bool { return strings.Contains(out.String(), "shore is at work") })
	knock := func() error {
		at, stop := context.WithTimeout(t.Context(), 2*time.Second)
		defer stop()
		_, err := nats.Connect(at, nats.Config{Name: "shore", Hosts: []nats.Host{{Name: "shore", Clients: address}},
			Secret: foreign, Folder: filepath.Join(dir, "other")})
		return err
	}
	waits("it complains", func() bool {
		if knock() == nil {
			t.Fatal("a foreign secret opens the fleet")
		}
		return strings.Contains(errs.String(), "authentication error")
	})
	for range 3 { // from other ports, as other connections
		_ = knock()
	}
	end()
	if code := <-ended; code != 0 {
		t.Errorf("exit %d", code)
	}
	said := out.String() + errs.String()
	if !strings.Contains(said, "weltentor: NATS error: ") || strings.Contains(said, "NATS notice") ||
		strings.Contains(said, "Plaintext") {
		t.Error(said)
	}
	if n := strings.Count(said, "authentication error"); n != 1 {
		t.Errorf("the same thing is said %d times:\n%s", n, said)
	}
	for _, of := range []string{own, foreign} {
		for _, purpose := range []string{"client", "route"} {
			mac := hmac.New(sha256.New, []byte(of))
			mac.Write([]byte("weltentor fleet " + purpose))
			if strings.Contains(said, of) || strings.Contains(said, hex.EncodeToString(mac.Sum(nil))) {
				t.Errorf("a secret is said: %s", said)
			}
		}
	}
}
