import { Inject, Injectable } from '@nestjs/common';
import { readSmsCommand } from '#libs/channels';
import { PreferenceService, RecipientService, SuppressionService, UserLookupService } from '#libs/users';
import { LOGGER } from '#platform/app';
import { Database } from '#platform/db';
import type { Logger } from '#platform/runtime';
import type { FormFields } from './form-body.js';

/** Handles commands by SMS: STOP suppresses the number, START ends that. */
@Injectable()
export class InboundSmsService {
  constructor(
    private readonly db: Database,
    private readonly suppressions: SuppressionService,
    private readonly users: UserLookupService,
    private readonly recipients: RecipientService,
    private readonly preferences: PreferenceService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Ignores messages that are no command. Twilio itself answers HELP. */
  async handleMessage(appId: number, { From: number, Body: body, OptOutType: type }: FormFields): Promise<void> {
    const command = readSmsCommand(text(body), text(type));
    if (typeof number !== 'string' || (command !== 'stop' && command !== 'start')) {
      return;
    }
    if (command === 'stop') {
      await this.suppressions.add(this.db, appId, [{ channel: 'sms', address: number, reason: 'STOP' }]);
    } else {
      await this.suppressions.remove(appId, 'sms', [number], { reasons: ['STOP', 'UNSUBSCRIBED'] });
    }
    await this.setPreference(appId, number, command === 'start');
    this.logger.info({ appId, command }, 'received a command by SMS');
  }

  /** The preference of a number applies to every user with this number. */
  private async setPreference(appId: number, number: string, permitted: boolean): Promise<void> {
    const owners = await this.users.findUsersByAddresses(appId, 'msisdn', [number]);
    const uids = owners.map(({ uid }) => uid);
    const users = await this.recipients.findRecipientsByUser(appId, uids, { withProfile: false });
    const extIds = users.flatMap(({ extId }) => extId ?? []);
    if (extIds.length > 0) {
      await this.preferences.setOptIn(appId, 'msisdn', permitted, extIds);
    }
  }
}

function text(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}
