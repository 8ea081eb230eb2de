import {
  type FileField,
  type FileFields,
  freeField,
  intField,
  listField,
  mapField,
  oneOfField,
  patternField,
  required,
  schemaOfFields,
  textField,
  textsField,
} from '#platform/forms';
import type { JsonSchema } from '#platform/validation';
import { REACHES } from '#libs/delivery';
import { DURATION_PATTERN } from '../model/duration.js';
import { LATE_POLICIES, WEEKDAYS, ZONES } from '../model/journey.types.js';

export const MAX_NAME = 100;
/** Stretches of a pace. */
export const PACES = ['1m', '1h'] as const;
/** Letters, digits, `_` and `-`, so that no id is taken for a sum. */
export const NODE_ID = '^[A-Za-z0-9][A-Za-z0-9_-]{0,49}$';
export const CLOCK_TIME = '^([01]\\d|2[0-3]):[0-5]\\d$';
export const SHARE = '^\\d{1,3}(\\.\\d{1,2})?%$';
export const MAX_DAYS = 365;

export const DURATION = 'a number with `s`, `m`, `h` or `d`';
const OTHER_KIND = 'another kind of step';
export const WHERE = freeField(
  { type: 'object', additionalProperties: { type: 'object' } },
  'Conditions on attributes of the event or data of the request: `{ price: { atLeast: 20 } }`, with `is`, `atLeast`, `atMost`',
  'none',
);
const SAME = textsField('Attributes equal to those of the entry event', 'none');
const NODE = patternField(NODE_ID, 'Of a result: the step that sent the message', 'any');
const ID = required(patternField(NODE_ID, 'Names the step in every version'));
export const ZONE = oneOfField(ZONES, 'Clock: `application`, or `user`, of the device used last', '`application`');
const LATE = oneOfField(
  LATE_POLICIES,
  '`exit`: a person leaves if the wait ended over an hour ago, as after a pause',
  '`continue`',
);

export const AWAITED_FIELDS = {
  event: required(textField('Event to wait for, or result of a message')),
  node: NODE,
  same: SAME,
  where: WHERE,
} satisfies FileFields;

export const BEFORE = patternField(DURATION_PATTERN, `So long before it: ${DURATION}`, 'at it');
export const AFTER = patternField(DURATION_PATTERN, `So long after it: ${DURATION}`, 'at it');
export const WEEKDAYS_FIELD = textsField('Of `at`: the next of these days', 'every day', WEEKDAYS);

export const UNTIL_FIELDS = {
  attribute: required(textField('Attribute of the person, a `DATE` or a `TIME_STAMP`')),
  before: BEFORE,
  after: AFTER,
} satisfies FileFields;

export const WAIT_FIELDS = {
  id: ID,
  for: patternField(DURATION_PATTERN, `How long: ${DURATION}`, 'one of the others'),
  at: patternField(CLOCK_TIME, 'Until this time of day, `HH:mm`; with `until` on its day', 'one of the others'),
  days: freeField(
    { type: 'integer', minimum: 0, maximum: MAX_DAYS },
    'Of `at`: days after the arrival',
    'the next such time',
  ),
  weekdays: WEEKDAYS_FIELD,
  until: mapField(UNTIL_FIELDS, 'Until a time of the person; without one no wait', 'one of the others'),
  zone: ZONE,
  late: LATE,
} satisfies FileFields;

export const SEGMENT_ENTRY_FIELDS = {
  joined: textField('Segment whose new members enter', { otherwise: '`left`' }),
  left: textField('Segment whose former members enter', { otherwise: '`joined`' }),
} satisfies FileFields;

export const ANY_FIELDS = {
  event: textField('Event to wait for, or result of a message', { otherwise: '`segment`' }),
  node: NODE,
  same: SAME,
  where: WHERE,
  segment: mapField(SEGMENT_ENTRY_FIELDS, 'Segment that the person joins or leaves', '`event`'),
} satisfies FileFields;

export const WAIT_FOR_FIELDS = {
  id: ID,
  event: textField('Event to wait for, or result of a message', { otherwise: '`anyOf`' }),
  node: NODE,
  same: SAME,
  where: WHERE,
  anyOf: listField(ANY_FIELDS, 'Events and segments; the first ends the wait; at most 10'),
  atMost: required(patternField(DURATION_PATTERN, `How long: ${DURATION}`)),
  late: LATE,
} satisfies FileFields;

export const BATCH_FIELDS = {
  id: ID,
  for: required(patternField(DURATION_PATTERN, `How long events are collected: ${DURATION}`)),
  most: intField({ min: 2, max: 1000 }, 'Events that end it early', 'no number'),
} satisfies FileFields;

export const THROTTLE_FIELDS = {
  id: ID,
  most: required(intField({ min: 1, max: 1_000_000 }, 'People per `per`')),
  per: oneOfField(PACES, 'A minute or an hour of the clock', '`1m`'),
} satisfies FileFields;

