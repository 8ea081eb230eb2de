import { Injectable } from '@nestjs/common';
import { ApplicationService } from '#libs/tenancy';
import { ClockService } from '#platform/runtime';
import { Database, type Tx } from '#platform/db';
import { ConcurrentWriteError } from '../model/retry-on-conflict.js';
import { AttributeRepository, type AttributeRow } from './attribute.repository.js';
import type { AttributeDefinition, NewAttribute } from '../model/attribute.types.js';
import { RemovalRepository, type Removal } from './removal.repository.js';
import { STANDARD_ATTRIBUTES } from './standard-attributes.js';

/** How long another process may not see a new definition, in milliseconds. A code that is not found is always looked up. */
const CACHE_TTL_MS = 1000;

const STANDARD_BY_CODE = new Map(STANDARD_ATTRIBUTES.map((definition) => [definition.code, definition]));

export type AttributeDefinitions = ReadonlyMap<string, AttributeDefinition>;

/** The attributes that users of an application can have: built-in ones and its own. */
@Injectable()
export class AttributeService {
  private readonly cache = new Map<number, { definitions: AttributeDefinitions; expiresAt: number }>();
  /** Readings under way that nothing has changed since: requests that come together read once. */
  private readonly pendingLoads = new Map<number, Promise<AttributeDefinitions>>();

  constructor(
    private readonly db: Database,
    private readonly repository: AttributeRepository,
    private readonly removals: RemovalRepository,
    private readonly applications: ApplicationService,
    private readonly clock: ClockService,
  ) {}

  /** Active definitions by code, built-in ones first; at most a second old. */
  async getDefinitions(appId: number): Promise<AttributeDefinitions> {
    const cached = this.cache.get(appId);
    if (cached && cached.expiresAt > this.clock.now().getTime()) {
      return cached.definitions;
    }
    if (this.db.isInTransaction) {
      return this.loadDefinitions(appId);
    }
    const load =
      this.pendingLoads.get(appId) ?? this.loadDefinitions(appId).finally(() => this.pendingLoads.delete(appId));
    this.pendingLoads.set(appId, load);
    return load;
  }

  /**
   * As `definitions`, and certain to have every code of `codes` that is defined.
   *
   * @param attempt  after the first they are read anew: what was known may have been what lost the race
   */
  async getDefinitionsFor(appId: number, codes: Iterable<string>, attempt = 1): Promise<AttributeDefinitions> {
    const definitions = attempt === 1 ? await this.getDefinitions(appId) : await this.loadDefinitions(appId);
    return [...codes].every((code) => definitions.has(code)) ? definitions : this.loadDefinitions(appId);
  }

  /** As `definitions`, read anew: for whoever wants to see what was applied just now. */
  async findLatestDefinitions(appId: number): Promise<AttributeDefinitions> {
    return this.loadDefinitions(appId);
  }

  /** As an open transaction sees them, its own changes included. */
  async findDefinitions(tx: Tx, appId: number): Promise<AttributeDefinitions> {
    return withStandard(await this.repository.findActive(appId, tx));
  }

  async canDefineOnFirstUse(appId: number): Promise<boolean> {
    return (await this.applications.getApplication(appId)).settings.defineOnFirstUse;
  }

  /**
   * Defines what a request used for the first time.
   *
   * @returns all definitions, the new ones included
   * @throws Raced when another request has just defined a code with another type
   */
  async defineAttributes(appId: number, newAttributes: readonly NewAttribute[]): Promise<AttributeDefinitions> {
    await this.db.tx(async (tx) => {
      await this.repository.lock(tx, appId);
      const present = new Map((await this.repository.findActive(appId, tx)).map((row) => [row.code, row]));
      for (const attribute of newAttributes) {
        const row = present.get(attribute.code);
        if (!row) {
          await this.repository.insert(tx, appId, attribute);
        } else if (row.dataType !== attribute.dataType || row.array !== attribute.array) {
          throw new ConcurrentWriteError(`Attribute ${row.attrId} was defined with another type meanwhile`);
        }
      }
    });
    return this.loadDefinitions(appId);
  }

  /** Makes this process read the definitions anew once `tx` is committed. */
  invalidateAfterCommit(tx: Tx, appId: number): void {
    tx.afterCommit(async () => {
      this.cache.delete(appId);
      this.pendingLoads.delete(appId);
    });
  }

  /** What a caller within a transaction reads may be its own and uncommitted: it is not kept for others. */
  private async loadDefinitions(appId: number): Promise<AttributeDefinitions> {
    const [rows, removals] = await Promise.all([this.repository.findActive(appId), this.removals.findPending(appId)]);
    const definitions = withRemovals(withStandard(rows), removals);
    if (this.db.isInTransaction) {
      return definitions;
    }
    this.cache.set(appId, { definitions, expiresAt: this.clock.now().getTime() + CACHE_TTL_MS });
    return definitions;
  }
}

function withStandard(rows: readonly AttributeRow[]): Map<string, AttributeDefinition> {
  const definitions = new Map(STANDARD_BY_CODE);
  for (const row of rows) {
    const standard = STANDARD_BY_CODE.get(row.code);
    definitions.set(row.code, {
      ...row,
      locked: standard !== undefined,
      ...(standard?.column && { column: standard.column }),
      ...(standard?.calculated && { calculated: true }),
    });
  }
  return definitions;
}

function withRemovals(
  definitions: Map<string, AttributeDefinition>,
  removals: readonly Removal[],
): AttributeDefinitions {
  for (const definition of removals.length > 0 ? definitions.values() : []) {
    const removing = removals.flatMap(({ attrId, removalId, value }) =>
      attrId === definition.attrId && value !== null ? [{ removalId, value }] : [],
    );
    if (removing.length > 0) {
      definitions.set(definition.code, { ...definition, removing });
    }
  }
  return definitions;
}
