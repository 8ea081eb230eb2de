import { Inject, Injectable } from '@nestjs/common';
import { CONTACTS, readTextCommand, type Channel, type InboundMessage } from '#libs/channels';
import {
  declareConsentOrigin,
  PreferenceService,
  RecipientService,
  SessionService,
  SuppressionService,
  UserLookupService,
  type ConsentOrigin,
  type ContactKind,
} from '#libs/users';
import { LOGGER } from '#platform/app';
import { Database } from '#platform/db';
import type { Logger } from '#platform/runtime';

/** Handles messages of people: STOP suppresses the number, START ends that; some channels allow an answer for a time. */
@Injectable()
export class InboundMessageService {
  constructor(
    private readonly db: Database,
    private readonly suppressions: SuppressionService,
    private readonly users: UserLookupService,
    private readonly recipients: RecipientService,
    private readonly preferences: PreferenceService,
    private readonly sessions: SessionService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Only commands change consent. Providers themselves answer HELP. */
  async handleMessage(
    appId: number,
    channel: Channel,
    { from: number, text, command: own, at }: InboundMessage,
  ): Promise<void> {
    const contact = CONTACTS.find((candidate) => candidate.channel === channel);
    if (contact === undefined) {
      return;
    }
    await this.sessions.recordInbound(appId, contact.address, number, at);
    const command = readTextCommand(text, own);
    if (command !== 'stop' && command !== 'start') {
      return;
    }
    const origin = { source: contact.answersAs, by: command.toUpperCase() } as const;
    await this.db.tx(async (tx) => {
      await declareConsentOrigin(tx, origin);
      if (command === 'stop') {
        await this.suppressions.add(tx, appId, [{ channel: contact.kind, address: number, reason: 'STOP' }], origin);
      } else {
        await this.suppressions.remove(appId, contact.kind, [number], { reasons: ['STOP', 'UNSUBSCRIBED'], on: tx });
      }
    });
    await this.setPreference(appId, contact.address, number, command === 'start', origin);
    this.logger.info({ appId, channel, command }, 'received a command of a person');
  }

  /** The preference of a number applies to every user with this number. */
  private async setPreference(
    appId: number,
    kind: ContactKind,
    number: string,
    permitted: boolean,
    origin: ConsentOrigin,
  ): Promise<void> {
    const owners = await this.users.findUsersByAddresses(appId, kind, [number]);
    const uids = owners.map(({ uid }) => uid);
    const users = await this.recipients.findRecipientsByUser(appId, uids, { withProfile: false });
    const extIds = users.flatMap(({ extId }) => extId ?? []);
    if (extIds.length > 0) {
      await this.preferences.setOptIn(appId, kind, permitted, extIds, origin);
    }
  }
}
