import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stringify } from 'yaml';

export const ALERTS = 'monitoring/alerts.yaml';
const TIMEOUT_MS = 60_000;

/** True where promtool (Debian's package `prometheus`) is installed. `.ci/run` installs it. */
export const HAS_PROMTOOL = spawnSync('promtool', ['--version']).status === 0;

/** Runs promtool. @returns whether it was content, and all that it said */
export function promtool(...args: string[]): { isOk: boolean; output: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8', timeout: TIMEOUT_MS });
  return { isOk: status === 0, output: `${stdout}${stderr}` };
}

/** Has promtool read a document that it gets as a file. */
export function promtoolOn(command: readonly string[], document: object): { isOk: boolean; output: string } {
  const folder = mkdtempSync(join(tmpdir(), 'herald-promtool-'));
  try {
    const file = join(folder, 'document.yaml');
    writeFileSync(file, stringify(document, { lineWidth: 0 }));
    return promtool(...command, file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Values of one series for `promtool test rules`, one a minute. */
export interface InputSeries {
  series: string;
  values: string;
}

/** The names of the alerts that fire at a minute of some series, by Prometheus' own evaluation of the shipped rules. */
export function firingAlerts(inputSeries: readonly InputSeries[], minute: number): string[] {
  const { output, isOk } = promtoolOn(['test', 'rules'], {
    rule_files: [resolve(ALERTS)],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: inputSeries,
        // Nothing is expected, so promtool prints what it finds.
        promql_expr_test: [
          {
            expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
            eval_time: `${minute}m`,
            exp_samples: [],
          },
        ],
      },
    ],
  });
  if (isOk) {
    return [];
  }
  const found = [...output.matchAll(/alertname=\\?"(\w+)\\?"/g)].map(([, name = '']) => name);
  if (found.length === 0) {
    throw new Error(`promtool cannot evaluate the alerts:\n${output}`);
  }
  return found.toSorted();
}
