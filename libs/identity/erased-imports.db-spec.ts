import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SYSTEM } from '#libs/audit';
import { ApplyService } from '#libs/tenancy';
import {
  ImportFileService,
  ImportRetentionService,
  ImportService,
  ImportWorkService,
  type StoredImport,
  type UploadedFile,
} from '#libs/users/imports';
import { startGateway, type TestGateway } from '../../test/support/contract/gateway.js';
import { fileOf } from '../../test/support/rooms/import-lines.js';
import { ErasureListRunnerService } from './erasure-list-runner.service.js';
import { ErasureService } from './erasure.service.js';
import { ErasureListService } from './lists/erasure-list.service.js';

const CSV = { format: 'csv', mapping: {}, dryRun: false } as const;
const SOON = { timeout: 20_000, interval: 20 };
const settings = { permanentDeletion: true };

let gateway: TestGateway;
let imports: ImportService;
let count = 0;
beforeAll(async () => {
  gateway = await startGateway();
  imports = gateway.app.get(ImportService, { strict: false });
});
afterAll(() => gateway.close());

async function anApp(): Promise<number> {
  const { app } = await gateway.app
    .get(ApplyService)
    .apply({ app: `erasing-${(count += 1)}`, settings }, { dryRun: false });
  return app.id;
}

function upload(appId: number, text: string): Promise<UploadedFile> {
  return gateway.app.get(ImportFileService, { strict: false }).store(appId, Readable.from([Buffer.from(text)]));
}

/** A file that waits for a scheduler. */
async function arrive(appId: number, text: string, dryRun = false): Promise<StoredImport> {
  return imports.startImport(await upload(appId, text), { ...CSV, dryRun }, SYSTEM, { keepsFile: dryRun });
}

/** The work of a scheduler. */
async function run({ appId, importId }: StoredImport): Promise<StoredImport> {
  await gateway.app.get(ImportWorkService, { strict: false }).runDue();
  return imports.getImport(appId, importId);
}

const erase = (appId: number, ...extIds: string[]) => gateway.app.get(ErasureService).eraseUsers(appId, extIds);

async function usersOf(appId: number): Promise<string[]> {
  const rows = await gateway.fresh.db.rows<{ extId: string }>(
    'SELECT u.ext_id AS "extId" FROM users.app_user AS u WHERE u.app_id = $1',
    [appId],
  );
  return rows.map(({ extId }) => extId).toSorted();
}

const namesOf = (appId: number) =>
  gateway.fresh.db.rows<{ hash: Buffer }>(
    'SELECT e.name_hash AS hash FROM users.erased_name AS e WHERE e.app_id = $1',
    [appId],
  );

