import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InboxPage } from '#libs/inbox';
import { seeded } from '../../test/support/rooms/seeded-random.js';
import { startSending, type Sending } from '../../test/support/contract/sending.js';

const SEED = 88;
const USERS = 60;
/** Campaigns to everyone, of which each leaves a message. */
const CAMPAIGNS = 3;
const READERS = 6;
/** Values of a status in requests, and their names in answers. */
const STATUSES = { 1: 'READ', 2: 'UNREAD', 4: 'DELETED' } as const;
type Status = keyof typeof STATUSES;

let sending: Sending;
beforeAll(async () => {
  sending = await startSending();
  await sending.post(
    'registerUsers',
    Array.from({ length: USERS }, (_, n) => [
      { extId: extIdOf(n), platform: 'IOS', deviceToken: n.toString(16).padStart(64, '0'), tags: ['all'] },
      {
        extId: extIdOf(n),
        platform: 'ANDROID',
        deviceToken: `f${String(n).padStart(21, '0')}:${'APA91b'.repeat(21)}${n}`,
      },
    ]).flat(),
  );
});
afterAll(() => sending.close());

const extIdOf = (n: number): string => `reader-${n}`;
const read = (extId: string): Promise<InboxPage> =>
  sending.post<InboxPage>('inbox/getAllInbox', { extId, status: 7, numberOfNotification: 100 });

describe('Inboxes that are read while a send fills them', () => {
  it('A mark stays, no message comes twice or goes, and counts are those of the messages', async () => {
    const random = seeded(SEED);
    /** The last mark of each message that was answered with 200, by its person and id. */
    const marks = new Map<string, Status>();
    const seen = new Map<string, Set<number>>();
    const faults: string[] = [];
    const check = (extId: string, { msgs, cnts }: InboxPage): void => {
      const ids = new Set(msgs.map(({ pushInstanceId }) => pushInstanceId));
      const keys = new Set(msgs.map(({ msgId }) => msgId));
      const lost = [...(seen.get(extId) ?? [])].filter((id) => !ids.has(id));
      const total = Object.values(cnts).reduce((sum, count) => sum + count, 0);
      if (ids.size !== msgs.length || keys.size !== msgs.length || lost.length > 0 || total !== msgs.length) {
        faults.push(`${extId}: ${JSON.stringify({ msgs: [...keys], cnts, lost })}`);
      }
      seen.set(extId, ids);
    };
    const over = new AbortController();
    /** One app: of each person it reads and marks alone. */
    const reader = async (own: readonly string[]): Promise<void> => {
      while (!over.signal.aborted) {
        const extId = own[Math.floor(random() * own.length)] ?? '';
        const page = await read(extId);
        check(extId, page);
        for (const { pushInstanceId, status } of page.msgs) {
          const known = marks.get(`${extId} ${pushInstanceId}`) ?? 2;
          if (status !== STATUSES[known]) {
            faults.push(`${extId}: ${pushInstanceId} is ${status} in place of ${STATUSES[known]}`);
          }
          if (random() < 0.5) {
            const st: Status = random() < 0.7 ? 1 : 4;
            await sending.post('inbox/statusChange', { extId, piids: [pushInstanceId], st });
            marks.set(`${extId} ${pushInstanceId}`, st);
          }
        }
      }
    };
    const readers = Array.from({ length: READERS }, (_, n) =>
      reader(Array.from({ length: USERS / READERS }, (__, i) => extIdOf(i * READERS + n))),
    );
    const keys: number[] = [];
    for (let campaign = 0; campaign < CAMPAIGNS; campaign++) {
      const message = { title: 'Sale', text: `Number ${campaign}`, platforms: ['IOS', 'ANDROID'], inbox: true };
      keys.push(await sending.bulk({ message, target: { tag: 'all' } }));
      await sending.launchDue();
      // Chunks of both platforms have the same users, and two workers send them at once.
      for (let open = await sending.openChunks(); open.length > 0; open = await sending.openChunks()) {
        await Promise.all(open.map((chunk) => sending.chunks.sendChunk(chunk)));
      }
      await sending.drain();
    }
    over.abort();
    await Promise.all(readers);
    for (let n = 0; n < USERS; n++) {
      const page = await read(extIdOf(n));
      check(extIdOf(n), page);
      expect(page.msgs.map(({ msgId }) => msgId).toSorted((a, b) => a - b)).toEqual(keys);
      for (const { pushInstanceId, status } of page.msgs) {
        expect(status).toBe(STATUSES[marks.get(`${extIdOf(n)} ${pushInstanceId}`) ?? 2]);
      }
    }
    expect(faults).toEqual([]);
    expect(marks.size).toBeGreaterThan(0);
  });
});
