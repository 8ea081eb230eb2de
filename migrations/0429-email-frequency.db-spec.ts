import type { QueryRunner } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrationRunner } from '../test/support/database/migrations/migration-runner.js';
import { EmailFrequency0429 } from './0429-email-frequency.js';

let runner: QueryRunner;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ runner, close } = await migrationRunner());
});
afterAll(() => close());

const CHOOSE = 'UPDATE users.app_user SET email_frequency = $1, email_opt_in = email_opt_in WHERE uid = 1025';
const listEvents = () => runner.query('SELECT e.subject, e.frequency FROM users.consent_event AS e ORDER BY e.ts');

it('Migration 0429 records each choice of a frequency once, and goes with what it recorded', async () => {
  const migration = new EmailFrequency0429();
  await runner.query(`INSERT INTO users.app_user (vb, app_id, uid, ext_id) VALUES (1, 1, 1025, 'ada')`);
  for (const frequency of [2, 2, 0]) {
    await runner.query(CHOOSE, [frequency]);
  }
  await runner.query('UPDATE users.app_user SET sms_opt_in = false WHERE uid = 1025');
  expect(await listEvents()).toEqual([
    { subject: 100, frequency: 2 },
    { subject: 100, frequency: 0 },
    { subject: 3, frequency: null },
  ]);
  await migration.down(runner);
  expect(await runner.query('SELECT e.subject FROM users.consent_event AS e')).toEqual([{ subject: 3 }]);
  await migration.up(runner);
  expect(await runner.query('SELECT u.email_frequency FROM users.app_user AS u')).toEqual([{ email_frequency: 0 }]);
});
