import { Inject, Injectable } from '@nestjs/common';
import { readTextCommand, type InboundMessage } from '#libs/channels';
import {
  declareConsentOrigin,
  PreferenceService,
  RecipientService,
  SuppressionService,
  UserLookupService,
  type ConsentOrigin,
} from '#libs/users';
import { LOGGER } from '#platform/app';
import { Database } from '#platform/db';
import type { Logger } from '#platform/runtime';

/** Handles commands by SMS: STOP suppresses the number, START ends that. */
@Injectable()
export class InboundMessageService {
  constructor(
    private readonly db: Database,
    private readonly suppressions: SuppressionService,
    private readonly users: UserLookupService,
    private readonly recipients: RecipientService,
    private readonly preferences: PreferenceService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Ignores messages that are no command. Providers themselves answer HELP. */
  async handleMessage(appId: number, { from: number, text, command: own }: InboundMessage): Promise<void> {
    const command = readTextCommand(text, own);
    if (command !== 'stop' && command !== 'start') {
      return;
    }
    const origin = { source: 'SMS', by: command.toUpperCase() } as const;
    await this.db.tx(async (tx) => {
      await declareConsentOrigin(tx, origin);
      if (command === 'stop') {
        await this.suppressions.add(tx, appId, [{ channel: 'sms', address: number, reason: 'STOP' }], origin);
      } else {
        await this.suppressions.remove(appId, 'sms', [number], { reasons: ['STOP', 'UNSUBSCRIBED'], on: tx });
      }
    });
    await this.setPreference(appId, number, command === 'start', origin);
    this.logger.info({ appId, command }, 'received a command by SMS');
  }

  /** The preference of a number applies to every user with this number. */
  private async setPreference(appId: number, number: string, permitted: boolean, origin: ConsentOrigin): Promise<void> {
    const owners = await this.users.findUsersByAddresses(appId, 'msisdn', [number]);
    const uids = owners.map(({ uid }) => uid);
    const users = await this.recipients.findRecipientsByUser(appId, uids, { withProfile: false });
    const extIds = users.flatMap(({ extId }) => extId ?? []);
    if (extIds.length > 0) {
      await this.preferences.setOptIn(appId, 'msisdn', permitted, extIds, origin);
    }
  }
}
