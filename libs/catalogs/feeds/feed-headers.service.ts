import { Injectable } from '@nestjs/common';
import { MasterKey } from '#platform/crypto';
import type { SealedColumn } from '#platform/resealing';
import type { Feed } from '../model/feed.types.js';

type Owner = Pick<Feed, 'appId' | 'catalogId'>;

/** Seals the headers of feeds for storage: they have keys. A copied row cannot be opened for another feed. */
@Injectable()
export class FeedHeadersService {
  constructor(private readonly masterKey: MasterKey) {}

  /** @returns null: there are none */
  seal(owner: Owner, headers: Readonly<Record<string, string>>): Buffer | null {
    return Object.keys(headers).length === 0 ? null : this.masterKey.seal(JSON.stringify(headers), contextOf(owner));
  }

  /** @throws Error for another `MASTER_KEY` than at sealing */
  open({ sealed, ...owner }: Owner & Pick<Feed, 'sealed'>): Record<string, string> {
    return sealed === null ? {} : (JSON.parse(this.masterKey.open(sealed, contextOf(owner))) as Record<string, string>);
  }
}

/** The column where headers of feeds are sealed. */
export const SEALED_FEED_HEADERS: SealedColumn = {
  table: 'catalogs.feed',
  column: 'sealed',
  key: ['catalog_id'],
  context: ['app_id', 'catalog_id'],
  toContext: ({ app_id: appId, catalog_id: catalogId }) =>
    contextOf({ appId: Number(appId), catalogId: Number(catalogId) }),
};

function contextOf({ appId, catalogId }: Owner): string {
  return `app ${appId}, feed of catalog ${catalogId}`;
}
