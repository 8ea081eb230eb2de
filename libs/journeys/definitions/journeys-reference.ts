import {
  type FileFields,
  freeField,
  listField,
  mapField,
  oneOfField,
  required,
  type SectionReference,
  textField,
} from '#platform/forms';
import { JOURNEY_STATES } from '../model/journey.types.js';
import { AWAITED_FIELDS, DURATION, MAX_NAME, stepsField, WHERE } from './steps-reference.js';

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

export const JOURNEY_FIELDS = {
  name: required(textField('Identifies the journey', { max: MAX_NAME })),
  state: oneOfField(
    JOURNEY_STATES,
    '`closed`: no one enters. `paused`: people inside wait as well. `off`: all leave',
    '`on`',
  ),
  entry: required(mapField(ENTRY_FIELDS, 'How people enter')),
  goal: mapField(AWAITED_FIELDS, 'Event that ends the journey at once, wherever a person is', 'none'),
  steps: required(stepsField('Steps in their order, at most 100 with those of branches')),
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
      - branch: { id: vip, if: { tag: vip } }
        yes: [{ wait: { id: morning, at: "10:00", weekdays: [MO, TU, WE, TH, FR], zone: user } }]
      - send: { id: reminder, message: cart reminder }
      - waitFor: { id: pay, event: CartBought, same: [cartId], atMost: 2d }
        came: [{ exit: bought }]
      - send: { id: last, message: cart goodbye }
`,
};
