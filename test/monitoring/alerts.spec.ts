import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { groupBy } from '#platform/collections';
import { documentedMetrics } from '../support/monitoring/metrics-page.js';
import { ALERTS, firingAlerts, HAS_PROMTOOL, promtool, promtoolOn } from '../support/monitoring/promtool.js';
import { formatFile } from '../support/files/format-file.js';

interface Alert {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string; runbook_url: string };
}

/** The base is a label of the Prometheus that evaluates the rule; the path in this repository stands for a missing one. */
const RUNBOOK_URL = /^\{\{ or \$externalLabels\.runbook_base "docs\/runbooks" \}\}\/([\w-]+\.md)$/;

const RUNBOOKS = 'docs/runbooks';
const DASHBOARDS = 'monitoring/dashboards';
const RULE_OBJECT = 'k8s/components/monitoring/alerts.yaml';

const { groups } = parse(readFileSync(ALERTS, 'utf8')) as {
  groups: { name: string; rules: (Alert | { record: string })[] }[];
};
const rules = groups.flatMap((group) => group.rules);
const alerts = rules.flatMap((rule) => ('alert' in rule ? [rule] : []));
const recorded = new Set(rules.flatMap((rule) => ('record' in rule ? [rule.record] : [])));
const index = readFileSync(`${RUNBOOKS}/index.md`, 'utf8');
const metrics = documentedMetrics();

/** Names of metrics in an expression. */
function namesIn(expression: string): string[] {
  return [...expression.matchAll(/\b(?:(?:herald|process|nodejs)_[a-z0-9_]+|herald:[a-z0-9_:]+|up(?=\{))/g)].map(
    ([name]) => name,
  );
}

function isDocumented(name: string): boolean {
  const base = name.replace(/_(bucket|sum|count)$/, '');
  // Prometheus itself makes `up` for each target.
  return name === 'up' || recorded.has(name) || metrics.has(name) || metrics.get(base)?.type === 'histogram';
}

/** Values of a label that an expression names have to be labels of the metric. */
function strangeLabels(expression: string): string[] {
  return [...expression.matchAll(/\b(herald_[a-z0-9_]+)\{([^}]*)\}/g)].flatMap(([, name = '', matchers = '']) => {
    const labels = metrics.get(name.replace(/_(bucket|sum|count)$/, ''))?.labels ?? metrics.get(name)?.labels ?? [];
    const named = [...matchers.matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']) => label);
    return named.filter((label) => ![...labels, 'process', 'le'].includes(label)).map((label) => `${name}: ${label}`);
  });
}

interface Panel {
  title: string;
  targets: { expr: string }[];
}

const panels = readdirSync(DASHBOARDS).flatMap((file) =>
  (JSON.parse(readFileSync(`${DASHBOARDS}/${file}`, 'utf8')) as { panels: Panel[] }).panels.flatMap(
    ({ title, targets }) =>
      targets.map(({ expr }) => ({ place: `${file}: ${title}`, expr: expr.replaceAll('$__rate_interval', '5m') })),
  ),
);

describe('Alerts', () => {
  it.each(alerts)('$alert names metrics that exist, describes the problem, and has a runbook in the index', (alert) => {
    const names = namesIn(alert.expr);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !isDocumented(name))).toEqual([]);
    expect(strangeLabels(alert.expr)).toEqual([]);
    expect(['page', 'ticket']).toContain(alert.labels.severity);
    const { summary, description, runbook_url: url } = alert.annotations;
    const runbook = `${RUNBOOKS}/${RUNBOOK_URL.exec(url)?.[1]}`;
    expect([summary, description].every((text) => text.length > 10)).toBe(true);
    expect(existsSync(runbook), runbook).toBe(true);
    expect(readFileSync(runbook, 'utf8')).toMatch(new RegExp(`^# (?:.*, )?${alert.alert}(?:, .*)?\n`));
    const row = index
      .split('\n')
      .find((line) => line.includes(`(${runbook.split('/').at(-1)})`) && line.startsWith('| ['));
    expect(row?.split('|')[1]).toMatch(new RegExp(`\\b${alert.alert}\\b`));
  });

  it('A runbook and its row of the index name the severities of its alerts, and no other', () => {
    const pages = groupBy(alerts, ({ annotations }) => RUNBOOK_URL.exec(annotations.runbook_url)?.[1] ?? '');
    const severitiesIn = (text: string): string[] =>
      ['page', 'ticket'].filter((name) => new RegExp(`\\b${name}\\b`).test(text));
    const faults = [...pages].flatMap(([page, ofPage]) => {
      const expected = severitiesIn(ofPage.map(({ labels }) => labels.severity).join());
      const stated =
        /Severity: ([^.]*)\./.exec(readFileSync(`${RUNBOOKS}/${page}`, 'utf8').replaceAll('\n', ' '))?.[1] ?? '';
      const row = index.split('\n').find((line) => line.startsWith('| [') && line.includes(`(${page})`));
      const found = [severitiesIn(stated), severitiesIn(row?.split('|')[2] ?? '')];
      return found.every((names) => names.join() === expected.join()) ? [] : [{ page, expected, found }];
    });
    expect(faults).toEqual([]);
  });

  it('All alerts have different names', () => {
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
  });

  it('The PrometheusRule object contains the same alerts', async () => {
    const header = '# Written by `npm run metrics` from monitoring/alerts.yaml.\n';
    const text = stringify(
      {
        apiVersion: 'monitoring.coreos.com/v1',
        kind: 'PrometheusRule',
        metadata: {
          name: 'herald',
          labels: { 'app.kubernetes.io/part-of': 'herald', 'app.kubernetes.io/component': 'settings' },
          annotations: { 'argocd.argoproj.io/sync-wave': '-2' },
        },
        spec: { groups },
      },
      { lineWidth: 0 },
    );
    const formatted = await formatFile(RULE_OBJECT, `${header}${text}`);
    if (process.env['WRITE_METRICS'] === '1') {
      writeFileSync(RULE_OBJECT, formatted);
    }
    expect(readFileSync(RULE_OBJECT, 'utf8')).toBe(formatted);
  });

  it('The index of runbooks lists every file', () => {
    const pages = readdirSync(RUNBOOKS).filter((file) => file !== 'index.md');
    expect(pages.filter((page) => !index.includes(`(${page})`))).toEqual([]);
  });
});

