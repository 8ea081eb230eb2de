import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import { DispatchRepository } from '../dispatches/dispatch.repository.js';
import type { DispatchRequest } from '../model/delivery.types.js';
import { DueTimeRepository, type LockedTime, type NewTime } from './due-time.repository.js';

/** Moves campaigns that have not begun to another time. Their launch waits for the lock, and then finds the new time. */
@Injectable()
export class DueTimeService {
  constructor(
    private readonly db: Database,
    private readonly times: DueTimeRepository,
    private readonly dispatches: DispatchRepository,
  ) {}

  /** Finds what a campaign will send that has not begun, content by content; empty for every other one. */
  async findUnbegun(appId: number, key: number): Promise<DispatchRequest[]> {
    return this.dispatches.findRequests(appId, await this.times.findUnbegun(this.db, appId, key));
  }

  /** Locks when a campaign begins; undefined: the application has no such campaign. */
  async lock(tx: Tx, appId: number, key: number): Promise<LockedTime | undefined> {
    return this.times.lock(tx, appId, key);
  }

  /** Sets the time of a campaign that `lock` has found before its beginning. */
  async set(tx: Tx, appId: number, { dispatchId }: LockedTime, time: NewTime): Promise<void> {
    await this.times.set(tx, appId, dispatchId, time);
  }
}
