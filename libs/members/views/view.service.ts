import { Injectable } from '@nestjs/common';
import { AuditService, type AuditDifference, type Origin } from '#libs/audit';
import { Database, type Tx } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import { ViewRepository } from './view.repository.js';
import type { View, ViewChange, ViewPlace, ViewScreen } from './view.types.js';

/** The number of views of one member, application and screen. */
export const MAX_VIEWS = 50;

type Writer = Origin & ViewPlace;

/**
 * Filters that members save for themselves. A view of another member does not exist for the reader. The audit log has
 * who saved which one, without its name and its filters.
 */
@Injectable()
export class ViewService {
  constructor(
    private readonly db: Database,
    private readonly views: ViewRepository,
    private readonly audit: AuditService,
  ) {}

  /** The member's own, by their names. */
  async list(place: ViewPlace, screen: ViewScreen): Promise<View[]> {
    return this.views.list(place, screen);
  }

  /** @throws AppError malformed for a name that the member has used, and for one view too many */
  async save(writer: Writer, view: Omit<View, 'viewId'> & { screen: ViewScreen }): Promise<View> {
    return this.change(writer, async (tx) => {
      const { all, named } = await this.views.count(tx, writer, view.screen, view.name);
      requireFree(named, view.name);
      if (all >= MAX_VIEWS) {
        throw malformed(`There are ${MAX_VIEWS} saved views. Remove one first`);
      }
      const viewId = await this.views.insert(tx, writer, view);
      await this.note(tx, writer, 'view.save', viewId);
      return { viewId, name: view.name, filters: view.filters };
    });
  }

  /** Renames a view, or gives it other filters. @throws AppError unknown_id; malformed for a name that is used */
  async alter(writer: Writer, viewId: number, change: ViewChange): Promise<View> {
    return this.change(writer, async (tx) => {
      const { screen, ...before } = await this.get(tx, writer, viewId);
      const view = { ...before, ...change };
      const { named } = await this.views.count(tx, writer, screen, view.name);
      requireFree(named === viewId ? null : named, view.name);
      await this.views.update(tx, view);
      const changed = Object.keys(change).map((subject): AuditDifference => ({
        change: 'change',
        subject: `view: ${subject}`,
      }));
      await this.note(tx, writer, 'view.change', viewId, changed);
      return view;
    });
  }

  /** @throws AppError unknown_id */
  async remove(writer: Writer, viewId: number): Promise<void> {
    await this.change(writer, async (tx) => {
      await this.get(tx, writer, viewId);
      await this.views.delete(tx, viewId);
      await this.note(tx, writer, 'view.remove', viewId);
    });
  }

  private async change<T>(writer: Writer, act: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.tx(async (tx) => {
      await this.views.lockAll(tx, writer);
      return act(tx);
    });
  }

  private async get(tx: Tx, place: ViewPlace, viewId: number) {
    const view = await this.views.find(tx, place, viewId);
    if (!view) {
      throw new AppError('unknown_id', `There is no view ${viewId}`);
    }
    return view;
  }

  private async note(
    tx: Tx,
    writer: Writer,
    action: string,
    viewId: number,
    differences: readonly AuditDifference[] = [],
  ): Promise<void> {
    await this.audit.append(tx, writer.appId, writer, [{ action, subject: `view ${viewId}`, differences }]);
  }
}

function requireFree(named: number | null, name: string): void {
  if (named !== null) {
    throw malformed(`Field 'name': you have a view ${name} already`);
  }
}
