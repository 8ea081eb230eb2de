import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '#libs/content';
import { ApplyService, TenancyModule } from '#libs/tenancy';
import { RegistrationService, UserLookupService } from '#libs/users/registry';
import { UsersModule } from '#libs/users';
import { loadConfig } from '#platform/config';
import { openDatabase } from '#platform/db';
import { bucketOfId } from '#platform/ids';
import { createLogger } from '#platform/runtime';
import { PlatformModule } from '#platform/app';
import { openQueueConnection } from '#platform/queue';
import { freshDatabase, type FreshDatabase } from '../../test/support/database/database.js';
import { InboxModule } from './inbox.module.js';
import { InboxService } from './inbox.service.js';
import { InboxMaintenanceService } from './inbox-maintenance.service.js';
import { InboxWriterService } from './inbox-writer.service.js';
import type { NewInboxMessage } from './inbox.types.js';

const MESSAGE: Message = { title: 'Sale', text: 'Default', platforms: ['IOS'], ios: {}, android: {}, inbox: true };

let fresh: FreshDatabase;
let room: Room;
/** Two workers with their own connections. */
let firstWorker: Room;
let secondWorker: Room;
let inbox: InboxService;
let upkeep: InboxMaintenanceService;
let appId: number;
let apps = 0;
let dispatches = 0;

type Room = Awaited<ReturnType<typeof openRoom>>;

/** Builds the module from its module, with its own connections. */
async function openRoom() {
  const config = loadConfig({ DATABASE_URL: fresh.url, MASTER_KEY: 'a master key for the tests of one room' });
  const logger = createLogger('test', 'silent');
  const db = await openDatabase(fresh.url, 4, logger);
  const queue = openQueueConnection(config, logger);
  @Module({ imports: [PlatformModule.forRoot({ config, logger, db, queue }), TenancyModule, UsersModule, InboxModule] })
  class RoomModule {}
  const context = await NestFactory.createApplicationContext(RoomModule, { logger: ['error'], abortOnError: false });
  return {
    db,
    writer: context.get(InboxWriterService),
    inbox: context.get(InboxService),
    upkeep: context.get(InboxMaintenanceService),
    users: context.get(UserLookupService),
    registration: context.get(RegistrationService),
    applying: context.get(ApplyService),
    async close() {
      await context.close();
      await queue.close();
      await db.close();
    },
  };
}

beforeAll(async () => {
  fresh = await freshDatabase();
  [room, firstWorker, secondWorker] = [await openRoom(), await openRoom(), await openRoom()];
  ({ inbox, upkeep } = room);
});
afterAll(async () => {
  await Promise.all([room, firstWorker, secondWorker].map((opened) => opened.close()));
  await fresh.close();
});
beforeEach(async () => {
  appId = (await room.applying.apply({ app: `app-${(apps += 1)}` }, { dryRun: false })).app.id;
});

const createMessage = (uid: number, text = 'Default'): NewInboxMessage => ({
  uid,
  platform: 1,
  renderedText: { text },
});
const createDispatch = (): { dispatchId: number; notificationKey: number; message: Message } => ({
  dispatchId: (dispatches += 1),
  notificationKey: 7000 + dispatches,
  message: MESSAGE,
});

/** Does what delivery does: assigns piids, then stores content and messages in one transaction. */
async function storeMessages(
  worker: Room,
  source: ReturnType<typeof createDispatch>,
  messages: NewInboxMessage[],
): Promise<void> {
  await worker.writer.storeContent(appId, source);
  const numbered = await worker.writer.assignPiids(appId, messages);
  await worker.db.tx(async (tx) => {
    await worker.writer.storeMessages(tx, appId, source, numbered);
  });
}

async function readInbox(uid: number): Promise<{ piid: number; text: string; status: string }[]> {
  const { msgs } = await inbox.listMessages(appId, { uid }, { status: 7, numberOfNotification: 1000 });
  return msgs.map(({ pushInstanceId, message, status }) => ({ piid: pushInstanceId, text: message, status }));
}
const readTexts = async (uid: number): Promise<string[]> => (await readInbox(uid)).map(({ text }) => text);

async function createUser(extId: string): Promise<number> {
  await room.registration.registerUsers(appId, [{ extId }]);
  return (await room.users.findUidsByExtIds(appId, [extId])).get(extId) ?? Number.NaN;
}

