import { Injectable } from '@nestjs/common';
import { ApplicationService } from '#libs/tenancy';
import { ClockService } from '#platform/runtime';
import { Database, type Tx } from '#platform/db';
import { Raced } from '../attempts.js';
import { AttributeRepository, type AttributeRow } from './attribute.repository.js';
import type { AttributeDefinition, NewAttribute } from './attribute.types.js';
import { RemovalRepository, type Removal } from './removal.repository.js';
import { STANDARD_ATTRIBUTES } from './standard-attributes.js';

/** How long another process may not see a new definition, in milliseconds. A code that is not found is always looked up. */
const CACHE_MS = 1000;

const STANDARD_BY_CODE = new Map(STANDARD_ATTRIBUTES.map((definition) => [definition.code, definition]));

export type Definitions = ReadonlyMap<string, AttributeDefinition>;

/** The attributes that users of an application can have: built-in ones and its own. */
@Injectable()
export class AttributeService {
  private readonly cached = new Map<number, { definitions: Definitions; until: number }>();
  /** Readings under way that nothing has changed since: requests that come together read once. */
  private readonly reading = new Map<number, Promise<Definitions>>();

  constructor(
    private readonly db: Database,
    private readonly rows: AttributeRepository,
    private readonly removals: RemovalRepository,
    private readonly applications: ApplicationService,
    private readonly clock: ClockService,
  ) {}

  /** Active definitions by code, built-in ones first; at most a second old. */
  async definitions(appId: number): Promise<Definitions> {
    const cached = this.cached.get(appId);
    if (cached && cached.until > this.clock.now().getTime()) {
      return cached.definitions;
    }
    if (this.db.isInTransaction) {
      return this.load(appId);
    }
    const reading = this.reading.get(appId) ?? this.load(appId).finally(() => this.reading.delete(appId));
    this.reading.set(appId, reading);
    return reading;
  }

  /**
   * As `definitions`, and certain to have every code of `codes` that is defined.
   *
   * @param attempt  after the first they are read anew: what was known may have been what lost the race
   */
  async definitionsOf(appId: number, codes: Iterable<string>, attempt = 1): Promise<Definitions> {
    const definitions = attempt === 1 ? await this.definitions(appId) : await this.load(appId);
    return [...codes].every((code) => definitions.has(code)) ? definitions : this.load(appId);
  }

  /** As `definitions`, read anew: for whoever wants to see what was applied just now. */
  async latestDefinitions(appId: number): Promise<Definitions> {
    return this.load(appId);
  }

  /** As an open transaction sees them, its own changes included. */
  async definitionsWithin(tx: Tx, appId: number): Promise<Definitions> {
    return withStandard(await this.rows.findActive(appId, tx));
  }

  async definesOnFirstUse(appId: number): Promise<boolean> {
    return (await this.applications.getApplication(appId)).settings.defineOnFirstUse;
  }

  /**
   * Defines what a request used for the first time.
   *
   * @returns all definitions, the new ones included
   * @throws Raced when another request has just defined a code with another type
   */
  async define(appId: number, wanted: readonly NewAttribute[]): Promise<Definitions> {
    await this.db.tx(async (tx) => {
      await this.rows.lock(tx, appId);
      const present = new Map((await this.rows.findActive(appId, tx)).map((row) => [row.code, row]));
      for (const attribute of wanted) {
        const row = present.get(attribute.code);
        if (!row) {
          await this.rows.insert(tx, appId, attribute);
        } else if (row.dataType !== attribute.dataType || row.array !== attribute.array) {
          throw new Raced(`Attribute ${row.attrId} was defined with another type meanwhile`);
        }
      }
    });
    return this.load(appId);
  }

  /** Makes this process read the definitions anew once `tx` is committed. */
  forgetAfter(tx: Tx, appId: number): void {
    tx.afterCommit(async () => {
      this.cached.delete(appId);
      this.reading.delete(appId);
    });
  }

  /** What a caller within a transaction reads may be its own and uncommitted: it is not kept for others. */
  private async load(appId: number): Promise<Definitions> {
    const [rows, removals] = await Promise.all([this.rows.findActive(appId), this.removals.findPending(appId)]);
    const definitions = withRemovals(withStandard(rows), removals);
    if (this.db.isInTransaction) {
      return definitions;
    }
    this.cached.set(appId, { definitions, until: this.clock.now().getTime() + CACHE_MS });
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

function withRemovals(definitions: Map<string, AttributeDefinition>, removals: readonly Removal[]): Definitions {
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
