import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import {
  type Application,
  type ApplyContext,
  type ApplySection,
  type Difference,
  type SectionContent,
} from '#libs/tenancy';
import type { Statements, Tx } from '#platform/db';
import { malformed } from '#platform/errors';
import { ItemStoreService } from '../items/item-store.service.js';
import type { Catalog, CatalogDefinition, WrittenCatalog } from '../model/catalog.types.js';
import { CatalogRepository } from '../definitions/catalog.repository.js';
import { findCatalogs } from '../definitions/catalog.sql.js';
import { CATALOGS_REFERENCE } from '../definitions/catalogs-reference.js';
import { readCatalogs } from '../definitions/read-catalogs.js';
import { FeedStoreService } from '../feeds/feed-store.service.js';
import { SelectionStoreService } from '../selections/selection-store.service.js';
import { WatchFaultService } from '../watches/watch-fault.service.js';
import { WatchStoreService } from '../watches/watch-store.service.js';

/** The section `catalogs` of an application file: what items have. Most items come by an operation. */
@Injectable()
export class CatalogsSection implements ApplySection {
  readonly section = 'catalogs';
  readonly reference = CATALOGS_REFERENCE;

  constructor(
    private readonly catalogs: CatalogRepository,
    private readonly items: ItemStoreService,
    private readonly selections: SelectionStoreService,
    private readonly watches: WatchStoreService,
    private readonly feeds: FeedStoreService,
    private readonly faults: WatchFaultService,
  ) {}

  async apply(tx: Tx, app: Application, value: unknown, context: ApplyContext): Promise<Difference[]> {
    const desired = readCatalogs(value, this.section);
    const present = new Map((await this.catalogs.lockAll(tx, app.id)).map((catalog) => [catalog.name, catalog]));
    const differences: Difference[] = [];
    for (const [name, catalog] of desired) {
      const stored = present.get(name);
      if (!stored) {
        const id = await this.catalogs.insert(tx, app.id, catalog);
        await this.applyParts(tx, app.id, { id, selections: [], watches: [] }, catalog);
        differences.push({ change: 'add', subject: `catalogs: ${name}` });
      } else if (!isDeepStrictEqual(toDefinition(stored), toDefinition(catalog))) {
        refuseOtherItems(stored, catalog);
        await this.catalogs.update(tx, app.id, stored.id, catalog);
        await this.items.dropMisfits(tx, app.id, stored.id, addedFields(stored, catalog));
        await this.applyParts(tx, app.id, stored, catalog);
        differences.push({ change: 'change', subject: `catalogs: ${name}` });
      }
    }
    for (const [name, { id }] of context.prune ? present : []) {
      if (!desired.has(name)) {
        await this.catalogs.delete(tx, app.id, id);
        differences.push({ change: 'remove', subject: `catalogs: ${name}` });
      }
    }
    (await this.faults.describe(tx, app.id, desired)).forEach((warning) => context.warn(warning));
    const stored = await findCatalogs(tx, app.id);
    const feeds = await this.feeds.apply(tx, app.id, stored, desired);
    return [
      ...differences,
      ...feeds.map((name): Difference => ({ change: 'change', subject: `catalogs: ${name}: feed` })),
      ...(await this.applyItems(tx, app.id, stored, desired)),
    ];
  }

  async read(on: Statements, { id }: Application): Promise<SectionContent | undefined> {
    const catalogs = await findCatalogs(on, id);
    const feeds = await this.feeds.list(on, id);
    return catalogs.length === 0
      ? undefined
      : { value: catalogs.map((catalog) => toWritten(catalog, feeds.get(catalog.id))), withheld: [] };
  }

  private async applyParts(
    tx: Tx,
    appId: number,
    stored: Pick<Catalog, 'id' | 'selections' | 'watches'>,
    { key, fields, selections, watches }: WrittenCatalog,
  ): Promise<void> {
    await this.watches.apply(tx, appId, stored, watches);
    const added = await this.selections.apply(tx, appId, stored, selections);
    await this.items.fill(tx, appId, { id: stored.id, key, fields, selections: added });
  }

  private async applyItems(
    tx: Tx,
    appId: number,
    stored: readonly Catalog[],
    desired: ReadonlyMap<string, WrittenCatalog>,
  ): Promise<Difference[]> {
    const differences: Difference[] = [];
    for (const catalog of stored) {
      const items = desired.get(catalog.name)?.items ?? [];
      const { added, changed } = await this.items.store(tx, appId, catalog, items);
      if (added + changed > 0) {
        differences.push({ change: 'change', subject: `catalogs: ${catalog.name}: ${added + changed} items` });
      }
    }
    return differences;
  }
}

/** The catalog as it is written; selections and watches without their ids. */
function toDefinition({ name, key, fields, selections, watches }: CatalogDefinition): CatalogDefinition {
  return {
    name,
    key,
    fields,
    selections: selections.map(({ name: selection, where, same, sort, limit }) => ({
      name: selection,
      where,
      same,
      sort,
      limit,
    })),
    watches: watches.map(({ kind, field, events, attribute, until, withinSeconds, most }) => ({
      kind,
      field,
      events,
      attribute,
      until,
      withinSeconds,
      most,
    })),
  };
}

/** The catalog as a file has it, without what is the same when it is left out. */
function toWritten(catalog: Catalog, feed: object | undefined): object {
  const { selections, watches, ...rest } = toDefinition(catalog);
  const written = selections.map(({ name, where, same, sort, limit }) => ({
    name,
    ...(Object.keys(where).length > 0 && { where }),
    ...(same.length > 0 && { same }),
    ...(sort !== null && { sort }),
    limit,
  }));
  return {
    ...rest,
    ...(written.length > 0 && { selections: written }),
    ...(watches.length > 0 && { watch: toWrittenWatches(watches) }),
    ...(feed && { feed }),
  };
}

function toWrittenWatches(watches: CatalogDefinition['watches']): object {
  return Object.fromEntries(
    watches.map(({ kind, until, withinSeconds, ...watch }) => [
      kind,
      { ...watch, ...(until.length > 0 && { until }), within: `${withinSeconds}s` },
    ]),
  );
}

function addedFields(stored: Catalog, { fields }: CatalogDefinition): CatalogDefinition['fields'] {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !Object.hasOwn(stored.fields, field)));
}

/** Stored items stay readable: their key and the types of their values are those of the catalog. */
function refuseOtherItems(stored: Catalog, { name, key, fields }: CatalogDefinition): void {
  if (stored.items === 0) {
    return;
  }
  if (key !== stored.key) {
    throw malformed(`catalogs: ${name} has items, so its key stays ${stored.key}`);
  }
  for (const [field, type] of Object.entries(stored.fields)) {
    if (fields[field] !== undefined && fields[field] !== type) {
      throw malformed(`catalogs: ${name} has items, so the type of ${field} stays ${type}`);
    }
  }
}
