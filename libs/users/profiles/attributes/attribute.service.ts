import { Injectable } from '@nestjs/common';
import { CONTACTS } from '#libs/channels/definitions';
import { ApplicationService, type Settings } from '#libs/tenancy';
import { Database, type Statements, type Tx } from '#platform/db';
import { ConcurrentWriteError } from '#libs/users/identities';
import { AttributeRepository, type AttributeRow, type UsedAttribute } from './attribute.repository.js';
import type { AttributeDefinition, NewAttribute } from '../model/attribute.types.js';
import { createAttributeSeal } from '../sealing/attribute-seal.js';
import { SealingKeyService } from '../sealing/sealing-key.service.js';
import type { Removal } from './removal.repository.js';
import { STANDARD_ATTRIBUTES } from './standard-attributes.js';

/** How long another process may miss a new definition. An unknown code is always looked up. */
const CACHE_TTL_MS = 1000;

const STANDARD_BY_CODE = new Map(STANDARD_ATTRIBUTES.map((definition) => [definition.code, definition]));

export type AttributeDefinitions = ReadonlyMap<string, AttributeDefinition>;

/** The attributes of an application: built-in ones and its own. */
@Injectable()
export class AttributeService {
  /** `readAt` is of the monotonic clock, which is never set. */
  private readonly cache = new Map<number, { definitions: AttributeDefinitions; readAt: number }>();
  /** Reads in progress that no change has outdated: concurrent requests share one. */
  private readonly pendingLoads = new Map<number, Promise<AttributeDefinitions>>();

  constructor(
    private readonly db: Database,
    private readonly repository: AttributeRepository,
    private readonly applications: ApplicationService,
    private readonly sealingKeys: SealingKeyService,
  ) {}

  /** Active definitions by code, built-in ones first; at most a second old. */
  async getDefinitions(appId: number): Promise<AttributeDefinitions> {
    const cached = this.cache.get(appId);
    if (cached && performance.now() - cached.readAt < CACHE_TTL_MS) {
      return cached.definitions;
    }
    if (this.db.isInTransaction) {
      return this.findLatestDefinitions(appId);
    }
    const load =
      this.pendingLoads.get(appId) ?? this.findLatestDefinitions(appId).finally(() => this.pendingLoads.delete(appId));
    this.pendingLoads.set(appId, load);
    return load;
  }

  /**
   * Does the same as `getDefinitions`, with every defined code of `codes`.
   *
   * @param attempt  from the second on they are read again, because outdated ones may have caused the conflict
   */
  async getDefinitionsFor(appId: number, codes: Iterable<string>, attempt = 1): Promise<AttributeDefinitions> {
    const definitions = attempt === 1 ? await this.getDefinitions(appId) : await this.findLatestDefinitions(appId);
    return [...codes].every((code) => definitions.has(code)) ? definitions : this.findLatestDefinitions(appId);
  }

  /** Definitions as an open transaction sees them, its own changes included. */
  async findDefinitions(tx: Tx, appId: number): Promise<AttributeDefinitions> {
    return this.withSeals(appId, await this.repository.findActive(appId, tx), tx);
  }

  /** Tests if a statement that began at `since` may have used outdated definitions. To be asked after the statement. */
  async areOutdated(appId: number, attributes: readonly UsedAttribute[], since: Date): Promise<boolean> {
    return this.repository.areOutdated(appId, attributes, since);
  }

  /** The country whose phone numbers may come without their calling code; at most a second old. */
  async getCountry(appId: number): Promise<string | undefined> {
    return (await this.getDefinitions(appId)).get('msisdn')?.country;
  }

  async canDefineOnFirstUse(appId: number): Promise<boolean> {
    return (await this.applications.getApplication(appId)).settings.defineOnFirstUse;
  }

  /**
   * Defines attributes on their first use.
   *
   * @returns all definitions, the new ones included
   * @throws ConcurrentWriteError when another request defined a code with another type
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
          throw new ConcurrentWriteError(`Attribute ${row.attrId} was defined with another type by another request`);
        }
      }
    });
    return this.findLatestDefinitions(appId);
  }

  /** Makes this process read the definitions again after the commit of `tx`. */
  invalidateAfterCommit(tx: Tx, appId: number): void {
    tx.afterCommit(async () => {
      this.cache.delete(appId);
      this.pendingLoads.delete(appId);
    });
  }

  /** Makes this process see all committed definitions, also inside a transaction. */
  async refreshDefinitions(appId: number): Promise<void> {
    await this.db.outsideTransaction(() => this.findLatestDefinitions(appId));
  }

  /**
   * Does the same as `getDefinitions`, always from the database. A read inside a transaction may see its uncommitted
   * changes, so it is not cached for others.
   */
  async findLatestDefinitions(appId: number): Promise<AttributeDefinitions> {
    const [rows, removals, { settings }] = await Promise.all([
      this.repository.findActive(appId),
      this.repository.findPendingRemovals(appId),
      this.applications.getApplication(appId),
    ]);
    const definitions = withRemovals(withCountry(await this.withSeals(appId, rows), settings), removals);
    if (this.db.isInTransaction) {
      return definitions;
    }
    this.cache.set(appId, { definitions, readAt: performance.now() });
    return definitions;
  }

  private async withSeals(
    appId: number,
    rows: readonly AttributeRow[],
    on?: Statements,
  ): Promise<Map<string, AttributeDefinition>> {
    const definitions = withStandard(rows);
    const sealed = rows.filter((row) => row.sealed);
    const key = sealed.length > 0 ? await this.sealingKeys.getKey(appId, on) : undefined;
    for (const { code, isMixed } of sealed) {
      const definition = definitions.get(code);
      if (key && definition) {
        definitions.set(code, { ...definition, seal: createAttributeSeal(appId, code, key, isMixed) });
      }
    }
    return definitions;
  }
}

function withStandard(rows: readonly AttributeRow[]): Map<string, AttributeDefinition> {
  const definitions = new Map(STANDARD_BY_CODE);
  for (const { isMixed: _, ...row } of rows) {
    const standard = STANDARD_BY_CODE.get(row.code);
    definitions.set(row.code, {
      ...row,
      locked: standard !== undefined,
      ...(standard?.column && { column: standard.column }),
      ...(standard?.calculated && { calculated: true }),
      ...(standard?.onDevices && { onDevices: true }),
    });
  }
  return definitions;
}

/** Phone numbers are read with the country of the application. */
function withCountry(
  definitions: Map<string, AttributeDefinition>,
  { defaultCountry }: Settings,
): Map<string, AttributeDefinition> {
  for (const { address, form } of defaultCountry === null ? [] : CONTACTS) {
    const definition = definitions.get(address);
    if (definition && form === 'number' && defaultCountry !== null) {
      definitions.set(address, { ...definition, country: defaultCountry });
    }
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
