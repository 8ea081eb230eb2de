import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read, write } from '../client.js';
import { withProof } from '../passkey.js';

export type ApiKey = components['schemas']['ListedKeyDto'];
export type ApiKeys = components['schemas']['KeyListDto'];
export type NewKey = components['schemas']['NewKeyDto'];
/** A secret, which the server shows once. */
export type KeySecret = components['schemas']['KeySecretDto'];

const pathOf = (app: string, ...rest: string[]): string =>
  ['/apps', ...[app, 'keys', ...rest].map(encodeURIComponent)].join('/');

export const keys = (app: string) =>
  queryOptions({
    queryKey: [app, 'keys'],
    queryFn: ({ signal }) => read<ApiKeys>(pathOf(app), {}, signal),
  });

export function createKey(app: string, key: NewKey): Promise<KeySecret> {
  return withProof(() => write<KeySecret>(pathOf(app), key));
}

/** @param overlapHours  in which both secrets are valid */
export function rotateKey(app: string, id: string, overlapHours: number): Promise<KeySecret> {
  return withProof(() => write<KeySecret>(pathOf(app, id, 'rotate'), { overlapHours }));
}

/** Ends a key at once. */
export function revokeKey(app: string, id: string): Promise<void> {
  return withProof(() => write(pathOf(app, id, 'revoke'), {}));
}
