import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { openTenancyRoom, type TenancyRoom } from '../../../test/support/rooms/tenancy-room.js';
import { RemovedAccountRepository } from './removed-account.repository.js';
import { RemovedAccountService } from './removed-account.service.js';

const TABLES = ['provider_templates', 'account_error', 'account_rest'] as const;

let fresh: FreshDatabase;
let tenancy: TenancyRoom;
beforeAll(async () => {
  fresh = await freshDatabase();
  tenancy = await openTenancyRoom(fresh);
});
afterAll(async () => {
  await tenancy.close();
  await fresh.close();
});

async function addAccount(channel: string): Promise<number> {
  const row = await fresh.db.row<{ id: number }>(
    `WITH app AS (INSERT INTO tenancy.application (name) VALUES ('of ' || $1::text) RETURNING id)
     INSERT INTO tenancy.provider_account (app_id, channel, simulator, sealed)
     SELECT id, $1, true, '\\x00' FROM app RETURNING id`,
    [channel],
  );
  const id = row?.id ?? 0;
  await fresh.db.affected(
    `INSERT INTO delivery.provider_templates (account_id, app_id, read_at, templates) VALUES ($1, 1, now(), '[]')`,
    [id],
  );
  await fresh.db.affected(
    `INSERT INTO delivery.account_error (account_id, app_id, version, times, code, why, words)
     VALUES ($1, 1, 1, 1, '535', 'CREDENTIALS', 'who are you?')`,
    [id],
  );
  await fresh.db.affected(
    `INSERT INTO delivery.account_rest (account_id, app_id, version, rest_until, trips, code, why)
     VALUES ($1, 1, 1, now(), 1, '535', 'CREDENTIALS')`,
    [id],
  );
  return id;
}

async function accountsIn(table: (typeof TABLES)[number]): Promise<number[]> {
  const rows = await fresh.db.rows<{ id: number }>(`SELECT account_id AS id FROM delivery.${table} ORDER BY 1`);
  return rows.map(({ id }) => id);
}

it('RemovedAccountService deletes the data of removed accounts, and nothing of other accounts', async () => {
  const service = new RemovedAccountService(tenancy.accounts, new RemovedAccountRepository(fresh.db));
  const [standing, removed] = [await addAccount('whatsapp'), await addAccount('smtp')];
  expect(await service.forget()).toBe(0);
  await fresh.db.affected('DELETE FROM tenancy.provider_account WHERE id = $1', [removed]);
  expect(await service.forget()).toBe(TABLES.length);
  for (const table of TABLES) {
    expect(await accountsIn(table), table).toEqual([standing]);
  }
  expect(await service.forget()).toBe(0);
});
