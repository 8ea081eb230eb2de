import { Injectable } from '@nestjs/common';
import { ApplicationService } from '#libs/tenancy';
import type { MetricSource, MetricValue } from '#platform/health';
import { CountEngineService } from '../counts/count-engine.service.js';
import { BITMAP_MODULE } from '../bitmap-index/model/bitmap.js';
import { IndexReaderService } from '../bitmap-index/cache/index-reader.service.js';
import { IndexStatusRepository, type IndexStatus } from './index-status.repository.js';

/** The metrics of one scrape share one read. */
const SCRAPE_MS = 1000;

type LabelledStatus = IndexStatus & { app: string };

/** Metrics of the audience index: lag and memory. */
@Injectable()
export class IndexMetricsService {
  private last: { at: number; statuses: Promise<LabelledStatus[]> } | undefined;

  constructor(
    private readonly applications: ApplicationService,
    private readonly indexStatus: IndexStatusRepository,
    private readonly indexReader: IndexReaderService,
    private readonly countEngine: CountEngineService,
  ) {}

  /** Metrics of all serving indexes, labelled with the application; the same in every process. */
  indexMetrics(): MetricSource[] {
    const metric = (name: string, help: string, value: (status: IndexStatus) => number | null): MetricSource => ({
      name: `herald_audience_index_${name}`,
      help,
      labels: ['app'],
      read: async () =>
        (await this.findStatuses()).flatMap((status): MetricValue[] => {
          const measured = value(status);
          return measured === null ? [] : [{ labels: { app: status.app }, value: measured }];
        }),
    });
    return [
      metric(
        'lag_seconds',
        'Since everything committed was in the audience index, by its oldest group; 0: it is',
        ({ lagSeconds }) => lagSeconds,
      ),
      metric('groups_behind', 'Groups of slices that lack something committed', ({ groupsBehind }) => groupsBehind),
      metric('deltas', 'Changes that wait for being merged into bitmaps', ({ deltas }) => deltas),
      metric('delta_bytes', 'Bytes of the changes that wait', ({ deltaBytes }) => deltaBytes),
      metric(
        'check_age_seconds',
        'Since the last self-check of the index ended; absent: none was yet',
        ({ checkAgeSeconds }) => checkAgeSeconds,
      ),
      metric('check_differing_users', 'Users who differed at the last self-check', ({ differing }) => differing),
    ];
  }

  /** Metrics of this process. */
  processMetrics(): MetricSource[] {
    return [
      {
        name: 'herald_audience_engine',
        help: '1 for the module that handles bitmaps: roaring-wasm, or the native roaring where it is installed and fit',
        labels: ['module'],
        read: () => [{ labels: { module: BITMAP_MODULE }, value: 1 }],
      },
      {
        name: 'herald_audience_cache_bytes',
        help: 'Bytes of bitmaps in memory',
        read: () => [{ value: this.indexReader.cache.bytes }],
      },
      {
        name: 'herald_audience_cache_most_bytes',
        help: 'Bytes that bitmaps may take once no count is under way (INDEX_CACHE_MB)',
        read: () => [{ value: this.indexReader.cache.maxBytes }],
      },
      ...this.countEngine.metrics,
    ];
  }

  /** Seconds since everything committed was in the index of an application; 0: it is, or no index serves it. */
  async readLag(appId: number): Promise<number> {
    const [status] = await this.indexStatus.findAll(appId);
    return status?.lagSeconds ?? 0;
  }

  /** Seconds of such a lag where counts do without the index; else 0. */
  async readExcessLag(appId: number): Promise<number> {
    const lagSeconds = await this.readLag(appId);
    return this.indexReader.isTooOld(lagSeconds * 1000) ? lagSeconds : 0;
  }

  private async findStatuses(): Promise<LabelledStatus[]> {
    const now = performance.now();
    if (!this.last || now - this.last.at > SCRAPE_MS) {
      this.last = { at: now, statuses: this.readStatuses() };
    }
    return this.last.statuses;
  }

  private async readStatuses(): Promise<LabelledStatus[]> {
    const names = new Map((await this.applications.listApplications()).map(({ id, name }) => [id, name]));
    return (await this.indexStatus.findAll()).map((status) => ({
      ...status,
      app: names.get(status.appId) ?? String(status.appId),
    }));
  }
}