describe('Push instance ids', () => {
  it('Push instance ids are below 2^53, end in the bucket of their user, and are unique with several workers', async () => {
    const uids = Array.from({ length: 200 }, (_, n) => 3 * 1024 + n * 5);
    const batches = Array.from({ length: 40 }, (_, n) =>
      (n % 2 === 0 ? firstWorker : secondWorker).writer.assignPiids(
        appId,
        uids.map((uid) => createMessage(uid)),
      ),
    );
    const numbered = (await Promise.all(batches)).flat();
    expect(new Set(numbered.map(({ piid }) => piid)).size).toBe(8000);
    expect(new Set(numbered.map(({ piid }) => Math.floor(piid / 1024))).size).toBe(8000);
    for (const { piid, uid } of numbered) {
      expect(bucketOfId(piid)).toBe(bucketOfId(uid));
      expect(Number.isSafeInteger(piid)).toBe(true);
    }
  });

  it('Push instance ids grow with time, whichever worker allocates them', async () => {
    for (let n = 0; n < 10; n++) {
      await storeMessages(n % 2 === 0 ? firstWorker : secondWorker, createDispatch(), [
        createMessage(2048, `message ${n}`),
      ]);
    }
    const listed = await readInbox(2048);
    expect(listed.map(({ text }) => text)).toEqual(Array.from({ length: 10 }, (_, n) => `message ${9 - n}`));
    expect(listed.map(({ piid }) => piid)).toEqual(listed.map(({ piid }) => piid).toSorted((a, b) => b - a));
  });

  it('The allocation of push instance ids needs no ticket without messages', async () => {
    await firstWorker.writer.assignPiids(appId, []);
    expect(await fresh.db.rows('SELECT FROM inbox.ticket WHERE app_id = $1', [appId])).toEqual([]);
  });
});

describe('One message for each user and dispatch', () => {
  it('A user gets one message of a dispatch for any number of devices in one batch', async () => {
    const source = createDispatch();
    await storeMessages(firstWorker, source, [
      createMessage(1, 'phone'),
      createMessage(2),
      createMessage(1, 'tablet'),
      createMessage(1, 'watch'),
    ]);
    expect([await readTexts(1), await readTexts(2)]).toEqual([['phone'], ['Default']]);
  });

  it('A user gets one message of a dispatch when batches of several workers have the same users at once', async () => {
    const source = createDispatch();
    const uids = Array.from({ length: 300 }, (_, n) => n * 7);
    const batches = Array.from({ length: 12 }, (_, n) => {
      const turned = [...uids.slice(n * 20), ...uids.slice(0, n * 20)];
      return storeMessages(
        n % 2 === 0 ? firstWorker : secondWorker,
        source,
        turned.map((uid) => createMessage(uid, `batch ${n}`)),
      );
    });
    await Promise.all(batches);
    const stored = await fresh.db.row<{ rows: number; users: number }>(
      'SELECT count(*) AS rows, count(DISTINCT uid) AS users FROM inbox.message WHERE app_id = $1',
      [appId],
    );
    expect(stored).toEqual({ rows: 300, users: 300 });
  });

  it('A repeat of a dispatch keeps the first message and its status', async () => {
    const source = createDispatch();
    await storeMessages(firstWorker, source, [createMessage(5, 'first')]);
    const [first] = await readInbox(5);
    await inbox.changeStatus(appId, { uid: 5 }, { piids: [first?.piid ?? 0], st: 1 });
    await storeMessages(secondWorker, source, [createMessage(5, 'again')]);
    expect(await readInbox(5)).toEqual([{ ...first, status: 'READ' }]);
  });

  it('A transaction that is rolled back stores no message', async () => {
    const source = createDispatch();
    await firstWorker.writer.storeContent(appId, source);
    const numbered = await firstWorker.writer.assignPiids(appId, [createMessage(6)]);
    const failing = firstWorker.db.tx(async (tx) => {
      await firstWorker.writer.storeMessages(tx, appId, source, numbered);
      throw new Error('lost the lease');
    });
    await expect(failing).rejects.toThrow('lost the lease');
    expect(await readInbox(6)).toEqual([]);
  });
});

describe('Stored messages', () => {
  it('Stored messages share their common content and have only personalized text of their own', async () => {
    const source = createDispatch();
    await storeMessages(firstWorker, source, [createMessage(1), createMessage(2, 'Hi Ann'), createMessage(3)]);
    await storeMessages(secondWorker, source, [createMessage(4)]);
    const rows = await fresh.db.rows('SELECT uid, personal FROM inbox.message WHERE app_id = $1 ORDER BY uid', [appId]);
    expect(rows).toEqual([
      { uid: 1, personal: null },
      { uid: 2, personal: { text: 'Hi Ann' } },
      { uid: 3, personal: null },
      { uid: 4, personal: null },
    ]);
    const contents = await fresh.db.rows('SELECT msg_id AS "msgId" FROM inbox.content WHERE app_id = $1', [appId]);
    expect(contents).toEqual([{ msgId: source.notificationKey }]);
  });
});

