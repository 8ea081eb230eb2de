import { Inject, Injectable } from '@nestjs/common';
import { OptInRequestRepository } from '#libs/users/profiles';
import { UserAddressRepository } from '#libs/users/registry';
import { LOGGER } from '#platform/app';
import { Recurring } from '#platform/background';
import { Database } from '#platform/db';
import { ClockService, reportFault, type Logger } from '#platform/runtime';
import { findAskedAddress } from './asked-address.js';
import { CONFIRM_WITHIN_MS } from './opt-in-request.service.js';

const FIND_MS = 1_000;
const BATCH_SIZE = 100;

/** Finds where people are asked who had no address when they opted in. */
@Injectable()
export class OptInAddressService {
  constructor(
    private readonly db: Database,
    private readonly requests: OptInRequestRepository,
    private readonly addresses: UserAddressRepository,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Gives requests the first address of their user; from then on they are asked as any. Safe in several processes at once. */
  @Recurring('opt-ins.address', FIND_MS)
  async findDue(): Promise<void> {
    for (const { appId, uid } of await this.requests.findAwake(BATCH_SIZE)) {
      try {
        await this.findOf(appId, uid);
      } catch (error) {
        reportFault(this.logger, 'failed to find where to ask for an opt-in', error, { appId });
      }
    }
  }

  private async findOf(appId: number, uid: number): Promise<void> {
    await this.db.tx(async (tx) => {
      const waiting = await this.requests.lockAwake(tx, appId, uid);
      const [user] = waiting.length === 0 ? [] : await this.addresses.find(tx, appId, [uid]);
      const expiresAt = new Date(this.clock.now().getTime() + CONFIRM_WITHIN_MS);
      for (const optIn of waiting) {
        const address = user ? findAskedAddress(optIn.channel, user) : null;
        await this.requests.setAddress(tx, appId, optIn, address, expiresAt);
      }
    });
  }
}
