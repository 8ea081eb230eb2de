import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CountBatchDto } from '#libs/audience';
import { DefinitionDto } from '#libs/content/parse';
import { DirectSendDto, SendNotificationDto } from '#libs/notifications';
import { BulkNotificationDto, LegacyPush11Dto, LegacyPush12Dto } from '#libs/notifications/campaigns';
import { readDto, type Dto } from '#platform/validation';
import { CountDto } from '../../apps/gateway/rest/audience/audience.dto.js';
import { ExplainDto } from '../../apps/gateway/rest/audience/explain.dto.js';
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
const FREE = [
  'languages',
  'message.languages',
  'target.profile',
  'target.pa',
  'target.customFields',
  'customFields',
  'target.event.where',
];

const CAMPAIGN = { schedule: { startTime: '2030-01-01T00:00:00' }, speed: { packageSize: 1, intervalMins: 1 } };

/** Bodies with every object that has fields of its own, and the class that reads them. */
const BODIES: [operation: string, dto: Dto, body: object][] = [
  [
    '/rest/3.0/sendBulkNotification',
    BulkNotificationDto,
    { message: { ...MESSAGE, ...CAMPAIGN, text: 'x' }, target: TARGET },
  ],
  ['/rest/3.0/sendBulkNotification', BulkNotificationDto, { ...MESSAGE, ...CAMPAIGN, message: 'x', target: TARGET }],
  ['/rest/3.0/createNotificationDefinition', DefinitionDto, { ...MESSAGE, message: 'x' }],
  ['/rest/3.0/createNotificationDefinition', DefinitionDto, { message: { ...MESSAGE, message: 'x' } }],
  [
    '/rest/3.0/sendEmailAndSms',
    DirectSendDto,
    { target: { email: 'a@example.com' }, title: 'T', message: 'x', platforms: ['EMAIL'] },
  ],
  [
    '/rest/3.0/sendNotification',
    SendNotificationDto,
    { notificationKey: '1', target: { extId: 'a', pa: { age: 1 } }, message: { ...MESSAGE, params: {} } },
  ],
  [
    '/rest/3.0/targeting/explain',
    ExplainDto,
    {
      extId: 'a',
      target: {
        event: { name: 'e', where: { x: { atLeast: 1 } } },
        product: [{ action: 'bought', price: { atMost: 5 } }],
        firstSeen: { within: '3d' },
      },
    },
  ],
  ['/rest/3.0/targeting/count', CountDto, { target: { profile: { age: { $exists: true } } } }],
  ['/rest/3.0/targeting/count-batch', CountBatchDto, { groupBy: { profile: 'age', buckets: [[1, 2]] } }],
  ['/push/1.1/notification', LegacyPush11Dto, { title: 'T', notificationMsg: 'x', customFields: { age: 1 } }],
  [
    '/push/1.2/notification',
    LegacyPush12Dto,
    { notification: { title: 'T', notificationMsg: 'x' }, target: { customFields: { age: 1 } } },
  ],
];

describe('openapi/rest.json', () => {
  it.each(BODIES)(
    'The documentation of %s has every field that the operation reads (case %#)',
    (operation, dto, body) => {
      const paths = new Set<string>();
      readDto(dto, recorded(body, paths, FREE));
      const schema = DOCUMENT.paths[operation]?.post?.requestBody?.content['application/json']?.schema;
      expect(schema).toBeDefined();
      const undocumented = [...paths].filter(
        (path) => !hasPath(schema ?? {}, path.split('.'), DOCUMENT.components.schemas),
      );
      expect(undocumented).toEqual([]);
    },
  );
});
