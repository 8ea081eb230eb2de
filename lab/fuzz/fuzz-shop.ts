import { ApplyService } from '#libs/tenancy';
import { ApiClient } from '../../test/support/api-document/api-client.js';
import { signIdentity } from '../../test/support/contract/identity-tokens.js';
import type { TestGateway } from '../../test/support/contract/gateway.js';
import { storePush } from '../../test/support/messages/stored-push.js';
import type { Known } from './valid-values.js';

const FILE = {
  app: 'shop',
  settings: { permanentDeletion: true, approval: { self: true } },
  attributes: [
    { code: 'age', dataType: 'INT' },
    { code: 'points', dataType: 'LONG' },
    { code: 'rate', dataType: 'DOUBLE' },
    { code: 'plan', dataType: 'STRING', options: ['free', 'gold'] },
    { code: 'isMember', dataType: 'BOOLEAN' },
    { code: 'born', dataType: 'DATE' },
    { code: 'seen', dataType: 'TIME_STAMP' },
    { code: 'likes', dataType: 'STRING', array: true },
    { code: 'sizes', dataType: 'INT', array: true },
  ],
  events: [
    {
      code: 'Visit',
      attributes: [
        { code: 'page', dataType: 'STRING' },
        { code: 'age', dataType: 'INT' },
      ],
    },
    { code: 'BuyAll', baseEventCode: 'OrderEvent' },
  ],
  categories: [{ name: 'News' }, { name: 'Offers' }],
  buttonSets: [{ id: 1, buttons: ['Yes', 'No'] }],
  sounds: [
    { platform: 'IOS', name: 'chime' },
    { platform: 'ANDROID', name: 'chime' },
  ],
  channels: { webpush: { simulator: true } },
  segments: [{ name: 'members', target: { profile: { isMember: true } } }],
};

const EXT_IDS = Array.from({ length: 30 }, (_, i) => `user${i}`);
const TOKENS = Array.from({ length: 20 }, (_, i) => `token${i}`);

/** An application with something in every module. @returns what its requests may name, of devices nothing yet */
export async function openShop(gateway: TestGateway): Promise<Known> {
  await gateway.app.get(ApplyService).apply(FILE, { dryRun: false });
  const secret = await gateway.makeKey('preparation');
  const client = new ApiClient(gateway.base, secret);
  await client.post(
    '/rest/3.0/registerUsers',
    EXT_IDS.map((extId, i) => ({
      extId,
      platform: i % 2 === 0 ? 'IOS' : 'ANDROID',
      deviceToken: TOKENS[i % TOKENS.length] ?? extId,
      email: `${extId}@example.com`,
      msisdn: `+9053212345${String(i).padStart(2, '0')}`,
      tags: ['Sport'],
      profile: { age: i, isMember: i % 3 === 0, likes: ['a', 'b'] },
    })),
  );
  const importIds = [await importUser(gateway, secret), await importUser(gateway, secret)];
  const fence = { title: 'Store', latitude: 41, longitude: 29, radius: 1, unit: 'KM' as const };
  const { id } = await client.post('/rest/3.0/geofence/add', fence);
  const segments = await client.get('/rest/3.0/getSegments');
  await client.post('/rest/3.0/registerUsers', [{ extId: 'keeper' }]);
  const piid = await storePush(gateway, gateway.appId, 'keeper');
  const codes = [...FILE.attributes.map(({ code }) => code), 'name', 'email', 'language', 'gender'];
  return {
    extId: EXT_IDS,
    'extIds[]': EXT_IDS,
    externalId: EXT_IDS,
    deviceToken: TOKENS,
    token: TOKENS,
    platform: ['IOS', 'ANDROID'],
    email: ['jo@example.com', 'user1@example.com'],
    'emailList[]': ['jo@example.com', 'else@example.com'],
    msisdn: ['+905321234567'],
    'msisdnList[]': ['+905321234567'],
    tag: ['Sport', 'Music'],
    'tags[]': ['Sport', 'Music'],
    category: ['News', 'Offers', 1],
    name: ['Visit', 'BuyAll', 'OrderEvent', 'Unknown'],
    code: codes,
    key: codes,
    'profile[]': codes,
    profile: [{ age: 5 }, { likes: ['c'] }, { sizes: [1, 2], likes: ['d'] }, { plan: 'gold', isMember: true }],
    target: [
      { profile: { age: [1, 2], likes: 'a' } },
      { profile: { name: { $exists: false } } },
      { sendToAll: true },
      { extId: ['user1', 'user2'] },
      { deviceToken: 'token3' },
    ],
    groupBy: [{ profile: 'age', buckets: [[0, 10]] }, { profile: 'plan' }, { installation: 'platform' }],
    buttonSet: [{ id: 1 }],
    sound: ['chime', 'default'],
    ttl: ['2h'],
    status: [1, 2, 3, 7],
    importId: importIds,
    piid: [piid],
    'piids[]': [piid],
    id: [id, ...segments.list.map((segment) => segment.id)],
    smsIysMessageType: ['N', 'B'],
    smsIysRecipientType: ['N', 'B'],
    emailIysMessageType: ['N', 'B'],
    emailIysRecipientType: ['N', 'B'],
    wpChromeImage: ['https://example.com/i.png'],
    latitude: [41, 0, -90],
    longitude: [29, 180, -180],
    'X-svc-os': ['IOS'],
  };
}

/**
 * Replaces objects that requests end, stop or delete: a device, definitions and campaigns of their own for later
 * requests.
 */
export async function renew(
  existing: Known,
  gateway: TestGateway,
  secrets: ReadonlyMap<string, string>,
): Promise<Known> {
  const device = new ApiClient(gateway.base, secrets.get('mobile') ?? '');
  const server = new ApiClient(gateway.base, secrets.get('rest') ?? '');
  const identityToken = await signIdentity('keeper');
  const { installationId, secret } = await device.post('/sdk/1.0/installations', { platform: 'IOS', identityToken });
  const platforms: ('IOS' | 'ANDROID')[] = ['IOS', 'ANDROID'];
  const definition = { title: 'Welcome', message: 'Hello @{name}', platforms };
  const sale = { message: { title: 'Sale', text: 'Now', platforms }, target: { sendToAll: true } };
  const definitions = await repeat(() => server.post('/rest/3.0/createNotificationDefinition', definition));
  const campaigns = await repeat(() => server.post('/rest/3.0/sendBulkNotification', sale));
  const [paused = 0, approved = 0] = campaigns;
  await server.post('/rest/3.0/sendPushApproval', [{ messageId: paused }, { messageId: approved }]);
  await server.post('/rest/3.0/pauseNotification', [{ messageId: paused }]);
  return {
    ...existing,
    installationId: [installationId],
    secret: [secret],
    notificationKey: [...definitions, ...definitions.map(String), ...campaigns],
    messageId: [...campaigns, '0c2d1f7a-9a31-8c5e-8f01-4be2a3d90c11'],
  };
}

async function repeat(make: () => Promise<{ notificationKey: number }>): Promise<number[]> {
  return [(await make()).notificationKey, (await make()).notificationKey, (await make()).notificationKey];
}

async function importUser(gateway: TestGateway, secret: string): Promise<number> {
  const body = new FormData();
  body.set('file', new Blob(['extId\nimported\n']), 'users.csv');
  const headers = { 'x-svc-api-key': secret };
  const answer = await fetch(`${gateway.base}/rest/3.0/importUsers`, { method: 'POST', headers, body });
  return ((await answer.json()) as { importId: number }).importId;
}
