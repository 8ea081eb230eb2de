import {
  type FileFields,
  freeField,
  listField,
  mapField,
  oneOfField,
  patternField,
  required,
  schemaOfFields,
  type SectionReference,
  textField,
  textsField,
} from '#platform/forms';
import { DURATION_PATTERN } from '../model/duration.js';
import { JOURNEY_STATES } from '../model/journey.types.js';

export const MAX_NAME = 100;
/** Letters, digits, `_` and `-`, so that no id is taken for a sum. */
export const NODE_ID = '^[A-Za-z0-9][A-Za-z0-9_-]{0,49}$';

const DURATION = 'a number with `s`, `m`, `h` or `d`';
const WHERE = freeField(
  { type: 'object', additionalProperties: { type: 'object' } },
  'Conditions on attributes of the event: `{ price: { atLeast: 20 } }`, with `is`, `atLeast`, `atMost`',
  'none',
);
const SAME = textsField('Attributes with the values of the event of entry', 'none');
const ID = required(patternField(NODE_ID, 'Names the step in every version'));

export const ENTRY_FIELDS = {
  event: required(textField('Event that lets its person in')),
  where: WHERE,
  key: textField('Attribute of the event: a person may be inside once for each of its values', { otherwise: 'once' }),
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
  late: oneOfField(['allow'], 'Lets in events that are older than an hour or than the first wait', 'they are counted'),
} satisfies FileFields;

export const AWAITED_FIELDS = {
  event: required(textField('Event that is waited for')),
  same: SAME,
  where: WHERE,
} satisfies FileFields;

const PLAIN_STEP_FIELDS = {
  wait: mapField(
    { id: ID, for: required(patternField(DURATION_PATTERN, `How long: ${DURATION}`)) },
    'Waits',
    'another kind of step',
  ),
  waitFor: mapField(
    {
      id: ID,
      ...AWAITED_FIELDS,
      atMost: required(patternField(DURATION_PATTERN, `How long: ${DURATION}`)),
    },
    'Waits for an event, then goes on with `came`; without it with the next step',
    'another kind of step',
  ),
  send: mapField(
    { id: ID, message: required(textField('`name` of a definition', { max: MAX_NAME })) },
    'Sends a definition; `@{event.x}` is an attribute of the event of entry',
    'another kind of step',
  ),
  exit: textField('Ends the journey, under this id', { otherwise: 'another kind of step' }),
} satisfies FileFields;

const STEPS_AFTER = 'Steps after the event of `waitFor`, as `steps`';
const INNER_STEP = { ...PLAIN_STEP_FIELDS, came: freeField({ type: 'array' }, STEPS_AFTER) } satisfies FileFields;

export const STEP_FIELDS = {
  ...PLAIN_STEP_FIELDS,
  came: freeField({ type: 'array', items: schemaOfFields(INNER_STEP) }, STEPS_AFTER, 'the next step'),
} satisfies FileFields;

export const JOURNEY_FIELDS = {
  name: required(textField('Identifies the journey', { max: MAX_NAME })),
  state: oneOfField(
    JOURNEY_STATES,
    '`closed`: no one enters. `paused`: people inside wait as well. `off`: all leave',
    '`on`',
  ),
  entry: required(mapField(ENTRY_FIELDS, 'How people enter')),
  goal: mapField(AWAITED_FIELDS, 'Event that ends the journey at once, wherever a person is', 'none'),
  steps: required(listField(STEP_FIELDS, 'Steps in their order, at most 100 with those of branches')),
} satisfies FileFields;

export const JOURNEYS_REFERENCE: SectionReference = {
  field: listField(JOURNEY_FIELDS, 'Messages that follow an event. The name identifies a journey'),
  about:
    'A change is a new version. People inside finish the version that they entered. Events that happened more than a day ' +
    'before they arrived are not looked at. A journey that is `on` or `closed` needs its definitions.',
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
      - send: { id: reminder, message: cart reminder }
      - waitFor: { id: pay, event: CartBought, same: [cartId], atMost: 2d }
        came: [{ exit: bought }]
      - send: { id: last, message: cart goodbye }
`,
};
