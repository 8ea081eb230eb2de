import type { Actor, AuditDifference, Origin } from '#libs/audit';
import type { AccountRateLimits } from '#libs/channels';
import type { Channel } from '#libs/channels/definitions';
import type { TemplateLanguage } from '#libs/templates';
import type { Statements, Tx } from '#platform/db';
import type { SectionReference } from '#platform/forms';
import { SECTIONS, type Section } from './sections.js';

/** A tenant: one product of the operator, with its own users, keys and settings. */
export interface Application {
  id: number;
  name: string;
  settings: Settings;
}

/**
 * The sends that wait for approvals.
 *
 * @property isRequired  some do
 * @property steps       at least one, from few users to many
 * @property self        the key that sent may be one of the approvers
 * @property keys        keys may approve what a member asked for
 */
export interface Approval {
  isRequired: boolean;
  steps: readonly ApprovalStep[];
  self: boolean;
  keys: boolean;
}

/**
 * How many must approve a send, by its size. The last step that a send is beyond counts.
 *
 * @property from       sends to more users than this, however they are addressed; null, of the first step: every bulk send,
 *   and where `self` is false every send to a `pa` target
 * @property approvers  members or keys that must approve it
 */
export interface ApprovalStep {
  from: number | null;
  approvers: number;
}

export interface Settings {
  approval: Approval;
  /** The proof that a device needs to speak for a named user. */
  identity: IdentityMode;
  /** Devices of one user that may register themselves for push. Those that servers register do not count. */
  maxInstallations: number;
  /** The first value defines the type of an unknown profile attribute. */
  defineOnFirstUse: boolean;
  /** `deleteUsersPermanently` is granted. */
  permanentDeletion: boolean;
  /** Default tracking of e-mails and text messages. */
  tracking: Tracking;
  /** By which addresses of e-mail that differ count as one mailbox; empty: only their spelling may differ. */
  addressRules: readonly AddressRule[];
  /** BCP 47 tag: of texts under no language, and for users whose language a message does not have; null: none. */
  defaultLanguage: string | null;
  /** IANA name, for recipients without a known time zone in sends by local time. */
  timeZone: string;
  /** Icon of web pushes that name none (https); null: none. */
  iconUrl: string | null;
  /** The language of texts that name none. */
  templates: TemplateLanguage;
  /** How public pages of the application look. */
  brand: Brand;
  /** Campaign parameters of the links of e-mails; null: they get none. */
  utm: Utm | null;
  /** Country (ISO 3166-1, two letters) whose phone numbers may come without their calling code; null: none. */
  defaultCountry: string | null;
  /** For scheduled sends that start late, because no process ran at their time. */
  lateSends: LateSends;
  /** Whole days that each kind of record is kept. */
  retention: { results: number; statistics: number; events: number; inbox: number; audit: number };
  /** The rate limit of each of its API keys; null: the configured one. */
  rateLimit: RateLimit | null;
  /** Sections of the file that members may edit in the panel; null: all. The file alone says so. */
  panelMayEdit: readonly Section[] | null;
}

/** Campaign parameters of links. @property source  absent: the name of the application. @property medium  absent: `email` */
export interface Utm {
  source?: string;
  medium?: string;
}

/**
 * The brand of an application, as its people see it. An absent value is not set. Nothing of it can leave its place in a
 * page, a style sheet or a header.
 *
 * @property logo        https, or `/m/…` of this installation
 * @property color       `#rrggbb`, in lower case
 * @property font        a family: letters, digits, spaces and hyphens
 * @property footer      lines of text
 * @property sender      name and postal address, in lines
 * @property privacyUrl  https
 */
export interface Brand {
  name?: string;
  logo?: string;
  color?: string;
  font?: string;
  footer?: string;
  sender?: string;
  privacyUrl?: string;
}

/**
 * Under `required` a device names a user only with a token of the application's server. Under `optional` it may do so
 * without, and remains unproven.
 */
export const IDENTITY_MODES = ['required', 'optional'] as const;
export type IdentityMode = (typeof IDENTITY_MODES)[number];

/** Algorithms of tokens (RFC 7518, section 3.1): two with a public key, one with a shared secret. */
export const IDENTITY_ALGORITHMS = ['ES256', 'RS256', 'HS256'] as const;
export type IdentityAlgorithm = (typeof IDENTITY_ALGORITHMS)[number];

/** `dots`: dots in the local part count for nothing; `plus`: nor does what follows a plus sign in it. */
export const ADDRESS_RULES = ['dots', 'plus'] as const;
export type AddressRule = (typeof ADDRESS_RULES)[number];

/** Late sends are sent anyway, skipped, or wait until the campaign is resumed. */
export const LATE_POLICIES = ['send', 'skip', 'ask'] as const;

/**
 * @property policy        for sends later than `afterMinutes`
 * @property afterMinutes  a send that is less late is sent
 */
export interface LateSends {
  policy: (typeof LATE_POLICIES)[number];
  afterMinutes: number;
}

/**
 * Recording of opens and clicks of people who neither consented nor refused: with the person, none, or sums without a
 * person.
 */
