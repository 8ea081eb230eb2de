import type { QueryRunner } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrationRunner } from '../test/support/database/migrations/migration-runner.js';
import { ConsentToTracking0227 } from './0227-consent-to-tracking.js';

let runner: QueryRunner;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ runner, close } = await migrationRunner());
});
afterAll(() => close());

const SAY = 'UPDATE users.app_user SET tracking = $1, email_opt_in = email_opt_in WHERE uid = 1025';
const listEvents = () => runner.query('SELECT e.subject, e.value FROM users.consent_event AS e ORDER BY e.ts');

it('Migration 0227 records each word on tracking once, and goes with what it recorded', async () => {
  const migration = new ConsentToTracking0227();
  await runner.query(`INSERT INTO users.app_user (vb, app_id, uid, ext_id) VALUES (1, 1, 1025, 'ada')`);
  for (const word of [true, true, false, null, false]) {
    await runner.query(SAY, [word]);
  }
  await runner.query('UPDATE users.app_user SET sms_opt_in = false WHERE uid = 1025');
  const sms = { subject: 3, value: false };
  expect(await listEvents()).toEqual([
    { subject: 0, value: true },
    { subject: 0, value: false },
    { subject: 0, value: false },
    sms,
  ]);
  await migration.down(runner);
  expect(await listEvents()).toEqual([sms]);
  await migration.up(runner);
  expect(await runner.query('SELECT u.tracking FROM users.app_user AS u')).toEqual([{ tracking: null }]);
  await runner.query(SAY, [true]);
  expect(await listEvents()).toEqual([sms, { subject: 0, value: true }]);
});
