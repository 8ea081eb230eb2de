import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '#platform/app';
import type { Logger } from '#platform/runtime';
import { LaunchRepository, type LaunchLease } from '../dispatches/launch.repository.js';
import { SecretParamsService } from '../dispatches/secret-params.service.js';
import type { LeftOutGroup } from '../left-out/left-out.types.js';
import { LiveDataService, withLiveData } from '#libs/delivery/live-data';
import { LANES } from '../model/delivery.types.js';
import { LaunchInboxService } from './launch-inbox.service.js';

/** The content of a launch before its first recipient: live data, and what copies in the inbox have in common. */
@Injectable()
export class LaunchContentService {
  constructor(
    private readonly launches: LaunchRepository,
    private readonly live: LiveDataService,
    private readonly secrets: SecretParamsService,
    private readonly inbox: LaunchInboxService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Fetches live data of the whole send, and stores the content of the inbox. A campaign that must not leave without an
   * answer is paused: resumed, it asks again.
   *
   * @returns the launch with its answers; undefined: it must not go on
   */
  async prepare(lease: LaunchLease): Promise<LaunchLease | undefined> {
    const message = this.secrets.open(lease.dispatchId, lease.message);
    const mayPause = lease.lane === LANES.bulk && lease.vbNext === 0;
    // Only templates read live data.
    const data =
      message.templates &&
      (await this.live.fetchForSend({ ...lease, message }, ({ fate }) => !(mayPause && fate === 'fail')));
    if (data && mayPause && data.fate === 'fail') {
      const { appId, dispatchId, notificationKey } = lease;
      const failed = Object.keys(data.failures);
      this.logger.warn({ appId, dispatchId, notificationKey, failed }, 'a campaign is paused: its live data failed');
      await this.launches.postponeLaunch(lease, 'FETCH_FAILED');
      return undefined;
    }
    const isLeased = data === undefined || (await this.launches.renewLaunch(lease));
    const filled = data && !message.isSecret ? { ...lease, message: withLiveData(message, data) } : lease;
    if (isLeased) {
      await this.inbox.storeContent(filled);
    }
    return isLeased ? filled : undefined;
  }

  /** Calls `LaunchInboxService.storeInboxOnly`. */
  async storeInboxOnly(
    lease: LaunchLease,
    groups: readonly LeftOutGroup[],
    renewLease: () => Promise<boolean>,
  ): Promise<boolean> {
    return this.inbox.storeInboxOnly(lease, groups, renewLease);
  }
}
