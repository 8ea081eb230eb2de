import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHANNELS } from '#libs/channels/definitions';
import type { MessageRef } from '#libs/delivery';
import { LinkTokenService, PreferenceLinkService, UnsubscriptionService } from '#libs/delivery/engagement';
import { ApplyService } from '#libs/tenancy';
import { contactKeyText } from '#libs/users/identities';
import { TopicService, TopicWithdrawalService } from '#libs/users/preferences';
import { UserLookupService } from '#libs/users/registry';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import { parseBulk } from '../../support/rooms/parse.js';

const DAY = new Date().toISOString().slice(0, 10);

let gateway: TestGateway;
let tokens: LinkTokenService;
let dispatches = 90_000;
let users = 0;
let extId: string;
let uid: number;

beforeAll(async () => {
  gateway = await startGateway();
  tokens = gateway.app.get(LinkTokenService, { strict: false });
  const categories = [{ name: 'News' }, { name: 'Offers' }];
  const brand = { name: 'Ada & Co', color: '#ffe600', sender: 'Ada Ltd', privacyUrl: 'https://ada.example/privacy' };
  await gateway.app.get(ApplyService).apply({ app: 'shop', settings: { brand }, categories }, { dryRun: false });
  await gateway.fresh.db.affected(
    `UPDATE users.category SET title = '{"en": "Weekly news", "tr": "Haftalık haberler", "ar": "أخبار الأسبوع"}',
       description = '{"en": "<b>Once</b> a week"}' WHERE name = 'News' AND app_id = $1`,
    [gateway.appId],
  );
  await gateway.fresh.db.affected(
    `UPDATE users.category SET channels = '{EMAIL}', default_on = false WHERE name = 'Offers' AND app_id = $1`,
    [gateway.appId],
  );
});
afterAll(() => gateway.close());
beforeEach(async () => {
  extId = `user-${(users += 1)}`;
  uid = await register({ email: `${extId}@example.com`, msisdn: `+90532123${4000 + users}` });
});

async function register(addresses: object, id = extId): Promise<number> {
  await gateway.call('/rest/3.0/registerUsers', { body: [{ extId: id, ...addresses }] });
  return (await gateway.app.get(UserLookupService).findUidsByExtIds(gateway.appId, [id])).get(id) ?? Number.NaN;
}

/** A message that was sent to the user. @param categories  of the message */
async function sent(categories: string[] = [], recipientId = uid): Promise<MessageRef> {
  const dispatchId = (dispatches += 1);
  const message = parseBulk({ title: 'T', text: 'x', platforms: ['EMAIL'], categories });
  await gateway.fresh.db.affected(
    `INSERT INTO delivery.dispatch (dispatch_id, app_id, notification_key, lane, message, target, options, state, day, finished_at)
     VALUES ($1::bigint, $2, $1::bigint, 'single', $3, '{"type":"all"}', '{}', 3, $4, now())`,
    [dispatchId, gateway.appId, JSON.stringify(message), DAY],
  );
  return { dispatchId, channel: CHANNELS.smtp, recipientId };
}

interface Shown {
  status: number;
  headers: Headers;
  text: string;
}

