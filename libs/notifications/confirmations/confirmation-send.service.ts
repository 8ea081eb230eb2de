import { Inject, Injectable } from '@nestjs/common';
import { CHANNEL_DEFINITIONS, CONTACTS, type Contact, type Platform } from '#libs/channels/definitions';
import { OptInRequestRepository } from '#libs/users/profiles';
import { LOGGER } from '#platform/app';
import { Recurring } from '#platform/background';
import { Database, type Tx } from '#platform/db';
import { reportFault, type Logger } from '#platform/runtime';
import { ConfirmationDispatchService } from './confirmation-dispatch.service.js';
import { ConfirmationMessageService } from './confirmation-message.service.js';
import { ConfirmationRecipientService, type Asked } from './confirmation-recipient.service.js';

/** Delay at most until a person is asked. */
const SEND_MS = 1_000;
const BATCH_SIZE = 100;

/** Asks people to confirm opt-ins. */
@Injectable()
export class ConfirmationSendService {
  constructor(
    private readonly db: Database,
    private readonly requests: OptInRequestRepository,
    private readonly messages: ConfirmationMessageService,
    private readonly recipients: ConfirmationRecipientService,
    private readonly dispatches: ConfirmationDispatchService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Stores the sends of all opt-ins that wait for their question, one for each address and definition. A request and the
   * note that it is unsent are one row, and the send is stored in the transaction that ends the note. Safe in several
   * processes at once.
   *
   * @returns stored sends
   */
  @Recurring('confirmations.send', SEND_MS)
  async sendDue(): Promise<number> {
    let sent = 0;
    for (const asked of await this.requests.findUnsent(BATCH_SIZE)) {
      try {
        sent += await this.askAll(asked);
      } catch (error) {
        reportFault(this.logger, 'failed to send a confirmation', error, { appId: asked.appId });
      }
    }
    return sent;
  }

  /** Asks an address about everything, one definition after the other. */
  private async askAll(asked: Asked): Promise<number> {
    const contact = CONTACTS.find(({ lookupKind }) => lookupKind === asked.kind);
    if (!contact) {
      return 0;
    }
    let sent = 0;
    for (let result = 'sent'; result !== 'none';) {
      const dispatchId = await this.dispatches.allocateId();
      result = await this.db.inTransaction(() => this.db.tx((tx) => this.ask(tx, asked, contact, dispatchId)));
      sent += result === 'sent' ? 1 : 0;
    }
    return sent;
  }

  private async ask(tx: Tx, asked: Asked, contact: Contact, dispatchId: number): Promise<'sent' | 'left' | 'none'> {
    const { appId } = asked;
    const unsent = await this.requests.lockUnsent(tx, appId, asked);
    if (unsent.length === 0) {
      return 'none';
    }
    const topics = await this.messages.findTopics(appId);
    const confirmation = topics.get(unsent[0]?.categoryId ?? 0)?.confirmation;
    const together = unsent.filter(({ categoryId }) => topics.get(categoryId)?.confirmation === confirmation);
    const recipient = await this.recipients.admit(tx, asked, contact, together, dispatchId);
    if (!recipient) {
      await this.requests.setSent(tx, appId, together, null);
      return 'left';
    }
    const named = [...new Set(together.map(({ categoryId }) => categoryId))].flatMap((id) => topics.get(id) ?? []);
    const { message, notificationKey, params, textHash } = await this.messages.write(tx, appId, {
      topics: named,
      platform: platformOf(contact),
      uid: recipient.uid,
      language: together.find(({ language }) => language !== null)?.language ?? null,
    });
    const { uid, link } = recipient;
    await this.dispatches.store(tx, dispatchId, {
      appId,
      notificationKey,
      message,
      uid,
      params: { ...params, confirmUrl: link },
    });
    await this.requests.setSent(tx, appId, together, { dispatchId, textHash });
    return 'sent';
  }
}

function platformOf({ channel }: Contact): Platform {
  const [platform] = Object.keys(CHANNEL_DEFINITIONS[channel].platforms);
  return platform as Platform;
}
