import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { Config } from '#platform/config';
import { prepareDocument } from '../../apps/gateway/http/openapi/openapi.js';
import { startGateway, type TestGateway } from '../support/contract/gateway.js';
import { OutsideClient } from '../support/contract/outside-client.js';
import { MainThreadMeter, measureHeldLimit } from '../support/processes/main-thread-meter.js';

/** The first of them compiles what it runs, and a collection of garbage may fall into any. */
const ATTEMPTS = 6;

const USERS = 1000;
const ATTRIBUTES = Array.from({ length: 60 }, (_, index) => ({
  code: `a${index}`,
  dataType: ['STRING', 'INT', 'DOUBLE', 'BOOLEAN', 'DATE', 'TIME_STAMP'][index % 6],
}));
const VALUES: unknown[] = ['some text of usual length', 42, 4.5, true, '2024-02-29', '2024-02-29T10:00:00Z'];
const ids = (count: number, prefix = 'u') => Array.from({ length: count }, (_, index) => `${prefix}${index}`);
const profile = (count = 60) =>
  Object.fromEntries(ATTRIBUTES.slice(0, count).map(({ code }, index) => [code, VALUES[index % 6]]));
const entries = (entry: (extId: string, index: number) => object, count = USERS) => ids(count).map(entry);
/** An e-mail of this length, full of links. */
const html = (length: number) =>
  `Hi @{a0} ${'<p><a href="https://shop.example/a?b=c">look</a></p>'.repeat(length / 51)}`;

/** CPU time that no request holds the main thread for, in milliseconds. */
let maxHeldMs: number;
let gateway: TestGateway;
let client: OutsideClient;
let secrets: Record<string, string>;

beforeAll(async () => {
  maxHeldMs = measureHeldLimit();
  gateway = await startGateway();
  const file = {
    app: 'shop',
    settings: { permanentDeletion: true },
    attributes: [...ATTRIBUTES, { code: 'likes', dataType: 'STRING', array: true }],
    events: [
      {
        code: 'Visit',
        attributes: [
          { code: 'page', dataType: 'STRING' },
          { code: 'n', dataType: 'INT' },
        ],
      },
    ],
    categories: [{ name: 'News' }],
    channels: { smtp: { simulator: true }, sms: { simulator: true } },
  };
  await gateway.app.get(ApplyService).apply(file, { dryRun: false });
  secrets = { rest: await gateway.makeKey('large') };
  client = new OutsideClient(gateway.base);
  prepareDocument(gateway.app, gateway.app.get(Config));
});
afterAll(async () => {
  await client.close();
  await gateway.close();
});

const languages = (text: string, count = 150) =>
  Object.fromEntries(ids(count, 'x').map((name) => [name, { title: '@{a0}', text }]));

/** The largest legal bodies of the operations that take large ones, and the status that they get. */
const LARGEST: [string, () => unknown, number][] = [
  ['registerUsers', () => entries((extId) => ({ extId, profile: profile() })), 200],
  [
    'registerUsers',
    () =>
      entries((extId, n) => ({
        extId,
        email: `${extId}@a.example`,
        msisdn: `+90532${1_000_000 + n}`,
        platform: 'IOS',
        deviceToken: `t${extId}`,
        tags: ids(50, 't'),
      })),
    200,
  ],
  ['registerUsers', () => entries((extId) => ({ extId }), 45_000), 400],
  ['setProfileAttributes', () => entries((extId) => ({ extId, profile: profile() })), 200],
  ['pushProfileAttributes', () => entries((extId) => ({ extId, profile: { likes: ids(80) } })), 200],
  ['pullProfileAttributes', () => entries((extId) => ({ extId, profile: { likes: ids(80) } })), 200],
  ['unsetProfileAttributes', () => entries((extId) => ({ extId, profile: Object.keys(profile()) })), 200],
  ['fireEvents', () => entries((extId, n) => ({ extId, name: 'Visit', page: 'x'.repeat(200), n })), 200],
  ['fireEvents', () => entries((extId) => ({ extId, name: 'Visit', ...profile() })), 200],
  ['tagUsers', () => ({ tag: 't', extIds: ids(USERS).concat(...Array.from({ length: 90 }, () => ids(USERS))) }), 200],
  ['tagUsers', () => ({ tag: 't', extIds: ids(99_000) }), 400],
  ['enableMail', () => ({ extIds: ids(USERS) }), 200],
  ['setCategoryPreferences', () => entries((extId) => ({ extId, category: 'News', enable: false })), 200],
  ['addEmail', () => ({ emailList: ids(22_000, 'person').map((name) => `${name}@a.example`) }), 200],
  ['addMsisdn', () => ({ msisdnList: ids(30_000).map((_, n) => `+90532${1_000_000 + n}`) }), 200],
  ['removeEmail', () => ({ emailList: ids(22_000, 'person').map((name) => `${name}@a.example`) }), 200],
  ['targeting/count', () => ({ target: { profile: { a1: ids(10_000).map((_, n) => n) } } }), 200],
  [
    'createNotificationDefinition',
    () => ({ title: 'T', platforms: ['EMAIL'], message: html(1_000_000), languages: languages(html(20_000)) }),
    200,
  ],
  [
    'createNotificationDefinition',
    () => ({
      title: 'T',
      platforms: ['IOS', 'ANDROID', 'CHROME', 'FIREFOX', 'SAFARI', 'EDGE', 'OPERA', 'SMS'],
      iconUrl: 'https://a.example/i',
      message: 'Hi @{a0}',
      languages: languages('Hi @{a0}, @{a1}'),
    }),
    200,
  ],
  [
    'createNotificationDefinition',
    () => ({ title: 'T', platforms: ['IOS'], message: '@{a0}'.repeat(1000) + 'x'.repeat(4_000_000) }),
    400,
  ],
  ['createNotificationDefinition', () => ({ title: 'T', platforms: ['SMS'], message: 'x'.repeat(4_000_000) }), 400],
  [
    'createNotificationDefinition',
    () => ({ title: 'T', platforms: ['IOS'], message: 'x', customJson: { a: ids(99_000) } }),
    400,
  ],
  [
    'sendBulkNotification',
    () => ({ message: { title: 'T', platforms: ['IOS'], text: 'x' }, target: { extId: ids(90_000) } }),
    400,
  ],
  [
    'sendEmailAndSms',
    () => ({ title: 'T', platforms: ['EMAIL'], message: html(1_000_000), target: { email: 'a@b.example' } }),
    200,
  ],
];

