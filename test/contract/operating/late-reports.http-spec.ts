import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readMessageId, SendRetentionService } from '#libs/delivery';
import { LinkClickService, ProviderCallbackService } from '#libs/delivery/engagement';
import { NotificationRetentionService } from '#libs/notifications/approvals';
import { ApplyService } from '#libs/tenancy';
import { freePort } from '#platform/embedded';
import { startSending, type Sending } from '../../support/contract/sending.js';

let sending: Sending;
let people = 0;
beforeAll(async () => {
  sending = await startSending({ PORT: String(await freePort()) });
  await sending.gateway.app
    .get(ApplyService)
    .apply({ app: 'shop', settings: { retention: { results: '2d' } } }, { dryRun: false });
});
afterAll(() => sending.close());
beforeEach(async () => {
  await sending.simulators.clear();
});

const HTML = '<p><a href="https://shop.example/a?x=1">look</a> <a href="@{unsubscribeUrl}">No more</a></p>';
const TABLES = ['dispatch', 'chunk', 'in_doubt', 'click_stat', 'open', 'click', 'provider_receipt'];

async function person(): Promise<{ extId: string; email: string; msisdn: string }> {
  const extId = `p${(people += 1)}`;
  const user = { extId, email: `${extId}@example.com`, msisdn: `+90532${2_000_000 + people}` };
  await sending.post('registerUsers', [user]);
  return user;
}

/** Moves all sends five days into the past, and applies retention. */
async function age(): Promise<void> {
  await sending.gateway.fresh.db.affected(
    `UPDATE delivery.dispatch SET created_at = created_at - interval '5 days', finished_at = finished_at - interval '5 days'`,
  );
  await sending.gateway.fresh.db.affected(
    `UPDATE delivery.key_total SET day = day - 5, ended_at = ended_at - interval '5 days'`,
  );
  for (const table of ['key_count', 'send_total', 'send_count']) {
    await sending.gateway.fresh.db.affected(`UPDATE delivery.${table} SET day = day - 5`);
  }
  await sending.gateway.fresh.db.affected(
    `UPDATE notifications.definition SET created_at = created_at - interval '5 days'`,
  );
}

async function expire(): Promise<void> {
  await sending.gateway.app.get(SendRetentionService).deleteExpired();
  await sending.gateway.app.get(NotificationRetentionService).deleteExpired();
}

async function countRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of TABLES) {
    const row = await sending.gateway.fresh.db.row<{ rows: number }>(`SELECT count(*) AS rows FROM delivery.${table}`);
    counts[table] = row?.rows ?? -1;
  }
  return counts;
}

const follow = (url: string, init: RequestInit = {}) => fetch(url, { redirect: 'manual', ...init });
const read = async (path: string) => (await sending.gateway.call(`/rest/3.0/${path}`, { method: 'GET' })).json;
const define = async (body: object): Promise<string> =>
  String((await sending.post<{ notificationKey: number }>('createNotificationDefinition', body)).notificationKey);
const clickedOf = async (key: string): Promise<number | undefined> =>
  ((await read(`getPushStats?notificationKey=${key}`)) as { stats: { clicked: number }[] }).stats[0]?.clicked;

/** Sends one e-mail of a definition. @returns its links and what it is called */
async function sendMail(key: string) {
  const { extId, email } = await person();
  await sending.post('sendNotification', { notificationKey: key, target: { extId: [extId] } });
  await sending.drain();
  const [mail] = (await sending.simulators.mails()).filter(({ token }) => token === email);
  const html = mail?.payload.html ?? '';
  const message = readMessageId(/[\da-f-]{36}/.exec(mail?.messageId ?? '')?.[0] ?? '');
  const link = /href="([^"]+\/c\/[^"]+)"/.exec(html)?.[1] ?? '';
  const pixel = /src="([^"]+\.gif)"/.exec(html)?.[1] ?? '';
  const unsubscribe = /href="([^"]+\/u\/[^"]+)"/.exec(html)?.[1] ?? '';
  if (!message || link === '' || pixel === '' || unsubscribe === '') {
    throw new Error('The mail has no links of ours');
  }
  return { extId, email, message, link, pixel, unsubscribe };
}

