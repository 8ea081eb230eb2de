import { Injectable } from '@nestjs/common';
import { ClockService } from '#platform/runtime';
import { Database, type Tx } from '#platform/db';
import { EventCatalogue } from './catalogue.js';
import { DefinitionRepository } from './definition.repository.js';
import type { KnownEvent } from './event.types.js';

/** How long another process may not see a changed definition, in milliseconds. A name that is not found is always looked up. */
const CACHE_MS = 1000;

/** The events that an application knows. */
@Injectable()
export class DefinitionService {
  private readonly cached = new Map<number, { catalogue: EventCatalogue; until: number }>();

  constructor(
    private readonly db: Database,
    private readonly rows: DefinitionRepository,
    private readonly clock: ClockService,
  ) {}

  /** Every event that an application knows, built-in ones first, as they are this instant. */
  async latest(appId: number): Promise<KnownEvent[]> {
    return (await this.load(appId)).list();
  }

  /** At most a second old, and certain to have every name of `names` that is defined. */
  async catalogueOf(appId: number, names: Iterable<string>): Promise<EventCatalogue> {
    const cached = this.cached.get(appId);
    if (cached && cached.until > this.clock.now().getTime()) {
      const { catalogue } = cached;
      return [...names].every((name) => catalogue.find(name)) ? catalogue : this.load(appId);
    }
    return this.load(appId);
  }

  /** As a transaction leaves them. */
  async catalogueWithin(tx: Tx, appId: number): Promise<EventCatalogue> {
    return new EventCatalogue(await this.rows.findActive(appId, tx));
  }

  /** Makes this process read the definitions anew once `tx` is committed. */
  forgetAfter(tx: Tx, appId: number): void {
    tx.afterCommit(async () => {
      this.cached.delete(appId);
    });
  }

  /** What a caller within a transaction reads may be its own and uncommitted: it is not kept for others. */
  private async load(appId: number): Promise<EventCatalogue> {
    const catalogue = new EventCatalogue(await this.rows.findActive(appId));
    if (this.db.isInTransaction) {
      return catalogue;
    }
    this.cached.set(appId, { catalogue, until: this.clock.now().getTime() + CACHE_MS });
    return catalogue;
  }
}
