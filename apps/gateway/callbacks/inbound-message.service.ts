import { Inject, Injectable } from '@nestjs/common';
import type { AddressMove, InboundMessage } from '#libs/channels';
import { CONTACTS, isWhatsAppId, type Channel, type Contact } from '#libs/channels/definitions';
import { ConsentWordService } from '#libs/users/preferences';
import { SessionService } from '#libs/users/identities';
import { AddressPairService } from '#libs/users/registry';
import { LOGGER } from '#platform/app';
import type { Logger } from '#platform/runtime';
import { readTextCommand, toReportedNumber } from '#platform/spelling';

/** Handles messages of people: STOP suppresses the address, START ends that; some channels allow an answer for a time. */
@Injectable()
export class InboundMessageService {
  constructor(
    private readonly words: ConsentWordService,
    private readonly sessions: SessionService,
    private readonly pairs: AddressPairService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Only commands change consent. Providers themselves answer HELP. A message that comes again changes nothing. */
  async handleMessage(
    appId: number,
    channel: Channel,
    { from, otherFrom, text, command: own, at, id }: InboundMessage,
  ): Promise<void> {
    const contact = CONTACTS.find((candidate) => candidate.channel === channel);
    if (contact === undefined) {
      return;
    }
    const addresses = [from, ...(otherFrom === undefined ? [] : [otherFrom])].map((text) =>
      toStoredForm(contact, text),
    );
    const [first = '', further] = addresses;
    if (further !== undefined) {
      await this.pairs.pair(appId, contact.address, first, further);
    }
    for (const address of addresses) {
      await this.sessions.recordInbound(appId, contact.address, address, at);
    }
    const command = readTextCommand(text, own);
    if (command !== 'stop' && command !== 'start') {
      return;
    }
    let isLast = false;
    for (const address of addresses) {
      isLast = (await this.words.hear(appId, contact.kind, address, { command, at, id })) || isLast;
    }
    this.logger.info({ appId, channel, command, isLast }, 'received a command of a person');
  }
  /** Follows a change of the addresses of a person. */
  async handleMove(appId: number, channel: Channel, { from, to }: AddressMove): Promise<void> {
    const contact = CONTACTS.find((candidate) => candidate.channel === channel);
    if (contact !== undefined) {
      const inStoredForm = (texts: readonly string[]) => texts.map((text) => toStoredForm(contact, text));
      await this.pairs.move(appId, contact.address, { from: inStoredForm(from), to: inStoredForm(to) });
    }
  }
}

/** An address as users have it. */
function toStoredForm({ form }: Contact, text: string): string {
  return form === 'number' && !isWhatsAppId(text) ? toReportedNumber(text) : text;
}
