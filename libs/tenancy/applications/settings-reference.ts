import { EMAIL_FREQUENCIES } from '#libs/channels/definitions';
import { TEMPLATE_LANGUAGES } from '#libs/templates';
import {
  type FileFields,
  flagField,
  freeField,
  intField,
  mapField,
  oneOfField,
  patternField,
  removableField,
  required,
  schemaOfFields,
  type SectionReference,
  textField,
} from '#platform/forms';
import {
  IDENTITY_MODES,
  LATE_POLICIES,
  SECTIONS,
  type Settings,
  UNSAID_TRACKING,
  ADDRESS_RULES,
  MACHINE_COUNTS,
} from '../model/tenancy.types.js';
import { BRAND_FIELDS } from './brand-form.js';
import { UTM_FIELDS } from './utm-form.js';

export const MAX_RETENTION_DAYS = 3650;
/** Four weeks: the longest life of a message. */
const MAX_LATE_MINUTES = 40_320;
const MAX_RATE = 1_000_000;
const MAX_APPROVERS = 10;
/** Each asks for more approvals than the one before. */
export const MAX_STEPS = MAX_APPROVERS;
const MAX_INSTALLATIONS = 1000;

/** Ranges of the numbers of the section. */
export const RANGES = {
  from: { min: 1, max: MAX_RATE * 1000 },
  approvers: { min: 1, max: MAX_APPROVERS },
  maxInstallations: { min: 1, max: MAX_INSTALLATIONS },
  afterMinutes: { min: 1, max: MAX_LATE_MINUTES },
  rate: { min: 0, max: MAX_RATE },
} as const;

/** A setting that the file leaves out stays. Its column has the default that follows, for new applications. */
const STAYS = 'stays; in new applications';
const DAYS = '^[1-9]\\d{0,3}d$';

/** The data that is kept for days, with the days of a new application. */
const KEPT = {
  results: ['Results of recipients', '90d'],
  statistics: ['Sums of sends whose results are gone', '400d'],
  events: ['Events of users', '180d'],
  inbox: ['Messages of inboxes', '90d'],
  audit: ['The audit log', '730d'],
} satisfies Record<keyof Settings['retention'], [string, string]>;

export const STEP_FIELDS = {
  from: intField(RANGES.from, 'Sends to more users than this wait', 'every bulk send waits'),
  approvers: intField(RANGES.approvers, 'Members or keys that must approve a send', '1'),
} satisfies FileFields;
export const APPROVAL_FIELDS = {
  ...STEP_FIELDS,
  steps: {
    ...freeField(
      { type: 'array', items: schemaOfFields(STEP_FIELDS), minItems: 1, maxItems: MAX_STEPS },
      'More approvals for more users, in place of `from` and `approvers`: both grow from step to step; the last step that a send exceeds counts',
      'one step',
    ),
    fields: STEP_FIELDS,
  },
  self: flagField('The sending key may be one of them; a member never approves its own campaign', `${STAYS} false`),
  keys: flagField('Keys may approve requests of members', `${STAYS} false`),
} satisfies FileFields;
export const LATE_FIELDS = {
  policy: oneOfField(LATE_POLICIES, 'Send, skip, or wait for a resume', `${STAYS} \`ask\``),
  afterMinutes: intField(RANGES.afterMinutes, 'Less late sends are sent', `${STAYS} 180`),
} satisfies FileFields;
export const TRACKING_FIELDS = {
  opens: flagField('E-mails contain a tracking pixel', `${STAYS} true`),
  clicks: flagField('Links of e-mails and text messages go through Herald', `${STAYS} true`),
  without: oneOfField(
    UNSAID_TRACKING,
    'Without a choice of the person, opens and clicks are: recorded with the person, not recorded, or added to sums without the person',
    `${STAYS} \`anonymous\``,
  ),
  machines: oneOfField(
    MACHINE_COUNTS,
    'Fetches by mail scanners, previews and other machines: counted as opens and clicks, or apart',
    `${STAYS} \`apart\``,
  ),
} satisfies FileFields;
export const RATE_FIELDS = {
  perSecond: required(intField(RANGES.rate, 'Average requests a second; 0: no limit')),
  burst: intField(RANGES.rate, 'Requests at once after a pause, at least `perSecond`', '`perSecond`'),
} satisfies FileFields;
export const RETENTION_FIELDS: FileFields = Object.fromEntries(
  Object.entries(KEPT).map(([name, [records, days]]) => [name, patternField(DAYS, records, `${STAYS} \`${days}\``)]),
);
/** The kinds of records with days of their own. */
export const RECORDS = Object.keys(KEPT) as (keyof typeof KEPT)[];

