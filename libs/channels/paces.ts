import { Injectable } from '@nestjs/common';
import { AccountPaceRepository, type Turn } from './account-pace.repository.js';
import type { PaceAnswer, PaceRequest, SmsPace } from './sms-pace.js';

/** One pace for all processes: of an account, of each of its senders, of each domain that it writes to. */
@Injectable()
export class Paces implements SmsPace {
  constructor(private readonly paces: AccountPaceRepository) {}

  async take(
    { segments, segmentsPerSecond, sender, ...account }: PaceRequest,
    patienceMs: number,
  ): Promise<PaceAnswer> {
    return this.turn({ ...account, lane: sender, cost: segments, perSecond: segmentsPerSecond, patienceMs });
  }

  /** Asks for a turn; granted, it begins after `waitMs`, else it may be asked for again after that time. */
  async turn(turn: Turn): Promise<PaceAnswer> {
    const waitMs = await this.paces.take(turn);
    return waitMs === undefined
      ? { isGranted: false, waitMs: await this.paces.waitOf(turn) }
      : { isGranted: true, waitMs };
  }

  /** Messages a second at which an account stands now: a turn should cost no more. */
  async rateOf(account: Pick<Turn, 'accountId' | 'perSecond' | 'rampFrom'>): Promise<number> {
    return this.paces.rateOf(account);
  }
}
