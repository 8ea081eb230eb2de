import type { Tx } from '#platform/db';

/** A tenant: a product of the operator's with users, keys and settings of its own. */
export interface Application {
  id: number;
  name: string;
  settings: Settings;
}

export interface Settings {
  /** Bulk sends wait for `sendPushApproval`. */
  approval: boolean;
  /** An unknown profile attribute takes its type from the first value. */
  defineOnFirstUse: boolean;
  /** `deleteUsersPermanently` is granted. */
  permanentDeletion: boolean;
  /** What is followed of e-mails and text messages, where a message says nothing. */
  tracking: Tracking;
  /** BCP 47 tag. */
  defaultLanguage: string;
  /** IANA name: of recipients whose own is not known, where a send goes by local time. */
  timeZone: string;
  /** Scheduled sends that are found late, because nothing ran at their time. */
  lateSends: LateSends;
  /** Whole days that each kind of record is kept. */
  retention: { results: number; events: number; inbox: number };
  /** Of each of its API keys; null: what the configuration says. */
  rateLimit: RateLimit | null;
}

/** What becomes of late sends: they go anyway, are left out, or wait until somebody resumes them. */
export const LATE_POLICIES = ['send', 'skip', 'ask'] as const;

/**
 * @property policy        of those found later than `afterMinutes`
 * @property afterMinutes  up to this much late, a send simply goes
 */
export interface LateSends {
  policy: (typeof LATE_POLICIES)[number];
  afterMinutes: number;
}

/**
 * @property opens   a pixel tells when an e-mail is opened
 * @property clicks  links of e-mails and text messages lead through this installation
 */
export interface Tracking {
  opens: boolean;
  clicks: boolean;
}

/**
 * How many requests a key may make.
 *
 * @property perSecond  on average; 0: no limit
 * @property burst      at once, after a pause; at least `perSecond`
 */
export interface RateLimit {
  perSecond: number;
  burst: number;
}

/** `rest` keys are used by servers, `mobile` and `js` keys travel inside apps and pages. */
export const KEY_KINDS = ['rest', 'mobile', 'js'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** Parts of the REST interface that a key can be limited to. */
export const SCOPES = [
  'users',
  'events',
  'geofences',
  'inbox',
  'audience',
  'notifications',
  'reports',
  'erasure',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Who makes a request: what the key that came with it says. */
export interface Caller {
  appId: number;
  keyId: number;
  kind: KeyKind;
  /** Null: everything that the kind may do. */
  scopes: readonly Scope[] | null;
  /** Addresses and networks (CIDR) that may use the key; null: any. */
  addresses: readonly string[] | null;
  /** What its application sets; null: what the configuration says. */
  rateLimit: RateLimit | null;
  /** Where the request reached this installation, as links that a message carries begin. */
  linkBase?: string;
}

export interface NewKey {
  kind: KeyKind;
  name: string;
  /** At least 16 characters; without it one is made. */
  secret?: string;
  scopes?: readonly Scope[];
  addresses?: readonly string[];
}

/** A key as a screen may show it. */
export interface ApiKey {
  id: number;
  appId: number;
  kind: KeyKind;
  name: string;
  prefix: string;
  scopes: readonly Scope[] | null;
  addresses: readonly string[] | null;
  createdAt: Date;
  /** Null while the key has no end; in the past when it was revoked or replaced. */
  endsAt: Date | null;
}

/** A secret that was made just now. This is the only time that anyone sees it. */
export interface NewSecret {
  /** Of a key, or what else has a secret. */
  kind: KeyKind | 'hook';
  name: string;
  secret: string;
}

export const ACCOUNT_CHANNELS = ['apns', 'fcm', 'webpush', 'smtp', 'sms'] as const;
export type AccountChannel = (typeof ACCOUNT_CHANNELS)[number];

/** Credentials by channel, in the shape that the senders take (this room stands below theirs and cannot import it). */
export interface AccountCredentials {
  apns: { teamId: string; keyId: string; key: string; topic: string; environment: 'production' | 'sandbox' };
  fcm: { serviceAccount: ServiceAccount };
  webpush: { subject: string; publicKey: string; privateKey: string };
  smtp: {
    host: string;
    port: number;
    secure: boolean;
    user?: string;
    password?: string;
    from: string;
    fromDomains?: string[];
    dkim?: { domain: string; selector: string; key: string };
    ca?: string;
  };
  sms: { accountSid: string; authToken: string; senders: string[]; segmentsPerSecond?: number };
}

/** What an account is limited to over all processes, as the senders take it. */
export interface AccountRateLimits {
  /** Messages a second. */
  perSecond?: number;
  /** Messages a second after a long rest; twice as many each minute. */
  rampFrom?: number;
  /** E-mail: messages a second to one recipient domain. */
  perDomain?: number;
}

/** The fields of Google's service-account file that are needed, and whatever else it has. */
export interface ServiceAccount {
  project_id: string;
  client_email: string;
  private_key: string;
  [field: string]: unknown;
}

export interface ProviderAccount<C extends AccountChannel = AccountChannel> {
  accountId: number;
  appId: number;
  channel: C;
  /** Grows with every change of the credentials. */
  version: number;
  credentials: AccountCredentials[C];
  /** The provider is the simulator of this installation; delivery resolves where it is. */
  simulator: boolean;
  /** Absent: nothing is limited. */
  pace?: AccountRateLimits;
  /** Set while nothing may be sent with this account. */
  paused: { code: string; why: string; since: Date } | null;
}

/** The parts of an application file, in the order in which they are applied: later ones may name earlier ones. */
export const SECTIONS = [
  'settings',
  'keys',
  'attributes',
  'events',
  'categories',
  'segments',
  'buttonSets',
  'sounds',
  'hooks',
  'geofences',
  'channels',
] as const;
export type Section = (typeof SECTIONS)[number];

/**
 * One difference between an application and its file.
 *
 * @property what  names the thing, for example `keys: rest backend`; never holds a secret
 */
export interface Difference {
  change: 'add' | 'change' | 'remove';
  subject: string;
  from?: string;
  to?: string;
}

export interface ApplyContext {
  /** Entries that the section leaves out are to be removed. */
  prune: boolean;
  /** Reports a secret that was made just now, to be shown once. */
  reveal(secret: NewSecret): void;
}

/**
 * What a room contributes to `herald apply`: one section of the application file. A dry run calls it too and rolls the
 * transaction back, so that what it announces is what happens; hence it touches nothing but the database.
 */
export interface ApplySection {
  readonly section: Section;
  /**
   * Brings the application in line with the section. Applying the same value again gives no difference.
   *
   * @param value  the section as the file has it, not yet checked
   * @returns what was different, in the order of the file
   * @throws AppError `malformed`, naming the path of the fault (`attributes[2].dataType`)
   */
  apply(tx: Tx, app: Application, value: unknown, context: ApplyContext): Promise<Difference[]>;
}

export interface ApplyResult {
  app: Application;
  differences: Difference[];
  /** Empty in a dry run. */
  secrets: NewSecret[];
}
