package mailing

import (
	"context"

	"weltentor/mailer/proof"
	"weltentor/mailer/smtp"
)

// postman hands letters over to the server, signed if the world signs them.
type postman struct {
	*smtp.Sender
	signer *proof.Signer
}

func (m *Mailer) postman(ctx context.Context) (*postman, error) {
	signer, err := m.Settings.Signer()
	if err != nil {
		return nil, err
	}
	server, err := m.SMTP(ctx)
	if err != nil {
		return nil, err
	}
	sender, err := smtp.NewSender(server)
	if err != nil {
		return nil, err
	}
	return &postman{sender, signer}, nil
}

// hand gives a letter to the server. If it cannot be signed, it is not sent.
func (p *postman) hand(ctx context.Context, from, to string, raw []byte) smtp.Outcome {
	if p.signer != nil {
		signed, err := p.signer.Sign(raw)
		if err != nil {
			return smtp.Outcome{Result: smtp.Permanent, Stage: smtp.StageData, Text: err.Error(), From: from}
		}
		raw = signed
	}
	return p.Send(ctx, from, to, raw)
}