/** The short link of an SMS. */
async function shortLink(msisdn: string): Promise<string> {
  const [message] = (await sending.simulators.deliveries('provider=sms')).filter(({ token }) => token === msisdn);
  return /https?:\/\/\S+\/s\/\w+/.exec(JSON.stringify(message?.payload))?.[0] ?? '';
}

describe('Click on a message after its retention', () => {
  it('A click before the deletion is counted, and the retention waits for it', async () => {
    const key = await define({ title: 'Letter', message: HTML, platforms: ['EMAIL'] });
    const { link } = await sendMail(key);
    await age();
    const { app, fresh } = sending.gateway;
    const links = app.get(LinkClickService);
    const followed = links.readDestination(/\/c\/([^?]+)/.exec(link)?.[1] ?? '', 'https://shop.example/a?x=1');
    if (!followed) {
      throw new Error('The link leads nowhere');
    }
    let expiry: Promise<unknown> = Promise.resolve();
    await fresh.db.inTransaction(async () => {
      await links.recordClick(followed, { agent: 'browser', network: null, isWhole: true });
      expiry = fresh.db.outsideTransaction(async () => app.get(SendRetentionService).deleteExpired());
      const isWaiting = async (): Promise<boolean> =>
        fresh.db.outsideTransaction(async () => {
          const row = await fresh.db.row<{ waiting: boolean }>(
            `SELECT EXISTS (SELECT FROM pg_stat_activity
              WHERE datname = current_database() AND wait_event_type = 'Lock') AS waiting`,
          );
          return row?.waiting === true;
        });
      await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true);
    });
    await expiry;
    expect(await clickedOf(key)).toBe(1);
    expect(await countRows()).toMatchObject({ dispatch: 0, click_stat: 0 });
  });

  it("An expired e-mail's links still redirect and unsubscribe, and count nothing", async () => {
    const key = await define({ title: 'Letter', message: HTML, platforms: ['EMAIL'] });
    const mail = await sendMail(key);
    expect((await follow(mail.link)).status).toBe(302);
    await age();
    const before = await read(`getPushStats?notificationKey=${key}`);
    await expire();
    const rows = await countRows();
    expect(rows).toMatchObject({ dispatch: 0, chunk: 0, in_doubt: 0, click_stat: 0 });
    const followed = await follow(mail.link);
    expect([followed.status, followed.headers.get('location')]).toEqual([302, 'https://shop.example/a?x=1']);
    expect((await follow(mail.pixel)).status).toBe(200);
    const page = await follow(mail.unsubscribe);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('shop')]);
    expect(await countRows()).toEqual(rows);
    expect(await read(`getPushStats?notificationKey=${key}`)).toEqual(before);
    expect((await follow(mail.unsubscribe, { method: 'POST' })).status).toBe(200);
    await sending.post('sendNotification', { notificationKey: key, target: { extId: [mail.extId] } });
    await sending.drain();
    expect((await sending.simulators.mails()).filter(({ token }) => token === mail.email)).toHaveLength(1);
  });

  it('An expired SMS link of a campaign still redirects, and one of a direct send answers 404', async () => {
    const text = 'Sale: https://shop.example/a/long/way/to/go, today.';
    const [first, second] = [await person(), await person()];
    await sending.post('tagUsers', [{ extId: first.extId, tag: 'sms' }]).catch(() => undefined);
    await sending.bulk({ message: { title: 'T', text, platforms: ['SMS'] }, target: { sendToAll: true } });
    const direct = await sending.post<{ notificationKey: number }>('sendEmailAndSms', {
      title: 'T',
      message: text,
      platforms: ['SMS'],
      target: { msisdn: second.msisdn },
    });
    await sending.drain();
    const ofCampaign = await shortLink(first.msisdn);
    const deliveries = (await sending.simulators.deliveries('provider=sms')).filter(
      ({ token }) => token === second.msisdn,
    );
    const links = deliveries.map(({ payload }) => /https?:\/\/\S+\/s\/\w+/.exec(JSON.stringify(payload))?.[0] ?? '');
    expect([ofCampaign, ...links].every((link) => link.includes('/s/'))).toBe(true);
    await age();
    const before = await read(`getPushStats?notificationKey=${direct.notificationKey}`);
    await expire();
    const followed = await follow(ofCampaign);
    expect([followed.status, followed.headers.get('location')]).toEqual([302, 'https://shop.example/a/long/way/to/go']);
    const statuses = await Promise.all(links.map(async (link) => (await follow(link)).status));
    expect(statuses.toSorted((a, b) => a - b)).toEqual([302, 404]);
    expect(await read(`getPushStats?notificationKey=${direct.notificationKey}`)).toEqual(before);
  });
});

