import { contactOfAddress, ADDRESS_KINDS, type AddressKind, type ChosenFrequency } from '#libs/channels/definitions';

/** The addresses of a user, each under the name of its attribute. */
export type Addresses<T = string | null> = { [K in AddressKind]: T };

/**
 * Tests if a user takes commercial messages, by channel. Absent values stay as they are.
 *
 * @property tracking        whether opens and clicks may be recorded with the person
 * @property emailFrequency  how often marketing by e-mail may come
 */
export interface UserConsent {
  email?: boolean;
  sms?: boolean;
  tracking?: boolean;
  emailFrequency?: ChosenFrequency;
}

/** A user as it is stored: some addresses are columns, others stand among the attributes. */
export interface StoredAddresses<V = unknown> {
  email: string | null;
  msisdn: string | null;
  attrs: Readonly<Record<string, V>>;
}

/** @returns null: the user has none */
export function readStoredAddress(user: StoredAddresses, kind: AddressKind): string | null {
  const { storage } = contactOfAddress(kind);
  if ('column' in storage) {
    return user[storage.column];
  }
  const value = user.attrs[storage.attribute];
  return typeof value === 'string' ? value : null;
}

/** The id among `attrs` of an address that is no column; undefined: it is a column. */
export function attributeOfAddress(kind: AddressKind): number | undefined {
  const { storage } = contactOfAddress(kind);
  return 'column' in storage ? undefined : storage.attribute;
}

/** Adds the addresses that are no columns to attributes by id. */
export function putAddresses(
  addresses: Partial<Addresses<string | undefined>>,
  attrs: { set: (attribute: number, address: string) => unknown },
): void {
  for (const kind of ADDRESS_KINDS) {
    const [attribute, address] = [attributeOfAddress(kind), addresses[kind]];
    if (attribute !== undefined && address !== undefined) {
      attrs.set(attribute, address);
    }
  }
}

/** The kind of address that is stored under this attribute; undefined: another attribute. */
export function addressOfAttribute(attribute: number): AddressKind | undefined {
  return ADDRESS_KINDS.find((kind) => attributeOfAddress(kind) === attribute);
}
