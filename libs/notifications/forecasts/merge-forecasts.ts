import type { DryRunReport, LeftOutCount, PolicyForecast } from '#libs/delivery/dry-run';
import type { CampaignForecast } from './campaign-check.types.js';

type ExpectedTime = DryRunReport['expected'];
type Blanks = DryRunReport['blanks'];

/** The forecast of a content without its warnings. */
export interface ContentForecast extends Required<Pick<CampaignForecast, 'leftOut' | 'sampled'>> {
  report: Omit<DryRunReport, 'samples'>;
}

/** Adds up the forecasts of the contents of a campaign, which have one target. */
export function mergeForecasts(contents: readonly ContentForecast[]): ContentForecast {
  const reports = contents.map(({ report }) => report);
  const sumOf = (count: (report: ContentForecast['report']) => number): number =>
    reports.reduce((sum, report) => sum + count(report), 0);
  const mostOf = (count: (report: ContentForecast['report']) => number): number => Math.max(...reports.map(count));
  return {
    report: {
      users: mostOf(({ users }) => users),
      people: mostOf(({ people }) => people),
      planned: sumOf(({ planned }) => planned),
      examined: sumOf(({ examined }) => examined),
      platforms: reports.flatMap(({ platforms }) => platforms),
      unserved: [...new Set(reports.flatMap(({ unserved }) => unserved))],
      expected: longest(reports.map(({ expected }) => expected)),
      blanks: mergeBlanks(reports.map(({ blanks }) => blanks)),
      ...mergePolicies(reports.flatMap(({ policy }) => policy ?? [])),
    },
    leftOut: sumLeftOut(contents.flatMap(({ leftOut }) => leftOut)),
    sampled: contents.flatMap(({ sampled }) => sampled),
  };
}

/** A person may lack something in several contents: then as many as in one of them are sure. */
function mergeBlanks(contents: readonly Blanks[]): Blanks {
  const lacking = contents.filter(({ people }) => people > 0);
  const restsOn = [...new Set(contents.flatMap((content) => content.restsOn ?? []))];
  return {
    ...(restsOn.length > 0 && { restsOn }),
    people: Math.max(0, ...lacking.map(({ people }) => people)),
    isComplete: lacking.length <= 1 && contents.every(({ isComplete }) => isComplete),
    places: contents.flatMap(({ places }, index) =>
      contents.length === 1
        ? places
        : places.map((place) => ({ ...place, field: `contents[${index}].${place.field}` })),
    ),
  };
}

/** People held out are the same in each content; all else adds up. */
function mergePolicies(policies: readonly PolicyForecast[]): { policy?: PolicyForecast } {
  const [first, ...rest] = policies;
  if (!first) {
    return {};
  }
  const policy = rest.reduce((sum, next): PolicyForecast => {
    const caps = { ...sum.caps };
    Object.entries(next.caps).forEach(([name, people]) => (caps[name] = (caps[name] ?? 0) + people));
    return {
      caps,
      deferred: sum.deferred + next.deferred,
      quietHours: sum.quietHours + next.quietHours,
      holdout: Math.max(sum.holdout, next.holdout),
      firstAt: [sum.firstAt, next.firstAt].filter((at) => at !== null).toSorted()[0] ?? null,
      lastAt:
        [sum.lastAt, next.lastAt]
          .filter((at) => at !== null)
          .toSorted()
          .at(-1) ?? null,
      usedUp: [...sum.usedUp, ...next.usedUp],
    };
  }, first);
  return { policy };
}

/** Contents go side by side; the time is unknown where that of one of them is. */
function longest([first = { seconds: 0, by: null }, ...rest]: readonly ExpectedTime[]): ExpectedTime {
  return rest.reduce(
    (longer, time) =>
      longer.seconds === null || (time.seconds !== null && time.seconds <= longer.seconds) ? longer : time,
    first,
  );
}

/** Users who are left out of the whole campaign are the same in each content. */
function sumLeftOut(counts: readonly LeftOutCount[]): LeftOutCount[] {
  const sums = new Map<string, LeftOutCount>();
  for (const count of counts) {
    const key = `${count.kind} ${count.reason}`;
    const users = sums.get(key)?.users ?? 0;
    sums.set(key, { ...count, users: count.kind === 'any' ? Math.max(users, count.users) : users + count.users });
  }
  return [...sums.values()];
}
