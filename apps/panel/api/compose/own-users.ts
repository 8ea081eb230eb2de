import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read, write } from '../client.js';

type Schemas = components['schemas'];
export type OwnUser = Schemas['OwnUserDto'];
export type AskedCode = Schemas['AskedCodeDto'];
export type NewCode = Schemas['NewCodeDto'];

const pathOf = (app: string, ...rest: string[]): string =>
  ['/apps', ...[app, 'own-users', ...rest].map(encodeURIComponent)].join('/');

/** The users of an application that the member has proved to be its own. */
export const ownUsersOf = (app: string) =>
  queryOptions({
    queryKey: [app, 'own-users'],
    queryFn: ({ signal }) => read<Schemas['OwnUserListDto']>(pathOf(app), {}, signal),
  });

/** Sends a code to a user. @throws {Refusal} */
export function askForCode(app: string, named: NewCode): Promise<AskedCode> {
  return write(pathOf(app, 'codes'), named);
}

/** Makes the user of a code the member's own. @throws {Refusal} for a wrong code, and for one that is over */
export function proveOwnUser(app: string, codeId: string, code: string): Promise<OwnUser> {
  return write(pathOf(app, 'codes', codeId, 'prove'), { code });
}

export function removeOwnUser(app: string, uid: string): Promise<void> {
  return write(pathOf(app, uid, 'remove'), {});
}
