import { write } from './client.js';
import { goToProvider } from './commands.js';
import { Refusal } from './refusals/refusal.js';

/** Passkeys exist on https and on localhost (Web Authentication, secure contexts). */
export function canUsePasskeys(): boolean {
  return globalThis.isSecureContext && 'credentials' in navigator && 'PublicKeyCredential' in globalThis;
}

/**
 * Asks the browser for a passkey and gives its answer to the server.
 *
 * @param purpose  `session` signs in; `session/proof` shows again who it is, before something that cannot be undone
 * @throws {DOMException} when the reader breaks it off
 */
export async function askPasskey(purpose: 'session' | 'session/proof'): Promise<void> {
  const [optionsPath, path] =
    purpose === 'session'
      ? ['/session/passkey/options', '/session/passkey']
      : ['/session/proof/options', '/session/proof'];
  const options = await write<PublicKeyCredentialRequestOptionsJSON>(optionsPath, {});
  // Without a passkey of the member, the browser would offer those of phones and keys, none of which is one.
  if (purpose === 'session/proof' && options.allowCredentials?.length === 0) {
    throw new Error('The member has no passkey');
  }
  const credential = await navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
  });
  await write(path, { response: (credential as PublicKeyCredential).toJSON() });
}

/** Tries something once more after the reader has shown who it is, where the server wants that first. */
export function withProof<T>(attempt: () => Promise<T>): Promise<T> {
  return attempt().catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'provider_proof_needed') {
      return leaveForProof();
    }
    if (!(error instanceof Refusal && error.code === 'proof_needed')) {
      throw error;
    }
    // Without a proof the refusal stands: it says which proof is missing.
    return askPasskey('session/proof').then(attempt, () => Promise.reject(error));
  });
}

const PROVING = 'herald-proving';

/** Says if this page was left for a proof. */
export function isProving(): boolean {
  return sessionStorage.getItem(PROVING) !== null;
}

/** Says once if this page was left for a proof. */
export function cameFromProof(): boolean {
  const came = isProving();
  sessionStorage.removeItem(PROVING);
  return came;
}

/** The page goes away with what was asked for; its reader asks again afterwards. */
async function leaveForProof(): Promise<never> {
  await goToProvider('session/oidc/proof');
  sessionStorage.setItem(PROVING, '1');
  return new Promise(() => {});
}