async function heldBy(
  path: string,
  body: Uint8Array<ArrayBuffer> | undefined,
  headers: Record<string, string>,
): Promise<[number, number, string]> {
  const meter = new MainThreadMeter();
  try {
    // Earlier work ends with this turn.
    await new Promise((resolve) => setTimeout(resolve, 20));
    meter.takeLongest();
    const { status, text } = await client.send(path, body ? { headers, body } : { headers, method: 'GET' });
    return [status, meter.takeLongest(), text];
  } finally {
    meter.stop();
  }
}

describe('Main thread during the largest legal bodies', () => {
  it.each(LARGEST)(
    'The largest legal body of %s holds the main thread in short stretches only',
    async (operation, make, expected) => {
      const body = new TextEncoder().encode(JSON.stringify(make()));
      const headers: Record<string, string> = {
        'content-type': 'application/json',
        'x-svc-api-key': secrets['rest'] ?? '',
      };
      let longestMs = Number.POSITIVE_INFINITY;
      for (let attempt = 1; attempt <= ATTEMPTS && (longestMs > maxHeldMs || attempt <= 2); attempt += 1) {
        const key = { 'idempotency-key': `${operation}-${performance.now()}` };
        const [status, heldMs, text] = await heldBy(`/rest/3.0/${operation}`, body, { ...headers, ...key });
        expect(status, text.slice(0, 500)).toBe(expected);
        longestMs = Math.min(longestMs, heldMs);
      }
      expect(longestMs).toBeLessThan(maxHeldMs);
    },
  );
});

/** Answers that are large, or dear to make. */
const LARGE_ANSWERS = [
  '/openapi.json',
  '/docs',
  '/assets/reference.js',
  '/metrics',
  '/rest/3.0/getDeviceTokens?max=10000',
  '/rest/3.0/getSegments',
  '/rest/3.0/getProfileAttributes?extId=u1',
  '/rest/3.0/exportPerson?extId=u1',
  '/rest/3.0/getAuditLog',
  '/rest/3.0/verifyAuditLog',
];

describe('Main thread during an upload', () => {
  it('An upload of 10 MB of files holds the main thread in short stretches only', async () => {
    const definition = { title: 'T', platforms: ['EMAIL'], message: 'Hi' };
    const { json } = await gateway.call('/rest/3.0/createNotificationDefinition', { body: definition });
    const { notificationKey } = json as { notificationKey: number };
    const field = (name: string, value: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const rows = 'id;name;value\n'.repeat(700_000);
    const form = [
      field('to', 'ann@example.com'),
      field('notificationKey', String(notificationKey)),
      `--x\r\nContent-Disposition: form-data; name="mailAttachment"; filename="a.csv"\r\n\r\n${rows}\r\n--x--\r\n`,
    ];
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'x-svc-api-key': secrets['rest'] ?? '' };
    let longestMs = Number.POSITIVE_INFINITY;
    for (let attempt = 1; attempt <= ATTEMPTS && longestMs > maxHeldMs; attempt += 1) {
      const body = new TextEncoder().encode(form.join(''));
      const [status, heldMs, text] = await heldBy('/rest/3.0/sendEmailWithAttachment', body, headers);
      expect(status, text.slice(0, 500)).toBe(200);
      longestMs = Math.min(longestMs, heldMs);
    }
    expect(longestMs).toBeLessThan(maxHeldMs);
  });
});

describe('Main thread during large answers', () => {
  beforeAll(async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const body = ids(USERS, `d${turn}-`).map((extId) => ({ extId, platform: 'IOS', deviceToken: `token-${extId}` }));
      expect((await gateway.call('/rest/3.0/registerUsers', { body })).status).toBe(200);
    }
  });

  it.each(LARGE_ANSWERS)('The answer of %s holds the main thread in short stretches only', async (path) => {
    let longestMs = Number.POSITIVE_INFINITY;
    for (let attempt = 1; attempt <= ATTEMPTS && longestMs > maxHeldMs; attempt += 1) {
      const [status, heldMs, text] = await heldBy(path, undefined, { 'x-svc-api-key': secrets['rest'] ?? '' });
      expect(status, text.slice(0, 500)).toBe(200);
      longestMs = Math.min(longestMs, heldMs);
    }
    expect(longestMs).toBeLessThan(maxHeldMs);
  });
});
