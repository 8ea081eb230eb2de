import { Injectable } from '@nestjs/common';
import { namedAddress, type Target } from '#libs/audience';
import { type ApprovalNeed, type DispatchOptions, type DispatchRequest, DispatchIntakeService } from '#libs/delivery';
import type { Approval, Caller } from '#libs/tenancy';
import { Database } from '#platform/db';
import {
  mustTransactionalWait,
  findNeed,
  namedUsersOf,
  shareGrowth,
  ApprovalService,
} from '#libs/notifications/approvals';

/** Transactional requests that reach so many users that they wait for an approval, however they name them. */
@Injectable()
export class TransactionalApprovalService {
  constructor(
    private readonly db: Database,
    private readonly approvals: ApprovalService,
    private readonly intake: DispatchIntakeService,
  ) {}

  /**
   * Finds the approvals that each send of a request needs where the request waits; null: it goes. Its users are added
   * up over all entries: those that it names, each once, and those that its `pa` targets match now. Without an approval
   * step this costs nothing.
   */
  async findNeeds({ appId, approval }: Caller, targets: readonly Target[]): Promise<ApprovalNeed[] | null> {
    if (!approval.isRequired) {
      return null;
    }
    const named = new Set(targets.flatMap((target) => listNamed(target) ?? []));
    const conditions = targets.filter((target) => listNamed(target) === undefined);
    const isCounted = namedUsersOf(approval) !== null;
    const counts: number[] = [];
    for (const target of isCounted ? conditions : []) {
      counts.push(await this.approvals.countUsers(appId, target));
    }
    const users = counts.reduce((sum, count) => sum + count, named.size);
    if (!mustTransactionalWait(approval, { users, hasConditions: conditions.length > 0 })) {
      return null;
    }
    const { needed, upTo } = findNeed(approval, users);
    const shares = upTo === undefined ? [] : shareGrowth(upTo, counts, named.size);
    return targets.map((target) => {
      const share = shares[conditions.indexOf(target)];
      return { needed, ...(share !== undefined && { upTo: share }) };
    });
  }

  /** Stores a request that waits, all or nothing. @returns its number */
  async hold(
    caller: Caller,
    sends: readonly { dispatchId: number; request: DispatchRequest }[],
    needed: number,
  ): Promise<number> {
    return this.db.tx(async (tx) => {
      for (const { dispatchId, request } of sends) {
        await this.intake.accept(tx, dispatchId, request);
      }
      const approvalId = await this.approvals.nextApprovalId(tx);
      const dispatchIds = sends.map(({ dispatchId }) => dispatchId);
      await this.approvals.recordRequest(tx, caller, { approvalId, dispatchIds, needed });
      return approvalId;
    });
  }
}

/** More users may match a `pa` target at the launch than were counted: no more than may go without an approval get it. */
export function limitOf(approval: Approval, target: Target): Pick<DispatchOptions, 'limits'> {
  const from = namedUsersOf(approval);
  return approval.isRequired && from !== null && listNamed(target) === undefined ? { limits: { all: from } } : {};
}

/** Users, devices or addresses that a target names; undefined for conditions, which may match any number of users. */
function listNamed(target: Target): readonly string[] | undefined {
  switch (target.type) {
    case 'extIds':
      return target.extIds.map((extId) => `extId ${extId}`);
    case 'tokens':
      return target.tokens.map((token) => `token ${token}`);
    default: {
      const named = namedAddress(target);
      return named && [`${named.column} ${named.address}`];
    }
  }
}
