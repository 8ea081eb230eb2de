import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../openapi/panel.d.ts';
import { read, write } from './client.js';
import { withProof } from './passkey.js';

export type Passkey = components['schemas']['PasskeyDto'];

export const passkeys = () =>
  queryOptions({
    queryKey: ['passkeys'],
    queryFn: ({ signal }) => read<{ items: Passkey[]; possible: boolean }>('/me/passkeys', {}, signal),
  });

/**
 * Lets the browser make a passkey, and gives its public half to the server.
 *
 * @throws {DOMException} when the reader breaks it off, or the device has one already
 */
export async function addPasskey(name: string): Promise<void> {
  const options = await withProof(() => write<PublicKeyCredentialCreationOptionsJSON>('/me/passkeys/options', {}));
  const credential = await navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
  });
  await write('/me/passkeys', { response: (credential as PublicKeyCredential).toJSON(), name });
}

/** @param id  of the passkey */
export function removePasskey(id: string): Promise<void> {
  return withProof(() => write(`/me/passkeys/${encodeURIComponent(id)}/remove`, {}));
}

export const providerAccount = () =>
  queryOptions({
    queryKey: ['provider'],
    queryFn: ({ signal }) => read<components['schemas']['OidcAccountDto']>('/me/oidc', {}, signal),
  });

/** Forgets the account of the OpenID Connect provider that the member connected. */
export function disconnectProvider(): Promise<void> {
  return withProof(() => write('/me/oidc/remove', {}));
}
