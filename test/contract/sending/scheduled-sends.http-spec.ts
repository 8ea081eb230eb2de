import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SYSTEM } from '#libs/audit';
import { DueTimeService } from '#libs/delivery/control';
import { CampaignMoveService } from '#libs/notifications/campaigns';
import { AppError, CATALOGUE } from '#platform/errors';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { Dice } from '../../support/rooms/dice.js';
import { reachableUsers } from '../../support/rooms/reachable-users.js';

const USERS = 40;
const HOUR = 3_600_000;
const MESSAGE = { title: 'Sale', text: 'Shoes', platforms: ['IOS'] };
let sending: Sending;
/** Messages that the provider took before. */
let accepted = 0;

beforeAll(async () => {
  sending = await startSending();
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', USERS));
});
afterAll(() => sending.close());
beforeEach(async () => {
  await sending.simulators.clear();
  accepted = await countAccepted();
});

const text = (at: number): string => new Date(at).toISOString().slice(0, 19);

/** A campaign for an hour from now. @returns its key, and the time as it was stored */
async function schedule(times: object = { startTime: `${text(Date.now() + HOUR)}Z` }) {
  const key = await sending.bulk({ message: MESSAGE, target: { sendToAll: true }, schedule: times });
  const row = await sending.gateway.fresh.db.row<{ dispatchId: number; dueAt: Date }>(
    'SELECT dispatch_id AS "dispatchId", due_at AS "dueAt" FROM delivery.dispatch WHERE notification_key = $1',
    [key],
  );
  return { key, dispatchId: row?.dispatchId ?? 0, dueAt: row?.dueAt ?? new Date(0) };
}

/** @param inMs  from now, by the clock of the database */
const setDue = (key: number, inMs: number) =>
  sending.gateway.fresh.db.affected(
    `UPDATE delivery.dispatch SET offered_at = clock_timestamp() - interval '1 hour',
            due_at = clock_timestamp() + $2 * interval '1 millisecond'
      WHERE notification_key = $1`,
    [key, inMs],
  );
const setOffered = (key: number, inMs: number) =>
  sending.gateway.fresh.db.affected(
    `UPDATE delivery.dispatch SET offered_at = clock_timestamp() + $2 * interval '1 millisecond' WHERE notification_key = $1`,
    [key, inMs],
  );
/** @returns how many dispatches one scheduler gave to the workers */
const offer = async (): Promise<number> => (await sending.recovery.enqueueOpenWork()).launches;

const countAccepted = async (): Promise<number> => (await sending.simulators.counts())['apns']?.accepted ?? 0;

/** Everyone got each campaign once, and nothing else was sent. */
async function expectSentOnce(keys: readonly number[]): Promise<void> {
  for (const key of keys) {
    expect(await sending.ends(key)).toEqual({ SUCCESS: USERS });
  }
  accepted += USERS * keys.length;
  expect(await countAccepted()).toBe(accepted);
  expect(await sending.simulators.duplicates()).toEqual([]);
}

describe('Scheduled sends around the death of a scheduler', () => {
  it('A send whose job died with the scheduler is offered by another one, and sent once', async () => {
    const { key, dispatchId } = await schedule();
    await setDue(key, -1000);
    expect(await offer()).toBe(1);
    expect(await offer()).toBe(0);
    await setOffered(key, -HOUR);
    expect(await offer()).toBe(1);
    await Promise.all([1, 2, 3].map(() => sending.launches.launch(dispatchId)));
    await sending.drain();
    await expectSentOnce([key]);
  });

  it('Several schedulers at once offer each due send once, and each is sent once', async () => {
    const due = await Promise.all([1, 2, 3, 4, 5].map(() => schedule()));
    await Promise.all(due.map(({ key }) => setDue(key, -1000)));
    const offered = await Promise.all([1, 2, 3, 4].map(() => offer()));
    expect(offered.reduce((sum, launches) => sum + launches)).toBe(due.length);
    await Promise.all([...due, ...due].map(({ dispatchId }) => sending.launches.launch(dispatchId)));
    await sending.drain();
    await expectSentOnce(due.map(({ key }) => key));
  });

  it('A send that is not due is not offered, whatever was offered before', async () => {
    const { key, dispatchId } = await schedule();
    await setOffered(key, -HOUR);
    expect(await offer()).toBe(0);
    await sending.launches.launch(dispatchId);
    expect(await sending.dispatch(key)).toMatchObject({ state: 0, planned: 0 });
    await setDue(key, -1000);
    await sending.drain();
    await expectSentOnce([key]);
  });

  it.each([60_000, HOUR, 24 * HOUR])(
    'A send that was offered when the clock of the database was %i ms ahead is offered again, and sent once',
    async (ahead) => {
      const { key, dispatchId } = await schedule();
      await setDue(key, -1000);
      expect(await offer()).toBe(1);
      await setOffered(key, ahead);
      expect(await offer()).toBe(1);
      await sending.launches.launch(dispatchId);
      await sending.drain();
      await expectSentOnce([key]);
    },
  );

  it('A send by local time is sent once where several schedulers release its chunks at once', async () => {
    const { key, dispatchId } = await schedule({ startTime: text(Date.now() + 20 * HOUR), localTimezone: true });
    await setDue(key, -1000);
    expect(await offer()).toBe(1);
    await sending.launches.launch(dispatchId);
    expect(await sending.ends(key)).toEqual({});
    await sending.gateway.fresh.db.affected(
      "UPDATE delivery.chunk SET due_at = now() - interval '1 second' WHERE dispatch_id = $1",
      [dispatchId],
    );
    await Promise.all([1, 2, 3].map(() => offer()));
    await sending.drain();
    await expectSentOnce([key]);
  });
});

