import { ADDRESS_CONTACTS } from '#libs/channels/definitions';
import { bitSliceTerms } from './bit-slices.js';

export { SLICE_SIZE, sliceOf } from './slices.js';

/**
 * The parts of a user that the change feed reports separately. Each term belongs to one aspect. When an aspect of a
 * user changes, the user leaves all its terms and joins the current ones. The old values need not be known.
 */
export const ASPECTS = {
  /** Removes a user from all aspects: the row was inserted, deleted or changed in an unknown way. */
  everything: '*',
  user: 'user',
  device: 'device',
  place: 'place',
  attribute: (attrId: number | string): string => `a${attrId}`,
  tag: (tagId: number): string => `t${tagId}`,
  category: (categoryId: number): string => `c${categoryId}`,
} as const;

/** Terms. Value terms begin with `=`, bit slices with `#`. */
export const TERMS = {
  all: 'all',
  email: 'email',
  msisdn: 'msisdn',
  emailOptIn: 'emailOptIn',
  smsOptIn: 'smsOptIn',
  /** The user has the attribute or the tag. */
  has: 'has',
  optedOut: 'out',
  /** The user said yes or no to a topic by a channel, or without one, by its number. */
  choice: (channel: number, isOn: boolean): string => `${channel}${isOn ? '+' : '-'}`,
  /** The user has a single number; the bit slices cover these users. */
  number: '#',
  reachable: 'reachable',
  value: (value: unknown): string => `=${JSON.stringify(value)}`,
  column: (column: string, value: string): string => `${column}=${value}`,
} as const;

/** Tests if a term is a value of an attribute. */
export function isValueTerm(term: string): boolean {
  return term.startsWith('=');
}

/** The value that a value term stands for. */
export function readValueTerm(term: string): string | number | boolean {
  return JSON.parse(term.slice(1)) as string | number | boolean;
}

/** The maximum length of a term that fits the key. An attribute with a longer value is read from the rows. */
export const MAX_TERM_LENGTH = 600;

export type PutTerm = (aspect: string, term: string, uid: number) => void;

/** The columns of a user that terms are made of. */
export interface SourceUser {
  uid: number;
  email: boolean;
  msisdn: boolean;
  emailOptIn: boolean;
  smsOptIn: boolean;
  tags: readonly number[];
  /** By attribute id. */
  attrs: Readonly<Record<string, unknown>>;
}

/** One installation; its columns as text. */
export interface SourceDevice {
  uid: number;
  platform: string;
  reachable: boolean;
  columns: Readonly<Record<string, string | null>>;
}

export interface SourceOptOut {
  uid: number;
  categoryId: number;
}

export function putUser(user: SourceUser, put: PutTerm): void {
  const { uid } = user;
  put(ASPECTS.user, TERMS.all, uid);
  for (const term of ['email', 'msisdn', 'emailOptIn', 'smsOptIn'] as const) {
    if (user[term]) {
      put(ASPECTS.user, TERMS[term], uid);
    }
  }
  for (const tagId of user.tags) {
    put(ASPECTS.tag(tagId), TERMS.has, uid);
  }
  for (const [attrId, value] of Object.entries(user.attrs)) {
    putAttribute(attrId, value, uid, put);
  }
}

/** Attributes that are addresses: nearly every user has another one, and they are looked up elsewhere. */
const ADDRESSES: ReadonlySet<string> = new Set(
  ADDRESS_CONTACTS.flatMap(({ storage }) => ('attribute' in storage ? String(storage.attribute) : [])),
);

/** Each element of an array is a value term. A single number also gets bit slices. */
export function putAttribute(attrId: number | string, value: unknown, uid: number, put: PutTerm): void {
  const aspect = ASPECTS.attribute(attrId);
  if (!Array.isArray(value) || value.length > 0) {
    put(aspect, TERMS.has, uid);
  }
  if (ADDRESSES.has(String(attrId))) {
    return;
  }
  if (Array.isArray(value)) {
    for (const element of new Set<unknown>(value)) {
      put(aspect, TERMS.value(element), uid);
    }
    return;
  }
  put(aspect, TERMS.value(value), uid);
  if (typeof value === 'number') {
    put(aspect, TERMS.number, uid);
    for (const term of bitSliceTerms(value)) {
      put(aspect, term, uid);
    }
  }
}

/** Two devices of one platform put the user twice, which a bitmap ignores. */
export function putDevice({ uid, platform, reachable, columns }: SourceDevice, put: PutTerm): void {
  for (const [column, value] of Object.entries(columns)) {
    if (value !== null) {
      put(ASPECTS.device, TERMS.column(column, value), uid);
    }
  }
  if (reachable) {
    put(ASPECTS.device, TERMS.reachable, uid);
    put(ASPECTS.device, TERMS.column(TERMS.reachable, platform), uid);
  }
}

export interface SourceChoice extends SourceOptOut {
  channel: number;
  isOn: boolean;
}

export function putChoice({ uid, categoryId, channel, isOn }: SourceChoice, put: PutTerm): void {
  put(ASPECTS.category(categoryId), TERMS.choice(channel, isOn), uid);
}

export function putOptOut({ uid, categoryId }: SourceOptOut, put: PutTerm): void {
  put(ASPECTS.category(categoryId), TERMS.optedOut, uid);
}