describe('Dashboards', () => {
  it.each(panels)('$place shows metrics that exist', ({ expr }) => {
    const names = namesIn(expr);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !isDocumented(name))).toEqual([]);
    expect(strangeLabels(expr)).toEqual([]);
  });
});

/** `.ci/run` installs promtool, and says so where it cannot. */
describe.skipIf(!HAS_PROMTOOL)('promtool', () => {
  it('The alerts pass the check of promtool', () => {
    expect(promtool('check', 'rules', ALERTS)).toMatchObject({ isOk: true });
  });

  it('Each alert is quiet at first and fires later over recorded series', () => {
    const tested = parse(readFileSync('monitoring/alerts.test.yaml', 'utf8')) as { tests: { name: string }[] };
    expect(tested.tests.map(({ name }) => name).toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted());
    expect(promtool('test', 'rules', 'monitoring/alerts.test.yaml')).toMatchObject({ isOk: true });
  });

  it.each([
    [90, 'fires', ['HeraldRequestsFail']],
    [1, 'is quiet with fewer than 100 requests', []],
  ])('With %i requests a minute, of which a third fail, HeraldRequestsFail %s', (perMinute, _, expected) => {
    const firing = firingAlerts(
      [200, 503, 200].map((status, number) => ({
        series: `herald_http_request_seconds_count{process="gateway",route="/${number}",status="${status}"}`,
        values: `0+${perMinute / 3}x60`,
      })),
      60,
    );
    expect(firing.filter((name) => name.startsWith('HeraldRequestsFail'))).toEqual(
      expected.length > 0 ? expect.arrayContaining(expected) : [],
    );
  });

  it.each([
    [{ runbook_base: 'https://wiki.example.com/herald' }, 'https://wiki.example.com/herald/database-down.md'],
    [{}, 'docs/runbooks/database-down.md'],
  ])('With the external labels %j a firing alert links %s', (labels, url) => {
    const [alert] = alerts.filter((each) => each.alert === 'HeraldDatabaseDown');
    const { isOk, output } = promtoolOn(['test', 'rules'], {
      rule_files: [resolve(ALERTS)],
      evaluation_interval: '1m',
      tests: [
        {
          interval: '1m',
          external_labels: labels,
          input_series: [{ series: 'herald_database_up{process="gateway"}', values: '0x20' }],
          alert_rule_test: [
            {
              eval_time: '10m',
              alertname: 'HeraldDatabaseDown',
              exp_alerts: [
                {
                  exp_labels: { severity: 'page', process: 'gateway' },
                  exp_annotations: {
                    summary: 'A gateway gets no answer from Postgres',
                    description: alert?.annotations.description,
                    runbook_url: url,
                  },
                },
              ],
            },
          ],
        },
      ],
    });
    expect(output).toContain('SUCCESS');
    expect(isOk).toBe(true);
  });

  it('Every expression of the dashboards passes the check of promtool', () => {
    const rules = panels.map(({ expr }, number) => ({ record: `panel:${number}`, expr }));
    expect(promtoolOn(['check', 'rules'], { groups: [{ name: 'panels', rules }] })).toMatchObject({ isOk: true });
  });
});
