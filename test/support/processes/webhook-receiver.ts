import { Webhook, WebhookVerificationError } from 'standardwebhooks';

/** True where a call is signed with a secret and at this moment, by the specification's own library. */
export function isSignedWith(secret: string, headers: object, body: string): boolean {
  try {
    new Webhook(secret).verify(body, { ...headers });
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) {
      return false;
    }
    throw error;
  }
}

/** A secret of the form that hooks have, from 32 given bytes. */
export function hookSecret(seed: number): string {
  return `whsec_${Buffer.alloc(32, seed).toString('base64')}`;
}
