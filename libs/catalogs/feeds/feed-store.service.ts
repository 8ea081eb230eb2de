import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Statements, Tx } from '#platform/db';
import type { Catalog, WrittenCatalog } from '../model/catalog.types.js';
import type { Feed, FeedDefinition, FeedState } from '../model/feed.types.js';
import { FeedHeadersService } from './feed-headers.service.js';
import { FeedRepository } from './feed.repository.js';

/** The feeds of an application, as its file says. */
@Injectable()
export class FeedStoreService {
  constructor(
    private readonly feeds: FeedRepository,
    private readonly headers: FeedHeadersService,
  ) {}

  /** Makes the feeds of some catalogs those that the file has. @returns names of catalogs with another feed */
  async apply(
    tx: Tx,
    appId: number,
    catalogs: readonly Catalog[],
    desired: ReadonlyMap<string, WrittenCatalog>,
  ): Promise<string[]> {
    const stored = new Map((await this.feeds.list(tx, appId)).map((feed) => [feed.catalogId, feed]));
    const changed: string[] = [];
    for (const { id: catalogId, name } of catalogs) {
      const written = desired.get(name);
      const before = stored.get(catalogId);
      if (written && !written.feed && before) {
        await this.feeds.delete(tx, appId, catalogId);
        changed.push(name);
      } else if (written?.feed && !this.isSame(before, written.feed)) {
        const { headers, ...feed } = written.feed;
        const owner = { appId, catalogId };
        const sealed = headers === undefined ? (before?.sealed ?? null) : this.headers.seal(owner, headers);
        await this.feeds.store(tx, { ...feed, ...owner, sealed });
        changed.push(name);
      }
    }
    return changed;
  }

  /** The feeds as a file has them, without headers, by catalog. */
  async list(on: Statements, appId: number): Promise<Map<number, object>> {
    return new Map((await this.feeds.list(on, appId)).map((feed) => [feed.catalogId, toEntry(feed)]));
  }

  /** Outcomes of the last calls, by catalog. */
  async listStates(on: Statements, appId: number): Promise<Map<number, FeedState>> {
    return new Map((await this.feeds.listStates(on, appId)).map((state) => [state.catalogId, state]));
  }

  private isSame(before: Feed | undefined, { headers, ...written }: FeedDefinition): boolean {
    if (!before) {
      return false;
    }
    const { url, everySeconds, format, removesAbsent, simulator } = before;
    return (
      isDeepStrictEqual({ url, everySeconds, format, removesAbsent, simulator }, written) &&
      (headers === undefined || isDeepStrictEqual(this.headers.open(before), headers))
    );
  }
}

function toEntry({ url, everySeconds, format, removesAbsent, simulator }: Feed): object {
  return {
    url,
    every: `${everySeconds}s`,
    format,
    ...(removesAbsent && { removesAbsent }),
    ...(simulator && { simulator }),
  };
}
