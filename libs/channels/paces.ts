import { Injectable } from '@nestjs/common';
import { AccountPaceRepository, type Turn } from './account-pace.repository.js';

/** Granted, a turn begins after `waitMs`; else nothing was taken, and it may be asked for again after that time. */
export interface PaceAnswer {
  isGranted: boolean;
  waitMs: number;
}

/** Decides when a message may leave. */
export interface SenderPace {
  /** Asks for a turn. */
  turn(turn: Turn): Promise<PaceAnswer>;
}

/** One pace for all processes: of an account, of each of its senders, of each domain that it writes to. */
@Injectable()
export class Paces implements SenderPace {
  constructor(private readonly paces: AccountPaceRepository) {}

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
