package cli

import (
	"io"
	"slices"
	"strings"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/docs"
	"weltentor/orders/phrase"
)

// topicCmd shows a page of the manual.
type topicCmd struct {
	Topic topic `arg:""`
}

// Run prints the page in the language of the call.
func (k *topicCmd) Run(c *call.Call) error {
	_, err := io.WriteString(c.Raw, docs.Topic(string(k.Topic), string(c.Voice.Book.Lang)))
	return err
}

// topic is a page of the manual.
type topic string

// UnmarshalText refuses unknown pages. It is called by kong.
func (t *topic) UnmarshalText(text []byte) error {
	if !slices.Contains(docs.Topics, string(text)) {
		return fault.Usage("not-a-topic", phrase.Str("value", string(text)),
			phrase.Str("choices", strings.Join(docs.Topics, ", ")))
	}
	*t = topic(text)
	return nil
}
