import { Inject, Injectable } from '@nestjs/common';
import { CountService } from '#libs/audience';
import { AuditService, SYSTEM } from '#libs/audit';
import { OPERATOR } from '#libs/tenancy';
import { LOGGER } from '#platform/app';
import { Database, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Logger } from '#platform/runtime';
import { DispatchRepository } from '../dispatches/dispatch.repository.js';
import { LaunchRepository, type LaunchLease } from '../dispatches/launch.repository.js';
import { logEnds } from '../dispatches/committed-batch.service.js';
import type { CutChunk } from '../dispatches/chunk.js';
import { ReplacedSendService } from '../dispatches/replaced-send.service.js';
import { ReplacementService } from '../dispatches/replacement.service.js';
import { LANES } from '../model/delivery.types.js';
import { UnresolvableTargetError } from './recipient-selection.service.js';

/** A further content of a campaign looks again so often if the first one has begun. */
const FOLLOW_MS = 500;

/** Keeps due dispatches from their launch while nothing of it is stored, and prepares what a launch marks. */
@Injectable()
export class LaunchGuardService {
  constructor(
    private readonly db: Database,
    private readonly dispatches: DispatchRepository,
    private readonly launches: LaunchRepository,
    private readonly replacements: ReplacementService,
    private readonly replaced: ReplacedSendService,
    private readonly counts: CountService,
    private readonly audit: AuditService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Applies the late policy of a scheduled send whose time is long past, because no process ran. The policy sends it anyway,
   * stops it, or pauses it until an operator resumes it.
   *
   * @returns whether the dispatch must not be launched now
   */
  async isTooLate(lease: LaunchLease): Promise<boolean> {
    const late = isFollower(lease) ? undefined : lease.options.late;
    const minutes = (lease.launchedAt.getTime() - lease.dueAt.getTime()) / 60_000;
    if (!late || lease.vbNext > 0 || minutes <= late.afterMinutes) {
      return false;
    }
    const { dispatchId, notificationKey } = lease;
    this.logger.warn(
      { dispatchId, notificationKey, minutes: Math.round(minutes), policy: late.policy },
      'a scheduled send is past its time',
    );
    if (late.policy === 'skip') {
      await this.launches.abortLaunch(lease);
    } else if (late.policy === 'ask') {
      await this.launches.postponeLaunch(lease, 'LATE');
    }
    return late.policy !== 'send';
  }

  /**
   * Delays a send that replaces others, or leaves out who got an earlier run, until those are launched. Their recipients are
   * not known before. The first content of a campaign decides for all of them if it is launched.
   *
   * @param runWaitMs  the wait for earlier runs, in ms
   * @returns whether the dispatch must not be launched now
   */
  async mustWait(lease: LaunchLease, runWaitMs: number): Promise<boolean> {
    if (lease.vbNext > 0) {
      return false;
    }
    if (isFollower(lease)) {
      const lead = (await this.launches.findContents(lease)).find(({ dispatchId }) => dispatchId === lease.leadId);
      if (lead?.isStopped === true && !lead.hasBegun) {
        await this.launches.abortLaunch(lease);
        return true;
      }
      if (lead?.hasBegun === false) {
        await this.launches.delayLaunch(lease, FOLLOW_MS);
        return true;
      }
    }
    const replacedMs = lease.options.replaces ? await this.replacements.findLaunchWait(lease) : 0;
    const delayMs = Math.max(replacedMs, runWaitMs);
    if (delayMs > 0) {
      await this.launches.delayLaunch(lease, delayMs);
    }
    return delayMs > 0;
  }

  /** Calls `ReplacedSendService.prepareMark`. @returns undefined: the send replaces no other one */
  async prepareMark(
    lease: LaunchLease,
    recipients: readonly CutChunk[],
  ): Promise<((tx: Tx) => Promise<void>) | undefined> {
    return lease.options.replaces && this.replaced.prepareMark(lease, recipients);
  }

  /**
   * Stops a send that more users match than it was approved for: it would need more approvals. They are counted as they were
   * when it was asked for. A launch that has begun goes on.
   *
   * @returns whether the dispatch must not be launched
   * @throws UnresolvableTargetError
   */
  async isOutgrown(lease: LaunchLease): Promise<boolean> {
    const { appId, dispatchId, notificationKey, options, lane } = lease;
    const upTo = options.approval?.upTo;
    if (upTo === undefined || lease.vbNext > 0 || isFollower(lease)) {
      return false;
    }
    const users = await this.countUsers(lease);
    if (users <= upTo) {
      return false;
    }
    await this.db.tx(async (tx) => {
      if (await this.launches.refuseOutgrown(tx, lease, users)) {
        const subject = `${lane === LANES.bulk ? 'campaign' : 'notification'} ${notificationKey}`;
        const grown = { change: 'change', subject: 'users', from: `up to ${upTo}`, to: String(users) } as const;
        await this.audit.append(tx, appId, SYSTEM, [{ action: 'campaign.outgrown', subject, differences: [grown] }]);
      }
    });
    this.logger.warn(
      { dispatchId, notificationKey, users, upTo },
      'a send reaches more users than it was approved for',
    );
    return true;
  }

  /** Logs the start of a campaign, whose audience is frozen now. @param planned  recipients */
  logStart({ appId, dispatchId, notificationKey, lane, launchedAt }: LaunchLease, planned: number): void {
    if (lane === LANES.bulk) {
      this.logger.info({ appId, dispatchId, notificationKey, planned, launchedAt }, 'campaign started');
    }
  }

  /** Ends a dispatch without recipients. */
  async finishEmpty({ dispatchId }: LaunchLease): Promise<void> {
    logEnds(this.logger, await this.dispatches.finishCompleted([dispatchId]));
  }

  /** Stops a dispatch whose target has no meaning any more. */
  async stopUnresolvable(lease: LaunchLease, error: UnresolvableTargetError): Promise<void> {
    const { dispatchId } = lease;
    this.logger.error({ err: error, dispatchId }, 'dispatch stopped: its target cannot be resolved any more');
    await this.launches.abortLaunch(lease);
  }

  private async countUsers({ appId, target }: LaunchLease): Promise<number> {
    try {
      return (await this.counts.count(appId, target, OPERATOR)).counts;
    } catch (error) {
      if (error instanceof AppError && error.kind === 'invalid') {
        throw new UnresolvableTargetError(error.message, { cause: error });
      }
      throw error;
    }
  }
}

/** Tests if a dispatch is a further content of a campaign. */
function isFollower({ dispatchId, leadId }: LaunchLease): boolean {
  return typeof leadId === 'number' && leadId !== dispatchId;
}
