import { Injectable } from '@nestjs/common';
import { LruCache, parseJson } from '#platform/collections';
import { Database } from '#platform/db';
import { findCatalogs } from '../definitions/catalog.sql.js';
import { ItemRepository } from '../items/item.repository.js';
import { ItemBatch, type WantedItem } from './item-batch.js';

/** Characters of the items that a worker keeps: they take some three times as many bytes. */
const CACHE_CHARACTERS = 16 * 1024 * 1024;
/** Bytes of a key, and of an item that is not there. */
const ENTRY_CHARACTERS = 200;

type Item = Readonly<Record<string, unknown>> | null;

/** Finds the items that templates look up: one statement for a batch, and none for items of a known version. */
@Injectable()
export class ItemLookupService {
  /** By catalog, version and key; null: there is no such item. */
  private readonly cache = new LruCache<string, { item: Item; size: number }>({
    maxSize: CACHE_CHARACTERS,
    sizeCalculation: ({ size }, key) => size + key.length + ENTRY_CHARACTERS,
  });

  constructor(
    private readonly db: Database,
    private readonly items: ItemRepository,
  ) {}

  /** The items of one batch, as they are when it first needs one. */
  openBatch(appId: number): ItemBatch {
    let versions: Promise<Map<string, { id: number; version: number }>> | undefined;
    return new ItemBatch(async (wanted) => {
      versions ??= this.findVersions(appId);
      return this.find(appId, await versions, wanted);
    });
  }

  private async findVersions(appId: number): Promise<Map<string, { id: number; version: number }>> {
    return new Map((await findCatalogs(this.db, appId)).map((catalog) => [catalog.name, catalog]));
  }

  /** The version was read before the items, so a copy is never older than its version. */
  private async find(
    appId: number,
    versions: ReadonlyMap<string, { id: number; version: number }>,
    wanted: readonly WantedItem[],
  ): Promise<Item[]> {
    const places = wanted.map(({ catalog, key }) => {
      const known = versions.get(catalog);
      return known && { id: known.id, key, cacheKey: `${known.id} ${known.version} ${key}` };
    });
    const found = new Map<string, Item>();
    const absent = places.filter((place) => {
      const copy = place && this.cache.get(place.cacheKey);
      if (copy) {
        found.set(place.cacheKey, copy.item);
      }
      return place !== undefined && copy === undefined;
    }) as { id: number; key: string; cacheKey: string }[];
    const ids = absent.map(({ id }) => id);
    const keys = absent.map(({ key }) => key);
    const rows = absent.length === 0 ? [] : await this.items.findAll(this.db, appId, ids, keys);
    const texts = new Map(rows.map(({ catalogId, key, value }) => [`${catalogId} ${key}`, value]));
    for (const { id, key, cacheKey } of absent) {
      const text = texts.get(`${id} ${key}`);
      const item = text === undefined ? null : (parseJson(text) as Item);
      found.set(cacheKey, item);
      this.cache.set(cacheKey, { item, size: text?.length ?? 0 });
    }
    return places.map((place) => (place && found.get(place.cacheKey)) ?? null);
  }
}
