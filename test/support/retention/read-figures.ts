import { EngagementService, StatisticsService } from '#libs/reporting';
import type { TestGateway } from '../contract/gateway.js';
import type { KeyFigures } from './send-history.js';

/** Figures of the statistics and the engagement of each key. */
export async function readFigures(
  { app, appId }: Pick<TestGateway, 'app' | 'appId'>,
  keys: readonly number[],
): Promise<Map<number, KeyFigures>> {
  const figures = new Map<number, KeyFigures>();
  for (const key of keys) {
    const { status, stats, leftOut } = await app.get(StatisticsService).getByKey(appId, key);
    const { opens, arrivals } = await app.get(EngagementService).getEngagement(appId, key);
    const of = (field: 'sent' | 'failed' | 'clicked') =>
      Object.fromEntries(stats.flatMap((entry) => (entry[field] > 0 ? [[entry.platform, entry[field]]] : [])));
    figures.set(key, {
      status,
      sent: of('sent'),
      failed: of('failed'),
      clicked: of('clicked'),
      leftOut,
      opened: Object.fromEntries(opens.map(({ platform, opened }) => [platform, opened])),
      received: Object.fromEntries(arrivals.map(({ platform, received }) => [platform, received])),
    });
  }
  return figures;
}
