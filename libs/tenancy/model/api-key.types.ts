import type { Origin } from '#libs/audit';
import type { TemplateLanguage } from '#libs/templates';
import type { RateLimit, Approval } from './tenancy.types.js';

/** Servers use `rest` keys; apps and pages contain `mobile` and `js` keys. */
export const KEY_KINDS = ['rest', 'mobile', 'js'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** Parts of the REST interface that a key can be limited to. */
export const SCOPES = [
  'users',
  'device-tokens',
  'private',
  'events',
  'geofences',
  'catalogs',
  'inbox',
  'audience',
  'segment-users',
  'notifications',
  'approve',
  'reports',
  'erasure',
  'audit',
  'setup',
] as const;
export type Scope = (typeof SCOPES)[number];

/** The caller of a request, as its API key says. */
export interface Caller extends Origin {
  appId: number;
  keyId: number;
  kind: KeyKind;
  /** Null: all scopes of the kind. */
  scopes: readonly Scope[] | null;
  /** The key has the scope `private`. */
  seesPrivate: boolean;
  /** Addresses and networks (CIDR) that may use the key; null: any. */
  addresses: readonly string[] | null;
  /** Origins of the pages that may use a js key; null: any. */
  origins: readonly string[] | null;
  /** Null: the configured one. */
  rateLimit: RateLimit | null;
  approval: Approval;
  /** Icon of web pushes that name none; null: the application has none. */
  iconUrl: string | null;
  /** The language of texts that name none. */
  templates: TemplateLanguage;
  /** Grows with every change of a definition: what is kept of an older version is read again. */
  definitionVersion: number;
}

/** Scopes of a key. Without them it may do everything of its kind. */
export interface KeyExtent {
  kind: KeyKind;
  scopes?: readonly Scope[] | null | undefined;
}

export interface NewKey {
  kind: KeyKind;
  name: string;
  /** At least 32 characters; without it one is generated. */
  secret?: string;
  scopes?: readonly Scope[];
  addresses?: readonly string[];
  /** The key is valid before this time. */
  expires?: Date;
  /** For js keys only, as `https://shop.example.com`. */
  origins?: readonly string[];
}

/** A key without its secret. */
export interface ApiKey {
  id: number;
  appId: number;
  kind: KeyKind;
  name: string;
  prefix: string;
  scopes: readonly Scope[] | null;
  addresses: readonly string[] | null;
  origins: readonly string[] | null;
  /** Members who were given a secret of it. */
  madeBy: readonly number[];
  createdAt: Date;
  /** Null while it is current; in the past when it was revoked or replaced. */
  endsAt: Date | null;
  /** Null: it does not expire. */
  expiresAt: Date | null;
}

/** A key with the time of its last use; null: never. It is noted once a minute at most. */
export interface KeyStatus extends ApiKey {
  lastUsedAt: Date | null;
}

/** A generated secret. It is shown only once. */
export interface NewSecret {
  /** Kind of the key, or `hook` for a webhook. */
  kind: KeyKind | 'hook';
  name: string;
  secret: string;
}
