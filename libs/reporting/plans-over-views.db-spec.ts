import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparePlans } from '../../test/support/distribution/plans.js';
import { freshDatabase, type FreshDatabase } from '../../test/support/database/database.js';
import { CampaignProgressRepository } from './campaigns/campaign-progress.repository.js';
import { CampaignTotalsRepository } from './campaigns/campaign-totals.repository.js';
import { ReportRepository } from './reports/report.repository.js';
import { LeftOutPieceRepository } from './results/left-out.repository.js';
import { OpenRecipientRepository } from './results/open-recipient.repository.js';
import { ResultRepository, type ResultWindow } from './results/result.repository.js';
import { SendListRepository } from './sends/send-list.repository.js';
import { StatisticsRepository } from './statistics/statistics.repository.js';

const APP = 7;
const [START, END] = [new Date('2030-01-01T00:00:00Z'), new Date('2030-01-03T00:00:00Z')];
const WINDOW: ResultWindow = {
  appId: APP,
  dayTo: '2030-01-02',
  dayFrom: '2030-01-01',
  start: START,
  end: END,
  notificationKey: 5,
  dispatchId: null,
  dispatchIds: null,
  statuses: [1, 2],
  reason: null,
  platform: null,
  after: null,
  limit: 10,
};

let fresh: FreshDatabase;
let canCompare: boolean;
beforeAll(async () => {
  fresh = await freshDatabase();
  const row = await fresh.db.row<{ version: string }>("SELECT current_setting('server_version_num') AS version");
  canCompare = Number(row?.version) >= 160_000;
});
afterAll(() => fresh.close());

const STATEMENTS: readonly [name: string, least: number, run: () => Promise<unknown>][] = [
  ['pages of results', 1, () => new ResultRepository(fresh.db).findPage(WINDOW)],
  ['results of a user', 1, () => new ResultRepository(fresh.db).findByUser(WINDOW, 1024, [1024], null)],
  ['users that were left out', 1, () => new LeftOutPieceRepository(fresh.db).findPieces(WINDOW, {}, 10)],
  ['reasons of a campaign', 1, () => new LeftOutPieceRepository(fresh.db).sumReasons(APP, [5])],
  [
    'recipients that wait',
    1,
    () =>
      new OpenRecipientRepository(fresh.db).findChunks(
        { appId: APP, notificationKey: 5, dispatchId: null },
        { dispatchId: 0, chunkId: 0 },
        10,
      ),
  ],
  [
    'statistics of a key',
    2,
    async () => {
      await new StatisticsRepository(fresh.db).findSummaries(APP, [5]);
      await new StatisticsRepository(fresh.db).sumByPlatform(APP, [5]);
    },
  ],
  ['figures of days', 1, () => new ReportRepository(fresh.db).sum(APP, 'label', [START, END], 10)],
  ['totals of campaigns', 1, () => new CampaignTotalsRepository(fresh.db).findTotals(APP, [5], END)],
  ['progress of a campaign', 1, () => new CampaignProgressRepository(fresh.db).findProgress(APP, 5)],
  ['open sends', 1, () => new SendListRepository(fresh.db).listOpen(APP, null, 10)],
  ['failed sends', 2, () => new SendListRepository(fresh.db).listFailed(APP, START, null, 10)],
];

describe('Statements of reporting over views of other modules', () => {
  it.each(STATEMENTS)('Postgres plans the statements for %s as over the tables', async (_, least, run) => {
    const compared = canCompare ? await comparePlans(fresh.db, run) : [];
    expect(compared.length).toBeGreaterThanOrEqual(canCompare ? least : 0);
    for (const { text, overViews, overTables } of compared) {
      expect(overViews, text).toHaveProperty(['Node Type']);
      expect(overViews, text).toEqual(overTables);
    }
  });
});
