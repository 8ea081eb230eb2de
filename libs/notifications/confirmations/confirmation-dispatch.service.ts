import { Injectable } from '@nestjs/common';
import type { Message } from '#libs/content';
import { DispatchIntakeService, LANES, UserListIntakeService } from '#libs/delivery';
import type { Tx } from '#platform/db';
import { ClockService } from '#platform/runtime';

/** A confirmation to one user. @property params  values of its placeholders, which are kept sealed */
export interface UserConfirmation {
  appId: number;
  notificationKey: number;
  message: Message;
  uid: number;
  params: Record<string, string>;
}

/** Stores confirmations as transactional sends. */
@Injectable()
export class ConfirmationDispatchService {
  constructor(
    private readonly intake: DispatchIntakeService,
    private readonly lists: UserListIntakeService,
    private readonly clock: ClockService,
  ) {}

  /** An id for `store`, from outside its transaction. */
  async allocateId(): Promise<number> {
    const [dispatchId = Number.NaN] = await this.intake.allocateDispatchIds(1);
    return dispatchId;
  }

  /** Stores a send. It also reaches who refused the channel: a person asks for something of it again. */
  async store(tx: Tx, dispatchId: number, { uid, params, ...send }: UserConfirmation): Promise<void> {
    await this.lists.accept(tx, dispatchId, {
      ...send,
      lane: LANES.transactional,
      users: new Map([[uid, params]]),
      options: { includeOptedOut: true },
      dueAt: this.clock.now(),
    });
  }
}