describe('Late reports and requests', () => {
  it('A late mail report suppresses the address, and leaves no row of its message', async () => {
    const key = await define({ title: 'Letter', message: HTML, platforms: ['EMAIL'] });
    const { email, message } = await sendMail(key);
    await age();
    await expire();
    const rows = await countRows();
    await sending.gateway.app
      .get(ProviderCallbackService)
      .handleMailReport(message, { kind: 'complaint', code: 'abuse', text: `from ${email}`, mailFrom: [] });
    expect(await countRows()).toEqual(rows);
    const { list } = (await read('getSuppressions?channel=email&max=1000')) as { list: unknown[] };
    expect(list).toContainEqual(expect.objectContaining({ address: email, reason: 'COMPLAINT' }));
  });

  it('An expired campaign still shows its end, target and figures', async () => {
    await person();
    const key = await sending.bulk({
      message: { title: 'Sale', text: 'Today', platforms: ['SMS'] },
      target: { sendToAll: true },
    });
    await sending.drain();
    // The simulated provider calls back about each message, in its own time.
    const { sent } = ((await read(`getPushStats?notificationKey=${key}`)) as { stats: { sent: number }[] })
      .stats[0] ?? { sent: 0 };
    const countCallbacks = async (): Promise<number | undefined> =>
      ((await read(`getEngagement?notificationKey=${key}`)) as { late: { recipients: number }[] }).late[0]?.recipients;
    await expect.poll(countCallbacks, { timeout: 20_000 }).toBe(sent);
    await age();
    const before = [
      await read(`getCampaign?notificationKey=${key}`),
      await read('getCampaigns?max=100'),
      await read(`getEngagement?notificationKey=${key}`),
    ];
    await expire();
    expect([
      await read(`getCampaign?notificationKey=${key}`),
      await read('getCampaigns?max=100'),
      await read(`getEngagement?notificationKey=${key}`),
    ]).toEqual(before);
    expect(await read(`getPushResult?notificationKey=${key}&status=SKIPPED`)).toEqual({ list: [] });
    for (const operation of ['stopNotification', 'pauseNotification', 'resumeNotification']) {
      const answer = await sending.gateway.call(`/rest/3.0/${operation}`, { body: [{ messageId: key }] });
      expect([answer.status, answer.json]).toEqual([400, expect.objectContaining({ code: 5005 })]);
    }
    const approval = await sending.gateway.call('/rest/3.0/sendPushApproval', { body: [{ messageId: key }] });
    expect(approval.status).toBe(400);
  });
});