/** The value of `panelMayEdit` without locks. */
export const ALL_SECTIONS = 'all';

const APPROVAL = 'Sends that wait for an approval: `true` for every bulk send, `false` for none, or a map';

const UTM =
  'Tracked links of e-mails get `utm_source`, `utm_medium` and `utm_campaign` (name of the campaign), unless they have them';

export const SETTINGS_FIELDS = {
  approval: {
    ...freeField({ anyOf: [{ type: 'boolean' }, schemaOfFields(APPROVAL_FIELDS)] }, APPROVAL, `${STAYS} false`),
    fields: APPROVAL_FIELDS,
  },
  defineOnFirstUse: flagField('The first value defines the type of an unknown attribute', `${STAYS} false`),
  permanentDeletion: flagField('`deleteUsersPermanently` is granted', `${STAYS} false`),
  identity: oneOfField(
    IDENTITY_MODES,
    'Whether a device needs a token to name its user ([user authentication](user-authentication.md))',
    `${STAYS} \`required\``,
  ),
  maxInstallations: intField(RANGES.maxInstallations, 'Self-registered push devices of a user', `${STAYS} 20`),
  defaultLanguage: patternField(
    '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
    'Language tag of texts under no language, and for users whose language a message lacks',
    `${STAYS} none`,
  ),
  timeZone: textField('IANA name, for users without a known time zone', { otherwise: `${STAYS} \`UTC\`` }),
  iconUrl: removableField('Icon of web pushes that name none, `https://…`', `${STAYS} none`),
  templates: oneOfField(TEMPLATE_LANGUAGES, 'Language of texts that name none', `${STAYS} \`plain\``),
  brand: mapField(BRAND_FIELDS, 'Looks of public pages, such as preferences'),
  utm: {
    ...freeField({ anyOf: [{ type: 'boolean' }, schemaOfFields(UTM_FIELDS)] }, UTM, `${STAYS} false`),
    fields: UTM_FIELDS,
  },
  defaultCountry: removableField('Country (two letters) of numbers without calling code', `${STAYS} none`),
  lateSends: mapField(LATE_FIELDS, 'Scheduled sends that start late'),
  tracking: mapField(TRACKING_FIELDS, 'Tracking of e-mails and text messages without their own'),
  addressRules: freeField(
    { type: 'array', items: { type: 'string', enum: ADDRESS_RULES }, uniqueItems: true },
    'E-mail addresses of one mailbox for campaigns: they differ in `dots` or behind a `plus` before the @',
    `${STAYS} none`,
  ),
  emailFrequency: freeField(
    { type: 'array', items: { type: 'string', enum: EMAIL_FREQUENCIES }, uniqueItems: true },
    'How often people may choose to get marketing by e-mail, at most ([consent](consent.md#frequency-of-e-mail))',
    `${STAYS} none`,
  ),
  retention: mapField(RETENTION_FIELDS, `How long records are kept, from \`1d\` to \`${MAX_RETENTION_DAYS}d\``),
  rateLimit: mapField(RATE_FIELDS, 'Limit of each API key', `${STAYS} as configured`),
  panelMayEdit: freeField(
    {
      anyOf: [
        { type: 'string', enum: [ALL_SECTIONS] },
        { type: 'array', items: { type: 'string', enum: SECTIONS }, uniqueItems: true },
      ],
    },
    'Sections that members may edit in the panel; this is never among them',
    `${STAYS} \`all\``,
  ),
} satisfies FileFields;

export const SETTINGS_REFERENCE: SectionReference = {
  field: mapField(SETTINGS_FIELDS, 'Settings of the application'),
  about: 'Absent settings stay, also with `prune`.',
  example: `
app: shop
settings:
  approval: { from: 10000, approvers: 2, self: false }
  identity: optional
  defaultLanguage: en
  timeZone: Europe/Istanbul
  brand: { name: Shop, color: '#1f5fd0', privacyUrl: https://shop.example/privacy }
  defaultCountry: TR
  lateSends: { policy: skip, afterMinutes: 60 }
  tracking: { opens: false, without: granted }
  retention: { results: 30d, audit: 3650d }
  rateLimit: { perSecond: 50, burst: 100 }
  panelMayEdit: all
`,
};
