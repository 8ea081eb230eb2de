import { beforeEach, describe, expect, it } from 'vitest';
import { registeredUsers } from '../../../test/support/rooms/registered-users.js';
import { Tally } from '../model/tally.js';
import { DayCountRepository } from './day-count.repository.js';
import { PassageRepository } from './passage.repository.js';

const JOURNEY = 7;
const DAYS = ['2026-11-28', '2026-11-29', '2026-11-30'];
/** Rows of counts that many small steps leave behind. */
const STEPS = 25_000;

const shop = registeredUsers();
const days = new DayCountRepository();

const find = (from: string, to: string) => days.find(shop.fresh.db, shop.appId, JOURNEY, { from, to });
const countRows = async () =>
  (await shop.fresh.db.row<{ rows: number }>('SELECT count(*) AS rows FROM journeys.day_count'))?.rows;

beforeEach(async () => {
  await shop.fresh.db.affected('DELETE FROM journeys.day_count');
});

describe('DayCountRepository', () => {
  it('Counts of a transaction come to their UTC day, whichever version they are of', async () => {
    const tally = new Tally();
    tally.pass(1, 'look', 2);
    tally.pass(2, 'look');
    tally.choose(1, 'look', 'came');
    tally.leave({ version: 2, node: 'look', reason: 'GOAL' });
    await shop.fresh.db.tx((tx) =>
      new PassageRepository().add(tx, shop.appId, JOURNEY, tally.list(), new Date('2026-11-30T23:59:59.999Z')),
    );
    expect(await find('2026-11-30', '2026-11-30')).toEqual([
      { kind: 'left', node: 'look', name: 'GOAL', people: 1 },
      { kind: 'passed', node: '#left', name: '', people: 1 },
      { kind: 'passed', node: 'look', name: '', people: 3 },
      { kind: 'way', node: 'look', name: 'came', people: 1 },
    ]);
    expect(await find('2026-12-01', '2026-12-02')).toEqual([]);
  });

  it('Many steps are added up to one row for each day, also by two processes at once, and no person is lost', async () => {
    await shop.fresh.db.affected(
      `INSERT INTO journeys.day_count (people, day, app_id, journey_id, kind, node, name)
       SELECT 1, ($3::date[])[1 + n % 3], $1, $2, 'passed', 'look', '' FROM generate_series(1, $4) AS n`,
      [shop.appId, JOURNEY, `{${DAYS.join(',')}}`, STEPS],
    );
    const addUp = async () => {
      while (await days.compact(shop.fresh.db)) {
        // Goes on with the next rows.
      }
    };
    await Promise.all([addUp(), addUp()]);
    await addUp();
    expect(await countRows()).toBe(DAYS.length);
    expect(await find('2026-11-28', '2026-11-30')).toMatchObject([{ people: STEPS }]);
    await days.deleteBefore(shop.fresh.db, shop.appId, new Date('2026-11-29T12:00:00Z'));
    expect(await countRows()).toBe(2);
  });
});
