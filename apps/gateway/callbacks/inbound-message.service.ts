import { Inject, Injectable } from '@nestjs/common';
import { CONTACTS, type Channel, type InboundMessage } from '#libs/channels';
import { ConsentWordService } from '#libs/users/preferences';
import { SessionService } from '#libs/users/identities';
import { LOGGER } from '#platform/app';
import type { Logger } from '#platform/runtime';
import { readTextCommand, toReportedNumber } from '#platform/spelling';

/** Handles messages of people: STOP suppresses the address, START ends that; some channels allow an answer for a time. */
@Injectable()
export class InboundMessageService {
  constructor(
    private readonly words: ConsentWordService,
    private readonly sessions: SessionService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Only commands change consent. Providers themselves answer HELP. A message that comes again changes nothing. */
  async handleMessage(
    appId: number,
    channel: Channel,
    { from, text, command: own, at, id }: InboundMessage,
  ): Promise<void> {
    const contact = CONTACTS.find((candidate) => candidate.channel === channel);
    if (contact === undefined) {
      return;
    }
    const address = contact.form === 'number' ? toReportedNumber(from) : from;
    await this.sessions.recordInbound(appId, contact.address, address, at);
    const command = readTextCommand(text, own);
    if (command !== 'stop' && command !== 'start') {
      return;
    }
    const isLast = await this.words.hear(appId, contact.kind, address, { command, at, id });
    this.logger.info({ appId, channel, command, isLast }, 'received a command of a person');
  }
}