export const UNSAID_TRACKING = ['granted', 'denied', 'anonymous'] as const;
export type UnsaidTracking = (typeof UNSAID_TRACKING)[number];

/** Fetches of machines count like those of people, or apart. */
export const MACHINE_COUNTS = ['count', 'apart'] as const;
export type MachineCount = (typeof MACHINE_COUNTS)[number];

/**
 * @property opens    e-mails contain a tracking pixel
 * @property clicks   links of e-mails and text messages redirect through this installation
 * @property without  the recording of opens and clicks of people who said nothing
 * @property machines  the count of fetches by machines
 */
export interface Tracking {
  opens: boolean;
  clicks: boolean;
  without: UnsaidTracking;
  machines: MachineCount;
}

/**
 * The request limit of a key.
 *
 * @property perSecond  on average; 0: no limit
 * @property burst      at once, after a pause; at least `perSecond`
 */
export interface RateLimit {
  perSecond: number;
  burst: number;
}

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
  /** It has the scope `private`. */
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

/**
 * The messages that an account takes, where its channel has several.
 *
 * @property countries  ISO 3166-1: numbers of these countries alone
 * @property share      percent of the recipients that it could take
 * @property order      the lower goes first; absent: `DEFAULT_ORDER`
 */
export interface AccountRules {
  countries?: string[];
  share?: number;
  order?: number;
}

export interface ProviderAccount<C extends Channel = Channel> {
  accountId: number;
  appId: number;
  channel: C;
  /** Its name among the accounts of the application: the channel, or `channel:name` for a further account of it. */
  key: string;
  /** The name of its provider. */
  provider: string;
  /** Incremented with every change of the credentials. */
  version: number;
  /** In the form of its provider. */
  credentials: object;
  /** The provider is the simulator of this installation; the delivery module knows its address. */
  simulator: boolean;
  /** Absent: no limit. */
  pace?: AccountRateLimits;
  /** The messages of its channel that it takes. Absent: all. */
  rules?: AccountRules;
  /** Set while the account must not send. */
  paused: { code: string; why: string; since: Date } | null;
}

export { SECTIONS, type Section };

/** A difference between an application and its file, for example `keys: rest backend`. The audit log stores it. */
export type Difference = AuditDifference;

/**
 * Asker of a question that depends on private values of users.
 *
 * @property seesPrivate  may see these values
 */
export interface Viewer {
  by: Pick<Actor, 'kind'>;
  seesPrivate: boolean;
}

/** Editor of the set-up, with its further rights. */
export interface SetupEditor extends Viewer {
  by: Actor;
  /** Members who are given the secrets of keys that it makes. */
  behind: readonly number[];
  /** Settings that it sees and changes. Absent: all. */
  settings?: readonly string[];
  /** @throws AppError for a key that may do more than who makes it */
  checkKey(key: KeyExtent): void;
}

export interface ApplyContext {
  editor: SetupEditor;
  /** Remove entries that are missing from the section. */
  prune: boolean;
  /** Reports a generated secret, to be shown once. */
  reveal(secret: NewSecret): void;
  /** Reports what is accepted but should be changed. */
  warn(warning: string): void;
  /** Work that can wait is left to the scheduler: a request waits for the answer. */
  isDeferred?: boolean;
  /** Fields that an entry leaves out stay as they are, of sections with such fields. Absent: they are at their defaults. */
  isPartial?: boolean;
}

/**
 * A section of the application file, which a module applies. A dry run applies it too and rolls back, so `apply` must
 * change nothing but the database.
 */
export interface ApplySection {
  readonly section: Section;
  /** The reference of its fields, for editors and the reference page. */
  readonly reference: SectionReference;
  /**
   * Applies the section. Applying the same value again gives no difference.
   *
   * @param value  the section of the file, not yet validated
   * @returns the differences, in the order of the file
   * @throws AppError `malformed`, naming the path of the fault (`attributes[2].dataType`)
   */
  apply(tx: Tx, app: Application, value: unknown, context: ApplyContext): Promise<Difference[]>;
  /**
   * Reads the section as it would stand in the file; undefined: there is nothing of it. Applying it again, with the secrets
   * that it names, gives no difference.
   */
  read(on: Statements, app: Application): Promise<SectionContent | undefined>;
  /**
   * Removes one entry. Absent: entries go only with `prune`.
   *
   * @returns false when there is none of this name
   */
  remove?(tx: Tx, app: Application, name: string, editor: Viewer): Promise<boolean>;
}

/**
 * A section of an application as the file has it.
 *
 * @property value     secrets are named as values of the environment (`${APNS_KEY}`), or left out where `apply` keeps them
 * @property withheld  those names; none: the value can be applied as it is
 */
export interface SectionContent {
  value: unknown;
  withheld: readonly string[];
}

export interface ApplyResult {
  app: Application;
  differences: Difference[];
  /** Empty in a dry run. */
  secrets: NewSecret[];
  /** Texts about entries that are accepted but should be changed. */
  warnings: string[];
}
