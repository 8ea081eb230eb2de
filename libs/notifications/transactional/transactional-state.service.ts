import { Injectable } from '@nestjs/common';
import { AuditService, type Origin } from '#libs/audit';
import { CampaignControlService } from '#libs/delivery/control';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';

type Actor = Origin & { appId: number };

/**
 * Pauses, resumes and stops single transactional sends, each with its entry in the audit log.
 *
 * Each method throws AppError wrong_state for a send that there is not, or that is in another state.
 */
@Injectable()
export class TransactionalStateService {
  constructor(
    private readonly control: CampaignControlService,
    private readonly audit: AuditService,
  ) {}

  /** After the return only the batch in flight is still sent. */
  async pause(caller: Actor, dispatchId: number): Promise<void> {
    const check = this.record(caller, dispatchId, 'pause', 'cannot be paused: it has ended, or waits already');
    await this.control.pause(caller.appId, { sends: [dispatchId] }, check);
  }

  async resume(caller: Actor, dispatchId: number): Promise<void> {
    const check = this.record(caller, dispatchId, 'resume', 'is not paused');
    await this.control.resume(caller.appId, { sends: [dispatchId] }, check);
  }

  /** After the return nothing more is sent. Recipients not yet sent end as SKIPPED. */
  async stop(caller: Actor, dispatchId: number): Promise<void> {
    const check = this.record(caller, dispatchId, 'stop', 'has ended already');
    await this.control.stop(caller.appId, { sends: [dispatchId] }, check);
  }

  private record(caller: Actor, dispatchId: number, action: string, otherwise: string) {
    return async (tx: Tx, changed: ReadonlySet<number>): Promise<void> => {
      if (changed.size === 0) {
        throw new AppError('wrong_state', `The send ${dispatchId} ${otherwise}`);
      }
      await this.audit.append(tx, caller.appId, caller, [
        { action: `send.${action}`, subject: `transactional send ${dispatchId}` },
      ]);
    };
  }
}
