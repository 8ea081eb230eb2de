import { PLATFORMS } from '#libs/content';
import { type BodySchema, FREE, object, TEXT, texts } from '../rest/messaging/notification-bodies.js';

const NOTIFICATION = {
  title: { ...TEXT, description: 'Shown above the text' },
  notificationMsg: { ...TEXT, description: 'The text' },
  richPushHtml: { ...TEXT, description: 'A page that the app shows; with the rest at most 4 kB' },
  largeIconUrl: { ...TEXT, description: 'A big picture on Android' },
  customJson: FREE,
} satisfies Record<string, BodySchema>;
const TARGET = {
  platforms: {
    type: 'array',
    items: { type: 'string', enum: Object.keys(PLATFORMS).filter((name) => name !== 'EMAIL' && name !== 'SMS') },
    description: 'Without any: every platform of devices',
  },
  tags: texts('Any of them'),
} satisfies Record<string, BodySchema>;
const EXAMPLE = { title: 'Spring sale', notificationMsg: 'Everything 20 % off today' };

/** The body of version 1.1: all at the top level. */
export const LEGACY_1_1: BodySchema = object(
  { ...NOTIFICATION, ...TARGET, registrationId: { ...TEXT, description: 'Device token of one device' } },
  { required: ['title', 'notificationMsg'], example: EXAMPLE },
);

/** The body of version 1.2. */
export const LEGACY_1_2: BodySchema = object(
  {
    target: object(
      { ...TARGET, customFields: { ...FREE, description: 'Profile attribute code to value, combined with AND' } },
      { description: 'Without any of them: every device that is opted in' },
    ),
    notification: object(NOTIFICATION, { required: ['title', 'notificationMsg'] }),
  },
  { required: ['notification'], example: { target: { platforms: ['IOS', 'ANDROID'] }, notification: EXAMPLE } },
);
