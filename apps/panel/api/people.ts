import type { components } from '../../../openapi/panel.d.ts';
import { read, write } from './client.js';
import { withProof } from './passkey.js';
import type { PersonChanges, UserHead } from './types.js';

export type PersonDifference = components['schemas']['PersonDifferenceDto'];
export type Erasure = components['schemas']['ErasedDto'];

const pathOf = (app: string, uid: string, ...action: string[]): string =>
  ['/apps', ...[app, 'users', uid, ...action].map(encodeURIComponent)].join('/');

/** The id by which the page asked: a visitor's one, where it became this person. */
export function askedUid({ uid, merged }: UserHead): string {
  return merged?.uid ?? uid;
}

/** Finds the person with an extId. @returns undefined: there is none */
export async function findPerson(app: string, extId: string): Promise<UserHead | undefined> {
  const found = { by: 'extId', value: extId };
  const { items } = await read<components['schemas']['FoundUserListDto']>(pathOf(app, 'find'), found);
  const uid = items.find((item) => item.extId === extId)?.uid;
  return uid === undefined ? undefined : read<UserHead>(pathOf(app, uid));
}

/** Reads the person with its private values. The audit log records the reader. */
export function revealUser(app: string, uid: string): Promise<UserHead> {
  return write<UserHead>(pathOf(app, uid, 'reveal'), {});
}

/**
 * Changes a person, or previews the changes.
 *
 * @param mark  of the preview; absent: only previews
 */
export function changeUser(
  app: string,
  uid: string,
  changes: PersonChanges,
  mark?: string,
): Promise<{ items: PersonDifference[]; mark: string }> {
  return write(pathOf(app, uid, 'changes'), {
    ...changes,
    trial: mark === undefined,
    ...(mark !== undefined && { mark }),
  });
}

/** Corrects an address of a person at once: the member has typed the whole of it. @param code  of its attribute */
export function correctAddress(app: string, uid: string, code: string, address: string): Promise<void> {
  return write(pathOf(app, uid, 'changes'), { set: { [code]: address }, trial: false });
}

/** Takes a device out of use, until it registers again. */
export function retireDevice(app: string, uid: string, device: string): Promise<void> {
  return write(pathOf(app, uid, 'devices', device, 'retire'), {});
}

/** Deletes a person and its devices; results of sends stay. @param confirm  the extId, as it was typed */
export function deleteUser(app: string, uid: string, confirm: string): Promise<void> {
  return write(pathOf(app, uid, 'delete'), { confirm });
}

/** Erases a person from every table for good. */
export function eraseUser(app: string, uid: string, confirm: string): Promise<Erasure> {
  return withProof(() => write(pathOf(app, uid, 'erase'), { confirm }));
}
