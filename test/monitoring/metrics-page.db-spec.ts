import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningProcess } from '#platform/app';
import { loadConfig } from '#platform/config';
import { createLogger } from '#platform/runtime';
import { startGateway } from '../../apps/gateway/start.js';
import { startScheduler } from '../../apps/scheduler/start.js';
import { startWorker } from '../../apps/worker/start.js';
import { freshDatabase, type FreshDatabase } from '../support/database/database.js';
import {
  METRICS_PAGE,
  mergeMetrics,
  type ShownMetric,
  shownMetrics,
  writePage,
} from '../support/monitoring/metrics-page.js';

const STARTS = { gateway: startGateway, worker: startWorker, scheduler: startScheduler };

describe('docs/metrics.md', () => {
  let home: string;
  let database: FreshDatabase;
  let metrics: ShownMetric[];
  const running = new Map<string, RunningProcess>();

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'herald-metrics-'));
    database = await freshDatabase();
    const config = loadConfig({
      HERALD_HOME: home,
      DATABASE_URL: database.url,
      MASTER_KEY: randomBytes(32).toString('base64'),
      PORT: '0',
      INBOUND_MAIL_PORT: '0',
    });
    const byProcess: Record<string, Omit<ShownMetric, 'processes'>[]> = {};
    for (const [name, start] of Object.entries(STARTS)) {
      const started = await start(config, createLogger(name, 'silent'));
      running.set(name, started);
      byProcess[name] = await shownMetrics(started.registry);
    }
    metrics = mergeMetrics(byProcess);
  });

  afterAll(async () => {
    for (const started of running.values()) {
      await started.stop();
    }
    await database.close();
    await rm(home, { recursive: true, force: true });
  });

  it('docs/metrics.md lists what the processes show, and nothing else', async () => {
    const page = await writePage(metrics);
    if (process.env['WRITE_METRICS'] === '1') {
      writeFileSync(METRICS_PAGE, page);
    }
    expect(readFileSync(METRICS_PAGE, 'utf8')).toBe(page);
  });

  it('Metrics have names by the conventions of Prometheus', () => {
    const own = metrics.filter(({ name }) => name.startsWith('herald_'));
    const strange = own.filter(
      ({ name, type }) =>
        (type === 'counter') !== name.endsWith('_total') ||
        (type === 'histogram' && !name.endsWith('_seconds')) ||
        /_(ms|milliseconds|minutes|hours|kb|mb)(_|$)/.test(name),
    );
    expect(strange).toEqual([]);
    expect(
      own.flatMap(({ labels }) => labels).filter((label) => /ext|token|address|user|email|phone|ip$/i.test(label)),
    ).toEqual([]);
  });

  it.each(Object.keys(STARTS))(
    'docs/metrics.md lists what the %s answers over HTTP, with every label',
    async (name) => {
      const answer = await fetch(`http://127.0.0.1:${running.get(name)?.port}/metrics`);
      const text = await answer.text();
      const ofProcess = metrics.filter(({ processes }) => processes.includes(name));
      const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, metric, type]) => `${metric} ${type}`);
      expect(types.toSorted()).toEqual(ofProcess.map((metric) => `${metric.name} ${metric.type}`).toSorted());
      for (const [, metric = '', labels = ''] of text.matchAll(/^(\w+)\{(.*)\} \S+$/gm)) {
        const known = ofProcess.find(
          (entry) => metric.replace(/_(bucket|sum|count)$/, '') === entry.name || metric === entry.name,
        );
        const told = [...(known?.labels ?? []), 'process', 'le', 'quantile'];
        const names = [...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label);
        expect(
          names.filter((label) => !told.includes(label)),
          metric,
        ).toEqual([]);
      }
    },
  );
});
