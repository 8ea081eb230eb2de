import { TOPIC_CHANNEL_NAMES } from '#libs/channels/definitions';
import {
  type FileFields,
  freeField,
  intField,
  listField,
  namesOf,
  oneOfField,
  patternField,
  required,
  type SectionReference,
  textField,
  textsField,
} from '#platform/forms';
import { MAX_CAPS } from '../model/match-caps.js';
import { BOUND_POLICIES, CALENDAR_PERIODS } from '../model/policy.types.js';

export const MAX_NAME = 100;
export const MAX_MESSAGES = 1000;
export const MAX_DAYS = 90;
export const OVERS = ['skip', 'defer'] as const;

export const CAP_FIELDS = {
  name: required(textField('Identifies the cap', { max: MAX_NAME })),
  most: required(intField({ min: 1, max: MAX_MESSAGES }, 'Messages to one user in any window')),
  per: patternField(
    '^[1-9]\\d{0,8}[smhd]$',
    `Length of the window, up to ${MAX_DAYS}d: a number with \`s\`, \`m\`, \`h\` or \`d\``,
    'needed without `calendar`',
  ),
  calendar: freeField(
    { enum: [...CALENDAR_PERIODS, true, false] },
    'Counts from the beginning of the day, week (Monday) or month of each person. `true` takes the period from `per`: `1d`, `7d` or `30d`',
    'the window rolls',
  ),
  channels: textsField('Counts these channels alone', 'all', TOPIC_CHANNEL_NAMES),
  topics: textsField('Counts these categories alone', 'all messages'),
  over: oneOfField(OVERS, 'A message over the cap is skipped, or waits for a place', '`skip`'),
  binds: textsField('Policies that it holds back', '`[marketing]`', BOUND_POLICIES),
} satisfies FileFields;

export const CAP_NAMES = namesOf(CAP_FIELDS);

export const CAPS_REFERENCE: SectionReference = {
  field: listField(CAP_FIELDS, `Most messages to one user, up to ${MAX_CAPS} caps`),
  about: 'See [contact policy](contact-policy.md#frequency-caps).',
  example: `
app: shop
categories:
  - name: offers
caps:
  - { name: marketing, most: 3, per: 24h }
  - { name: offers, most: 1, per: 7d, channels: [EMAIL, PUSH], topics: [offers] }
  - { name: month, most: 20, calendar: month, over: defer }
`,
};
