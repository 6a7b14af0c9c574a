//go:build fleet

package tables

import (
	"strings"
	"testing"
)

// clean removes everything about PostgreSQL from the environment.
func clean(t *testing.T) {
	for _, name := range []string{"PGHOST", "PGPORT", "PGUSER", "PGPASSWORD", "PGPASSFILE", "PGSSLMODE", "PGSERVICE",
		"PGDATABASE", "PGSSLROOTCERT"} {
		t.Setenv(name, "")
	}
	t.Setenv("HOME", t.TempDir())
}

// TestOtherMachinesNeedTLS: other machines are reached only with TLS and the server's certificate, whatever the
// address or the environment says.
func TestOtherMachinesNeedTLS(t *testing.T) {
	clean(t)
	for _, c := range []struct {
		url, mode string // of PGSSLMODE
		want      string // why it is refused; "": it is accepted
	}{
		{"postgres://u@localhost/d", "", ""},
		{"postgres://u@127.0.0.1/d?sslmode=disable", "", ""},
		{"postgres://u@127.3.2.1/d", "disable", ""},
		{"postgres://u@[::1]:5433/d?sslmode=prefer", "", ""},
		{"postgres://u@/d?host=/run/postgresql", "", ""},
		{"postgresql:///d?host=/run/postgresql&sslmode=disable", "", ""},
		{"postgres://u@db.example.org/d", "", ""},
		{"postgres://u@db.example.org/d", "verify-full", ""},
		{"postgres://u@db.example.org/d", "require", "db.example.org is another machine"},
		{"postgres://u@db.example.org/d?sslmode=verify-full", "disable", ""},
		{"postgres://u@db.example.org/d?sslmode=verify-ca", "", ""},
		{"postgres://u@10.0.0.7/d?sslmode=verify-full", "", ""},
		{"postgres://u@db.example.org/d?sslmode=disable", "", "db.example.org is another machine"},
		{"postgres://u@db.example.org/d?sslmode=allow", "", "db.example.org is another machine"},
		{"postgres://u@db.example.org/d?sslmode=prefer", "", "db.example.org is another machine"},
		{"postgres://u@db.example.org/d?sslmode=require", "", "db.example.org is another machine"},
		{"postgres://u@10.0.0.7/d?sslmode=disable", "", "10.0.0.7 is another machine"},
		{"postgres://u@localhost.example.org/d?sslmode=disable", "", "localhost.example.org is another machine"},
		{"postgres://u@127.0.0.1,10.0.0.7/d", "", ""},
		{"postgres://u@127.0.0.1,10.0.0.7/d?sslmode=disable", "", "10.0.0.7 is another machine"},
		{"postgres://u@127.0.0.1/d?sslmode=disable&host=10.0.0.7", "", "10.0.0.7 is another machine"},
	} {
		t.Setenv("PGSSLMODE", c.mode)
		cfg, err := Database{URL: c.url}.config()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s (PGSSLMODE=%s): %v, want %q", c.url, c.mode, err, c.want)
		}
		if err != nil {
			continue
		}
		for host := range strings.SplitSeq(cfg.ConnConfig.Host, ",") {
			if tls := cfg.ConnConfig.TLSConfig; !local(host) && (tls == nil || tls.InsecureSkipVerify &&
				tls.VerifyPeerCertificate == nil) {
				t.Errorf("%s: goes to %s without TLS", c.url, host)
			}
		}
		if len(cfg.ConnConfig.Fallbacks) > 0 && !near(cfg) {
			for _, f := range cfg.ConnConfig.Fallbacks {
				if f.TLSConfig == nil && !local(f.Host) {
					t.Errorf("%s: falls back to %s without TLS", c.url, f.Host)
				}
			}
		}
	}
}

// TestAddressesNotRead: addresses that cannot be read are refused, and the error quotes no part of them.
func TestAddressesNotRead(t *testing.T) {
	clean(t)
	for _, url := range []string{
		"", "db", "host=db.example.org user=u password=Geheimnis", "mysql://u:Geheimnis@db/d",
		"postgres://u:Geheimnis%@db/d", "postgres://u:Gehei#mnis@db:x/d", "postgres://u:Geheimnis@db:port/d",
		"postgres://u:Geheimnis@db/d?sslmode=Geheimnis", "postgres://u:Gehei mnis@db/d\x7f",
		"postgres://u@db/d?password=Geheimnis&connect_timeout=Geheimnis",
		"postgres://u@db/d?password=Geheimnis&sslrootcert=/no/such/file",
		"postgres://u:Geheimnis@[::1/d",
	} {
		_, err := Database{URL: url}.config()
		if err == nil {
			t.Errorf("%q is taken", url)
		} else if said := err.Error(); strings.Contains(said, "Gehei") || strings.Contains(said, "mnis") {
			t.Errorf("%q: the error has the password: %s", url, said)
		} else if !strings.Contains(said, "postgres://USER@HOST") {
			t.Errorf("%q: the error does not say what to write: %s", url, said)
		}
	}
}

// TestPasswords: passwords come from the settings, the address, the environment or a file, in this order.
func TestPasswords(t *testing.T) {
	clean(t)
	has := func(what string, s Database, want string) {
		t.Helper()
		cfg, err := s.config()
		if err != nil {
			t.Fatal(err)
		}
		if got := cfg.ConnConfig.Password; got != want {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
		if strings.Contains(where(cfg), "secret") {
			t.Errorf("%s: the place names the password: %s", what, where(cfg))
		}
	}
	has("nowhere", Database{URL: "postgres://u@localhost/d"}, "")
	t.Setenv("PGPASSWORD", "secret of the environment")
	has("environment", Database{URL: "postgres://u@localhost/d"}, "secret of the environment")
	has("address", Database{URL: "postgres://u:secret%2Faddress@localhost/d"}, "secret/address")
	has("settings", Database{URL: "postgres://u:secret@localhost/d", Password: "secret set"}, "secret set")
}
