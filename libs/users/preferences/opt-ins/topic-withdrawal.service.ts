import { Inject, Injectable } from '@nestjs/common';
import type { ConsentOrigin } from '#libs/users/consent';
import { contactKey, contactKeys, ContactRepository, retryOnConflict, type LookupKey } from '#libs/users/identities';
import { LOGGER } from '#platform/app';
import { Recurring, StopSignal } from '#platform/background';
import { Database, type Tx } from '#platform/db';
import { ClockService, reportFault, type Logger } from '#platform/runtime';
import { TopicService } from '../topics/topic.service.js';
import { TopicWithdrawalRepository, type TopicWithdrawal } from './topic-withdrawal.repository.js';

const RUN_MS = 1_000;
/** Mailboxes of one search. */
const BATCH_SIZE = 100;
/** Users of a mailbox who leave inside the request; the others follow within seconds. */
const IN_REQUEST = 20;
/** Users of one transaction of a scheduler. */
const PART = 200;
const FAULT_PAUSE_MS = 60_000;

/** Takes topics off for everyone who shares a mailbox, however many they are. */
@Injectable()
export class TopicWithdrawalService {
  constructor(
    private readonly db: Database,
    private readonly withdrawals: TopicWithdrawalRepository,
    private readonly contacts: ContactRepository,
    private readonly topics: TopicService,
    private readonly clock: ClockService,
    private readonly stopSignal: StopSignal,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Takes topics by e-mail off a user and the first others of its mailbox, in one transaction with a note of those who are
   * left. A repeat changes nothing.
   *
   * @param uid     a present user with the address
   * @param origin  `by` names the message, which no other mailbox has
   */
  async leave(
    appId: number,
    { uid, email, categoryIds }: { uid: number; email: string; categoryIds: readonly number[] },
    origin: ConsentOrigin,
  ): Promise<void> {
    await retryOnConflict(() =>
      this.db.inTransaction(() =>
        this.db.tx(async (tx) => {
          const withdrawal = { appId, key: contactKey(email), lastUid: 0, categoryIds: [...categoryIds], origin };
          const last = await this.leavePage(tx, withdrawal, contactKeys(email), IN_REQUEST, [uid]);
          if (last !== null) {
            await this.withdrawals.upsert(tx, { ...withdrawal, lastUid: last });
          }
        }),
      ),
    );
  }

  /** Works the rest off, a part in each transaction. Safe in several processes at once. */
  @Recurring('withdrawals.run', RUN_MS)
  async runDue(): Promise<void> {
    for (const { appId, by } of await this.withdrawals.findDue(this.clock.now(), BATCH_SIZE)) {
      try {
        while (!this.stopSignal.isStopped && (await this.runPart(appId, by))) {
          // The next part is another transaction.
        }
      } catch (error) {
        reportFault(this.logger, 'failed to take topics off a mailbox', error, { appId });
        await this.withdrawals.postpone(appId, by, new Date(this.clock.now().getTime() + FAULT_PAUSE_MS));
      }
    }
  }

  /** @returns false: nothing is left, or another process has it */
  private async runPart(appId: number, by: string): Promise<boolean> {
    return retryOnConflict(() =>
      this.db.inTransaction(() =>
        this.db.tx(async (tx) => {
          const withdrawal = await this.withdrawals.lock(tx, appId, by);
          const last = withdrawal && (await this.leavePage(tx, withdrawal, [withdrawal.key], PART));
          if (withdrawal && last === null) {
            await this.withdrawals.delete(tx, appId, by);
          }
          if (typeof last === 'number') {
            await this.withdrawals.advance(tx, appId, by, last);
          }
          return typeof last === 'number';
        }),
      ),
    );
  }

  /** @returns the last user that was looked at; null: it was the end */
  private async leavePage(
    tx: Tx,
    { appId, lastUid, categoryIds, origin }: TopicWithdrawal,
    keys: readonly LookupKey[],
    most: number,
    first: readonly number[] = [],
  ): Promise<number | null> {
    const { uids, last } = await this.contacts.findHolders(tx, appId, { kind: 'email', keys, after: lastUid, most });
    const choices = categoryIds.map((categoryId) => ({ categoryId, channel: 'EMAIL' as const, wants: false }));
    await this.topics.setStatesOf(appId, [...new Set([...first, ...uids])], choices, origin);
    return last;
  }
}