describe('Merged user', () => {
  it.each([1024, 5])('A merge moves the messages with their order and status (from bucket of uid %d)', async (from) => {
    const owner = 2048;
    const [both, senderOnly, receiverOnly] = [createDispatch(), createDispatch(), createDispatch()];
    await storeMessages(firstWorker, senderOnly, [createMessage(from, 'anonymous')]);
    await storeMessages(firstWorker, both, [
      createMessage(from, 'both, anonymous'),
      createMessage(owner, 'both, named'),
    ]);
    await storeMessages(firstWorker, receiverOnly, [createMessage(owner, 'named')]);
    const anonymous = (await readInbox(from)).find(({ text }) => text === 'anonymous');
    await inbox.changeStatus(appId, { uid: from }, { piids: [anonymous?.piid ?? 0], st: 1 });
    await fresh.db.tx((tx) => upkeep.moveMessages(tx, appId, from, owner));
    expect(await readTexts(from)).toEqual([]);
    expect(await readTexts(owner)).toEqual(['named', 'both, named', 'anonymous']);
    const moved = (await readInbox(owner)).find(({ text }) => text === 'anonymous');
    expect(Math.floor((moved?.piid ?? 0) / 1024)).toBe(Math.floor((anonymous?.piid ?? 0) / 1024));
    expect(moved?.status).toBe('READ');
    expect(bucketOfId(moved?.piid ?? 0)).toBe(bucketOfId(owner));
  });
});

describe('eraseMessages', () => {
  it('eraseMessages deletes everything of the given users, and nothing of other users and applications', async () => {
    const source = createDispatch();
    await storeMessages(firstWorker, source, [createMessage(1), createMessage(2), createMessage(3)]);
    expect(await fresh.db.tx((tx) => upkeep.eraseMessages(tx, appId + 1000, [1, 2]))).toBe(0);
    expect(await fresh.db.tx((tx) => upkeep.eraseMessages(tx, appId, [1, 2, 9]))).toBe(2);
    expect([await readTexts(1), await readTexts(2), await readTexts(3)]).toEqual([[], [], ['Default']]);
  });
});

describe('deleteExpired', () => {
  it('deleteExpired deletes all messages past their retention, and content that no message can refer to', async () => {
    await room.applying.apply({ app: `app-${apps}`, settings: { retention: { inbox: '10d' } } }, { dryRun: false });
    const [old, young] = [createDispatch(), createDispatch()];
    for (let n = 0; n < 50; n++) {
      await storeMessages(firstWorker, n === 0 ? old : createDispatch(), [createMessage(1), createMessage(2)]);
    }
    await fresh.db.affected(`UPDATE inbox.message SET sent_at = now() - interval '11 days' WHERE app_id = $1`, [appId]);
    await storeMessages(firstWorker, young, [createMessage(1, 'young')]);
    expect(await upkeep.deleteExpired()).toBe(100);
    expect([await readTexts(1), await readTexts(2)]).toEqual([['young'], []]);
    const contents = async (): Promise<number> =>
      (await fresh.db.rows('SELECT FROM inbox.content WHERE app_id = $1', [appId])).length;
    expect(await contents()).toBe(51);
    const age = `UPDATE inbox.content SET created_at = now() - interval '40 days' WHERE app_id = $1 AND dispatch_id <> $2`;
    await fresh.db.affected(age, [appId, young.dispatchId]);
    expect(await upkeep.deleteExpired()).toBe(0);
    expect([await readTexts(1), await contents()]).toEqual([['young'], 1]);
  });
});

describe('Inbox by extId', () => {
  it('An inbox by extId shows the messages of its user, and is unknown in another application', async () => {
    const uid = await createUser('ann');
    await storeMessages(firstWorker, createDispatch(), [createMessage(uid, 'for Ann')]);
    const { msgs } = await inbox.listMessages(appId, { extId: 'ann' }, { status: 2, numberOfNotification: 20 });
    expect(msgs).toMatchObject([{ message: 'for Ann', extID: 'ann' }]);
    await expect(
      inbox.listMessages(appId + 1000, { extId: 'ann' }, { status: 2, numberOfNotification: 20 }),
    ).rejects.toMatchObject({
      code: 5016,
    });
  });
});