describe('Erasure of people in a file that waits', { timeout: 120_000 }, () => {
  it('An import leaves out and counts the lines of people who were erased after its file had arrived', async () => {
    const app = await anApp();
    await imports.importFile(app, CSV, fileOf('extId\na\nb\n'), SYSTEM);
    const waiting = await arrive(app, 'extId,language\na,tr\nb,tr\nnew,tr\na,de\nunknown,de\n');
    const { receiptId } = await erase(app, 'a', 'unknown');
    const done = await run(waiting);
    expect(done.counts).toMatchObject({ lines: 5, erased: 3, created: 1, changed: 1, merged: 0, refused: 0 });
    expect(await usersOf(app)).toEqual(['b', 'new']);
    expect(await gateway.app.get(ErasureService).getReceipt(app, receiptId)).toMatchObject({ asked: 2, users: 1 });
  });

  it('An import leaves out people of a list that was confirmed after its file had arrived', async () => {
    const app = await anApp();
    await imports.importFile(app, CSV, fileOf('extId\na\nb\n'), SYSTEM);
    const lists = gateway.app.get(ErasureListService);
    const erasing = { id: app, name: `erasing-${count}`, settings };
    const { receiptId } = await lists.add(SYSTEM, erasing, 'a\nlater\n');
    const waiting = await arrive(app, 'extId\na\nb\nlater\n');
    await lists.confirm(SYSTEM, erasing, receiptId, erasing.name);
    await gateway.app.get(ErasureListRunnerService).runDue();
    expect((await run(waiting)).counts).toMatchObject({ lines: 3, erased: 2, unchanged: 1 });
    expect(await usersOf(app)).toEqual(['b']);
  });

  it('A check and its run leave out people who were erased between them', async () => {
    const app = await anApp();
    const check = await run(await arrive(app, 'extId\na\nb\n', true));
    expect(check).toMatchObject({ state: 'FINISHED', counts: { created: 2, erased: 0 } });
    await erase(app, 'a');
    await gateway.app.get(ImportRetentionService, { strict: false }).deleteExpired();
    const done = await run(await imports.runChecked(app, check.importId, SYSTEM));
    expect(done).toMatchObject({ counts: { lines: 2, created: 1, erased: 1 }, checked: { created: 2, erased: 0 } });
    expect(await usersOf(app)).toEqual(['b']);
    const again = await arrive(app, 'extId\na\nb\n', true);
    await erase(app, 'b');
    expect((await run(again)).counts).toMatchObject({ created: 1, erased: 1 });
  });

  it('An import of a local file leaves out people who are erased between two batches', async () => {
    const app = await anApp();
    const text = `extId\n${Array.from({ length: 1500 }, (_, n) => `p-${n}\n`).join('')}`;
    let erased: Promise<unknown> | undefined;
    const slow = fileOf(text);
    const file = {
      size: slow.size,
      read: async function* (from: number) {
        for await (const chunk of slow.read(from)) {
          await erased;
          yield chunk;
        }
      },
    };
    const done = await imports.importFile(app, CSV, file, SYSTEM, {
      onBatch: () => {
        erased ??= erase(app, 'p-3', 'p-1400');
      },
    });
    expect(done.counts).toMatchObject({ lines: 1500, created: 1499, erased: 1 });
    const users = await usersOf(app);
    expect(users).toHaveLength(1498);
    expect(users).not.toContain('p-3');
    expect(users).not.toContain('p-1400');
  });

  it('People who are erased while a file arrives are left out of its import', async () => {
    const app = await anApp();
    const file = await upload(app, 'extId\na\nb\n');
    await erase(app, 'a');
    expect((await run(await imports.startImport(file, CSV, SYSTEM))).counts).toMatchObject({ created: 1, erased: 1 });
  });

  it('A file that arrives after an erasure brings a person in, also while an earlier one waits', async () => {
    const [app, other] = [await anApp(), await anApp()];
    const earlier = await arrive(app, 'extId\na\n');
    const elsewhere = await arrive(other, 'extId\na\n');
    await erase(app, 'a');
    expect((await run(earlier)).counts).toMatchObject({ erased: 1, created: 0 });
    expect((await run(elsewhere)).counts).toMatchObject({ erased: 0, created: 1 });
    const left = await arrive(app, 'extId\nb\n');
    await erase(app, 'a');
    const later = await arrive(app, 'extId\na\n');
    expect((await run(left)).counts).toMatchObject({ created: 1 });
    expect((await imports.getImport(app, later.importId)).counts).toMatchObject({ erased: 0, created: 1 });
  });

  it('An erasure waits for a batch that is being written, and erases the people that it brings', async () => {
    const app = await anApp();
    const { db } = gateway.fresh;
    await imports.importFile(app, CSV, fileOf('extId\nheld\n'), SYSTEM);
    const waiting = await arrive(app, 'extId,language\nfresh,tr\nheld,tr\n');
    let work: Promise<unknown>[] = [];
    const isWaiting = async (part: string) =>
      (
        await db.outsideTransaction(() =>
          db.rows("SELECT FROM pg_stat_activity AS a WHERE a.wait_event_type = 'Lock' AND a.query LIKE $1", [part]),
        )
      ).length > 0;
    await db.tx(async (tx) => {
      await tx.rows("SELECT FROM users.app_user AS u WHERE u.app_id = $1 AND u.ext_id = 'held' FOR UPDATE", [app]);
      work = [db.outsideTransaction(() => run(waiting))];
      await vi.waitFor(async () => expect(await isWaiting('%users.app_user%')).toBe(true), SOON);
      work.push(db.outsideTransaction(() => erase(app, 'fresh')));
      await vi.waitFor(async () => expect(await isWaiting('%pg_advisory_xact_lock_shared%')).toBe(true), SOON);
    });
    await Promise.all(work);
    expect(await usersOf(app)).toEqual(['held']);
  });

  it('Erased people are kept as hashes under the master key while a file waits, and no longer', async () => {
    const app = await anApp();
    await erase(app, 'nobody-waits');
    expect(await namesOf(app)).toEqual([]);
    const waiting = await arrive(app, 'extId\na\n');
    await erase(app, 'a', 'b');
    await gateway.app.get(ImportRetentionService, { strict: false }).deleteExpired();
    const names = await namesOf(app);
    expect(names).toHaveLength(2);
    const plain = createHash('sha256').update('a').digest();
    expect(names.some(({ hash }) => hash.equals(plain) || hash.length !== 32)).toBe(false);
    await run(waiting);
    await gateway.app.get(ImportRetentionService, { strict: false }).deleteExpired();
    expect(await namesOf(app)).toEqual([]);
  });
});
