//go:build wine && linux

package e2e

import (
	"encoding/binary"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The program for Windows founds a world, takes orders, resolves a turn, takes it back and plays the demo by mail, under
// Debian's wine64. Nothing is known of a real Windows by that, but that nothing of Unix is missing.
func TestOnWindows(t *testing.T) {
	wine := "/usr/lib/wine/wine64"
	home := t.TempDir()
	program, at := filepath.Join(home, "weltentor.exe"), filepath.Join(home, "prefix")
	build := exec.Command("go", "build", "-o", program, "weltentor/cmd/weltentor")
	build.Env = append(os.Environ(), "GOOS=windows", "GOARCH=amd64", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := func(want int, says string, args ...string) {
		t.Helper()
		c := exec.Command(wine, append([]string{program}, args...)...)
		c.Dir, c.Env = home, append(os.Environ(), "WINEPREFIX="+at, "WINEDEBUG=-all", "LANG=C")
		out, err := c.CombinedOutput()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		if c.ProcessState.ExitCode() != want || !strings.Contains(string(out), says) {
			t.Fatalf("%v: exit %d, want %d and %q\n%s", args, c.ProcessState.ExitCode(), want, says, out)
		}
	}
	boot := exec.Command(wine, "wineboot", "--init")
	boot.Env = append(os.Environ(), "WINEPREFIX="+at, "WINEDEBUG=-all")
	if out, err := boot.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	dll := filepath.Join(at, "drive_c/windows/system32/bcryptprimitives.dll")
	if _, err := os.Stat(dll); err != nil {
		if err := os.WriteFile(dll, forwarder(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(home, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("orders.txt", "$R\nK.M 1 1000 0 0\n")
	run(0, "windows/amd64", "version")
	run(0, "founded", "new", "game", "--seed", "7", "--size", "40x30")
	settings := filepath.Join(home, "game", "world.toml")
	raw, err := os.ReadFile(settings)
	if err != nil {
		t.Fatal(err)
	}
	write("game/world.toml", strings.Replace(string(raw), `address = ""`, `address = "game@demo.test"`, 1))
	run(0, "$I 1 ", "realm", "add", "game", "--by-hand", "--name", "Fenmark", "--player", "Ann", "--mail", "ann@demo.test")
	run(0, "1 order counts", "check", "game", "1", "orders.txt")
	run(0, "in force for realm 1", "submit", "game", "1", "orders.txt")
	run(0, "", "turn", "game", "--force", "--yes")
	run(0, "Fenmark", "report", "game", "1")
	run(0, "", "map", "game", "-o", "map.png")
	run(0, "Turn 1: replayed", "verify", "game")
	run(0, "a copy", "backup", "game", "copy.db")
	run(0, "taken back", "undo", "game", "--turn", "1", "--yes", "--why", "x")
	run(0, "restored", "restore", "game", "copy.db", "--yes")
	run(0, "The world: ", "demo", "--lang", "en")
}

// forwarder is a library for wine before 9: it lacks bcryptprimitives.dll, of which Go's runtime needs one function.
// Another library has the same one by another name, and this one passes the call on.
func forwarder() []byte {
	const at, page = 0x1000, 512
	words := []string{"bcryptprimitives.dll\x00", "ProcessPrng\x00", "advapi32.SystemFunction036\x00"}
	name := uint32(at + 52)
	function := name + uint32(len(words[0]))
	target := function + uint32(len(words[1]))
	table := new(strings.Builder)
	put := func(values ...any) {
		for _, v := range values {
			if err := binary.Write(table, binary.LittleEndian, v); err != nil {
				panic(err) // memory takes everything
			}
		}
	}
	put([]uint32{0, 0, 0, name, 1, 1, 1, at + 40, at + 44, at + 48, target, function, 0}) // the exports
	body := table.String() + strings.Join(words, "")
	table.Reset()
	put([2]byte{'M', 'Z'}, [58]byte{}, uint32(64), [4]byte{'P', 'E'})
	put([]uint16{0x8664, 1}, []uint32{0, 0, 0}, []uint16{240, 0x2022}) // amd64, one section; a library
	put(uint16(0x20b), uint16(14), []uint32{0, page, 0, 0, 0}, uint64(0x180000000), []uint32{0x1000, page})
	put([]uint16{6, 0, 0, 0, 6, 0}, []uint32{0, 0x2000, page, 0}, []uint16{3, 0})
	put([]uint64{1 << 20, 1 << 12, 1 << 20, 1 << 12}, []uint32{0, 16, at, uint32(len(body))}, [120]byte{})
	put([8]byte{'.', 'r', 'd', 'a', 't', 'a'}, []uint32{uint32(len(body)), at, page, page, 0, 0, 0, 0x40000040})
	head := table.String()
	return []byte(head + strings.Repeat("\x00", page-len(head)) + body + strings.Repeat("\x00", page-len(body)))
}
