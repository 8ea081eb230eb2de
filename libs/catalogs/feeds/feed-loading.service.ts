import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { SimulatorOriginsService } from '#libs/channels';
import { LOGGER } from '#platform/app';
import { Recurring, StopSignal } from '#platform/background';
import { AppError } from '#platform/errors';
import type { RecordFile } from '#platform/records';
import { reportFault, type Logger } from '#platform/runtime';
import { toStorable } from '#platform/validation';
import { ItemImportService } from '../imports/item-import.service.js';
import type { ClaimedFeed, Feed } from '../model/feed.types.js';
import { fetchFeed, type FeedAnswer } from './feed-client.js';
import { FeedHeadersService } from './feed-headers.service.js';
import { FeedRepository } from './feed.repository.js';

const CHECK_MS = 20_000;
/** Calls at once, each of another application: a feed takes up to 256 MB of disk. */
const MOST_AT_ONCE = 4;
/** Pause between looks for further feeds while calls run. */
const LOOK_MS = 1000;
const MAX_ERROR = 1000;

/** Fetches the feeds of catalogs when they are due. */
@Injectable()
export class FeedLoadingService {
  constructor(
    private readonly feeds: FeedRepository,
    private readonly headers: FeedHeadersService,
    private readonly imports: ItemImportService,
    private readonly simulators: SimulatorOriginsService,
    private readonly stopSignal: StopSignal,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Recurring('feeds.fetch', CHECK_MS)
  async fetchDue(): Promise<void> {
    const calls = new Set<Promise<void>>();
    for (;;) {
      const feed = calls.size < MOST_AT_ONCE ? await this.claim() : undefined;
      if (feed) {
        const call = this.load(feed)
          .catch((error: unknown) => reportFault(this.logger, 'failed to end the call of a feed', error))
          .finally(() => calls.delete(call));
        calls.add(call);
      } else if (calls.size > 0) {
        await Promise.race([...calls, setTimeout(LOOK_MS)]);
      } else {
        return;
      }
    }
  }

  private async claim(): Promise<ClaimedFeed | undefined> {
    return !this.stopSignal.isStopped && (await this.feeds.hasDue()) ? this.feeds.claim() : undefined;
  }

  private async load(feed: ClaimedFeed): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'herald-feed-'));
    try {
      const path = join(folder, 'feed');
      const answer = await this.ask(feed, path);
      const error =
        answer.kind === 'loaded' ? await this.store(feed, path) : answer.kind === 'failed' ? answer.reason : null;
      const { etag, lastModified } = answer.kind === 'loaded' && error === null ? answer : feed;
      await this.feeds.noteEnd(feed, { error, etag, lastModified });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  private async ask(feed: Feed, path: string): Promise<FeedAnswer> {
    const simulator = feed.simulator ? await this.simulators.find('hooks').catch(() => null) : undefined;
    if (simulator === null) {
      return { kind: 'failed', reason: 'NO_SIMULATOR' };
    }
    const { url, etag, lastModified } = feed;
    const headers = this.headers.open(feed);
    return fetchFeed({ url, etag, lastModified, headers, ...(simulator && { simulator }) }, path);
  }

  /** Loads the items of an answer, all or none. @returns the fault of the answer; null: there is none */
  private async store({ appId, catalog, format, removesAbsent }: ClaimedFeed, path: string): Promise<string | null> {
    const { size } = await stat(path);
    const file: RecordFile = { size, read: (from) => createReadStream(path, { start: from }) };
    try {
      await this.imports.importFile(appId, catalog, file, {
        format: format === 'csv' ? 'csv' : 'ndjson',
        removesAbsent,
        isFeed: true,
      });
      return null;
    } catch (error) {
      if (error instanceof AppError && error.kind !== 'unavailable') {
        return toStorable(error.message.slice(0, MAX_ERROR));
      }
      reportFault(this.logger, 'failed to load the feed of a catalog', error, { appId, catalog });
      return 'The items could not be stored';
    }
  }
}
