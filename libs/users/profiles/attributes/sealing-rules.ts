import { ADDRESS_KINDS } from '#libs/channels/definitions';
import { malformed } from '#platform/errors';
import { joinPath } from '#platform/forms';
import type { AttributeDefinition, NewAttribute } from '../model/attribute.types.js';

/** Built-in attributes that Herald itself reads or writes, with the reason that they stay in clear. */
const UNSEALABLE = new Map<string, string>([
  ...ADDRESS_KINDS.map((kind) => [kind, 'it is an address that is sent to and looked up'] as const),
  ['language', 'it selects the language of messages in the database'],
  ['country', 'devices report it'],
  ['lastSeen', 'devices report it'],
  ['platform', 'devices report it'],
  ['appVersion', 'devices report it'],
]);

/**
 * Checks the mark `sealed` of an attribute in an application file.
 *
 * @param current  the present definition; undefined: the attribute is new
 * @throws AppError malformed for an attribute that cannot be sealed, or a seal that would be taken away
 */
export function checkSeal(
  { code, sealed = false, search = false }: NewAttribute,
  current: Pick<AttributeDefinition, 'sealed'> | undefined,
  path: string,
): void {
  const reason = sealed ? UNSEALABLE.get(code) : undefined;
  if (reason !== undefined) {
    throw malformed(`${joinPath(path, 'sealed')}: ${code} cannot be sealed, because ${reason}`);
  }
  if (sealed && search) {
    throw malformed(`${joinPath(path, 'search')}: ${code} is sealed, and sealed values are not searched`);
  }
  if (current?.sealed === true && !sealed) {
    throw sealedForGood(code, joinPath(path, 'sealed'));
  }
}

/** The refusal to take a seal away. */
export function sealedForGood(code: string, path: string): Error {
  return malformed(
    `${path}: ${code} is sealed, and stays so: its values would remain encrypted. Define another attribute for clear values`,
  );
}
