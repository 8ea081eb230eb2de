import type { InputSeries } from './promtool.js';

/** One scrape of a process: value by series, and the metrics that only grow. */
export interface Scrape {
  values: Map<string, number>;
  growing: Set<string>;
}

/**
 * Reads the /metrics of processes. The label `instance` distinguishes processes of a kind, as Prometheus does; one that does
 * not answer has no series.
 *
 * @param ports  by instance
 */
export async function scrapeAll(ports: Readonly<Record<string, number>>): Promise<Scrape> {
  const scrape: Scrape = { values: new Map(), growing: new Set() };
  await Promise.all(
    Object.entries(ports).map(async ([instance, port]) => {
      const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(10_000) }).catch(
        () => undefined,
      );
      readText((await answer?.text()) ?? '', instance, scrape);
    }),
  );
  return scrape;
}

function readText(text: string, instance: string, { values, growing }: Scrape): void {
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    if (type === 'counter') {
      growing.add(name);
    }
    if (type === 'histogram') {
      ['bucket', 'sum', 'count'].forEach((part) => growing.add(`${name}_${part}`));
    }
  }
  for (const [, name = '', labels = '', value = ''] of text.matchAll(/^(\w+)\{(.*)\} (\S+)$/gm)) {
    if (Number.isFinite(Number(value))) {
      values.set(`${name}{instance="${instance}",${labels}}`, Number(value));
    }
  }
}

/**
 * Continues what two scrapes show for some minutes: what grows grows on by as much each minute as it grew between the two,
 * anything else stays as it was at the second.
 */
export function continueFor(minutes: number, first: Scrape, second: Scrape): InputSeries[] {
  return [...second.values].map(([series, value]) => {
    const isGrowing = second.growing.has(series.slice(0, series.indexOf('{')));
    const before = first.values.get(series) ?? 0;
    const step = isGrowing ? Math.max(0, value - before) : 0;
    return { series, values: `${plain(isGrowing ? before : value)}+${plain(step)}x${minutes}` };
  });
}

/** Without an exponent, which the notation of series does not know. */
function plain(value: number): string {
  return Number.isInteger(value) ? value.toFixed(0) : value.toFixed(6);
}
