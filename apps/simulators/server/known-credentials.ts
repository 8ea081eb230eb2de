import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { isJsonObject } from '#platform/collections';
import { BadRequest } from './control-input.js';
import type { Jwt } from './jwt.js';

/** Credentials of the only account that each provider accepts. */
interface Known {
  apns: { teamId: string; keyId: string; publicKey: string; topics: string[] };
  fcm: { clientEmail: string; publicKey: string; projectId: string };
  webpush: { publicKey: string };
  smtp: { user: string; password: string };
  sms: { accountSid: string; authToken: string; senders: string[] };
}

/** Fields by provider; a list where the name is one of `LISTS`. */
const FIELDS: { readonly [P in keyof Known]: readonly (keyof Known[P] & string)[] } = {
  apns: ['teamId', 'keyId', 'publicKey', 'topics'],
  fcm: ['clientEmail', 'publicKey', 'projectId'],
  webpush: ['publicKey'],
  smtp: ['user', 'password'],
  sms: ['accountSid', 'authToken', 'senders'],
};
/** Providers with known credentials. */
const TOLD = Object.keys(FIELDS) as (keyof Known)[];
const LISTS = new Set(['topics', 'senders']);

/**
 * The credentials that providers accept: `PUT /credentials`. Real providers know their customers; a simulator has to be
 * configured. Without any, a provider accepts all credentials of the right form.
 */
export class KnownCredentials {
  /** Grows with each change: what was checked before counts no more. */
  version = 0;
  private known: Partial<Known> = {};

  get<P extends keyof Known>(provider: P): Known[P] | undefined {
    return this.known[provider];
  }

  /**
   * @param input credentials by provider; a provider that is left out accepts all
   *
   * @throws BadRequest with all faults
   */
  set(input: unknown): { accepts: (keyof Known)[] } {
    const faults = findFaults(input);
    if (faults.length > 0) {
      throw new BadRequest(faults);
    }
    this.known = input as Partial<Known>;
    this.version += 1;
    return { accepts: TOLD.filter((provider) => this.known[provider] !== undefined) };
  }
}

function findFaults(input: unknown): string[] {
  if (!isJsonObject(input)) {
    return ['the body must be an object'];
  }
  return Object.entries(input).flatMap(([name, value]) => {
    const provider = TOLD.find((candidate) => candidate === name);
    if (provider === undefined || !isJsonObject(value)) {
      return [`${name} must be one of ${TOLD.join(', ')}, with an object`];
    }
    return FIELDS[provider].flatMap((field) => {
      const content = value[field];
      const isSound = LISTS.has(field)
        ? Array.isArray(content) && content.every((entry) => typeof entry === 'string')
        : typeof content === 'string' && content !== '';
      return isSound ? [] : [`${name}.${field} must be ${LISTS.has(field) ? 'a list of texts' : 'a text'}`];
    });
  });
}

/** True where a token was signed with the private part of this key (PEM). */
export function isSignedBy(publicKey: string, { signed, signature }: Jwt): boolean {
  let key: KeyObject;
  try {
    key = createPublicKey(publicKey);
  } catch {
    return false;
  }
  return verify('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }, signature);
}
