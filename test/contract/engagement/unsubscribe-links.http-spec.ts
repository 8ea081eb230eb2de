import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { unsubscribeCheck } from '../../../apps/cli/verbs/running/doctor/accounts/check-unsubscribe.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

const ADA = 'ada@example.com';
const TARGET = { sendToAll: true };
let sending: Sending;

beforeAll(async () => {
  // A relay of the operator is always allowed; a simulator is known only after its first answer.
  sending = await startSending({ PORT: '8080', RELAY_NETWORKS: '127.0.0.0/8' });
  await sending.post('registerUsers', [{ extId: 'ada', email: ADA, msisdn: '+905321234567' }]);
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

async function applyMail(smtp: object): Promise<void> {
  await sending.gateway.app.get(ApplyService).apply({ app: 'shop', channels: { smtp } }, { dryRun: false });
}

/** The simulated relay as that of a real account. */
async function applyRealMail(): Promise<void> {
  const { ca, smtp } = await sending.simulators.endpoints();
  await applyMail({ host: smtp.host, port: smtp.port, from: 'shop@example.com', ca });
}

async function send(message: object): Promise<Record<string, number>> {
  const key = await sending.bulk({ message: { title: 'T', platforms: ['EMAIL'], ...message }, target: TARGET });
  await sending.drain();
  return sending.ends(key);
}

interface Forecast {
  platforms: { platform: string; ready: number; failed: Record<string, number> }[];
  samples: { payload: { html?: string; text?: string } }[];
}
const dryRun = (message: object): Promise<Forecast> =>
  sending.post('sendBulkNotification/dryRun', {
    message: { title: 'T', platforms: ['EMAIL'], ...message },
    target: TARGET,
  });

const examine = (env: Record<string, string>) =>
  unsubscribeCheck.run({
    home: '',
    env,
    running: null,
    hasDatabase: true,
    url: () => Promise.reject(new Error('not asked for')),
    urls: () => Promise.reject(new Error('not asked for')),
    database: () => Promise.resolve(sending.gateway.fresh.db),
    rooms: () => Promise.resolve(sending.gateway.app),
  });

describe('The unsubscribe link of a bulk e-mail', () => {
  it.each([
    '<a href="@%7BunsubscribeUrl%7D">no more</a>',
    '<a href="https://x.example/?r=@{unsubscribeUrl}">no more</a>',
    '<!--[if mso]><v:roundrect href="@{unsubscribeUrl}"></v:roundrect><![endif]-->no more',
    '<a href="@&#123;unsubscribeUrl&#125;">no more</a>',
  ])('No dead link of %s leaves, and the dry run counts its recipient as ready', async (text) => {
    const { platforms, samples } = await dryRun({ text });
    expect(platforms).toMatchObject([{ platform: 'EMAIL', ready: 1, failed: {} }]);
    expect(JSON.stringify(samples)).not.toMatch(/unsubscribeUrl|httpsunsubscribe/);
    expect(await send({ text })).toEqual({ SUCCESS: 1 });
    const [mail] = await sending.simulators.mails();
    const link = /^<([^>]+)>/.exec(mail?.payload.headers['list-unsubscribe'] ?? '')?.[1] ?? '-';
    // A part of another address that is tracked is encoded twice.
    expect(decodeURIComponent(decodeURIComponent(mail?.payload.html ?? ''))).toContain(link);
    expect(JSON.stringify(mail)).not.toMatch(/unsubscribe\.?invalid|unsubscribeUrl/);
  });
});

describe('The preference link of a message', () => {
  it('E-mails and text messages leave with a link that opens the page, and the dry run counts them as ready', async () => {
    const message = { text: 'Choose: @{preferencesUrl}', platforms: ['EMAIL', 'SMS'] };
    const { platforms, samples } = await dryRun(message);
    expect(platforms).toMatchObject([
      { platform: 'EMAIL', ready: 1, failed: {} },
      { platform: 'SMS', ready: 1, failed: {} },
    ]);
    expect(JSON.stringify(samples)).not.toContain('preferencesUrl');
    expect(await send(message)).toEqual({ SUCCESS: 2 });
    const deliveries = JSON.stringify([
      await sending.simulators.mails(),
      await sending.simulators.deliveries('provider=sms'),
    ]);
    const paths = [...deliveries.matchAll(/http:\/\/127\.0\.0\.1:8080(\/p\/\w+)/g)].map(([, path = '']) => path);
    expect(new Set(paths).size).toBe(2);
    for (const path of paths) {
      const answer = await fetch(`${sending.gateway.base}${path}`);
      expect([answer.status, (await answer.text()).includes('Your preferences')]).toEqual([200, true]);
    }
    expect(deliveries).not.toMatch(/preferences\.?invalid/);
  });
});

describe('A broken placeholder', () => {
  it.each([
    [{ text: 'Hi @{name' }, 'text'],
    [{ text: 'Hi @{name|you, <b>all</b>' }, 'text'],
    [{ text: '<p>@{name</p><p>}</p>' }, 'text'],
    [{ text: 'x', languages: { tr: { text: 'Selam @{' } } }, 'languages.tr.text'],
    [{ text: 'x', subject: 'Hi @{}' }, 'subject'],
    [{ text: 'x', senderName: '@{|x}' }, 'senderName'],
    [{ text: 'x', platforms: ['IOS'], click: { url: 'https://a.example/?u=@%7Bid' } }, 'click.url'],
    [{ text: 'x', platforms: ['IOS'], ios: { title: 'Hi @{{name}}' } }, 'ios.title'],
    [{ text: 'x', platforms: ['IOS'], buttonSet: { id: 1, Yes: 'https://a.example/@{x' } }, 'buttonSet.Yes'],
  ])('A message with a broken placeholder is refused with its field: %j', async (message, field) => {
    const body = { message: { title: 'T', platforms: ['EMAIL'], ...message }, target: TARGET };
    for (const path of ['sendBulkNotification', 'sendBulkNotification/dryRun']) {
      const answer = await sending.gateway.call(`/rest/3.0/${path}`, { body });
      expect([answer.status, answer.json]).toMatchObject([
        400,
        { code: 2004, error: expect.stringContaining(`'message.${field}'`) as string },
      ]);
    }
    expect(await sending.gateway.fresh.db.rows('SELECT FROM delivery.dispatch WHERE state < 2')).toEqual([]);
  });

  it('A broken placeholder is refused in definitions, direct sends, transactional sends and legacy pushes', async () => {
    const refused = async (path: string, body: unknown, field: string): Promise<void> => {
      const answer = await sending.gateway.call(path, { body });
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(`'${field}'`)]);
    };
    const text = { title: 'T', message: 'Hi @{name', platforms: ['EMAIL'] };
    await refused('/rest/3.0/createNotificationDefinition', text, 'message');
    await refused('/rest/3.0/sendEmailAndSms', { ...text, target: { email: ADA } }, 'message');
    const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
      ...text,
      message: 'Hi',
    });
    const change = { ios: { title: '@{name' } };
    const entry = { notificationKey: String(notificationKey), target: { extId: 'ada' }, message: change };
    await refused('/rest/3.0/sendNotification', entry, 'message.ios.title');
    await refused('/push/1.1/notification', { title: 'T', notificationMsg: 'Hi @{name' }, 'notificationMsg');
  });

  it('A message that was accepted before such refusals fails, and explain says why', async () => {
    const key = await sending.bulk({ message: { title: 'T', text: 'Hi', platforms: ['SMS'] }, target: TARGET });
    await sending.gateway.fresh.db.affected(
      `UPDATE delivery.dispatch SET message = jsonb_set(message::jsonb, '{text}', '"Hi @{name"') WHERE notification_key = $1`,
      [key],
    );
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ 'FAILED BAD_PLACEHOLDER': 1 });
    const explained = await sending.post('targeting/explain', { notificationKey: key, extId: 'ada' });
    expect(JSON.stringify(explained)).toContain('BAD_PLACEHOLDER');
  });
});