async function ask(path: string, { form, ...init }: RequestInit & { form?: [string, string][] } = {}): Promise<Shown> {
  const answer = await fetch(`${gateway.base}${path}`, {
    redirect: 'manual',
    ...init,
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const pageOf = async (categories?: string[]): Promise<string> =>
  `/p/${tokens.createToken('preferences', await sent(categories), markOf(`${extId}@example.com`))}`;

/** The address that a link is for: the first bits of its key. */
const markOf = (address: string): number => Buffer.from(contactKeyText(address), 'base64url').readUIntBE(0, 3);

/** The form as a browser would send it, with some choices turned. */
function fill({ text }: Shown, turned: readonly string[]): [string, string][] {
  const shown = [...text.matchAll(/name="shown" value="([^"]+)"/g)].map(([, value = '']) => value);
  const checked = new Set([...text.matchAll(/name="want" value="([^"]+)"\s+checked/g)].map(([, value = '']) => value));
  const keys = shown.map((value) => value.slice(0, -2)).filter((key) => checked.has(key) !== turned.includes(key));
  return [
    ['do', 'save'],
    ...shown.map((value): [string, string] => ['shown', value]),
    ...keys.map((key): [string, string] => ['want', key]),
  ];
}

async function setTracking(isOn: boolean): Promise<void> {
  const settings = { tracking: { opens: isOn, clicks: isOn } };
  await gateway.app.get(ApplyService).apply({ app: 'shop', settings }, { dryRun: false });
}

const undoIn = ({ text }: Shown): string => /name="undo" value="([^"]+)"/.exec(text)?.[1] ?? '-';

/** States by channel, of each topic of the user. */
async function states(of = uid): Promise<unknown> {
  const topics = await gateway.app.get(TopicService).readStates(gateway.appId, of);
  return topics.map(({ channels: { EMAIL, SMS } }) => [EMAIL, SMS].filter((state) => state !== undefined).join(' '));
}

async function mailConsent(email = `${extId}@example.com`): Promise<{ optIn: boolean; suppressed: string[] }> {
  const user = await gateway.fresh.db.row<{ optIn: boolean }>(
    'SELECT u.email_opt_in AS "optIn" FROM users.app_user AS u WHERE u.app_id = $1 AND u.uid = $2',
    [gateway.appId, uid],
  );
  const { json } = await gateway.call('/rest/3.0/getSuppressions?channel=email&max=1000', { method: 'GET' });
  const list = (json as { list: { address?: string; reason: string }[] }).list;
  const suppressed = list.flatMap(({ address, reason }) => (address === email ? [reason] : []));
  return { optIn: user?.optIn ?? false, suppressed };
}

describe('The preference page', () => {
  it('The page shows the topics by channels that the person can be reached on, in the brand of the application', async () => {
    const { status, headers, text } = await ask(await pageOf());
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('<html lang="en" dir="ltr">');
    expect(text).toContain('Ada &amp; Co');
    expect(text).toContain('&lt;b&gt;Once&lt;/b&gt; a week');
    expect([...text.matchAll(/name="shown" value="([^"]+)"/g)].map(([, value]) => value)).toEqual([
      '1.EMAIL.1',
      '1.SMS.1',
      '2.EMAIL.0',
      'tracking.0',
    ]);
    expect(text).toContain('href="https://ada.example/privacy"');
  });

  it('The page is kept nowhere, names itself to no one, and allows no script and no frame', async () => {
    const page = await pageOf();
    for (const answer of [await ask(page), await ask(page, { form: [['do', 'save']] }), await ask('/p/x')]) {
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src 'none'; form-action 'self'/);
      expect(policy).not.toMatch(/unsafe|script-src/);
      expect(answer.text).not.toMatch(/<script|\son\w+=|style="/i);
    }
  });

  it.each([
    ['tr', 'ltr', 'Tercihleriniz', 'Haftalık haberler'],
    ['ar-EG', 'rtl', 'تفضيلاتك', 'أخبار الأسبوع'],
    ['de', 'ltr', 'Ihre Einstellungen', 'Weekly news'],
  ])('The page of a person with language %s runs %s and is in it', async (language, direction, title, topic) => {
    await register({ profile: { language } });
    const { text } = await ask(await pageOf(), { headers: { 'accept-language': 'en' } });
    expect(text).toContain(`dir="${direction}"`);
    expect(text).toContain(`<h1>${title}</h1>`);
    expect(text).toContain(topic);
  });

  it('Without a language of the person the browser decides, and English stands in', async () => {
    const page = await pageOf();
    const titleFor = async (header: string) =>
      /<h1>([^<]*)</.exec((await ask(page, { headers: { 'accept-language': header } })).text)?.[1];
    expect(await titleFor('fr, de-AT;q=0.8, tr;q=0.9')).toBe('Tercihleriniz');
    expect(await titleFor('fr, tr;q=0')).toBe('Your preferences');
    expect(await titleFor('x,'.repeat(5000))).toBe('Your preferences');
  });

  it('A person who has only an id of WhatsApp chooses topics on WhatsApp', async () => {
    extId = `${extId}-whatsapp`;
    uid = await register({ whatsappId: `US.${users}3491208655302741918` });
    const page = gateway.app.get(PreferenceLinkService).createLink(gateway.appId, uid).path;
    const shown = await ask(page);
    expect([...shown.text.matchAll(/name="shown" value="(\d[^"]+)"/g)].map(([, value]) => value)).toEqual([
      '1.WHATSAPP.1',
    ]);
    expect((await ask(page, { form: fill(shown, ['1.WHATSAPP']) })).text).toContain('Your choice is saved.');
  });

  it('A choice is saved once, however often it is posted, and undo brings back what was before', async () => {
    const page = await pageOf();
    const form = fill(await ask(page), ['1.EMAIL', '2.EMAIL']);
    const saved = await ask(page, { form });
    expect(saved.text).toContain('Your choice is saved.');
    expect(await states()).toEqual(['off on', 'on']);
    expect((await ask(page, { form })).text).toContain('Everything is as it was.');
    expect(await states()).toEqual(['off on', 'on']);
    const undo: [string, string][] = [
      ['do', 'undo'],
      ['undo', undoIn(saved)],
    ];
    for (let again = 0; again < 2; again++) {
      expect((await ask(page, { form: undo })).text).toContain('The last change is undone.');
      expect(await states()).toEqual(['on on', 'off']);
    }
  });

  it('A page that is old changes only what its reader turned', async () => {
    const page = await pageOf();
    const old = await ask(page);
    await ask(page, { form: fill(old, ['1.SMS']) });
    await ask(page, { form: fill(old, ['2.EMAIL']) });
    expect(await states()).toEqual(['on off', 'on']);
  });

  it('A person leaves all marketing e-mail, can undo it, and can come back later', async () => {
    const page = await pageOf();
    const left = await ask(page, { form: [['do', 'leave']] });
    expect(left.text).toContain('You get no advertising by e-mail from Ada &amp; Co.');
    expect(left.text).not.toContain('1.EMAIL');
    expect(await mailConsent()).toEqual({ optIn: false, suppressed: ['UNSUBSCRIBED'] });
    await ask(page, { form: [['do', 'undo'], ['undo', undoIn(left)]] }); // prettier-ignore
    expect(await mailConsent()).toEqual({ optIn: true, suppressed: [] });
    await ask(page, { form: [['do', 'leave']] });
    await ask(page, { form: [['do', 'return']] });
    expect(await mailConsent()).toEqual({ optIn: true, suppressed: [] });
    expect(await states()).toEqual(['on on', 'off']);
  });

  it('Consent to tracking is given, its undo leaves no word, and nothing is said where nothing was turned', async () => {
    const page = await pageOf();
    const readTracking = async () =>
      gateway.fresh.db.row('SELECT u.tracking FROM users.app_user AS u WHERE u.app_id = $1 AND u.uid = $2', [
        gateway.appId,
        uid,
      ]);
    await ask(page, { form: fill(await ask(page), []) });
    expect(await readTracking()).toEqual({ tracking: null });
    const answer = await ask(page, { form: fill(await ask(page), ['tracking']) });
    expect(await readTracking()).toEqual({ tracking: true });
    await ask(page, { form: [['do', 'undo'], ['undo', undoIn(answer)]] }); // prettier-ignore
    expect(await readTracking()).toEqual({ tracking: null });
    const { json } = await gateway.call(`/rest/3.0/getConsentHistory?extId=${extId}`, { method: 'GET' });
    expect((json as { list: object[] }).list).toMatchObject([
      { subject: 'TRACKING', permitted: false, source: 'LINK' },
      { subject: 'TRACKING', permitted: true, source: 'LINK' },
    ]);
  });

  it('A complaint stays when the person comes back', async () => {
    const address = `${extId}@example.com`;
    const body = { channel: 'email', addresses: [address], reason: 'COMPLAINT' };
    await gateway.call('/rest/3.0/addSuppressions', { body });
    const page = await pageOf();
    expect((await ask(page)).text).not.toContain('value="return"');
    await ask(page, { form: [['do', 'return']] });
    expect((await mailConsent()).suppressed).toContain('COMPLAINT');
  });

  it('The history names the message whose link was used', async () => {
    const page = await pageOf();
    await ask(page, { form: fill(await ask(page), ['1.SMS']) });
    const { json } = await gateway.call(`/rest/3.0/getConsentHistory?extId=${extId}`, { method: 'GET' });
    expect((json as { list: object[] }).list[0]).toMatchObject({ source: 'LINK', permitted: false });
  });

  it('A page without an address shows nothing to choose, and that of a deleted user leads nowhere', async () => {
    const page = gateway.app.get(PreferenceLinkService).createLink(gateway.appId, uid).path;
    const ofMessage = await pageOf();
    await gateway.call('/rest/3.0/removeEmail', { body: { extId } });
    await gateway.call('/rest/3.0/removeMsisdn', { body: { extId } });
    expect((await ask(ofMessage)).status).toBe(404);
    const empty = await ask(page);
    expect(empty.text).not.toMatch(/value="\d|value="leave"/);
    await setTracking(false);
    const none = await ask(page);
    expect(none.text).toContain('There is nothing to choose here.');
    expect(none.text).not.toContain('<form');
    await setTracking(true);
    await gateway.call('/rest/3.0/deleteUsers', { body: { extIds: [extId] } });
    await expect.poll(async () => (await ask(page)).status).toBe(404);
  });
});

describe('Attack: links and forms of the preference page', () => {
  it('Tokens of other purposes, changed ones and those that ended open no page and change nothing', async () => {
    const ref = await sent();
    const token = tokens.createToken('preferences', ref, markOf(`${extId}@example.com`));
    const ended = { dispatchId: Math.floor(Date.now() / 1000) - 1, channel: 0, recipientId: uid };
    for (const wrong of [
      tokens.createToken('unsubscribe', ref),
      tokens.createToken('open', ref),
      tokens.createToken('preferences', ref, markOf('eve@example.com')),
      `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`,
      `${token}.`,
      `0${token}`,
      tokens.createToken('preferencesUntil', ended, gateway.appId),
      'x'.repeat(5000),
      '%00',
    ]) {
      expect([wrong, (await ask(`/p/${wrong}`)).status]).toEqual([wrong, 404]);
      expect((await ask(`/p/${wrong}`, { form: [['do', 'leave']] })).status).toBe(404);
    }
    expect(await mailConsent()).toEqual({ optIn: true, suppressed: [] });
  });

  it('An undo that is forged, changed or of another person changes nothing', async () => {
    const page = await pageOf();
    const left = await ask(page, { form: [['do', 'leave']] });
    const undo = undoIn(left);
    extId = `user-${(users += 1)}`;
    uid = await register({ email: `${extId}@example.com` });
    const secondPage = await pageOf();
    await ask(secondPage, { form: [['do', 'leave']] });
    const forged = Buffer.from(JSON.stringify({ appId: gateway.appId, uid, until: 9e9, topics: [], email: true }));
    for (const token of [undo, '', '.', 'x'.repeat(100_000), `${forged.toString('base64url')}.${undo.split('.')[1]}`]) {
      const answer = await ask(secondPage, { form: [['do', 'undo'], ['undo', token]] }); // prettier-ignore
      expect([answer.status, answer.text.includes('can no longer be undone')]).toEqual([200, true]);
    }
    expect((await mailConsent()).optIn).toBe(false);
  });

  it('A form of unknown topics, of channels without an address, or of any bytes changes nothing', async () => {
    const page = await pageOf();
    for (const body of [
      'do=save&shown=1.SLACK.0&want=1.SLACK&shown=99.EMAIL.1&shown=2.SMS.0&want=2.SMS',
      'do=save&shown=1.__proto__.1&shown=-1.EMAIL.1&shown=1e1.EMAIL.1&shown=1.EMAIL.2',
      'do=nothing&shown=',
      '%%%=%00&\u0000',
      '',
    ]) {
      const answer = await ask(page, { method: 'POST', body });
      expect([answer.status, answer.text.includes('Everything is as it was.')]).toEqual([200, true]);
    }
    expect((await ask(page, { method: 'POST', body: 'x'.repeat(300_000) })).status).toBe(413);
    expect(await states()).toEqual(['on on', 'off']);
  });

  it('Texts of topics, names and values of a brand stay texts', async () => {
    const evil = '"><script>alert(1)</script><p class=\'';
    const { db } = gateway.fresh;
    await db.affected('UPDATE users.category SET title = $1, description = $1 WHERE name = $2 AND app_id = $3', [
      JSON.stringify({ [`en-${evil}`]: evil }),
      'Offers',
      gateway.appId,
    ]);
    await db.affected(`UPDATE tenancy.application SET brand = brand || $2 WHERE id = $1`, [
      gateway.appId,
      JSON.stringify({ name: evil, footer: `${evil}</style>` }),
    ]);
    const { text } = await ask(await pageOf());
    expect(text).not.toMatch(/<script|<p class='/);
    await db.affected(`UPDATE tenancy.application SET brand = brand || '{"name": "Ada & Co"}' WHERE id = $1`, [
      gateway.appId,
    ]);
    await db.affected(
      `UPDATE users.category SET title = '{}', description = '{}' WHERE name = 'Offers' AND app_id = $1`,
      [gateway.appId],
    );
  });
});

describe('Unsubscribing from a message of a topic', () => {
  const linkOf = (ref: MessageRef, email = `${extId}@example.com`): string =>
    `/u/${tokens.createToken('unsubscribe', ref, 0, contactKeyText(email))}.${contactKeyText(email)}`;
  const oneClick = (path: string) => ask(path, { method: 'POST', body: 'List-Unsubscribe=One-Click' });

  it('One click leaves the topic by e-mail alone, and the page offers the rest', async () => {
    const link = linkOf(await sent(['News']));
    const question = await ask(link);
    expect(question.text).toContain('Unsubscribe from Weekly news?');
    expect(await states()).toEqual(['on on', 'off']);
    for (let again = 0; again < 2; again++) {
      const done = await oneClick(link);
      expect([done.status, done.text.includes('You are unsubscribed from Weekly news')]).toEqual([200, true]);
      const [, rest = '-'] = /href="(\/p\/\w+)"/.exec(done.text) ?? [];
      expect((await ask(rest)).status).toBe(200);
    }
    expect(await states()).toEqual(['off on', 'off']);
    expect(await mailConsent()).toEqual({ optIn: true, suppressed: [] });
  });

  it('A message of several topics leaves each of them, by name or id', async () => {
    await oneClick(linkOf(await sent(['News', '2'])));
    expect(await states()).toEqual(['off on', 'off']);
    expect(await mailConsent()).toEqual({ optIn: true, suppressed: [] });
  });

  it('A message without a topic, or of one that no longer exists, leaves everything as before', async () => {
    for (const categories of [[], ['Gone']]) {
      const link = linkOf(await sent(categories));
      expect((await ask(link)).text).toContain('Unsubscribe from Ada &amp; Co?');
      await oneClick(link);
      expect(await mailConsent()).toEqual({ optIn: false, suppressed: ['UNSUBSCRIBED'] });
      await gateway.call('/rest/3.0/enableMail', { body: { extIds: [extId] } });
    }
  });

  it('Everyone who shares the mailbox leaves the topic', async () => {
    const partner = await register({ email: `${extId}@EXAMPLE.com` }, `${extId}-partner`);
    await oneClick(linkOf(await sent(['News'])));
    expect(await states()).toEqual(['off on', 'off']);
    expect(await states(partner)).toEqual(['off on', 'off']);
  });

  it('The click of a mailbox with hundreds of users is answered at once, and the others follow though one part fails', async () => {
    const others = Array.from({ length: 450 }, (_, n) => ({ extId: `${extId}-${n}`, email: `${extId}@example.com` }));
    await gateway.call('/rest/3.0/registerUsers', { body: others });
    const { db } = gateway.fresh;
    const countOff = async (): Promise<number> =>
      (
        await db.rows('SELECT FROM users.topic_choice AS c WHERE c.app_id = $1 AND c.category_id = 1 AND c.state = 4', [
          gateway.appId,
        ])
      ).length;
    const start = await countOff();
    await oneClick(linkOf(await sent(['News'])));
    expect(await states()).toEqual(['off on', 'off']);
    expect((await countOff()) - start).toBeLessThanOrEqual(21);
    const withdrawals = gateway.app.get(TopicWithdrawalService);
    await db.affected('ALTER TABLE users.topic_choice RENAME TO topic_choice_away');
    await withdrawals.runDue();
    await db.affected('ALTER TABLE users.topic_choice_away RENAME TO topic_choice');
    // The clock of the process has milliseconds: within one of them it is before the database's time.
    await db.affected(`UPDATE users.topic_withdrawal SET due_at = now() - interval '1 second'`);
    await Promise.all([withdrawals.runDue(), withdrawals.runDue()]);
    await withdrawals.runDue();
    expect(await db.rows('SELECT w.due_at, w.last_uid FROM users.topic_withdrawal AS w')).toEqual([]);
    expect((await countOff()) - start).toBe(451);
  });

  it('A mailbox that its user no longer has leaves everything', async () => {
    const old = `${extId}@example.com`;
    const link = linkOf(await sent(['News']), old);
    await gateway.call('/rest/3.0/updateEmail', { body: { extId, email: `new-${old}` } });
    expect((await oneClick(link)).status).toBe(200);
    const { suppressed } = await mailConsent(old);
    expect(suppressed.length + (await countSuppressed(old))).toBeGreaterThan(0);
    expect((await ask(link)).text).not.toContain('href="/p/');
    expect(await states()).toEqual(['on on', 'off']);
  });

  it('A mail to the unsubscribe address leaves the topic too', async () => {
    await gateway.app.get(UnsubscriptionService).unsubscribeByMail(await sent(['News']));
    expect(await states()).toEqual(['off on', 'off']);
    expect(await mailConsent()).toEqual({ optIn: true, suppressed: [] });
  });
});

async function countSuppressed(address: string): Promise<number> {
  const key = Buffer.from(contactKeyText(address), 'base64url').subarray(0, 16);
  const rows = await gateway.fresh.db.rows('SELECT FROM users.suppression AS s WHERE s.value_hash = $1', [key]);
  return rows.length;
}
