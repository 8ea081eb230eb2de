import { Injectable } from '@nestjs/common';
import { findCatalogs, type Catalog } from '#libs/catalogs';
import { findLiveScopes } from '#libs/delivery/live-data';
import { Database } from '#platform/db';
import { findBlocks, type Block } from './block.sql.js';
import { findNewest } from './find-newest.js';

/** Names that texts may use beside attributes. */
export interface TemplateNames {
  catalogs: Pick<Catalog, 'name' | 'key' | 'fields' | 'selections'>[];
  blocks: Block[];
  fetches: { name: string; per: 'campaign' | 'person' }[];
}

/** Lists names for authors of templates. */
@Injectable()
export class TemplateNamesService {
  constructor(private readonly db: Database) {}

  /** The newest version of each block, and the names of catalogs and live data, by name. */
  async list(appId: number): Promise<TemplateNames> {
    const [catalogs, blocks, fetches] = await Promise.all([
      findCatalogs(this.db, appId),
      findBlocks(this.db, appId),
      findLiveScopes(this.db, appId),
    ]);
    return {
      catalogs: catalogs.map(({ name, key, fields, selections }) => ({ name, key, fields, selections })),
      blocks: [...findNewest(blocks).values()],
      fetches: [...fetches].map(([name, per]) => ({ name, per })).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    };
  }
}
