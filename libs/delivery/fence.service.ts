import { Inject, Injectable } from '@nestjs/common';
import { ClockService } from '#platform/runtime';
import { Database, type Tx } from '#platform/db';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { FenceRepository } from './fence.repository.js';
import { LaunchService } from './launch.service.js';
import { SteeringRepository } from './steering.repository.js';

/** Why a copy's sends are held, as stored. */
const COPIED = 'COPIED';

/**
 * Keeps a restored copy of the database from sending again by itself what the original sends: what was open in it is held
 * until an operator says that the copy takes the original's place. What is requested of the copy itself is sent.
 */
@Injectable()
export class FenceService {
  constructor(
    private readonly db: Database,
    private readonly fence: FenceRepository,
    private readonly steering: SteeringRepository,
    private readonly launches: LaunchService,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * To be called by every process before it sends or lets anything go. Two that start at once are safe: one holds, the
   * other waits for it.
   *
   * @returns how many campaigns and single sends were held by this call
   */
  async check(): Promise<number> {
    const identity = await this.fence.identity();
    if (identity === undefined) {
      this.logger.info(
        'this role may not read pg_control_system(): a copy of the database is not told from the original',
      );
      return 0;
    }
    const held = await this.db.tx(async (tx) => {
      const known = await this.fence.lock(tx, identity);
      if (known.home === identity || known.stranger === identity) {
        return 0;
      }
      await this.fence.write(tx, { ...known, stranger: identity });
      return this.hold(tx);
    });
    if (held > 0) {
      this.logger.error(
        { held },
        'this database is a copy: what was open in it is held; "herald adopt" lets it go here, if the original does not',
      );
    }
    return held;
  }

  /** Holds everything that is open, before a copy is started that cannot be told from the original. @returns how much */
  async holdAll(): Promise<number> {
    return this.db.tx((tx) => this.hold(tx));
  }

  /**
   * This database takes the original's place.
   *
   * @param isStopped  what was held ends unsent; else it goes on where the copy was made
   * @returns how many campaigns and single sends were held
   */
  async adopt(isStopped: boolean): Promise<number> {
    const identity = await this.fence.identity();
    return this.db.tx(async (tx) => {
      if (identity !== undefined) {
        await this.fence.lock(tx, identity);
        await this.fence.write(tx, { home: identity, stranger: null });
      }
      const held = isStopped ? await this.steering.stopHeld(tx, COPIED) : await this.steering.resumeHeld(tx, COPIED);
      const chunks = isStopped ? await this.steering.giveUp(tx, held) : await this.steering.free(tx, held);
      const stamp = `adopted-${this.clock.now().getTime().toString(36)}`;
      tx.afterCommit(() => this.launches.offerOpen(chunks, stamp));
      for (const { dispatchId, lane } of isStopped ? [] : held.filter(({ isStored }) => isStored)) {
        tx.afterCommit(() => this.launches.offerLaunch(dispatchId, lane, stamp));
      }
      await this.fence.freeCalls(tx);
      return held.length;
    });
  }

  private async hold(tx: Tx): Promise<number> {
    const held = await this.steering.holdEverything(tx, COPIED);
    return held.length + (await this.fence.holdCalls(tx));
  }
}