export const WEBHOOK_FIELDS = {
  id: ID,
  hook: required(textField('`name` in `hooks`', { max: MAX_NAME })),
} satisfies FileFields;

export const SEND_FIELDS = {
  id: ID,
  message: textField('`name` of a definition', { max: MAX_NAME, otherwise: '`contents`' }),
  contents: freeField(
    { type: 'array', items: { type: 'object' } },
    'Contents in the order of reach, as `contents` of `POST /rest/3.0/campaigns`. Define their sounds, button sets and topics before',
    '`message`',
  ),
  reach: oneOfField(REACHES, 'Of `contents`: each, the first that reaches a person, or by `preferredBy`', '`all`'),
  within: patternField(DURATION_PATTERN, `Of \`first\`: how long one may take, ${DURATION}`, '`24h`'),
  preferredBy: textField('Of `preferred`: `lastActive`, or an attribute with the name of a platform', {
    otherwise: 'needed',
  }),
} satisfies FileFields;

const SCALARS = ['string', 'number', 'boolean'];
export const SET_FIELDS = {
  id: ID,
  attributes: freeField(
    { type: 'object', additionalProperties: { type: SCALARS } },
    'Values by attribute code; `@{event.x}` is the attribute `x` of the entry event',
    'none',
  ),
  addTags: textsField('Tags to add', 'none'),
} satisfies FileFields;

export const BRANCH_FIELDS = {
  id: ID,
  if: freeField({ type: 'object' }, 'Condition on the person, as `target` of segments', 'none'),
  where: WHERE,
} satisfies FileFields;

export const SPLIT_FIELDS = {
  id: ID,
  by: required(
    freeField(
      { type: 'object', additionalProperties: { type: 'string', pattern: SHARE } },
      'Shares of the arms by name, together 100%: `{ plain: 50%, warm: 50% }`. A person always takes the same arm',
    ),
  ),
} satisfies FileFields;

const KIND_FIELDS = {
  wait: mapField(WAIT_FIELDS, 'Waits: `for`, `at` or `until`', OTHER_KIND),
  waitFor: mapField(WAIT_FOR_FIELDS, 'Waits for an event, then takes `came`; without it the next step', OTHER_KIND),
  batch: mapField(
    BATCH_FIELDS,
    'Collects further entry events with the same `key`, then goes on once: `@{batch.count}`, `@{batch.x}` with the values of `x` in order, and in templates the list `batch`. For entries by an event',
    OTHER_KIND,
  ),
  throttle: mapField(THROTTLE_FIELDS, 'Limits people per minute or hour; others wait', OTHER_KIND),
  webhook: mapField(
    WEBHOOK_FIELDS,
    'Calls a webhook with the data of the visit. With `failed` a person waits until the call is taken, or given up after a day; else not',
    OTHER_KIND,
  ),
  send: mapField(
    SEND_FIELDS,
    'Sends a message; `@{event.x}` is an attribute of the entry event, `@{data.x}` a field of the data of the request',
    OTHER_KIND,
  ),
  set: mapField(SET_FIELDS, 'Writes attributes and tags', OTHER_KIND),
  branch: mapField(BRANCH_FIELDS, 'Takes `yes` where `if` and `where` hold, else `no`', OTHER_KIND),
  split: mapField(SPLIT_FIELDS, 'Takes one arm, with its steps beside it under its name', OTHER_KIND),
  goto: textField('Goes on with this step, at the end of a list. After 100 steps a person leaves', {
    otherwise: OTHER_KIND,
  }),
  exit: textField('Ends the journey, under this id', { otherwise: OTHER_KIND }),
} satisfies FileFields;

const branchField = (description: string, items?: JsonSchema): FileField =>
  freeField({ type: 'array', ...(items && { items }) }, description, 'the next step');
const branchFields = (items?: JsonSchema): Record<'came' | 'yes' | 'no' | 'failed', FileField> => ({
  came: branchField('After the event of `waitFor`; as `steps`', items),
  yes: branchField('Of `branch` where its conditions hold', items),
  no: branchField('Of `branch` where they do not', items),
  failed: branchField('Of `webhook` after a call that was given up', items),
});
/** Arms of a split have names of their own. */
const withArms = (fields: FileFields): JsonSchema => ({
  ...schemaOfFields(fields),
  additionalProperties: { type: 'array' },
});

export const STEP_FIELDS = {
  ...KIND_FIELDS,
  ...branchFields(withArms({ ...KIND_FIELDS, ...branchFields() })),
} satisfies FileFields;

/** A list of steps, which takes arms of splits beside the fields that it names. */
export function stepsField(description: string): FileField {
  const list = listField(STEP_FIELDS, description);
  return { ...list, schema: { ...list.schema, items: withArms(STEP_FIELDS) } };
}
