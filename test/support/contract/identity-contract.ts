import { afterAll, beforeAll, expect } from 'vitest';
import { CHANNELS } from '#libs/channels/definitions';
import { PLATFORMS } from '#libs/content';
import { parseBulk } from '../rooms/parse.js';
import { messageId } from '#libs/delivery';
import { InboxWriterService } from '#libs/inbox';
import { ApplyService } from '#libs/tenancy';
import { fromInstallationId } from '#libs/users/identities';
import { UserLookupService, type RegisteredInstallation } from '#libs/users/registry';
import { startGateway, type Answer, type TestGateway } from './gateway.js';
import { secondApplication, type SecondApplication } from './second-application.js';

const FILE = {
  app: 'shop',
  settings: { permanentDeletion: true },
  attributes: [
    { code: 'nick', dataType: 'STRING' },
    { code: 'likes', dataType: 'STRING', array: true },
    { code: 'score', dataType: 'INT' },
  ],
  categories: [{ name: 'News' }, { name: 'Sport' }],
  events: [{ code: 'Visit', attributes: [{ code: 'page', dataType: 'STRING' }] }],
};
const DAY = new Date().toISOString().slice(0, 10);

/** Numbers of users and recipients that may stay: nothing leads from them to anybody. */
export const BARE_NUMBERS = ['platform.outbox.uids', 'identity.second_look.uids', 'identity.second_look.to_uid'];

/** A gateway for the tests of one file, with devices, users and what has been sent to them. */
export function identityContract() {
  let gateway: TestGateway;

  let elsewhere: SecondApplication;
  let dispatches = 70_000;

  beforeAll(async () => {
    gateway = await startGateway();
    await gateway.app.get(ApplyService).apply(FILE, { dryRun: false });
    await gateway.makeKey('mobile', { kind: 'mobile' });
    await gateway.makeKey('users-only', { scopes: ['users'] });
    await gateway.makeKey('erasure-only', { scopes: ['erasure'] });
    elsewhere = await secondApplication(gateway);
  });
  afterAll(() => gateway.close());

  const ok = async (answer: Promise<Answer>): Promise<Answer> => {
    const { status, text, ...rest } = await answer;
    expect([status, text]).toEqual([200, status === 200 ? text : '']);
    return { status, text, ...rest };
  };
  const rest = (operation: string, body: unknown, key = 'rest'): Promise<Answer> =>
    gateway.call(`/rest/3.0/${operation}`, { body, key });
  const sdk = (operation: string, body: unknown, key = 'mobile'): Promise<Answer> =>
    gateway.call(`/sdk/1.0/${operation}`, { body, key });
  const erase = (extIds: readonly string[], key = 'rest'): Promise<Answer> =>
    rest('deleteUsersPermanently', { extIds }, key);

  async function newDevice(more: object = {}, key = 'mobile'): Promise<RegisteredInstallation> {
    return (await ok(sdk('installations', { platform: 'IOS', ...more }, key))).json as RegisteredInstallation;
  }

  const instIdOf = ({ installationId }: RegisteredInstallation): number =>
    fromInstallationId(installationId) ?? Number.NaN;

  async function ownerOf(device: RegisteredInstallation, appId = gateway.appId): Promise<number> {
    const row = await gateway.fresh.db.row<{ uid: number }>(
      'SELECT i.uid FROM users.installation AS i WHERE i.app_id = $1 AND i.inst_id = $2',
      [appId, instIdOf(device)],
    );
    return row?.uid ?? Number.NaN;
  }

  async function uidOf(extId: string, appId = gateway.appId): Promise<number | undefined> {
    return (await gateway.app.get(UserLookupService).findUidsByExtIds(appId, [extId])).get(extId);
  }

  /** Stores what a worker stores when it has sent a push: the dispatch, a result, a message in the inbox, a click. */
  async function send(uid: number, instId: number, text: string, appId = gateway.appId): Promise<number> {
    const { db } = gateway.fresh;
    const dispatchId = (dispatches += 1);
    const message = parseBulk({ title: 'T', text, platforms: ['IOS'] });
    await db.affected(
      `INSERT INTO delivery.dispatch (dispatch_id, app_id, notification_key, lane, message, target, options, state, day, finished_at)
     VALUES ($1::bigint, $2, $1::bigint, 'single', $3, '{"type":"all"}', '{}', 3, $4, now())`,
      [dispatchId, appId, JSON.stringify(message), DAY],
    );
    await db.affected(
      `INSERT INTO delivery.push_result (vb, app_id, day, dispatch_id, channel, recipient_id, uid, platform, status)
     VALUES ($1::bigint % 1024, $2, $3, $4, $5, $1::bigint, $6, $7, 1)`,
      [instId, appId, DAY, dispatchId, CHANNELS.apns, uid, PLATFORMS.IOS.number],
    );
    await db.affected(
      `INSERT INTO delivery.chunk (vb, app_id, dispatch_id, chunk_id, channel, planned, done, state, ids, sent)
     VALUES ($1::bigint % 1024, $2, $3::bigint, $3::bigint, $4, 1, 1, 1, '', '{1,0,0,0,0,0,0,0,0,0,0,0}')`,
      [instId, appId, dispatchId, CHANNELS.apns],
    );
    const inbox = gateway.app.get(InboxWriterService);
    const dispatch = { dispatchId, notificationKey: dispatchId, message };
    await inbox.storeContent(appId, dispatch);
    const numbered = await inbox.assignPiids(appId, [
      { uid, platform: PLATFORMS.IOS.number, renderedText: { text: `${text} personal` } },
    ]);
    await db.tx((tx) => inbox.storeMessages(tx, appId, dispatch, numbered));
    return dispatchId;
  }

  const clickOf = (dispatchId: number, device: RegisteredInstallation) => ({
    ...device,
    messageId: messageId({ dispatchId, channel: CHANNELS.apns, recipientId: instIdOf(device) }),
  });

  return {
    get gateway() {
      return gateway;
    },
    get elsewhere() {
      return elsewhere;
    },
    ok,
    rest,
    sdk,
    erase,
    newDevice,
    instIdOf,
    ownerOf,
    uidOf,
    send,
    clickOf,
  };
}