describe('A move of a campaign beside its launch', () => {
  const move = (key: number, seen: Date) =>
    sending.gateway.app
      .get(CampaignMoveService)
      .move({ appId: sending.gateway.appId, ...SYSTEM }, key, {
        schedule: { startTime: `${text(Date.now() + 2 * HOUR)}Z` },
        seen: seen.toISOString(),
      })
      .then(
        () => 'moved' as const,
        (error: unknown) =>
          error instanceof AppError && error.code === CATALOGUE.wrong_state.code ? ('begun' as const) : String(error),
      );
  const dueAt = async (key: number): Promise<Date> =>
    (
      await sending.gateway.fresh.db.row<{ at: Date }>(
        'SELECT due_at AS at FROM delivery.dispatch WHERE notification_key = $1',
        [key],
      )
    )?.at ?? new Date(0);

  it('A launch that waits for a move behind the due time finds the later time and sends nothing', async () => {
    const { key, dispatchId } = await schedule();
    await setDue(key, 300);
    const { db } = sending.gateway.fresh;
    const times = sending.gateway.app.get(DueTimeService);
    const launching: Promise<void>[] = [];
    await db.tx(async (tx) => {
      const before = await times.lock(tx, sending.gateway.appId, key);
      expect(before?.hasBegun).toBe(false);
      await expect
        .poll(
          async () => (await db.row('SELECT 1 WHERE $1::timestamptz < now()', [before?.dueAt ?? null])) !== undefined,
          { timeout: 20_000 },
        )
        .toBe(true);
      launching.push(sending.launches.launch(dispatchId));
      await expect
        .poll(
          async () =>
            (await db.row(
              `SELECT 1 FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%lease_until%'`,
            )) !== undefined,
          { timeout: 20_000 },
        )
        .toBe(true);
      await times.set(tx, sending.gateway.appId, before ?? expect.fail(), {
        dueAt: new Date(Date.now() + HOUR),
        options: {},
      });
    });
    await Promise.all(launching);
    await sending.drain();
    expect(await sending.dispatch(key)).toMatchObject({ state: 0, planned: 0 });
    expect(await sending.ends(key)).toEqual({});
    await setDue(key, -1000);
    await sending.drain();
    await expectSentOnce([key]);
  });

  it('A move long before the due time moves, and one behind the launch finds that it has begun', async () => {
    const early = await schedule();
    expect(await move(early.key, await dueAt(early.key))).toBe('moved');
    const late = await schedule();
    await setDue(late.key, -1000);
    const seen = await dueAt(late.key);
    await sending.launches.launch(late.dispatchId);
    expect(await move(late.key, seen)).toBe('begun');
    await sending.drain();
    await expectSentOnce([late.key]);
  });

  it.each([1, 2, 3])(
    'The answer to a move is true of what then happens (seed %i)',
    { timeout: 60_000 },
    async (seed) => {
      const dice = new Dice(seed);
      for (let round = 0; round < 12; round++) {
        const { key, dispatchId } = await schedule();
        await setDue(key, dice.below(60));
        const seen = await dueAt(key);
        const launches = async (): Promise<void> => {
          for (let attempt = 0; attempt < 6; attempt++) {
            await sending.launches.launch(dispatchId);
          }
        };
        const pause = dice.below(60);
        const moving = new Promise((resolve) => setTimeout(resolve, pause)).then(() => move(key, seen));
        const [answer] = await Promise.all([moving, launches(), launches()]);
        await sending.drain();
        if (answer === 'moved') {
          expect(await sending.dispatch(key)).toMatchObject({ state: 0, planned: 0 });
          await setDue(key, -1000);
          await sending.drain();
        } else {
          expect(answer).toBe('begun');
        }
        await expectSentOnce([key]);
      }
    },
  );
});