describe('Real e-mail accounts without PUBLIC_URL', () => {
  const text = '<p>Sale</p>';

  it('A commercial e-mail does not leave, and the dry run and herald doctor tell why', async () => {
    await applyRealMail();
    expect((await dryRun({ text })).platforms).toMatchObject([
      { platform: 'EMAIL', ready: 0, failed: { NO_UNSUBSCRIBE_LINK: 1 } },
    ]);
    expect(await send({ text })).toEqual({ 'FAILED NO_UNSUBSCRIBE_LINK': 1 });
    expect(await send({ text, transactional: true, emailIysMessageType: 'T' })).toEqual({
      'FAILED NO_UNSUBSCRIBE_LINK': 1,
    });
    expect(await sending.simulators.mails()).toEqual([]);
    expect(await examine({})).toMatchObject({
      status: 'failed',
      text: expect.stringMatching(/shop.*PUBLIC_URL/) as string,
    });
    expect(await examine({ PUBLIC_URL: 'https://push.example.com' })).toMatchObject({ status: 'ok' });
  });

  it('An e-mail that informs leaves, unless it names the link', async () => {
    await applyRealMail();
    const informing = { transactional: true, text };
    expect(await send(informing)).toEqual({ SUCCESS: 1 });
    expect(await send({ text, emailIysMessageType: 'N' })).toEqual({ SUCCESS: 1 });
    const [mail] = await sending.simulators.mails();
    expect(mail?.payload.headers['list-unsubscribe']).toBeUndefined();
    const naming = [
      { text: '@{unsubscribeUrl}' },
      { text: '@{preferencesUrl}' },
      { text: '<a href="https://a.example/?r=@{unsubscribeUrl}">x</a>' },
    ];
    for (const more of [...naming, { subject: '@{unsubscribeUrl}' }]) {
      expect(await send({ ...informing, ...more })).toEqual({ 'FAILED NO_UNSUBSCRIBE_LINK': 1 });
    }
  });

  it('A simulated e-mail leaves with links to this machine, also beside a real account of text messages', async () => {
    await applyMail({ simulator: true });
    expect(await send({ text })).toEqual({ SUCCESS: 1 });
    const [mail] = await sending.simulators.mails();
    expect(mail?.payload.headers['list-unsubscribe']).toContain('http://127.0.0.1:8080/u/');
    expect(await examine({})).toMatchObject({ status: 'ok' });
    const sms = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'x'.repeat(32), senders: ['+15005550006'] };
    await sending.gateway.app.get(ApplyService).apply({ app: 'shop', channels: { sms } }, { dryRun: false });
    const { platforms } = await dryRun({ text, platforms: ['EMAIL', 'SMS'] });
    expect(platforms).toMatchObject([
      { platform: 'EMAIL', ready: 1, failed: {} },
      { platform: 'SMS', ready: 1, failed: {} },
    ]);
  });
});
