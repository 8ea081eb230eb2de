import type { EmailFrequency } from '#libs/channels/definitions';
import type { TemplateLanguage } from '#libs/templates';
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
  /** How often marketing by e-mail may come, as people may choose; empty: they are not asked. */
  emailFrequency: readonly EmailFrequency[];
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

export { SECTIONS, type Section };
