import { Injectable } from '@nestjs/common';
import { AuditService, type Origin } from '#libs/audit';
import { DispatchIntakeService } from '#libs/delivery';
import type { Caller } from '#libs/tenancy';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { ApprovalMailRepository } from './approval-mail.repository.js';
import { isSameActor } from './approval-policy.js';
import { ApprovalRequestRepository } from './approval-request.repository.js';
import { hashRequest } from './request-content.js';
import { WaitingSendRepository } from './waiting-send.repository.js';
import type { WaitingSend } from './waiting-send.types.js';

type Asker = Origin & Pick<Caller, 'appId'>;

/** Requests whose campaign gets another time. Approvals are for what was read, and the time is part of it. */
@Injectable()
export class ApprovalRenewalService {
  constructor(
    private readonly waiting: WaitingSendRepository,
    private readonly requests: ApprovalRequestRepository,
    private readonly mails: ApprovalMailRepository,
    private readonly intake: DispatchIntakeService,
    private readonly audit: AuditService,
  ) {}

  /** Locks the request of a campaign, before its dispatch is locked: approvals take the locks in this order too. */
  async lock(tx: Tx, appId: number, key: number): Promise<WaitingSend | undefined> {
    const [send] = await this.waiting.lockSends(tx, appId, [key]);
    return send;
  }

  /**
   * Refuses all but the author: another member would ask for a foreign text, and could then not be distinguished from
   * who may approve it.
   *
   * @throws AppError not_granted
   */
  requireAuthor(send: WaitingSend | undefined, { by }: Asker): asserts send is WaitingSend {
    if (!send?.author || !isSameActor(send.author, by)) {
      throw new AppError('not_granted', 'It needs an approval: only the member who asked for it moves it');
    }
  }

  /**
   * Lets a locked request wait again, without approvals, after its campaign got another time in this transaction.
   *
   * @param startTime  as the author would have typed it
   */
  async renew(
    tx: Tx,
    asker: Asker,
    { approvalId, dispatchIds }: WaitingSend,
    { expiresAt, startTime }: { expiresAt: Date; startTime: string },
  ): Promise<void> {
    const { appId } = asker;
    const hash = hashRequest(await this.intake.findRequests(appId, dispatchIds, tx));
    await this.waiting.reopen(tx, appId, approvalId);
    await this.requests.setTime(tx, appId, { approvalId, hash, expiresAt, startTime });
    await this.mails.forget(tx, appId, approvalId);
    await this.audit.append(tx, appId, asker, [{ action: 'approval.ask', subject: `send ${approvalId}` }]);
  }
}
