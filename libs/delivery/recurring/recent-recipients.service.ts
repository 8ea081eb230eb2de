import { Injectable } from '@nestjs/common';
import { RoaringBitmap32 } from 'roaring-wasm';
import { UserLookupService } from '#libs/users/registry';
import type { LaunchLease } from '../dispatches/launch.repository.js';
import { type EarlierRun, RecentRecipientRepository } from './recent-recipient.repository.js';

type Run = Pick<LaunchLease, 'appId' | 'notificationKey' | 'options'>;

/**
 * Users that a run leaves out, since an earlier one reached them or still will.
 *
 * @property installations  which still wait for a message of an earlier run
 */
export interface RecentRecipients {
  users: RoaringBitmap32;
  installations: RoaringBitmap32;
}

/** Delay of a run until an earlier one has chosen its recipients, and for how long it waits at most. */
const LAUNCH_WAIT = { delayMs: 500, atMostMs: 3_600_000 };

/** Finds who got a run of a recurring campaign within the days in which no other run is for them. */
@Injectable()
export class RecentRecipientsService {
  constructor(
    private readonly recipients: RecentRecipientRepository,
    private readonly users: UserLookupService,
  ) {}

  /** Tests if a run leaves such users out; without that nothing is read. */
  leavesOut({ options }: Pick<Run, 'options'>): boolean {
    return options.series?.notWithinDays !== undefined;
  }

  /** How long a launch waits for an earlier run, in ms; 0: not at all. */
  async findLaunchWait(run: Run): Promise<number> {
    const { appId, notificationKey, options } = run;
    const overdueMs =
      options.series && this.leavesOut(run)
        ? await this.recipients.findUnlaunched(appId, notificationKey, options.series.run)
        : null;
    return overdueMs !== null && overdueMs < LAUNCH_WAIT.atMostMs ? LAUNCH_WAIT.delayMs : 0;
  }

  /**
   * Finds the users to leave out. The caller disposes of the bitmaps.
   *
   * @param onRange  called after each range; false ends the search
   * @returns null: it was ended
   */
  async find(
    run: Run,
    ranges: readonly { vbFrom: number; vbTo: number }[],
    onRange: () => Promise<boolean>,
  ): Promise<RecentRecipients | null> {
    const earlier = await this.listRuns(run);
    const open = earlier.flatMap(({ isOpen, dispatchId }) => (isOpen ? [dispatchId] : []));
    // Read before the results: a message that leaves in between is found in one of both.
    const [users, installations] = [new RoaringBitmap32(), new RoaringBitmap32()];
    for await (const waiting of this.recipients.readWaiting(run.appId, open)) {
      users.addMany(waiting.users);
      installations.addMany(waiting.installations);
    }
    const launched = earlier.filter(({ day }) => day !== null);
    for (const range of launched.length > 0 ? ranges : []) {
      users.addMany(await this.recipients.findUsers(run.appId, launched, range));
      if (!(await onRange())) {
        users.dispose();
        installations.dispose();
        return null;
      }
    }
    return { users, installations };
  }

  /** Tests the same of one user, for an explanation. */
  async isRecent(run: Run, uid: number): Promise<boolean> {
    const earlier = this.leavesOut(run) ? await this.listRuns(run) : [];
    if (earlier.length === 0) {
      return false;
    }
    const places = await this.users.findResultPlaces(run.appId, [uid]);
    const own = places.flatMap(({ recipientId }) => recipientId ?? []);
    const open = earlier.flatMap(({ isOpen, dispatchId }) => (isOpen ? [dispatchId] : []));
    for await (const { users, installations } of this.recipients.readWaiting(run.appId, open)) {
      if (users.includes(uid) || installations.some((id) => own.includes(id))) {
        return true;
      }
    }
    return this.recipients.hasUser(run.appId, earlier, uid, own);
  }

  private async listRuns({ appId, notificationKey, options }: Run): Promise<EarlierRun[]> {
    const { run, wall, notWithinDays: days } = options.series ?? {};
    return run === undefined || wall === undefined || days === undefined
      ? []
      : this.recipients.listRuns(appId, notificationKey, { run, wall, days });
  }
}
