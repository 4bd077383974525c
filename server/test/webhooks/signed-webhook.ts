import { Webhook } from 'standardwebhooks';

const secret = `whsec_${btoa('a secret of the receiver, 32 bytes')}`;
const payload = '{"type":"webhook.test"}';

/** What a receiver passes to the verification, signed now. */
export const signedWebhook = () => ({
  payload,
  secret,
  headers: {
    'webhook-id': 'one',
    'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('one', new Date(), payload),
  },
});
