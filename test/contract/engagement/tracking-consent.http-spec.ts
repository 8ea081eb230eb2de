import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHANNELS } from '#libs/channels/definitions';
import type { MessageRef } from '#libs/delivery';
import { LinkTokenService } from '#libs/delivery/engagement';
import { ApplyService } from '#libs/tenancy';
import { UserLookupService } from '#libs/users/registry';
import type { Tx } from '#platform/db';
import {
  type Change,
  FeedSubscriberRegistryService,
  FeedSubscriptionService,
  type FeedSubscriber,
  MESSAGE_CHANGES,
} from '#platform/outbox';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import { parseBulk } from '../../support/rooms/parse.js';

const DAY = new Date().toISOString().slice(0, 10);
const PAGE = 'https://shop.example/a?x=1';

let gateway: TestGateway;
let tokens: LinkTokenService;
let dispatches = 90_000;
let people = 0;

/** Keeps the messages that changes of the feed name, as segments and webhooks get them. */
class MessageSubscriber implements FeedSubscriber<(typeof MESSAGE_CHANGES)[number]> {
  readonly name = 'messages';
  readonly kinds = MESSAGE_CHANGES;
  readonly seen: (number | undefined)[] = [];

  async apply(_: Tx, __: number, changes: readonly Omit<Change, 'appId'>[]): Promise<void> {
    this.seen.push(...changes.map(({ ref }) => ref));
  }

  async restart(): Promise<void> {
    throw new Error('The feed has lost nothing');
  }
}
const subscriber = new MessageSubscriber();

beforeAll(async () => {
  gateway = await startGateway();
  tokens = gateway.app.get(LinkTokenService, { strict: false });
  gateway.app.get(FeedSubscriberRegistryService).register(subscriber);
  await gateway.app.get(FeedSubscriptionService).read(subscriber, () => undefined);
});
afterAll(() => gateway.close());

/** Registers a new person with the consent that is given. */
async function person(consent?: { tracking: boolean }): Promise<{ extId: string; uid: number }> {
  const extId = `p${(people += 1)}`;
  await say(extId, consent);
  return { extId, uid: await uidOf(extId) };
}
async function say(extId: string, consent?: object): Promise<void> {
  const { status } = await gateway.call('/rest/3.0/registerUsers', { body: [{ extId, ...(consent && { consent }) }] });
  expect(status).toBe(200);
}
async function uidOf(extId: string): Promise<number> {
  const found = await gateway.app.get(UserLookupService).findUidsByExtIds(gateway.appId, [extId]);
  return found.get(extId) ?? Number.NaN;
}
async function setWithout(without: 'granted' | 'denied' | 'anonymous'): Promise<void> {
  const file = { app: 'shop', settings: { tracking: { without, machines: 'count' } } };
  await gateway.app.get(ApplyService).apply(file, { dryRun: false });
}

/** A mail that was sent to a person. */
async function mailTo(uid: number): Promise<MessageRef> {
  const dispatchId = (dispatches += 1);
  await gateway.fresh.db.affected(
    `INSERT INTO delivery.dispatch (dispatch_id, app_id, notification_key, lane, message, target, options, state, day, finished_at)
     VALUES ($1::bigint, $2, $1::bigint, 'single', $3, '{"type":"all"}', '{}', 3, $4, now())`,
    [dispatchId, gateway.appId, JSON.stringify(parseBulk({ title: 'T', text: 'x', platforms: ['EMAIL'] })), DAY],
  );
  return { dispatchId, channel: CHANNELS.smtp, recipientId: uid };
}
/** Opens a mail and follows its link. */
async function read(mail: MessageRef): Promise<void> {
  const pixel = await fetch(`${gateway.base}/o/${tokens.createToken('open', mail)}.gif`);
  expect([pixel.status, pixel.headers.get('content-type')]).toEqual([200, 'image/gif']);
  const link = `/c/${tokens.createToken('click', mail, 0, PAGE)}?u=${encodeURIComponent(PAGE)}`;
  const followed = await fetch(`${gateway.base}${link}`, { redirect: 'manual' });
  expect([followed.status, followed.headers.get('location')]).toEqual([302, PAGE]);
}
/** The records of a mail: sums, rows with its recipient, and changes that segments and webhooks see. */
async function known({ dispatchId }: MessageRef): Promise<object> {
  const figures = await gateway.fresh.db.row(
    `SELECT (SELECT coalesce(sum(s.opened), 0)::integer FROM delivery.click_stat AS s WHERE s.dispatch_id = $1) AS opened,
            (SELECT coalesce(sum(s.clicked), 0)::integer FROM delivery.click_stat AS s WHERE s.dispatch_id = $1) AS clicked,
            (SELECT count(*)::integer FROM delivery.open AS r WHERE r.dispatch_id = $1)
              + (SELECT count(*)::integer FROM delivery.click AS r WHERE r.dispatch_id = $1) AS rows`,
    [dispatchId],
  );
  await gateway.app.get(FeedSubscriptionService).read(subscriber, () => undefined);
  return { ...figures, feed: subscriber.seen.filter((ref) => ref === dispatchId).length };
}
const PERSON = { opened: 1, clicked: 1, rows: 2, feed: 2 };
const SUM = { opened: 1, clicked: 1, rows: 0, feed: 0 };
const NOTHING = { opened: 0, clicked: 0, rows: 0, feed: 0 };

describe('Consent to tracking', () => {
  it.each([
    ['granted', PERSON],
    ['anonymous', SUM],
    ['denied', NOTHING],
  ] as const)(
    'Opens and clicks of people who said nothing follow settings.tracking.without: %s',
    async (without, expected) => {
      await setWithout(without);
      const mail = await mailTo((await person()).uid);
      await read(mail);
      await read(mail);
      expect(await known(mail)).toEqual(expected);
    },
  );

  it.each([
    [true, PERSON],
    [false, NOTHING],
  ])('A person who said tracking: %s is recorded so, whatever the setting', async (tracking, expected) => {
    for (const without of ['granted', 'anonymous', 'denied'] as const) {
      await setWithout(without);
      const mail = await mailTo((await person({ tracking })).uid);
      await read(mail);
      expect(await known(mail)).toEqual(expected);
    }
  });

  it('A withdrawal holds for mails that were sent before, and a later consent records them again', async () => {
    await setWithout('granted');
    const { extId, uid } = await person({ tracking: true });
    const [first, second, third] = [await mailTo(uid), await mailTo(uid), await mailTo(uid)];
    await read(first);
    await say(extId, { tracking: false });
    await read(first);
    await read(second);
    expect([await known(first), await known(second)]).toEqual([PERSON, NOTHING]);
    await say(extId, { email: true });
    await read(third);
    expect(await known(third)).toEqual(NOTHING);
    await say(extId, { tracking: true });
    await read(third);
    expect(await known(third)).toEqual(PERSON);
  });

  it('A mail of an erased person counts in sums without a person', async () => {
    await setWithout('granted');
    const mail = await mailTo(4_000_000);
    await read(mail);
    await read(mail);
    expect(await known(mail)).toEqual(SUM);
  });

  it('A mail that was counted with its recipient is not counted again without', async () => {
    await setWithout('granted');
    const mail = await mailTo((await person()).uid);
    await read(mail);
    await setWithout('anonymous');
    await read(mail);
    expect(await known(mail)).toEqual(PERSON);
  });
});
