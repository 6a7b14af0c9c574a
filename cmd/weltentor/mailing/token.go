package mailing

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/oauth"
	"weltentor/cmd/weltentor/program"
	"weltentor/cmd/weltentor/settings"
	"weltentor/orders/phrase"
)

const tokenTime = 30 * time.Second

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
	out, said, err := program.Run(ctx, dir, command, nil)
	if open := (*program.OpenError)(nil); errors.As(err, &open) {
		return "", fault.Usage("token-open", phrase.Str("dir", m.Settings.Dir), phrase.Str("section", section),
			phrase.Str("path", open.Path))
	}
	token := strings.TrimSpace(out)
	switch {
	case ctx.Err() != nil:
		return "", fault.Later("token-late", nil, phrase.Str("dir", m.Settings.Dir), phrase.Str("section", section))
	case err != nil:
		return "", m.noToken(section, errors.New(complained(err, said, token)))
	case token == "":
		return "", m.noToken(section, errors.New(complained(errors.New("no token on its output"), said, "")))
	case len(out) >= program.Most || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r >= 0x7f }):
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
	return program.Complained(err, said)
}
