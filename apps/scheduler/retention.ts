import type { ApplicationService } from '#libs/tenancy';
import { FEED_DAYS } from '#platform/outbox';
import type { Retention } from '#platform/partitions';

/** Results are stored under the launch day; most are final on it, or on the next. Days of open sends are kept apart. */
const RESULT_DELAY_DAYS = 1;
/** While there is no application. */
const DEFAULT_DAYS = 365;
const AUDIT_DEFAULT_DAYS = 730;

/**
 * How long partitions are kept: the longest retention of any application. A shorter retention of results is enforced by
 * `getPushResult`; nothing reads events by their age yet.
 */
export async function findLongestRetention(applications: ApplicationService): Promise<Retention> {
  const retentions = (await applications.listApplications()).map(({ settings }) => settings.retention);
  const longest = (kind: 'results' | 'events' | 'audit'): number =>
    retentions.length === 0 ? DEFAULT_DAYS : Math.max(...retentions.map((retention) => retention[kind]));
  return {
    feed: FEED_DAYS,
    results: longest('results') + RESULT_DELAY_DAYS,
    events: longest('events'),
    audit: retentions.length === 0 ? AUDIT_DEFAULT_DAYS : longest('audit'),
  };
}