describe('Send with open work', () => {
  const OPEN = {
    chunk: `INSERT INTO delivery.chunk (vb, app_id, dispatch_id, chunk_id, channel, planned, ids)
            SELECT 0, app_id, dispatch_id, dispatch_id, 5, 1, '' FROM delivery.dispatch`,
    retry: `INSERT INTO delivery.retry (vb, app_id, dispatch_id, channel, recipient_id, attempt, due_at, expires_at)
            SELECT 0, app_id, dispatch_id, 5, 1024, 1, now() + interval '1 day', now() + interval '2 days'
              FROM delivery.dispatch`,
    webhook: `INSERT INTO delivery.hook_call (call_id, app_id, hook_id, dispatch_id, channel, ids)
              SELECT dispatch_id, app_id, 1, dispatch_id, 5, '' FROM delivery.dispatch`,
    pause: `UPDATE delivery.dispatch SET state = 2, finished_at = NULL, paused_at = now()`,
    approval: `UPDATE delivery.dispatch SET state = 0, finished_at = NULL, due_at = NULL, day = NULL`,
  };
  const CLEAR = ['chunk', 'retry', 'hook_call', 'dispatch', 'key_total', 'key_count'].map(
    (table) => `DELETE FROM delivery.${table}`,
  );

  it.each(Object.entries(OPEN))('A send with an open %s is not deleted', async (_what, statement) => {
    const { db } = sending.gateway.fresh;
    const { extId } = await person();
    const key = await define({ title: 'T', message: 'Hello', platforms: ['SMS'] });
    await sending.post('sendNotification', { notificationKey: key, target: { extId: [extId] } });
    await sending.drain();
    await age();
    await db.affected(statement);
    const chunks = (await countRows())['chunk'];
    await expire();
    expect(await countRows()).toMatchObject({ dispatch: 1, chunk: chunks });
    for (const clear of CLEAR) {
      await db.affected(clear);
    }
  });

  it('A send with more chunks than one step deletes is deleted in several steps', async () => {
    const { db } = sending.gateway.fresh;
    const key = await define({ title: 'T', message: 'Hello', platforms: ['SMS'] });
    await db.affected(
      `INSERT INTO delivery.dispatch (dispatch_id, app_id, notification_key, lane, message, target, options, state, day,
                                      planned, created_at, finished_at)
       VALUES (900000, $1, $2, 'bulk', '{"platforms":["SMS"]}', '{"type":"all"}', '{}', 3, current_date - 5, 600000,
               now() - interval '5 days', now() - interval '5 days')`,
      [sending.gateway.appId, Number(key)],
    );
    await db.affected(
      `INSERT INTO delivery.chunk (vb, app_id, dispatch_id, chunk_id, channel, planned, done, state, ids, sent, failed)
       SELECT n, $1, 900000, n, 5, 1000, 1000, 1, '', '{0,0,0,0,0,0,0,0,0,0,0,990}', '{0,0,0,0,0,0,0,0,0,0,0,10}' FROM generate_series(1, 600) n`,
      [sending.gateway.appId],
    );
    const before = await read(`getPushStats?notificationKey=${key}`);
    expect(before).toMatchObject({ stats: [{ platform: 'SMS', sent: 594_000, failed: 6000 }] });
    await expire();
    expect(await countRows()).toMatchObject({ dispatch: 0, chunk: 0 });
    expect(await read(`getPushStats?notificationKey=${key}`)).toEqual(before);
  });
});

describe('Totals past their own retention', () => {
  it('Totals are deleted with their campaigns, and definitions stay', async () => {
    const { db } = sending.gateway.fresh;
    const { extId } = await person();
    const campaign = await sending.bulk({
      message: { title: 'Old', text: 'x', platforms: ['SMS'] },
      target: { sendToAll: true },
    });
    const definition = await define({ title: 'Letter', message: HTML, platforms: ['EMAIL'] });
    await sending.post('sendNotification', { notificationKey: definition, target: { extId: [extId] } });
    await sending.drain();
    await age();
    await expire();
    expect(await clickedOf(String(campaign))).toBe(0);
    for (const [table, column] of [
      ['delivery.send_total', 'day'],
      ['delivery.send_count', 'day'],
      ['delivery.past_send', 'last_at'],
      ['notifications.definition', 'created_at'],
    ]) {
      await db.affected(
        `UPDATE ${table} SET ${column} = ${column} - 400`.replace(/(_at) - 400/, "$1 - interval '400 days'"),
      );
    }
    await expire();
    const gone = await sending.gateway.call(`/rest/3.0/getPushStats?notificationKey=${campaign}`, { method: 'GET' });
    expect([gone.status, gone.json]).toEqual([400, expect.objectContaining({ code: 5003 })]);
    expect(await read(`getPushStats?notificationKey=${definition}`)).toMatchObject({ stats: [{ sent: 0 }] });
    for (const table of ['send_total', 'send_count', 'past_send', 'key_total', 'key_count']) {
      expect(await db.rows(`SELECT * FROM delivery.${table}`), table).toEqual([]);
    }
  });
});
