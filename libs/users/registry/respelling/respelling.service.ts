import { Injectable } from '@nestjs/common';
import { Recurring } from '#platform/background';
import { Database, type Tx } from '#platform/db';
import { BUCKETS } from '#platform/ids';
import { ClockService } from '#platform/runtime';
import { UidBlockRepository, retryOnConflict } from '#libs/users/identities';
import { MailRekeyerService } from './mail-rekeyer.service.js';
import { RespellingRepository } from './respelling.repository.js';
import { TokenJoinerService } from './token-joiner.service.js';

/** Approximate installations of one step: a transaction of some hundred milliseconds. */
const MAX_PER_STEP = 2000;
/**
 * Addresses wait for this round: a process of the release before knows no other keys. The release of today looks under
 * the keys of earlier ones too.
 */
const LAST_ROUND = 2;
/** Delay until keys of earlier releases are renewed; readers find them until then. */
const RESPELLING_MS = 10_000;

/** Gives tokens and addresses that earlier releases stored the keys of today. */
@Injectable()
export class RespellingService {
  constructor(
    private readonly db: Database,
    private readonly clock: ClockService,
    private readonly repository: RespellingRepository,
    private readonly tokens: TokenJoinerService,
    private readonly mails: MailRekeyerService,
    private readonly uidBlocks: UidBlockRepository,
  ) {}

  /**
   * Goes on until nothing is due. Each step is a short transaction that also moves the position, so that work continues
   * there after a crash, and several schedulers take turns.
   */
  @Recurring('spellings.renew', RESPELLING_MS)
  async processDue(now = this.clock.now()): Promise<void> {
    while (await retryOnConflict(() => this.db.tx((tx) => this.processStep(tx, now)))) {
      // One step each time.
    }
  }

  /** @returns false when nothing is due */
  private async processStep(tx: Tx, now: Date): Promise<boolean> {
    const claimed = await this.repository.claimNext(tx, now);
    if (!claimed) {
      return false;
    }
    const { appId, round, nextVb } = claimed;
    const installations = await this.uidBlocks.countAllocated(appId, 'installation', tx);
    const users = await this.uidBlocks.countAllocated(appId, 'user', tx);
    const width = Math.max(1, Math.floor((BUCKETS * MAX_PER_STEP) / Math.max(installations, users, MAX_PER_STEP)));
    const vbTo = Math.min(BUCKETS, nextVb + width);
    const step = { appId, vbFrom: nextVb, vbTo };
    const isDone = vbTo === BUCKETS;
    await this.tokens.join(tx, step);
    if (round === LAST_ROUND) {
      await this.mails.rekeyUsers(tx, step);
      await this.mails.rekeySuppressed(tx, step);
    }
    await this.repository.advance(tx, claimed, vbTo, isDone);
    return true;
  }
}
