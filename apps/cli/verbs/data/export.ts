import { EXPORT_FORMATS, type PushStatistics, ResultsService, StatisticsService, writeResults } from '#libs/reporting';
import { ApplicationService } from '#libs/tenancy';
import { OperatorError } from '#platform/embedded';
import { withAppContext } from '../../runtime/app-context.js';
import type { RunVerb } from '../../runtime/verb.js';
import { findApp } from '../arguments.js';
import { print } from './person.js';

const USAGE = 'Usage: herald export KEY [--format csv|ndjson] [--status STATUS] [--app NAME].';
const STATUSES = ['SUCCESS', 'FAILED', 'SKIPPED', 'OPEN'] as const;

export const exportVerb: RunVerb = async ({ values, positionals: [key, ...more] }, { isJson, progress }) => {
  const notificationKey = Number(key);
  const format = readFormat(values['format'], isJson);
  const status = STATUSES.find((name) => name === values['status']);
  const isKey = Number.isSafeInteger(notificationKey) && notificationKey > 0 && notificationKey < 2 ** 31;
  if (!isKey || more.length > 0 || !format || (values['status'] !== undefined && !status)) {
    throw new OperatorError(USAGE);
  }
  await withAppContext(async (context) => {
    const { id } = await findApp(context.get(ApplicationService), values['app']);
    const total = countExpected(await context.get(StatisticsService).getByKey(id, notificationKey), status);
    const filter = { notificationKey, showsPrivate: true, ...(status && { status }) };
    const pages = context.get(ResultsService).exportResults(id, filter);
    const counted = countRows(pages, (done) =>
      progress.report({ done, unit: 'results', ...(total !== undefined && { total: Math.max(total, done) }) }),
    );
    for await (const piece of writeResults(counted, format)) {
      await print(piece);
    }
  });
  return 0;
};

function readFormat(name: unknown, isJson: boolean): (typeof EXPORT_FORMATS)[number] | undefined {
  const format = EXPORT_FORMATS.find((candidate) => candidate === (name ?? (isJson ? 'ndjson' : 'csv')));
  return isJson && format === 'csv' ? undefined : format;
}

/** Reads the counters, so it may differ while the campaign is sent. Waiting recipients have no counter. */
function countExpected({ stats, leftOut }: PushStatistics, status: string | undefined): number | undefined {
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  const counts = {
    SUCCESS: sum(stats.map(({ sent }) => sent)),
    FAILED: sum(stats.map(({ failed }) => failed)),
    SKIPPED: sum(Object.values(leftOut)),
  };
  return status === 'OPEN' ? undefined : (counts[status as keyof typeof counts] ?? sum(Object.values(counts)));
}

async function* countRows<T>(
  pages: AsyncIterable<readonly T[]>,
  report: (done: number) => void,
): AsyncGenerator<readonly T[]> {
  let done = 0;
  for await (const page of pages) {
    yield page;
    done += page.length;
    report(done);
  }
}
