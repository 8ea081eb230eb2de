import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { loadConfig } from '#platform/config';
import { ensurePartitions } from '#platform/partitions';
import { startGateway, type TestGateway } from '../../../test/support/contract/gateway.js';
import { Dice } from '../../../test/support/rooms/dice.js';
import { sampleSize } from '../../../test/support/rooms/sample-size.js';
import { readFigures } from '../../../test/support/retention/read-figures.js';
import { type KeyFigures, SendHistory } from '../../../test/support/retention/send-history.js';
import { DispatchRepository } from '../dispatches/dispatch.repository.js';
import { ClickRepository } from '../engagement/clicks/click.repository.js';
import { DeliveryErasureRepository } from '../erasure/delivery-erasure.repository.js';
import { KeyTotalRepository } from '../key-totals/key-total.repository.js';
import { SendRetentionService } from '../retention/send-retention.service.js';
import { CampaignControlRepository } from './campaign-control.repository.js';

const DAY_MS = 24 * 3_600_000;
const DAYS = 4;
const STEPS = sampleSize(4);
const SEEDS = [1, 2];

let gateway: TestGateway;
let retention: SendRetentionService;
/** Midnight eight days ago: the days of the sends are past the retention of two days. */
const from = new Date(Math.floor(Date.now() / DAY_MS - 8) * DAY_MS);
beforeAll(async () => {
  gateway = await startGateway(undefined, {}, undefined, false);
  await gateway.app
    .get(ApplyService)
    .apply({ app: 'shop', settings: { retention: { results: '2d' } } }, { dryRun: false });
  await ensurePartitions(gateway.fresh.db, from);
  retention = gateway.app.get(SendRetentionService);
});
afterAll(() => gateway.close());
beforeEach(async () => {
  // Rows about sends: the next case may give the same ids to sends of other days.
  await gateway.fresh.db.affected(
    `TRUNCATE delivery.dispatch, delivery.chunk, delivery.push_result, delivery.left_out, delivery.click,
       delivery.click_stat, delivery.in_doubt, delivery.provider_receipt, delivery.key_total, delivery.key_count,
       delivery.token_strike, delivery.sample`,
  );
});

async function begin(seed: number): Promise<{ history: SendHistory; dice: Dice }> {
  const dice = new Dice(seed);
  const { DATABASE_URL, MASTER_KEY } = { DATABASE_URL: gateway.fresh.url, MASTER_KEY: 'x'.repeat(32) };
  const config = loadConfig({ DATABASE_URL, MASTER_KEY });
  const clicks = new ClickRepository(gateway.fresh.db);
  const history = new SendHistory(gateway.fresh.db, gateway.appId, dice, {
    finish: (db, ids) => new DispatchRepository(db, config, new KeyTotalRepository()).finishCompleted(ids),
    stop: (tx, appId, sends) => new CampaignControlRepository().stop(tx, appId, { sends }),
    report: (tx, appId, report, recipient) => {
      const record = { clicked: 'recordClick', opened: 'recordOpen', received: 'recordArrival' } as const;
      return clicks[record[report]](tx, appId, recipient, recipient.platform);
    },
    erase: (tx, appId, place) => new DeliveryErasureRepository().eraseResults(tx, appId, [place]),
  });
  await history.store(from, DAYS);
  return { history, dice };
}

const withoutStatus = (figures: Map<number, KeyFigures>) =>
  [...figures].map(([key, rest]) => [key, { ...rest, status: '' }]);

/** Runs work of several processes; whoever reads in between sees the same figures, though perhaps another status. */
async function whileRead(history: SendHistory, work: () => Promise<unknown>): Promise<void> {
  const expected = withoutStatus(history.expected);
  const reading = { isOver: false };
  const done = work().finally(() => (reading.isOver = true));
  try {
    do {
      expect(withoutStatus(await readFigures(gateway, history.keys))).toEqual(expected);
    } while (!reading.isOver);
  } finally {
    await done;
  }
}

describe('Sums of keys', () => {
  it.each(SEEDS)(
    'All readers show what the results add up to, after and during each step of a random history (seed %i)',
    { timeout: 240_000 },
    async (seed) => {
      const { history, dice } = await begin(seed);
      const steps: [string, () => Promise<unknown>][] = [
        ['finish', () => whileRead(history, () => history.finish())],
        ['finish', () => whileRead(history, () => history.finish())],
        ['finish as before', () => history.finishAsBefore()],
        ['stop', () => history.stop()],
        ['report', () => history.report()],
        ['report', () => history.report()],
        [
          'click as before',
          async () => {
            await history.clickAsBefore();
            await retention.deleteExpired();
          },
        ],
        ['erase', () => history.erase()],
        ['erase', () => history.erase()],
        [
          'expire',
          async () => {
            await history.age();
            await whileRead(history, () => retention.deleteExpired());
          },
        ],
      ];
      for (let step = 0; step < STEPS; step++) {
        const [name, run] = dice.pick(steps);
        await run();
        expect(await readFigures(gateway, history.keys), `step ${step}, ${name}`).toEqual(history.expected);
      }
      while (history.hasOpenSends) {
        await history.finish();
      }
      const { db } = gateway.fresh;
      expect(await db.rows(`SELECT FROM delivery.dispatch AS d WHERE d.is_counted`)).not.toEqual([]);
      await db.affected(`UPDATE delivery.dispatch SET finished_at = now() - interval '5 days'`);
      await whileRead(history, () => retention.deleteExpired());
      expect(await readFigures(gateway, history.keys)).toEqual(history.expected);
      for (const table of ['dispatch', 'key_total', 'key_count']) {
        expect(await db.rows(`SELECT FROM delivery.${table}`)).toEqual([]);
      }
    },
  );

  it.each(SEEDS)(
    'Sums whose sends the release before has moved without them are dropped by the next run (seed %i)',
    { timeout: 240_000 },
    async (seed) => {
      const { history } = await begin(seed);
      const { db } = gateway.fresh;
      for (let step = 0; step < 4; step++) {
        await history.finish();
      }
      // Some sends of a day are past their retention, and others are not.
      await db.affected(
        `UPDATE delivery.dispatch SET finished_at = now() - interval '5 days' WHERE is_counted AND dispatch_id % 3 > 0`,
      );
      onTestFinished(async () => {
        await db.affected('DROP TABLE IF EXISTS kept_total, kept_count');
      });
      await db.affected('CREATE TABLE kept_total AS SELECT * FROM delivery.key_total');
      await db.affected('CREATE TABLE kept_count AS SELECT * FROM delivery.key_count');
      await retention.deleteExpired();
      expect(await readFigures(gateway, history.keys)).toEqual(history.expected);
      // The release before knows neither table.
      await db.affected('TRUNCATE delivery.key_total, delivery.key_count');
      await db.affected('INSERT INTO delivery.key_total SELECT * FROM kept_total');
      await db.affected('INSERT INTO delivery.key_count SELECT * FROM kept_count');
      expect(await readFigures(gateway, history.keys)).not.toEqual(history.expected);
      await retention.deleteExpired();
      expect(await readFigures(gateway, history.keys)).toEqual(history.expected);
    },
  );
});
