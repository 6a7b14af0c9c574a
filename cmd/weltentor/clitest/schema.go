package clitest

import (
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/laws"
)

// KeysOf returns the keys of an answer; those within lists and objects follow a dot. An empty list has none, so a test
// puts something into each.
func KeysOf(under string, answer any, keys map[string]bool) {
	switch v := answer.(type) {
	case map[string]any:
		for k, inner := range v {
			keys[under+k] = true
			KeysOf(under+k+".", inner, keys)
		}
	case []any:
		for _, inner := range v {
			KeysOf(under, inner, keys)
		}
	}
}

// Schemas are the forms of data that are described, with their addresses.
var Schemas = map[string]string{"report.schema.json": "urn:weltentor:report:1",
	"table.schema.json": "urn:weltentor:table:1"}

// SchemaText reads one of them.
func SchemaText(t *testing.T, name string) map[string]any {
	t.Helper()
	text, err := jsonschema.UnmarshalJSON(strings.NewReader(laws.Content(t, "docs/"+name)))
	stage.Must(t, err)
	return text.(map[string]any)
}

// Schema returns a schema that can check data.
func Schema(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	for file, address := range Schemas {
		stage.Must(t, c.AddResource(address, SchemaText(t, file)))
	}
	s, err := c.Compile(Schemas[name])
	stage.Must(t, err)
	return s
}

// Fits checks data by a schema.
func Fits(s *jsonschema.Schema, data []byte) error {
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(string(data)))
	if err != nil {
		return err
	}
	return s.Validate(v)
}
