import { createHmac } from 'node:crypto';

/** The secrets of one sign-in at the provider. All of it follows from the secret that the browser keeps. */
export interface FlowSecrets {
  state: string;
  nonce: string;
  /** RFC 7636, section 4.1. */
  verifier: string;
}

/** @param token  256 random bits; what follows from it shows nothing of it, and nothing of each other */
export function deriveSecrets(token: string): FlowSecrets {
  const derive = (name: string): string =>
    createHmac('sha256', token).update(`herald oidc ${name}`).digest('base64url');
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
}
