import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import type { Catalog, CatalogDefinition } from '../model/catalog.types.js';
import { WatchRepository } from './watch.repository.js';

/** Makes the watches of a catalog those that the file has. */
@Injectable()
export class WatchStoreService {
  constructor(private readonly repository: WatchRepository) {}

  async apply(
    tx: Tx,
    appId: number,
    stored: Pick<Catalog, 'id' | 'watches'>,
    desired: CatalogDefinition['watches'],
  ): Promise<void> {
    const gone = stored.watches.filter(({ kind }) => !desired.some((watch) => watch.kind === kind));
    await this.repository.delete(
      tx,
      appId,
      stored.id,
      gone.map(({ kind }) => kind),
    );
    for (const watch of desired) {
      const { id, ...before } = stored.watches.find(({ kind }) => kind === watch.kind) ?? {};
      if (id === undefined || !isDeepStrictEqual(before, watch)) {
        await this.repository.replace(tx, appId, stored.id, watch);
      }
    }
  }
}
