import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../../support/contract/sending.js';
import { fileOf, postForm } from '../../../support/processes/upload-forms.js';

let sending: Sending;
beforeAll(async () => {
  sending = await startSending();
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

let people = 0;

/** Two users, a while ago and just now seen, with the same address and number. */
async function sharedAddress(): Promise<{ earlier: string; later: string; email: string; msisdn: string }> {
  people += 1;
  const [earlier, later] = [`earlier-${people}`, `later-${people}`];
  const email = `home-${people}@example.com`;
  const msisdn = `+90532${String(1_000_000 + people)}`;
  await sending.post('registerUsers', [
    { extId: later, platform: 'IOS', deviceToken: `${later}-phone`, email, msisdn, profile: { name: later } },
    { extId: earlier, platform: 'IOS', deviceToken: `${earlier}-phone`, email, msisdn, profile: { name: earlier } },
  ]);
  for (const [extId, hours] of [
    [earlier, 5],
    [later, 1],
  ] as const) {
    await sending.gateway.fresh.db.affected(
      `UPDATE users.installation AS i SET last_active_at = now() - make_interval(hours => $3)
       FROM users.app_user AS u WHERE u.app_id = $1 AND u.ext_id = $2 AND i.app_id = u.app_id AND i.uid = u.uid AND i.vb = u.vb`,
      [sending.gateway.appId, extId, hours],
    );
  }
  return { earlier, later, email, msisdn };
}

async function define(body: object): Promise<string> {
  const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', body);
  return String(notificationKey);
}

const MAIL = { platforms: ['EMAIL'], title: 'Bill', subject: 'Bill', message: '<p>Hello</p>' };
const SMS = { platforms: ['SMS'], title: 'Code', message: 'Your code is 17' };

/** Arrived messages, by address. */
async function arrived(): Promise<string[]> {
  await sending.drain();
  const deliveries = [
    ...(await sending.simulators.deliveries('provider=smtp')),
    ...(await sending.simulators.deliveries('provider=sms')),
  ];
  return deliveries.map(({ token }) => token).toSorted();
}

async function sendDirect(body: object): Promise<{ key: number; arrived: string[]; ends: Record<string, number> }> {
  await sending.simulators.clear();
  const { notificationKey: key } = await sending.post<{ notificationKey: number }>('sendEmailAndSms', body);
  return { key, arrived: await arrived(), ends: await sending.ends(key) };
}

async function sendDefined(notificationKey: string, target: object, message?: object): Promise<string[]> {
  await sending.simulators.clear();
  await sending.post('sendNotification', { notificationKey, target, ...(message && { message }) });
  return arrived();
}

/** The users that the results of a key name, whatever they say. */
async function namedUsers(key: number): Promise<(string | null)[]> {
  const rows = await sending.gateway.fresh.db.rows<{ extId: string | null }>(
    `WITH r AS MATERIALIZED (
       SELECT r.uid FROM delivery.push_result r JOIN delivery.dispatch d USING (dispatch_id)
        WHERE d.notification_key = $1 AND d.app_id = $2),
     u AS MATERIALIZED (SELECT u.uid, u.ext_id FROM users.app_user u WHERE u.app_id = $2)
     SELECT u.ext_id AS "extId" FROM r LEFT JOIN u USING (uid)`,
    [key, sending.gateway.appId],
  );
  return rows.map(({ extId }) => extId);
}

const refuse = (channel: 'Mail' | 'Sms', ...extIds: string[]) => sending.post(`disable${channel}`, { extIds });

describe('One message for each address (decisions 9)', () => {
  it('sendEmailAndSms, sendEmailWithAttachment and sendNotification send once, for the user seen last', async () => {
    const { later, email, msisdn } = await sharedAddress();
    const sms = await sendDirect({ ...SMS, target: { msisdn } });
    expect(sms).toMatchObject({ arrived: [msisdn], ends: { SUCCESS: 1 } });
    const mail = await sendDirect({ ...MAIL, target: { email } });
    expect(mail).toMatchObject({ arrived: [email], ends: { SUCCESS: 1 } });
    expect([await namedUsers(sms.key), await namedUsers(mail.key)]).toEqual([[later], [later]]);
    const results = await sending.gateway.call(`/rest/3.0/getPushResult?notificationKey=${sms.key}`, { method: 'GET' });
    expect(results.json).toMatchObject({ list: [{ extId: later, platform: 'SMS', status: 'SUCCESS' }] });
    await sending.simulators.clear();
    const answer = await postForm(sending.gateway, {
      to: email,
      notificationKey: String(mail.key),
      files: [['a.txt', fileOf('txt', 100)]],
    });
    expect(answer.status).toBe(200);
    expect(await arrived()).toEqual([email]);
    expect(await sendDefined(String(mail.key), { email })).toEqual([email]);
    expect(await sendDefined(String(sms.key), { msisdn })).toEqual([msisdn]);
    expect(await sendDefined(await define({ ...SMS, message: 'Hello @{name}' }), { msisdn })).toEqual([msisdn]);
    expect(await sending.simulators.deliveries('provider=sms')).toMatchObject([
      { payload: { Body: `Hello ${later}` } },
    ]);
  });

  it('A commercial message is filled for a user who has not refused, and is SKIPPED when all have', async () => {
    const { earlier, later, msisdn } = await sharedAddress();
    await refuse('Sms', later);
    const filled = await sendDirect({ ...SMS, target: { msisdn } });
    expect(filled).toMatchObject({ arrived: [msisdn], ends: { SUCCESS: 1 } });
    expect(await namedUsers(filled.key)).toEqual([earlier]);
    await refuse('Sms', earlier);
    const skipped = await sendDirect({ ...SMS, target: { msisdn } });
    expect(skipped).toMatchObject({ arrived: [], ends: { 'SKIPPED OPTED_OUT': 1 } });
    expect(await namedUsers(skipped.key)).toEqual([later]);
    expect(await sending.dispatch(skipped.key)).toMatchObject({ planned: 1, settled: 1 });
    const query = `notificationKey=${skipped.key}`;
    const results = await sending.gateway.call(`/rest/3.0/getPushResult?${query}&status=SKIPPED`, { method: 'GET' });
    expect(results.json).toMatchObject({ list: [{ extId: later, status: 'SKIPPED', errorMsg: 'OPTED_OUT' }] });
    expect((results.json as { list: unknown[] }).list).toHaveLength(1);
    const stats = await sending.gateway.call(`/rest/3.0/getPushStats?${query}`, { method: 'GET' });
    expect(JSON.stringify(stats.json)).toContain('"OPTED_OUT":1');
  });
});

describe('Informational messages (decisions 9)', () => {
  it.each([
    ['transactional', 'e-mail', MAIL, { transactional: true }],
    ['emailIysMessageType', 'e-mail', MAIL, { emailIysMessageType: 'N', emailIysRecipientType: 'B' }],
    ['transactional', 'SMS', SMS, { transactional: true }],
    ['smsIysMessageType', 'SMS', SMS, { smsIysMessageType: 'N', smsIysRecipientType: 'B' }],
  ])(
    'With %s, an %s reaches users who refused commercial messages, by every operation',
    async (_, __, content, mark) => {
      const { earlier, later, email, msisdn } = await sharedAddress();
      const isMail = content === MAIL;
      await refuse(isMail ? 'Mail' : 'Sms', earlier, later);
      const target = isMail ? { email } : { msisdn };
      const address = isMail ? email : msisdn;
      expect(await sendDirect({ ...content, target })).toMatchObject({ arrived: [], ends: { 'SKIPPED OPTED_OUT': 1 } });
      expect(await sendDirect({ ...content, ...mark, target })).toMatchObject({
        arrived: [address],
        ends: { SUCCESS: 1 },
      });
      const marked = await define({ ...content, ...mark });
      const commercial = await define(content);
      expect(await sendDefined(marked, target)).toEqual([address]);
      expect(await sendDefined(marked, { extId: earlier })).toEqual([address]);
      expect(await sendDefined(commercial, target)).toEqual([]);
      expect(await sendDefined(commercial, target, mark)).toEqual([address]);
      const bulk = { text: 'News', title: 'News', subject: 'News', platforms: content.platforms };
      const profile = isMail ? { email } : { msisdn };
      await sending.simulators.clear();
      await sending.bulk({ message: bulk, target: { profile } });
      expect(await arrived()).toEqual([]);
      await sending.bulk({ message: { ...bulk, ...mark }, target: { profile } });
      // Both users have the address, and a campaign reaches one.
      expect(await arrived()).toEqual([address]);
    },
  );

  it('The type of a channel overrides transactional, and a mark of the send overrides the definition', async () => {
    const { earlier, later, email, msisdn } = await sharedAddress();
    await refuse('Mail', earlier, later);
    await refuse('Sms', earlier, later);
    const both = { ...MAIL, platforms: ['EMAIL', 'SMS'] };
    expect(await sendDefined(await define({ ...both, smsIysMessageType: 'n' }), { extId: later })).toEqual([msisdn]);
    const mailOnly = await define({ ...both, transactional: true, smsIysMessageType: 'T' });
    expect(await sendDefined(mailOnly, { extId: later })).toEqual([email]);
    expect(await sendDefined(mailOnly, { extId: later }, { transactional: true })).toEqual([msisdn, email]);
  });

  it('No informational message and no optOut reaches an address suppressed for a hard reason', async () => {
    const { email, msisdn } = await sharedAddress();
    await sending.post('addSuppressions', { channel: 'email', addresses: [email], reason: 'COMPLAINT' });
    await sending.post('addSuppressions', { channel: 'sms', addresses: [msisdn], reason: 'STOP' });
    for (const [content, target] of [
      [MAIL, { email }],
      [SMS, { msisdn }],
    ] as const) {
      for (const more of [{ transactional: true, target }, { target: { ...target, optOut: true } }]) {
        expect(await sendDirect({ ...content, ...more })).toMatchObject({
          arrived: [],
          ends: { 'SKIPPED SUPPRESSED': 1 },
        });
      }
    }
  });
});

describe('Refusals of users and addresses (decisions 9)', () => {
  it("A refusal of another user with the same address does not stop a user's own messages", async () => {
    const { earlier, later, email, msisdn } = await sharedAddress();
    await refuse('Mail', later);
    await refuse('Sms', later);
    const both = await define({ ...MAIL, platforms: ['EMAIL', 'SMS'] });
    expect(await sendDefined(both, { extId: earlier })).toEqual([msisdn, email]);
    expect(await sendDefined(both, { extId: later })).toEqual([]);
    await sending.simulators.clear();
    await sending.bulk({ message: { title: 'N', text: 'News', platforms: ['SMS'] }, target: { profile: { msisdn } } });
    expect(await arrived()).toEqual([msisdn]);
  });

  it('A refusal by address holds for the address, also for later users, until it consents', async () => {
    const { earlier, later, email, msisdn } = await sharedAddress();
    const both = await define({ ...MAIL, platforms: ['EMAIL', 'SMS'] });
    await sending.post('disableMail', { emailList: [email.toUpperCase()] });
    await sending.post('disableSms', { msisdnList: [msisdn] });
    await sending.post('registerUsers', [{ extId: `late-${earlier}`, email, msisdn }]);
    for (const extId of [earlier, later, `late-${earlier}`]) {
      expect(await sendDefined(both, { extId })).toEqual([]);
    }
    expect(await sendDirect({ ...MAIL, target: { email } })).toMatchObject({ ends: { 'SKIPPED SUPPRESSED': 1 } });
    expect(await sendDirect({ ...MAIL, transactional: true, target: { email } })).toMatchObject({ arrived: [email] });
    await sending.post('enableMail', { emailList: [email] });
    await sending.post('enableSms', { msisdnList: [msisdn] });
    expect(await sendDefined(both, { extId: later })).toEqual([msisdn, email]);
  });

  it('A message is filled for a user who has not refused its category, and is skipped when all have', async () => {
    const { app } = sending.gateway;
    await app.get(ApplyService).apply({ app: 'shop', categories: [{ name: 'Offers' }] }, { dryRun: false });
    const { earlier, later, email } = await sharedAddress();
    const offer = Number(await define({ ...MAIL, categories: ['Offers'] }));
    const prefer = (extId: string) =>
      sending.post('setCategoryPreferences', [{ extId, category: 'Offers', enable: false }]);
    await prefer(later);
    expect(await sendDefined(String(offer), { email })).toEqual([email]);
    expect(await namedUsers(offer)).toEqual([earlier]);
    await prefer(earlier);
    expect(await sendDefined(String(offer), { email })).toEqual([]);
    expect(await sending.ends(offer)).toEqual({ SUCCESS: 1, 'SKIPPED CATEGORY_OPTED_OUT': 1 });
  });

  it('A message of a topic that is off unasked is filled for the user who said yes to it by e-mail', async () => {
    const categories = [{ name: 'Letters', default: 'off' }];
    await sending.gateway.app.get(ApplyService).apply({ app: 'shop', categories }, { dryRun: false });
    const { earlier, later, email } = await sharedAddress();
    const letter = Number(await define({ ...MAIL, categories: ['Letters'] }));
    const accept = (extId: string, channel: string) =>
      sending.post('setCategoryPreferences', [{ extId, category: 'Letters', enable: true, channel }]);
    await accept(later, 'PUSH');
    expect(await sendDefined(String(letter), { email })).toEqual([]);
    await accept(earlier, 'EMAIL');
    expect(await sendDefined(String(letter), { email })).toEqual([email]);
    expect(await namedUsers(letter)).toContain(earlier);
    expect(await sending.ends(letter)).toEqual({ SUCCESS: 1, 'SKIPPED CATEGORY_OPTED_OUT': 1 });
  });

  it('target.optOut overrides the refusal of the recipient, for e-mail and SMS', async () => {
    const { earlier, later, email, msisdn } = await sharedAddress();
    await refuse('Mail', earlier, later);
    await refuse('Sms', earlier, later);
    const mail = await define(MAIL);
    expect(await sendDefined(mail, { email })).toEqual([]);
    expect(await sendDefined(mail, { email, optOut: true })).toEqual([email]);
    expect(await sendDefined(mail, { extId: earlier, optOut: true })).toEqual([email]);
    expect(await sendDirect({ ...SMS, target: { msisdn, optOut: true } })).toMatchObject({ ends: { SUCCESS: 1 } });
    expect(await sendDirect({ ...SMS, target: { msisdn, optOut: false } })).toMatchObject({ arrived: [] });
  });

  it.each([
    ['transactional', 'yes'],
    ['smsIysMessageType', 7],
    ['smsIysMessageType', 'N1'],
    ['emailIysRecipientType', '-'],
  ])('A mark %s of %j is refused by its name', async (field, value) => {
    const before = await sending.gateway.fresh.db.row('SELECT count(*) AS n FROM notifications.definition');
    const { status, json } = await sending.gateway.call('/rest/3.0/sendEmailAndSms', {
      body: { ...SMS, target: { msisdn: '+905321234567' }, [field]: value },
    });
    expect({ status, ...(json as object) }).toMatchObject({
      status: 400,
      code: 2004,
      error: expect.stringContaining(field) as string,
    });
    expect(await sending.gateway.fresh.db.row('SELECT count(*) AS n FROM notifications.definition')).toEqual(before);
  });
});

describe('Text message with the text of an e-mail', () => {
  it('A text message that shares its text with an e-mail arrives without HTML', async () => {
    const { later, msisdn } = await sharedAddress();
    const key = await define({
      platforms: ['EMAIL', 'SMS'],
      title: 'Order',
      subject: 'Order',
      message: '<p>Hello <b>@{name}</b>,</p><p>fish &amp; chips &lt; 5 €</p>',
      languages: { en: { text: '<h1>Order</h1>' } },
    });
    await sendDefined(key, { extId: later }, { params: { name: 'Ann <3' } });
    expect(await sending.simulators.deliveries('provider=sms')).toMatchObject([
      { token: msisdn, payload: { Body: 'Hello Ann <3,\n\nfish & chips < 5 €' } },
    ]);
  });
});
