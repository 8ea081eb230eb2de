import type { ApplicationService } from '#libs/tenancy';
import type { Retention } from '#platform/partitions';

/** Every reader of the change feed has passed a day long before this. */
const FEED_DAYS = 3;
/** A message may become final this long after its launch day, which its results lie under. */
const MAX_TTL_DAYS = 28;
/** Without an application nothing says how long; nothing is dropped soon. */
const DEFAULT_DAYS = 365;

/**
 * How long partitions are kept: the longest that any application asks for. A shorter one of results is kept by the bound
 * on `getPushResult`; nothing reads events by their age yet.
 */
export async function findLongestRetention(applications: ApplicationService): Promise<Retention> {
  const retentions = (await applications.listApplications()).map(({ settings }) => settings.retention);
  const longest = (kind: 'results' | 'events'): number =>
    retentions.length === 0 ? DEFAULT_DAYS : Math.max(...retentions.map((retention) => retention[kind]));
  return { feed: FEED_DAYS, results: longest('results') + MAX_TTL_DAYS, events: longest('events') };
}
