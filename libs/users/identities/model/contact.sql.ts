import { ADDRESS_KINDS, contactOfAddress, listAddressesBeside, type AddressKind } from '#libs/channels/definitions';

/** The address of a user, as an expression over a row of `users.app_user`; NULL: none. */
export function addressSql(alias: string, kind: AddressKind): string {
  const { storage } = contactOfAddress(kind);
  return 'column' in storage ? `${alias}.${storage.column}` : `(${alias}.attrs ->> '${storage.attribute}')`;
}

/** All addresses of a user on the channel of this one, as an array expression, the first one first. */
export function addressesSql(alias: string, kind: AddressKind): string {
  return `ARRAY[${listAddressesBeside(kind)
    .map((each) => addressSql(alias, each))
    .join(', ')}]`;
}

/** The address to which a user gets the messages of this one's channel, as an expression; NULL: none. */
export function chosenAddressSql(alias: string, kind: AddressKind): string {
  const all = listAddressesBeside(kind).map((each) => addressSql(alias, each));
  return all.length === 1 ? all.join('') : `coalesce(${all.join(', ')})`;
}

/** Every address of a user, each under the name of its attribute. */
export function addressColumnsSql(alias: string): string {
  return ADDRESS_KINDS.map((kind) => `${addressSql(alias, kind)} AS "${kind}"`).join(', ');
}

/**
 * Tests if a user takes commercial messages at an address, whether or not there is one, as an expression over a row of
 * `users.app_user` · a probe of the primary key where the refusal is a row of its own.
 */
export function consentSql(alias: string, kind: AddressKind): string {
  const { storage } = contactOfAddress(kind);
  return 'column' in storage
    ? `${alias}.${storage.consent}`
    : `NOT EXISTS (SELECT FROM users.category_optout AS x WHERE x.vb = ${alias}.vb AND x.app_id = ${alias}.app_id
         AND x.uid = ${alias}.uid AND x.category_id = ${storage.refusal})`;
}
