import {
  type FileFields,
  flagField,
  freeField,
  intField,
  listField,
  mapField,
  oneOfField,
  patternField,
  required,
  type SectionReference,
  textField,
} from '#platform/forms';
import { JOURNEY_STATES } from '../model/journey.types.js';
import {
  AFTER,
  AWAITED_FIELDS,
  BEFORE,
  CLOCK_TIME,
  DURATION,
  MAX_NAME,
  SEGMENT_ENTRY_FIELDS,
  SHARE,
  stepsField,
  WEEKDAYS_FIELD,
  WHERE,
  ZONE,
} from './steps-reference.js';

export const LIMIT_RANGE = { min: 1, max: 100_000_000 };

export const DATE_ENTRY_FIELDS = {
  attribute: required(textField('Attribute of the person, a `DATE` or a `TIME_STAMP`')),
  at: required(patternField(CLOCK_TIME, 'Time of day, `HH:mm`')),
  before: BEFORE,
  after: AFTER,
  yearly: flagField('On the day of each year; 29 February is the 28th in other years'),
  zone: ZONE,
} satisfies FileFields;

export const AUDIENCE_ENTRY_FIELDS = {
  target: required(freeField({ type: 'object' }, 'People, as `target` of segments')),
  at: required(patternField(CLOCK_TIME, 'Time of day of the application, `HH:mm`')),
  weekdays: WEEKDAYS_FIELD,
} satisfies FileFields;

export const LIMIT_FIELDS = {
  perDay: intField(LIMIT_RANGE, 'In a day of UTC', 'no limit'),
  perMinute: intField(LIMIT_RANGE, 'In a minute', 'no limit'),
} satisfies FileFields;

export const ENTRY_FIELDS = {
  event: textField('Event of a person', { otherwise: 'one of the others' }),
  segment: mapField(
    SEGMENT_ENTRY_FIELDS,
    'People who join or leave a segment, not its members at the apply',
    'one of the others',
  ),
  api: freeField({ const: true }, '`true`: people enter by `POST /rest/3.0/journeys/enter`', 'one of the others'),
  date: mapField(DATE_ENTRY_FIELDS, 'People on a date of theirs, once for each moment', 'one of the others'),
  audience: mapField(AUDIENCE_ENTRY_FIELDS, 'All people of an audience, day by day', 'one of the others'),
  where: WHERE,
  key: textField('Attribute of the event, or field of the data of the request: a person may be inside once per value', {
    otherwise: 'once',
  }),
  again: freeField(
    {
      anyOf: [
        { enum: ['always', 'never'] },
        { type: 'object', additionalProperties: false, properties: { after: { type: 'string' } } },
      ],
    },
    `When a person may enter again: \`always\`, \`never\`, or \`{ after: 1d }\` (${DURATION}) since the last entry`,
    '`always`',
  ),
  late: oneOfField(['allow'], 'Accepts events older than an hour or the first wait', 'they are counted'),
} satisfies FileFields;

export const JOURNEY_FIELDS = {
  name: required(textField('Identifies the journey', { max: MAX_NAME })),
  was: textField(
    'Its former name: that journey gets the new name, and keeps people, versions and figures. Later it has no effect',
    { max: MAX_NAME, otherwise: 'another journey' },
  ),
  state: oneOfField(
    JOURNEY_STATES,
    '`closed`: no one enters. `paused`: people inside wait as well. `off`: all leave',
    '`on`',
  ),
  entry: required(mapField(ENTRY_FIELDS, 'How people enter')),
  goal: mapField(AWAITED_FIELDS, 'Event that ends the journey at once, at any step', 'none'),
  moved: freeField(
    { type: 'object', additionalProperties: { type: 'string' } },
    'People inside go on in the new version. Name each step that it lacks with the step, or `exit`, for people there: `{ d1: d2 }`; `{}` for none',
    'people inside finish their version',
  ),
  limits: mapField(LIMIT_FIELDS, 'How many may enter; further ones are refused, with an error in the log', 'none'),
  holdout: patternField(
    SHARE,
    'Share of reachable people who are counted but sent nothing, such as `10%`; always the same ones. Service messages go to all',
    'none',
  ),
  steps: required(stepsField('Steps in order, at most 100 with those of branches')),
} satisfies FileFields;

export const JOURNEYS_REFERENCE: SectionReference = {
  field: listField(JOURNEY_FIELDS, 'Messages that follow what a person does'),
  about:
    'A change is a new version; people inside finish theirs. Events that happened more than a day ' +
    'before they arrived are ignored. A journey that is `on` or `closed` needs its definitions.',
  example: `
app: shop
events:
  - { code: CartLeft, attributes: [{ code: cartId, dataType: STRING }] }
  - { code: CartBought, baseEventCode: CartLeft }
journeys:
  - name: abandoned cart
    state: paused
    entry: { event: CartLeft, key: cartId, again: { after: 1d } }
    goal: { event: CartBought, same: [cartId] }
    steps:
      - wait: { id: hour, for: 1h }
      - branch: { id: vip, if: { tag: vip } }
        yes: [{ wait: { id: morning, at: "10:00", weekdays: [MO, TU, WE, TH, FR], zone: user } }]
      - send: { id: reminder, message: cart reminder }
      - waitFor: { id: pay, event: CartBought, same: [cartId], atMost: 2d }
        came: [{ exit: bought }]
      - send: { id: last, message: cart goodbye }
`,
};
