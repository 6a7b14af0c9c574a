package main

import (
	"os"
	"strings"
	"testing"
)

// authorityFile begins the name of the file with the certificate that the tests
// against real servers trust; it is made once a process.
const authorityFile = "weltentor-authority-"

// TestMain runs the tests, or, where a test of kills started this program as its
// victim, the command it names.
func TestMain(m *testing.M) {
	if tells := os.Getenv(victimTells); tells != "" {
		os.Exit(victim(os.Args[1:]))
	}
	code := m.Run()
	if name := os.Getenv("SSL_CERT_FILE"); strings.Contains(name, authorityFile) {
		os.Remove(name)
	}
	removeProgram()
	os.Exit(code)
}
