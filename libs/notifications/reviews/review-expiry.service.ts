import { Injectable } from '@nestjs/common';
import { SYSTEM } from '#libs/audit';
import { Recurring } from '#platform/background';
import { Database } from '#platform/db';
import { ClockService } from '#platform/runtime';
import { ApprovalRequestRepository, ApprovalService, WaitingSendRepository } from '#libs/notifications/approvals';

const BATCH_SIZE = 100;
/** Delay at most until a late request stops waiting; it cannot be approved in between. */
const EXPIRY_MS = 60_000;

/** Ends requests that no one approved in time. */
@Injectable()
export class ReviewExpiryService {
  constructor(
    private readonly db: Database,
    private readonly approvals: ApprovalService,
    private readonly requests: ApprovalRequestRepository,
    private readonly waiting: WaitingSendRepository,
    private readonly clock: ClockService,
  ) {}

  /** Each request in a transaction of its own; safe in several processes at once. @returns how many ended */
  @Recurring('approvals.expire', EXPIRY_MS)
  async endExpired(): Promise<number> {
    let ended = 0;
    for (const { appId, approvalId } of await this.requests.listExpired(this.clock.now(), BATCH_SIZE)) {
      ended += await this.db.tx(async (tx) => {
        const [send] = await this.waiting.lockSends(tx, appId, [approvalId]);
        if (!send || send.isDecided) {
          return 0;
        }
        await this.approvals.end(tx, { ...SYSTEM, appId }, [send], { outcome: 'expire', words: null });
        return 1;
      });
    }
    return ended;
  }
}
