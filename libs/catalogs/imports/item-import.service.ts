import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import { BrokenFileError, type FileFormat, type RecordFile } from '#platform/records';
import { CatalogRepository } from '../definitions/catalog.repository.js';
import { existing, findCatalogs } from '../definitions/catalog.sql.js';
import { changeItems } from '../items/change-items.js';
import { ItemStoreService } from '../items/item-store.service.js';
import type { Catalog, ItemChange } from '../model/catalog.types.js';
import { readItemRecords } from './item-records.js';

/** Items that are written together. */
const BATCH_ITEMS = 2000;
/** Lines at fault that a refusal names. */
const MAX_FAULTS = 100;
const MAX_WORDS = 10;

/**
 * @property removesAbsent  items that the file does not have go
 * @property isFeed         no person looks at it: one without items, or that would remove more than half, is refused
 * @property dryRun         nothing is changed
 */
export interface ItemImportOptions {
  format: FileFormat;
  removesAbsent?: boolean;
  isFeed?: boolean;
  dryRun?: boolean;
}

/** @property lines  with an item; several of one item count as one, later fields over earlier ones */
export interface ItemImport {
  lines: number;
  added: number;
  changed: number;
  removed: number;
  /** Items of the catalog afterwards. */
  items: number;
}

/** Undoes the transaction of a dry run. */
class DryRunEnd extends Error {
  constructor(readonly outcome: ItemImport) {
    super();
  }
}

/** Loads items from a file: all of its lines, or none. */
@Injectable()
export class ItemImportService {
  constructor(
    private readonly db: Database,
    private readonly catalogs: CatalogRepository,
    private readonly items: ItemStoreService,
  ) {}

  /**
   * Reads the whole file before the first item is written, so that a faulty line leaves the catalog as it is. Then one
   * transaction writes all items, while sends read the catalog of before.
   *
   * @throws AppError malformed, missing_field with lines and fields at fault; unknown_key; wrong_state past 1,000,000 items
   */
  async importFile(appId: number, name: string, file: RecordFile, options: ItemImportOptions): Promise<ItemImport> {
    const { format, dryRun = false } = options;
    try {
      await this.check(existing(await findCatalogs(this.db, appId), name), file, format);
      return await changeItems(this.db, async (tx) => {
        const catalog = existing(await this.catalogs.lockAll(tx, appId), name);
        const outcome = await this.write(tx, appId, catalog, file, options);
        if (dryRun) {
          throw new DryRunEnd(outcome);
        }
        return outcome;
      });
    } catch (error) {
      if (error instanceof DryRunEnd) {
        return error.outcome;
      }
      throw error instanceof BrokenFileError ? malformed(error.message) : error;
    }
  }

  private async check(catalog: Catalog, file: RecordFile, format: FileFormat): Promise<void> {
    const refused: { line: number; refusal: AppError }[] = [];
    let count = 0;
    for await (const record of readItemRecords(catalog, file, format)) {
      if ('refusal' in record) {
        count += 1;
        if (refused.length < MAX_FAULTS) {
          refused.push(record);
        }
      }
    }
    const [first] = refused;
    if (first) {
      const words = refused.slice(0, MAX_WORDS).map(({ line, refusal }) => `Line ${line}: ${refusal.message}`);
      const more = count > words.length ? [`${count - words.length} further lines are at fault`] : [];
      throw new AppError(first.refusal.refusal, [...words, ...more].join('; '), {
        ...(first.refusal.field !== undefined && { field: first.refusal.field }),
      }).withFaults(
        refused.map(({ line, refusal: { field } }) => ({ index: line, ...(field !== undefined && { field }) })),
      );
    }
  }

  private async write(
    tx: Tx,
    appId: number,
    catalog: Catalog,
    file: RecordFile,
    { format, removesAbsent = false, isFeed = false }: ItemImportOptions,
  ): Promise<ItemImport> {
    const sums = { lines: 0, added: 0, changed: 0 };
    const keys = new Set<string>();
    let batch = new Map<string, ItemChange>();
    const store = async (): Promise<void> => {
      const done = await this.items.store(tx, appId, catalog, [...batch.values()]);
      sums.added += done.added;
      sums.changed += done.changed;
      batch = new Map();
    };
    for await (const record of readItemRecords(catalog, file, format)) {
      if ('refusal' in record) {
        // The catalog has changed since the check.
        throw record.refusal;
      }
      const { item } = record;
      sums.lines += 1;
      batch.set(item.key, { ...item, value: { ...batch.get(item.key)?.value, ...item.value } });
      if (removesAbsent) {
        keys.add(item.key);
      }
      if (batch.size >= BATCH_ITEMS) {
        await store();
      }
    }
    await store();
    if (isFeed && sums.lines === 0) {
      throw malformed('The feed has no item');
    }
    if (isFeed && removesAbsent && keys.size < catalog.items / 2) {
      throw malformed(`The feed has ${keys.size} items, and the catalog ${catalog.items}: less than half`);
    }
    const removed = removesAbsent ? await this.items.removeAbsent(tx, appId, catalog, keys) : 0;
    return { ...sums, removed, items: catalog.items + sums.added - removed };
  }
}
