import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseTarget } from '#libs/audience';
import { parseLegacy, parseMessage, parseSend } from '#libs/content';
import { hasPath, type PathSchema, recorded } from '../support/api-document/read-paths.js';

interface Document {
  paths: Record<string, { post?: { requestBody?: { content: Record<string, { schema: PathSchema }> } } }>;
  components: { schemas: Record<string, PathSchema> };
}

const DOCUMENT = JSON.parse(readFileSync(new URL('../../openapi/rest.json', import.meta.url), 'utf8')) as Document;

const PAGE = { title: 'P', clickAction: {} };
const PART = { carousel: [PAGE], slider: [PAGE] };
const MESSAGE = {
  title: 'T',
  platforms: ['IOS', 'ANDROID'],
  ios: PART,
  android: PART,
  click: {},
  languages: { tr: { click: {} } },
  tracking: {},
  customJson: {},
  hook: { name: 'h', params: {} },
  buttonSet: { id: 1, buttonNames: {}, setAttrOrTag: {} },
};
const LOCATION = { latitude: 1, longitude: 1, radius: 1 };
const TARGET = { tag: { $or: ['a'] }, segment: { $and: ['s'] }, profile: { age: 1 }, location: LOCATION };
const FREE = ['languages', 'message.languages', 'target.profile', 'target.pa', 'target.customFields', 'customFields'];

/** Bodies with every object that has fields of its own, and what reads them. */
const READERS: [operation: string, body: object, read: (body: never) => unknown][] = [
  [
    '/rest/3.0/sendBulkNotification',
    { message: { ...MESSAGE, text: 'x' }, target: TARGET },
    (body: { target: unknown }) => [parseMessage(body, { kind: 'bulk' }), parseTarget(body.target, 'bulk')],
  ],
  [
    '/rest/3.0/createNotificationDefinition',
    { ...MESSAGE, message: 'x' },
    (body: object) => parseMessage(body, { kind: 'definition' }),
  ],
  [
    '/rest/3.0/sendEmailAndSms',
    { target: { email: 'a@example.com' }, title: 'T', message: 'x', platforms: ['EMAIL'] },
    (body: object) => parseMessage(body, { kind: 'direct' }),
  ],
  [
    '/rest/3.0/sendNotification',
    { notificationKey: '1', target: { extId: 'a' }, message: { ...MESSAGE, params: {} } },
    (body: { message: unknown; target: unknown }) => [parseSend(body.message), parseTarget(body.target, 'send')],
  ],
  [
    '/push/1.1/notification',
    { title: 'T', notificationMsg: 'x', customFields: { age: 1 } },
    (body: object) => parseLegacy(body, '1.1'),
  ],
  [
    '/push/1.2/notification',
    { notification: { title: 'T', notificationMsg: 'x' }, target: { customFields: { age: 1 } } },
    (body: object) => parseLegacy(body, '1.2'),
  ],
];

describe('openapi/rest.json', () => {
  it.each(READERS)('%s has every field that its reader looks for', (operation, body, read) => {
    const paths = new Set<string>();
    read(recorded(body, paths, FREE) as never);
    const schema = DOCUMENT.paths[operation]?.post?.requestBody?.content['application/json']?.schema;
    expect(schema).toBeDefined();
    const undocumented = [...paths].filter(
      (path) => !hasPath(schema ?? {}, path.split('.'), DOCUMENT.components.schemas),
    );
    expect(undocumented).toEqual([]);
  });
});
