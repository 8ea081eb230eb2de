import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import { EventCatalogue } from './event-catalogue.js';
import { EventDefinitionRepository } from './event-definition.repository.js';
import type { ResolvedEvent } from './model/event.types.js';

/** How long another process may miss a changed definition. An unknown name is always looked up. */
const CACHE_TTL_MS = 1000;

/** The events of an application. */
@Injectable()
export class EventDefinitionService {
  /** `readAt` is of the monotonic clock, which is never set. */
  private readonly cache = new Map<number, { catalogue: EventCatalogue; readAt: number }>();

  constructor(
    private readonly db: Database,
    private readonly repository: EventDefinitionRepository,
  ) {}

  /** Every event of an application, built-in ones first, read from the database. */
  async findLatest(appId: number): Promise<ResolvedEvent[]> {
    return (await this.loadCatalogue(appId)).list();
  }

  /** A catalogue at most a second old, with every defined name of `names`. */
  async getCatalogueFor(appId: number, names: Iterable<string>): Promise<EventCatalogue> {
    const cached = this.cache.get(appId);
    if (cached && performance.now() - cached.readAt < CACHE_TTL_MS) {
      const { catalogue } = cached;
      return [...names].every((name) => catalogue.find(name)) ? catalogue : this.loadCatalogue(appId);
    }
    return this.loadCatalogue(appId);
  }

  /** The catalogue as an open transaction sees it. */
  async findCatalogue(tx: Tx, appId: number): Promise<EventCatalogue> {
    return new EventCatalogue(await this.repository.findActive(appId, tx));
  }

  /** Makes this process read the definitions again after the commit of `tx`. */
  invalidateAfterCommit(tx: Tx, appId: number): void {
    tx.afterCommit(async () => {
      this.cache.delete(appId);
    });
  }

  /** A read inside a transaction may see its uncommitted changes, so it is not cached for others. */
  private async loadCatalogue(appId: number): Promise<EventCatalogue> {
    const catalogue = new EventCatalogue(await this.repository.findActive(appId));
    if (this.db.isInTransaction) {
      return catalogue;
    }
    this.cache.set(appId, { catalogue, readAt: performance.now() });
    return catalogue;
  }
}
