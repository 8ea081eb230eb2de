import { Injectable } from '@nestjs/common';
import { LruCache, parseJson } from '#platform/collections';
import { Database } from '#platform/db';
import { findCatalogs } from '../definitions/catalog.sql.js';
import { ItemRepository } from '../items/item.repository.js';
import type { Catalog } from '../model/catalog.types.js';
import { groupOf } from '../model/select-items.js';
import { SelectionRepository } from '../selections/selection.repository.js';
import { ItemBatch, type Item, type WantedItem, type WantedSelection } from './item-batch.js';

/** Characters of the items that a worker keeps: they take some three times as many bytes. */
const CACHE_CHARACTERS = 16 * 1024 * 1024;
/** Bytes of a key, and of an item that is not there. */
const ENTRY_CHARACTERS = 200;

type Catalogs = ReadonlyMap<string, Catalog>;

/** Finds the items that templates look up: one statement for a batch, and none for those of a known version. */
@Injectable()
export class ItemLookupService {
  /** By catalog, version and key or selection; no items: there is none. */
  private readonly cache = new LruCache<string, { items: readonly Item[]; size: number }>({
    maxSize: CACHE_CHARACTERS,
    sizeCalculation: ({ size }, key) => size + key.length + ENTRY_CHARACTERS,
  });

  constructor(
    private readonly db: Database,
    private readonly items: ItemRepository,
    private readonly selections: SelectionRepository,
  ) {}

  /** The items of one batch, as they are when it first needs one. */
  openBatch(appId: number): ItemBatch {
    let read: Promise<Catalogs> | undefined;
    let known: Catalogs = new Map();
    const catalogs = (): Promise<Catalogs> =>
      (read ??= this.findCatalogs(appId).then((found) => {
        known = found;
        return found;
      }));
    return new ItemBatch({
      peekItem: (wanted) => {
        const place = toItemPlace(known, wanted);
        return place === undefined ? null : this.peekItem(place);
      },
      peekSelection: (wanted) => {
        const place = toSelectionPlace(known, wanted);
        return place === undefined ? [] : this.cache.get(place.cacheKey)?.items;
      },
      countParams: async () =>
        new Map(
          [...(await catalogs()).values()].map(({ name, selections }) => [
            name,
            new Map(selections.map((selection) => [selection.name, selection.same.length])),
          ]),
        ),
      findItems: async (requests) => this.findItems(appId, await catalogs(), requests),
      findSelections: async (requests) => this.findSelections(appId, await catalogs(), requests),
    });
  }

  private async findCatalogs(appId: number): Promise<Catalogs> {
    return new Map((await findCatalogs(this.db, appId)).map((catalog) => [catalog.name, catalog]));
  }

  private async findItems(
    appId: number,
    catalogs: Catalogs,
    requests: readonly WantedItem[],
  ): Promise<(Item | null)[]> {
    const places = requests.map((wanted) => toItemPlace(catalogs, wanted));
    const byKey = await this.findCached(places, async (absent) => {
      const ids = absent.map(({ id }) => id);
      const keys = absent.map(({ key }) => key);
      const texts = absent.map((): string[] => []);
      for (const { index, value } of await this.items.findAll(this.db, appId, ids, keys)) {
        texts[index]?.push(value);
      }
      return texts;
    });
    return byKey.map(([item]) => item ?? null);
  }

  private async findSelections(
    appId: number,
    catalogs: Catalogs,
    requests: readonly WantedSelection[],
  ): Promise<(readonly Item[])[]> {
    const places = requests.map((wanted) => toSelectionPlace(catalogs, wanted));
    return this.findCached(places, async (absent) => {
      const rows = await this.selections.findAll(this.db, appId, absent);
      const texts = absent.map((): string[] => []);
      rows.forEach(({ index, value }) => texts[index]?.push(value));
      return texts;
    });
  }

  private peekItem({ cacheKey }: { cacheKey: string }): Item | null | undefined {
    const copy = this.cache.get(cacheKey);
    return copy && (copy.items[0] ?? null);
  }

  /**
   * Reads what the cache lacks, in one statement. The version was read before the items, so a copy is never older than its
   * version.
   *
   * @param places  undefined: there is no such thing
   * @param find    the JSON of the items of each place
   */
  private async findCached<P extends { cacheKey: string }>(
    places: readonly (P | undefined)[],
    find: (absent: readonly P[]) => Promise<readonly (readonly string[])[]>,
  ): Promise<(readonly Item[])[]> {
    const byKey = new Map<string, readonly Item[]>();
    const absent = new Map<string, P>();
    for (const place of places) {
      const copy = place && this.cache.get(place.cacheKey);
      if (copy) {
        byKey.set(place.cacheKey, copy.items);
      } else if (place) {
        absent.set(place.cacheKey, place);
      }
    }
    const texts = absent.size === 0 ? [] : await find([...absent.values()]);
    [...absent.keys()].forEach((cacheKey, index) => {
      const rows = texts[index] ?? [];
      const items = rows.map((text) => parseJson(text) as Item);
      byKey.set(cacheKey, items);
      this.cache.set(cacheKey, { items, size: rows.reduce((sum, { length }) => sum + length, 0) });
    });
    return places.map((place) => (place && byKey.get(place.cacheKey)) ?? []);
  }
}

/** @returns undefined: there is no such catalog */
function toItemPlace(catalogs: Catalogs, { catalog, key }: WantedItem) {
  const target = catalogs.get(catalog);
  return target && { id: target.id, key, cacheKey: `${target.id} ${target.version} ${key}` };
}

/** @returns undefined: no item has such values */
function toSelectionPlace(catalogs: Catalogs, { catalog: name, selection: selectionName, values }: WantedSelection) {
  const catalog = catalogs.get(name);
  const selection = catalog?.selections.find((target) => target.name === selectionName);
  const grouped = catalog && selection && groupOf(catalog, selection, values);
  return !catalog || !selection || grouped === undefined
    ? undefined
    : {
        selectionId: selection.id,
        grouped,
        limit: selection.limit,
        // No key of an item has this character.
        cacheKey: `${catalog.id} ${catalog.version} \0${selection.id} ${grouped}`,
      };
}
