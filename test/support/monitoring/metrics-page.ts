import { readFileSync } from 'node:fs';
import type { Registry } from 'prom-client';
import { formatFile } from '../files/format-file.js';

export const METRICS_PAGE = 'docs/metrics.md';

/** A metric as a process shows it. */
export interface ShownMetric {
  name: string;
  type: string;
  help: string;
  labels: string[];
  processes: string[];
}

/** Text before the tables of the page. */
const HEAD = `# Metrics

Every process answers \`GET /metrics\` in the text format of Prometheus ([access](deployment.md#metrics-and-alerts)). Each
metric has the label \`process\`. Times are seconds, sizes bytes; \`_total\` only grows from the start of the process on.
Processes of a kind report the same of the database: take the largest. No label has a value of a user, address, token or
request. Metrics are gauges of every process where nothing else stands.

\`npm run metrics\` writes this page; a test compares it with the processes. Alerts: \`monitoring/alerts.yaml\`, with a
[runbook](runbooks/index.md) each; dashboards: \`monitoring/dashboards\`.
`;

const USUAL = 'gauge';
/** Processes of a metric that every process shows. */
const EVERY = ['gateway', 'worker', 'scheduler'];

/** The metrics of a registry, without those that the process adds to each. */
export async function shownMetrics(registry: Registry): Promise<Omit<ShownMetric, 'processes'>[]> {
  return (await registry.getMetricsAsJSON()).map((metric) => {
    const { name, help } = metric;
    const registered: object = registry.getSingleMetric(name) ?? {};
    const labels = 'labelNames' in registered && Array.isArray(registered.labelNames) ? registered.labelNames : [];
    return { name, type: String(metric.type), help, labels: labels.map(String).filter((label) => label !== 'le') };
  });
}

/** One row for each name, with all processes that show it. */
export function mergeMetrics(byProcess: Record<string, Omit<ShownMetric, 'processes'>[]>): ShownMetric[] {
  const byName = new Map<string, ShownMetric>();
  for (const [process, metrics] of Object.entries(byProcess)) {
    for (const metric of metrics) {
      const known = byName.get(metric.name) ?? { ...metric, processes: [] };
      byName.set(metric.name, { ...known, processes: [...known.processes, process] });
    }
  }
  return [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The page, formatted like every other document. */
export async function writePage(metrics: readonly ShownMetric[]): Promise<string> {
  const own = metrics.filter(({ name }) => name.startsWith('herald_'));
  const library = metrics.filter(({ name }) => !name.startsWith('herald_'));
  const text = `${HEAD}
## Of Herald

${table(own)}

## Of the process and of Node

From [prom-client](https://github.com/siimon/prom-client) on Linux, which names their meaning.

${libraryTable(library)}
`;
  return formatFile(METRICS_PAGE, text);
}

function table(metrics: readonly ShownMetric[]): string {
  const rows = metrics.map(({ name, type, labels, help, processes }) => {
    const from = processes.length === EVERY.length ? '' : processes.join(', ');
    return `| \`${name}\` | ${describeKind(type, labels)} | ${help.replaceAll('|', '\\|')} | ${from} |`;
  });
  return ['| name | type, labels | meaning | from |', '| - | - | - | - |', ...rows].join('\n');
}

/** Metrics of libraries: without their texts, and all of them from every process. */
function libraryTable(metrics: readonly ShownMetric[]): string {
  const rows = metrics.map(({ name, type, labels }) => `| \`${name}\` | ${describeKind(type, labels)} |`);
  return ['| name | type, labels |', '| - | - |', ...rows].join('\n');
}

function describeKind(type: string, labels: readonly string[]): string {
  return [...(type === USUAL ? [] : [type]), ...labels.map((label) => `\`${label}\``)].join(', ');
}

/** Names and types on the page. */
export function documentedMetrics(): Map<string, { type: string; labels: string[]; processes: string[] }> {
  const rows = readFileSync(METRICS_PAGE, 'utf8').matchAll(/^\| `(\w+)` +\|([^|]*)\|(?:.*\|([^|]*)\|)?$/gm);
  return new Map(
    [...rows].map(([, name = '', kind = '', processes = '']) => [
      name,
      {
        type: /^ (\w+)/.exec(kind)?.[1] ?? USUAL,
        labels: [...kind.matchAll(/`(\w+)`/g)].map(([, label = '']) => label),
        processes: processes.trim() === '' ? EVERY : processes.trim().split(', '),
      },
    ]),
  );
}
