import { bitSliceTerms } from './bit-slices.js';

/** Uids of one slice share their bitmaps: slices are independent, and what they count adds up. */
export const SLICE_SIZE = 2 ** 20;

export function sliceOf(uid: number): number {
  return Math.floor(uid / SLICE_SIZE);
}

/**
 * What changes at once about a user, by the change feed's kinds. A term belongs to one aspect; when an aspect of a user
 * changes, the user leaves all terms of it and joins those that hold now. So a change needs no knowledge of what was.
 */
export const ASPECTS = {
  /** Clears a user from all aspects: the row came, went or may have changed anywhere. */
  everything: '*',
  user: 'user',
  device: 'device',
  attribute: (attrId: number | string): string => `a${attrId}`,
  tag: (tagId: number): string => `t${tagId}`,
  category: (categoryId: number): string => `c${categoryId}`,
} as const;

/** Terms; those of values and planes begin with `=` and `#`. */
export const TERMS = {
  all: 'all',
  email: 'email',
  msisdn: 'msisdn',
  emailOptIn: 'emailOptIn',
  smsOptIn: 'smsOptIn',
  /** Has the attribute, or the tag. */
  has: 'has',
  optedOut: 'out',
  /** Has one number: the planes are of these users. */
  number: '#',
  reachable: 'reachable',
  value: (value: unknown): string => `=${JSON.stringify(value)}`,
  column: (column: string, value: string): string => `${column}=${value}`,
} as const;

/** Whether a term is one value of an attribute. */
export function isValueTerm(term: string): boolean {
  return term.startsWith('=');
}

/** A longer value would not fit into the key of a term: an attribute that has one is looked up in SQL. */
export const MAX_TERM_LENGTH = 600;

export type PutTerm = (aspect: string, term: string, uid: number) => void;

/** A user's row, as far as terms are made of it. */
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

/** One installation; columns as text. */
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

/** Of an array each element is a value; numbers that stand alone are also sliced by their bits. */
export function putAttribute(attrId: number | string, value: unknown, uid: number, put: PutTerm): void {
  const aspect = ASPECTS.attribute(attrId);
  put(aspect, TERMS.has, uid);
  if (Array.isArray(value)) {
    for (const element of new Set<unknown>(value)) {
      put(aspect, TERMS.value(element), uid);
    }
    return;
  }
  put(aspect, TERMS.value(value), uid);
  if (typeof value === 'number') {
    put(aspect, TERMS.number, uid);
    for (const plane of bitSliceTerms(value)) {
      put(aspect, plane, uid);
    }
  }
}

/** A user with two devices of one platform is put twice; a bitmap does not mind. */
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

export function putOptOut({ uid, categoryId }: SourceOptOut, put: PutTerm): void {
  put(ASPECTS.category(categoryId), TERMS.optedOut, uid);
}
