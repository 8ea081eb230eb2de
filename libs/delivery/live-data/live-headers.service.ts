import { Injectable } from '@nestjs/common';
import { MasterKey } from '#platform/crypto';
import type { SealedColumn } from '#platform/resealing';
import type { LiveSource } from './live-source.types.js';

type Owner = Pick<LiveSource, 'appId' | 'name'>;

/** Seals the headers of live data for storage: they have keys. A copied row cannot be opened for another source. */
@Injectable()
export class LiveHeadersService {
  constructor(private readonly masterKey: MasterKey) {}

  seal(owner: Owner, headers: Readonly<Record<string, string>>): Buffer {
    return this.masterKey.seal(JSON.stringify(headers), contextOf(owner));
  }

  /** @throws Error for another `MASTER_KEY` than at sealing */
  open(source: Owner & Pick<LiveSource, 'sealed'>): Record<string, string> {
    return source.sealed === null
      ? {}
      : (JSON.parse(this.masterKey.open(source.sealed, contextOf(source))) as Record<string, string>);
  }
}

/** The column where headers of live data are sealed. */
export const SEALED_LIVE_HEADERS: SealedColumn = {
  table: 'delivery.live_source',
  column: 'sealed',
  key: ['source_id'],
  context: ['app_id', 'name'],
  toContext: ({ app_id: appId, name }) => contextOf({ appId: Number(appId), name: String(name) }),
};

function contextOf({ appId, name }: Owner): string {
  return `app ${appId}, fetch ${name}`;
}
