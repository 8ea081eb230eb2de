import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const MAIL = { title: 'Sale', subject: 'Sale', text: 'Shoes', from: 'shop@example.com', platforms: ['EMAIL'] };
/** Uid blocks of an application with three million users: its launches have several ranges. */
const TAKEN = 3000;
let sending: Sending;

interface Entry {
  extId: string;
  status: string;
  errorMsg?: string;
}

beforeAll(async () => {
  sending = await startSending();
  await sending.gateway.app.get(ApplyService).apply({ app: 'shop', categories: [{ name: 'news' }] }, { dryRun: false });
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

/** How the message ended for each user, by extId. */
async function endsOf(key: number): Promise<Record<string, string>> {
  const ends: [string, string][] = [];
  for (const status of ['', '&status=SKIPPED']) {
    const path = `/rest/3.0/getPushResult?max=1000&notificationKey=${key}${status}`;
    const { list } = (await sending.gateway.call(path, { method: 'GET' })).json as { list: Entry[] };
    ends.push(...list.map((entry): [string, string] => [entry.extId, entry.errorMsg ?? entry.status]));
  }
  return Object.fromEntries(ends);
}

const seen = (extId: string, at: string) =>
  sending.gateway.fresh.db.affected(
    `UPDATE users.installation AS i SET last_active_at = $2 FROM users.app_user AS u
      WHERE u.vb = i.vb AND u.app_id = i.app_id AND u.uid = i.uid AND u.ext_id = $1`,
    [extId, at],
  );

describe('Users with one address in a campaign', () => {
  it('A campaign reaches the user seen last, and names the others with SAME_ADDRESS', async () => {
    await sending.post('registerUsers', [
      { extId: 'old', platform: 'IOS', deviceToken: 'a'.repeat(64), tags: ['one'], email: 'Ada@müller.example' },
      { extId: 'new', platform: 'IOS', deviceToken: 'b'.repeat(64), tags: ['one'], email: 'ada@xn--mller-kva.example' },
      { extId: 'never', tags: ['one'], email: 'ADA@MÜLLER.example' },
      { extId: 'alone', tags: ['one'], email: 'bob@example.com' },
    ]);
    await seen('old', '2026-01-01');
    await seen('new', '2026-02-01');
    await seen('never', '2026-02-01');
    const target = { tag: 'one' };
    const report = await sending.post<{ planned: number; users: number }>('sendBulkNotification/dryRun', {
      message: MAIL,
      target,
    });
    expect(report).toMatchObject({ users: 4, planned: 2 });
    const key = await sending.bulk({ message: MAIL, target });
    await sending.drain();
    expect(await endsOf(key)).toEqual({
      new: 'SUCCESS',
      alone: 'SUCCESS',
      old: 'SAME_ADDRESS',
      never: 'SAME_ADDRESS',
    });
    const all = await sending.bulk({ message: { ...MAIL, perUser: true }, target });
    await sending.drain();
    expect(Object.values(await endsOf(all))).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS']);
  });
});
