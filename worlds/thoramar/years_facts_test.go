package thoramar

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// reportSchema is docs/report.schema.json.
func reportSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := os.ReadFile("../../docs/report.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	form, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("urn:weltentor:report:1", form); err != nil {
		t.Fatal(err)
	}
	return c.MustCompile("urn:weltentor:report:1")
}

// described holds the reports of a turn, as data, against docs/report.schema.json: in German after one turn, in
// English after the next.
func described(t *testing.T, s *jsonschema.Schema, o game.Outcome) {
	t.Helper()
	lang := phrase.Langs[o.Next().Asked().Turn%len(phrase.Langs)]
	for _, realm := range o.Realms() {
		told := o.HandOver(realm, game.Player{Name: "Erbe", Lang: lang, Computer: game.UTF8})
		data, err := json.Marshal(told.Facts(realm))
		if err != nil {
			t.Fatal(err)
		}
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(string(data)))
		if err == nil {
			err = s.Validate(v)
		}
		if err != nil {
			t.Fatalf("realm %d, %s: %v\n%.1000s", realm, lang, err, data)
		}
	}
}

// mostPacked is how many bytes the data of a table have at most, packed, of a realm in the middle of a game.
const mostPacked = 64 << 10

// packs holds what each realm's page is laid with after a turn against that number.
func packs(t *testing.T, o game.Outcome, tables []byte) {
	t.Helper()
	largest := 0 // 14 KB when this was written
	for _, realm := range o.Realms() {
		facts := o.Facts(realm)
		data, err := json.Marshal(game.Table{Schema: game.TableSchema, Realm: realm, Turn: facts.Turn + 1,
			Tables: string(tables), Known: o.Next().Known(realm), Facts: *facts})
		if err != nil {
			t.Fatal(err)
		}
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		_, _ = w.Write(data)
		_ = w.Close()
		largest = max(largest, packed.Len())
	}
	if largest > mostPacked {
		t.Errorf("a realm's table has %d bytes, packed", largest)
	}
}
