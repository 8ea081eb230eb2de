import type { ApiBody } from '@nestjs/swagger';
import { PLATFORMS } from '#libs/content';

/** A part of a schema, as the API document takes it. */
export type BodySchema = NonNullable<Extract<Parameters<typeof ApiBody>[0], { schema: unknown }>['schema']>;

export const TEXT = { type: 'string' } satisfies BodySchema;
const FLAG = { type: 'boolean' } satisfies BodySchema;
export const FREE = { type: 'object', additionalProperties: true } satisfies BodySchema;
const MAX_TARGETS = 1000;

export const object = (properties: Record<string, BodySchema>, more: Partial<BodySchema> = {}) =>
  ({ type: 'object', properties, ...more }) satisfies BodySchema;
export const texts = (description: string) => ({ description, type: 'array', items: TEXT }) satisfies BodySchema;
const list = (items: BodySchema) => ({ type: 'array', items }) satisfies BodySchema;
const textOrTexts = (description: string): BodySchema => ({
  description,
  oneOf: [TEXT, { type: 'array', items: TEXT, maxItems: MAX_TARGETS }],
});

const CLICK = object({ url: TEXT, deeplink: TEXT }, { description: 'One of the two' });
const PAGE = object({
  title: TEXT,
  content: TEXT,
  itemImageUrl: TEXT,
  clickAction: object({ action: TEXT, url: TEXT, deeplinkType: TEXT, deepLinkUrl: TEXT }),
});
const MOBILE = {
  title: TEXT,
  subtitle: TEXT,
  mediaUrl: TEXT,
  sound: { ...TEXT, description: 'Of the sounds of the application, or `default`' },
  thumbnailUrl: TEXT,
  carousel: list(PAGE),
  slider: list(PAGE),
};
const BUTTON_SET = object(
  {
    id: { type: 'integer', description: 'Of the button sets of the application' },
    buttonNames: { type: 'object', additionalProperties: TEXT, description: 'New names by the defined ones' },
  },
  {
    additionalProperties: true,
    description:
      'Beside `id` each button by its name: the address that it opens. For web push a set for each browser may stand ' +
      'under the name of its platform',
  },
);

/** What may stand in a stored notification and in a send alike (specification, sections 2.6 and 4.3). */
const CHANGEABLE = {
  click: CLICK,
  ios: object({ ...MOBILE, badge: FLAG }),
  android: object({ ...MOBILE, vibration: FLAG, bigText: TEXT }),
  customJson: FREE,
  ttl: { type: 'string', pattern: '^\\d+[dhm]$', description: 'Days, hours or minutes' },
  inbox: FLAG,
  doNotNotify: FLAG,
  buttonSet: BUTTON_SET,
} satisfies Record<string, BodySchema>;

const MESSAGE = {
  ...CHANGEABLE,
  title: TEXT,
  platforms: { type: 'array', minItems: 1, items: { type: 'string', enum: Object.keys(PLATFORMS) } },
  languages: {
    type: 'object',
    additionalProperties: object({ title: TEXT, text: TEXT, click: CLICK }),
    description: 'By name of the language, at most 200',
  },
  personalizedMessage: { ...TEXT, description: 'With `@{attribute}` for values of the user' },
  personalizedSubText: TEXT,
  personalizedTitle: TEXT,
  labels: TEXT,
  threadId: TEXT,
  wpChromeImage: { ...TEXT, pattern: '^https://' },
  iconUrl: { ...TEXT, description: 'Required with CHROME and FIREFOX' },
  interactionRequired: FLAG,
  categories: { oneOf: [TEXT, { type: 'integer' }, list({ oneOf: [TEXT, { type: 'integer' }] })] },
  hook: object({ name: TEXT, params: { type: 'object', additionalProperties: TEXT } }),
  tracking: object(
    { opens: FLAG, clicks: FLAG },
    { description: 'What is followed of e-mails and text messages; absent: as the application has it' },
  ),
} satisfies Record<string, BodySchema>;

/** The body of `createNotificationDefinition`, for the API document: the notifications room reads it itself. */
export const DEFINITION: BodySchema = object(
  {
    ...MESSAGE,
    message: {
      ...TEXT,
      description: 'The default text; the HTML of an e-mail, where `@{unsubscribeUrl}` is its unsubscribe link',
    },
    transactional: { ...FLAG, description: 'Its e-mails and text messages go also to who opted out: receipts, codes' },
  },
  {
    required: ['platforms'],
    description: 'Without title or message it is a silent notification',
    example: {
      title: 'Order shipped',
      message: 'Your order @{order} is on its way',
      platforms: ['IOS', 'ANDROID'],
    },
  },
);

/** The body of `sendBulkNotification`. */
export const BULK: BodySchema = object(
  {
    message: object({ ...MESSAGE, text: TEXT }, { required: ['title', 'platforms', 'text'] }),
    target: object(
      {
        sendToAll: FLAG,
        tag: { oneOf: [TEXT, list(TEXT), FREE] },
        segment: { oneOf: [TEXT, list(TEXT), FREE] },
        profile: FREE,
        location: object(
          { latitude: { type: 'number' }, longitude: { type: 'number' }, radius: { type: 'number' } },
          { required: ['latitude', 'longitude', 'radius'], description: 'Kilometres' },
        ),
      },
      { description: 'Several forms are combined with AND', minProperties: 1 },
    ),
    schedule: object({
      startTime: { ...TEXT, example: '2030-02-01T15:30:00', description: 'UTC; with localTimezone of each own clock' },
      localTimezone: FLAG,
      ifLate: { type: 'string', enum: ['send', 'skip', 'ask'], description: 'When it is found long after its time' },
    }),
    speed: object({ intervalMins: { type: 'integer', minimum: 1 }, packageSize: { type: 'integer', minimum: 1 } }),
    limit: { type: 'integer', minimum: 1, description: 'Users at most, drawn at random' },
  },
  {
    required: ['message', 'target'],
    example: {
      message: { title: 'Spring sale', text: 'Everything 20 % off today', platforms: ['IOS', 'ANDROID'] },
      target: { sendToAll: true },
    },
  },
);

const SEND: BodySchema = object(
  {
    notificationKey: { ...TEXT, description: 'Of a definition; a text' },
    target: object(
      {
        extId: textOrTexts('These users'),
        deviceToken: textOrTexts('These devices'),
        email: TEXT,
        pa: { ...FREE, description: 'Attribute code to value or values' },
        optOut: { ...FLAG, description: 'Those that are opted out too' },
      },
      { description: 'One of extId, deviceToken, email and pa', minProperties: 1 },
    ),
    lastActiveDevice: FLAG,
    message: object({ ...CHANGEABLE, params: FREE }),
  },
  {
    required: ['notificationKey', 'target'],
    example: { notificationKey: '1000', target: { extId: 'id1' }, message: { params: { order: 'A-17' } } },
  },
);

/** The body of `sendNotification`: one send, or several that are accepted together or not at all. */
export const SENDS: BodySchema = { oneOf: [SEND, { type: 'array', items: SEND, minItems: 1 }] };
