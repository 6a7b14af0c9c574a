package mailing

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/oauth"
	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/orders/phrase"
	"weltentor/resolve/store/system"
)

const (
	tokenTime = 30 * time.Second
	tokenMax  = 16 << 10 // bytes of its answer
	saidMax   = 300      // characters of its complaint that are shown
)

// token runs a token_command, once per call, and returns the token it prints. A name without a / is looked for in
// PATH. A path that does not start with / is relative to the world's folder, where the command runs. A token is never
// shown, stored or logged.
func (m *Mailer) token(ctx context.Context, section string, command []string) (string, error) {
	key := strings.Join(command, "\x00")
	if known, ok := m.tokens[key]; ok {
		return known, nil
	}
	ctx, cancel := context.WithTimeout(ctx, tokenTime)
	defer cancel()
	dir, err := filepath.Abs(m.Settings.Dir)
	if err != nil {
		return "", fmt.Errorf("the world's folder: %w", err)
	}
	name := command[0]
	if strings.Contains(name, "/") && !filepath.IsAbs(name) {
		name = filepath.Join(dir, name)
	}
	if path, err := exec.LookPath(name); err == nil {
		if info, err := os.Stat(path); err == nil && system.Exposed(info, 0o002) {
			return "", fault.Usage("token-open", phrase.Str("dir", m.Settings.Dir), phrase.Str("section", section),
				phrase.Str("path", path))
		}
	}
	out, said := &bytes.Buffer{}, &bytes.Buffer{}
	cmd := exec.CommandContext(ctx, name, command[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &atMost{out, tokenMax}, &atMost{said, tokenMax}
	system.Together(cmd)
	cmd.WaitDelay = time.Second
	err = cmd.Run()
	token := strings.TrimSpace(out.String())
	switch {
	case ctx.Err() != nil:
		return "", fault.Later("token-late", nil, phrase.Str("dir", m.Settings.Dir), phrase.Str("section", section))
	case err != nil:
		return "", m.noToken(section, errors.New(complained(err, said.String(), token)))
	case token == "":
		return "", m.noToken(section, errors.New(complained(errors.New("no token on its output"), said.String(), "")))
	case out.Len() >= tokenMax || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r >= 0x7f }):
		return "", m.noToken(section, errors.New("its output is not one token alone"))
	}
	if m.tokens == nil {
		m.tokens = map[string]string{}
	}
	m.tokens[key] = token
	return token, nil
}

// granted returns a token from what a person granted with the command login. It is renewed first where it has to be.
func (m *Mailer) granted(ctx context.Context, section string, s settings.Server) (string, error) {
	path, err := m.Settings.Grant(section, s)
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, tokenTime)
	defer cancel()
	token, err := oauth.Token(ctx, path, m.Call.Now())
	if err == nil {
		return token, nil
	}
	args := []phrase.Arg{phrase.Str("dir", m.Settings.Dir), phrase.Str("section", section), phrase.Str("path", path)}
	switch {
	case errors.Is(err, oauth.ErrEnded):
		if m.Settings.Fleet == "" {
			args[2] = phrase.Str("path", m.Settings.Dir) // login finds the file by itself
		}
		return "", &fault.Complaint{Exit: fault.ExitUsage, What: phrase.P("grant-ended", args...), Cause: err}
	case errors.Is(err, oauth.ErrApp):
		return "", &fault.Complaint{Exit: fault.ExitUsage, What: phrase.P("grant-app", args...), Cause: err}
	}
	return "", fault.Later("grant-none", err, args...)
}

func (m *Mailer) noToken(section string, cause error) error {
	what := phrase.P("token-failed", phrase.Str("dir", m.Settings.Dir), phrase.Str("section", section))
	return &fault.Complaint{Exit: fault.ExitUsage, What: what, Cause: cause}
}

// complained says how the command ended, with the end of its output. The token is removed if it is in there.
func complained(err error, said, token string) string {
	if token != "" {
		said = strings.ReplaceAll(said, token, "***")
	}
	said = terminal.OneCell(strings.Join(strings.Fields(strings.ToValidUTF8(said, "?")), " "))
	if r := []rune(said); len(r) > saidMax {
		said = "… " + string(r[len(r)-saidMax:])
	}
	if said == "" {
		return err.Error()
	}
	return err.Error() + ": " + said
}

// atMost keeps the beginning of what is written, and drops the rest without an error.
type atMost struct {
	to   io.Writer
	left int
}

func (a *atMost) Write(p []byte) (int, error) {
	n := min(len(p), a.left)
	a.left -= n
	if _, err := a.to.Write(p[:n]); err != nil {
		return 0, err
	}
	return len(p), nil
}
