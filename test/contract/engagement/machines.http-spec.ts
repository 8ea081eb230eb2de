import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHANNELS } from '#libs/channels';
import { FetchJudgeService, LinkTokenService, type MessageRef } from '#libs/delivery';
import { ApplyService } from '#libs/tenancy';
import { UserLookupService } from '#libs/users/registry';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import { parseBulk } from '../../support/rooms/parse.js';

const DAY = new Date().toISOString().slice(0, 10);
const PAGES = ['https://shop.example/a', 'https://shop.example/b', 'https://shop.example/c'];
const PERSON = {
  'User-Agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Accept-Language': 'de-DE,de;q=0.9',
};
const SCRIPT = { 'User-Agent': 'python-requests/2.32.3' };

let gateway: TestGateway;
let tokens: LinkTokenService;
let dispatches = 95_000;

beforeAll(async () => {
  gateway = await startGateway();
  tokens = gateway.app.get(LinkTokenService, { strict: false });
  await setTracking({ without: 'granted', machines: 'apart' });
  await gateway.call('/rest/3.0/registerUsers', { body: [{ extId: 'ada' }] });
});
afterAll(() => gateway.close());

async function setTracking(tracking: object): Promise<void> {
  await gateway.app.get(ApplyService).apply({ app: 'shop', settings: { tracking } }, { dryRun: false });
}

/** A mail that the provider took so many seconds ago. */
async function mail(seconds: number): Promise<MessageRef> {
  const dispatchId = (dispatches += 1);
  const { db } = gateway.fresh;
  const recipientId =
    (await gateway.app.get(UserLookupService).findUidsByExtIds(gateway.appId, ['ada'])).get('ada') ?? Number.NaN;
  await db.affected(
    `INSERT INTO delivery.dispatch (dispatch_id, app_id, notification_key, lane, message, target, options, state, day, finished_at)
     VALUES ($1::bigint, $2, $1::bigint, 'single', $3, '{"type":"all"}', '{}', 3, $4, now())`,
    [dispatchId, gateway.appId, JSON.stringify(parseBulk({ title: 'T', text: 'x', platforms: ['EMAIL'] })), DAY],
  );
  await db.affected(
    `INSERT INTO delivery.push_result (vb, app_id, day, dispatch_id, channel, recipient_id, uid, platform, status, ts)
     VALUES ($1::bigint % 1024, $2, $3, $4, $5, $1, $1, 9, 1, now() - $6 * interval '1 second')`,
    [recipientId, gateway.appId, DAY, dispatchId, CHANNELS.smtp, seconds],
  );
  return { dispatchId, channel: CHANNELS.smtp, recipientId };
}

async function open(ref: MessageRef, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(`${gateway.base}/o/${tokens.createToken('open', ref)}.gif`, { headers });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/gif']);
}
async function click(ref: MessageRef, headers: Record<string, string>, link = 0): Promise<void> {
  const url = PAGES[link] ?? '';
  const path = `/c/${tokens.createToken('click', ref, link, url)}?u=${encodeURIComponent(url)}`;
  const answer = await fetch(`${gateway.base}${path}`, { headers, redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, url]);
}

/** Lets time pass for stored fetches, and judges what is due. */
async function judge(seconds = 11): Promise<void> {
  const { db } = gateway.fresh;
  await db.affected(`UPDATE delivery.fetch AS f SET at = f.at - $1 * interval '1 second'`, [seconds]);
  await gateway.app.get(FetchJudgeService, { strict: false }).judgeDue();
}

async function figures({ dispatchId }: MessageRef): Promise<object> {
  const row = await gateway.fresh.db.row<object>(
    `SELECT coalesce(sum(s.opened), 0)::integer AS opened, coalesce(sum(s.clicked), 0)::integer AS clicked,
            coalesce(sum(s.machine_opened), 0)::integer AS "machineOpened",
            coalesce(sum(s.machine_clicked), 0)::integer AS "machineClicked"
       FROM delivery.click_stat AS s WHERE s.dispatch_id = $1`,
    [dispatchId],
  );
  return row ?? {};
}
const NOTHING = { opened: 0, clicked: 0, machineOpened: 0, machineClicked: 0 };

describe('Machines apart from people', () => {
  it('Fetches count after their verdict, and the one of a machine leaves that of the person free', async () => {
    const ref = await mail(3600);
    await open(ref, SCRIPT);
    await click(ref, SCRIPT);
    await judge(9);
    expect(await figures(ref)).toEqual(NOTHING);
    await judge(2);
    expect(await figures(ref)).toEqual({ ...NOTHING, machineOpened: 1, machineClicked: 1 });
    await open(ref, PERSON);
    await judge();
    await click(ref, PERSON);
    await judge();
    await judge();
    expect(await figures(ref)).toEqual({ opened: 1, clicked: 1, machineOpened: 1, machineClicked: 1 });
  });
});
