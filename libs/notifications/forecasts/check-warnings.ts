import { explainFault } from '#libs/channels';
import type { DryRunReport, PlatformForecast } from '#libs/delivery/dry-run';
import type { CheckedCampaign } from './campaign-check.types.js';
import type { CheckFacts, CheckWarning } from './check-warning.types.js';
import { findGapWarnings } from './gap-warnings.js';

/** The share of those whose message was prepared, in hundredths. Fewer without a value are no surprise. */
const MANY_LACKING_PERCENT = 20;
/** `account_missing` and `unserved_platform` tell these. */
const TOLD_APART: readonly string[] = ['CHANNEL_NOT_CONFIGURED', 'NO_PROVIDER'];

/** The counts of a campaign that has its facts. */
interface Counted {
  report: Pick<DryRunReport, 'planned' | 'platforms' | 'unserved' | 'expected' | 'blanks'>;
  facts: CheckFacts;
}

/** Finds surprises for the person who sends a campaign: what blocks it first. */
export function findCheckWarnings(campaign: Omit<CheckedCampaign, 'hash'>, { report, facts }: Counted): CheckWarning[] {
  const { message, options, target } = campaign.request;
  const isMarketing = message.transactional !== true && options.includeOptedOut !== true;
  const seconds = Math.ceil(report.expected.seconds ?? 0);
  const warnings = [
    ...findStops(campaign, report, facts),
    ...findRefused(report.platforms, facts),
    ...findRunning(campaign, facts),
    ...findLacking(report.platforms),
    ...findWithoutMessage(report),
    ...findGapWarnings(report.blanks),
    ...(isMarketing && facts.hasCategories && (options.categoryIds ?? []).length === 0
      ? [warningOf('no_category', 'message.categories')]
      : []),
    ...(message.ttlSeconds !== undefined && seconds > message.ttlSeconds
      ? [warningOf('outlives_ttl', 'message.ttl', { n: seconds, of: message.ttlSeconds })]
      : []),
    ...(target.type === 'all' && options.limits?.all === undefined ? [warningOf('everybody', 'target')] : []),
    ...(facts.recent && facts.recent.users !== 0
      ? [warningOf('recent_audience', 'target', { n: facts.recent.users, of: facts.recent.campaigns })]
      : []),
    ...(facts.lagSeconds > 0
      ? [warningOf('index_behind', 'target', { n: Math.round(facts.lagSeconds), severity: 'NOTE' })]
      : []),
  ];
  return warnings.toSorted((a, b) => RANKS[a.severity] - RANKS[b.severity]);
}

const RANKS: Readonly<Record<CheckWarning['severity'], number>> = { BLOCKING: 0, WARNING: 1, NOTE: 2 };

function warningOf(
  code: CheckWarning['code'],
  field: string,
  more: Partial<Omit<CheckWarning, 'code' | 'field'>> = {},
): CheckWarning {
  return { code, severity: 'WARNING', field, value: null, n: null, of: null, until: null, ...more };
}

/** Platforms and channels on which nothing leaves. They block the campaign where nothing of it would leave. */
function findStops(
  { startsAt, waits }: Pick<CheckedCampaign, 'startsAt' | 'waits'>,
  { planned, platforms, unserved }: Counted['report'],
  { accounts }: CheckFacts,
): CheckWarning[] {
  const present = new Set<string>(accounts.map(({ channel }) => channel));
  const isLost = ({ platform, channel }: PlatformForecast): boolean =>
    unserved.includes(platform) || !present.has(channel);
  // A pause may be over when the time has come, or the approvals are there.
  const isHeld = (row: PlatformForecast): boolean =>
    isLost(row) || (startsAt === null && !waits && row.wait?.state === 'paused');
  const rows = platforms.filter((row) => row.planned > 0);
  const severity = planned > 0 && rows.every(isHeld) ? 'BLOCKING' : 'WARNING';
  const lost = rows.filter((row) => isLost(row) && !unserved.includes(row.platform));
  const waiting = rows.filter((row) => !isLost(row) && row.wait);
  const field = 'message.platforms';
  return [
    ...unserved.map((value) => warningOf('unserved_platform', field, { value, severity })),
    ...sumByChannel(lost).map(([value, n]) => warningOf('account_missing', field, { value, n, severity })),
    ...sumByChannel(waiting).map(([value, n, wait]) =>
      wait?.state === 'paused'
        ? warningOf('account_paused', field, { value, n, severity })
        : warningOf('account_resting', field, { value, n, until: wait?.until ?? null }),
    ),
  ];
}

/** Several platforms may share a channel. @returns channel, recipients, and why it waits */
function sumByChannel(rows: readonly PlatformForecast[]): [string, number, PlatformForecast['wait']][] {
  const sums = new Map<string, [string, number, PlatformForecast['wait']]>();
  for (const { channel, planned, wait } of rows) {
    sums.set(channel, [channel, (sums.get(channel)?.[1] ?? 0) + planned, wait]);
  }
  return [...sums.values()];
}

/** Accounts whose credentials the provider refused the last time. */
function findRefused(platforms: readonly PlatformForecast[], { accounts }: CheckFacts): CheckWarning[] {
  const used = new Set<string>(platforms.map(({ channel }) => channel));
  return accounts.flatMap(({ channel, key, provider, lastError }) =>
    used.has(channel) && lastError && !lastError.endedAt && explainFault(provider, lastError).kind === 'credentials'
      ? [warningOf('account_refused', 'message.platforms', { value: key })]
      : [],
  );
}

/** A campaign for later does not know what will be sent then. */
function findRunning({ startsAt, waits }: Pick<CheckedCampaign, 'startsAt' | 'waits'>, { running }: CheckFacts) {
  const [first] = running;
  return first === undefined || startsAt !== null || waits
    ? []
    : [warningOf('also_sending', 'schedule', { value: first.name ?? String(first.key), n: running.length })];
}

/** Placeholders for which many have no value, whatever platform they have. */
function findLacking(platforms: readonly PlatformForecast[]): CheckWarning[] {
  const examined = platforms.reduce((sum, row) => sum + row.examined, 0);
  const lacking = new Map<string, number>();
  for (const { placeholders } of platforms) {
    for (const [name, n] of Object.entries(placeholders.missing)) {
      lacking.set(name, (lacking.get(name) ?? 0) + n);
    }
  }
  return [...lacking].flatMap(([value, n]) =>
    n * 100 > examined * MANY_LACKING_PERCENT
      ? [warningOf('lacking_values', 'message.text', { value, n, of: examined })]
      : [],
  );
}

/** Planned recipients for which no message can be made. They block the campaign where that is everyone. */
function findWithoutMessage({ planned, platforms }: Counted['report']): CheckWarning[] {
  const examined = platforms.reduce((sum, row) => sum + row.examined, 0);
  const reasons = new Map<string, number>();
  for (const { skipped, failed } of platforms) {
    for (const [reason, n] of [...Object.entries(skipped), ...Object.entries(failed)]) {
      reasons.set(reason, (reasons.get(reason) ?? 0) + n);
    }
  }
  TOLD_APART.forEach((reason) => reasons.delete(reason));
  const n = [...reasons.values()].reduce((sum, count) => sum + count, 0);
  if (n * 100 <= examined * MANY_LACKING_PERCENT) {
    return [];
  }
  const [first] = [...reasons].toSorted(([, a], [, b]) => b - a);
  const severity = n === examined && examined === planned ? 'BLOCKING' : 'WARNING';
  return [warningOf('left_without_message', 'message', { value: first?.[0] ?? null, n, of: examined, severity })];
}
