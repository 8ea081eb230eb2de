import { Injectable } from '@nestjs/common';
import { ClockService } from '#platform/runtime';
import { Database, type Tx } from '#platform/db';
import { EventCatalogue } from './event-catalogue.js';
import { EventDefinitionRepository } from './event-definition.repository.js';
import type { ResolvedEvent } from './event.types.js';

/** How long another process may not see a changed definition, in milliseconds. A name that is not found is always looked up. */
const CACHE_TTL_MS = 1000;

/** The events that an application knows. */
@Injectable()
export class EventDefinitionService {
  private readonly cache = new Map<number, { catalogue: EventCatalogue; expiresAt: number }>();

  constructor(
    private readonly db: Database,
    private readonly repository: EventDefinitionRepository,
    private readonly clock: ClockService,
  ) {}

  /** Every event that an application knows, built-in ones first, as they are this instant. */
  async findLatest(appId: number): Promise<ResolvedEvent[]> {
    return (await this.loadCatalogue(appId)).list();
  }

  /** At most a second old, and certain to have every name of `names` that is defined. */
  async getCatalogueFor(appId: number, names: Iterable<string>): Promise<EventCatalogue> {
    const cached = this.cache.get(appId);
    if (cached && cached.expiresAt > this.clock.now().getTime()) {
      const { catalogue } = cached;
      return [...names].every((name) => catalogue.find(name)) ? catalogue : this.loadCatalogue(appId);
    }
    return this.loadCatalogue(appId);
  }

  /** As a transaction leaves them. */
  async findCatalogue(tx: Tx, appId: number): Promise<EventCatalogue> {
    return new EventCatalogue(await this.repository.findActive(appId, tx));
  }

  /** Makes this process read the definitions anew once `tx` is committed. */
  invalidateAfterCommit(tx: Tx, appId: number): void {
    tx.afterCommit(async () => {
      this.cache.delete(appId);
    });
  }

  /** What a caller within a transaction reads may be its own and uncommitted: it is not kept for others. */
  private async loadCatalogue(appId: number): Promise<EventCatalogue> {
    const catalogue = new EventCatalogue(await this.repository.findActive(appId));
    if (this.db.isInTransaction) {
      return catalogue;
    }
    this.cache.set(appId, { catalogue, expiresAt: this.clock.now().getTime() + CACHE_TTL_MS });
    return catalogue;
  }
}
