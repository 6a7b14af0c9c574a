package terra

import "testing"

// heldByTests are the rules that no case shows, with the test that holds each.
var heldByTests = map[string]string{}

// Every case names in its head the rules it shows, the books have them, and every
// rule of the books is shown by a case or held by a test.
func TestEveryRuleIsHeld(t *testing.T) { books.Held(t, heldByTests, "testdata/*.txtar") }
