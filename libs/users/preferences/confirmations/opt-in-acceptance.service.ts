import { Injectable } from '@nestjs/common';
import type { Contact } from '#libs/channels/definitions';
import { declareConsentOrigin } from '#libs/users/consent';
import { OptInProofRepository, type OptIn, type OptInProof } from '#libs/users/profiles';
import { ConsentEditorService } from '#libs/users/registry';
import type { Tx } from '#platform/db';
import { TopicWriterService } from '../topics/topic-writer.service.js';
import { contactOfOptIn } from '../topics/asked-address.js';

/** An opt-in that its person has confirmed. */
export type AcceptedOptIn = OptIn & Omit<OptInProof, 'messageId' | 'confirmedAt'>;

/** Writes confirmed opt-ins with their proof. */
@Injectable()
export class OptInAcceptanceService {
  constructor(
    private readonly proofs: OptInProofRepository,
    private readonly topics: TopicWriterService,
    private readonly consents: ConsentEditorService,
  ) {}

  /**
   * Puts topics on. A refusal of the channel that was asked on ends with it, for everyone who has the address.
   *
   * @param answer  `contact`: the channel that was asked on
   */
  async accept(
    tx: Tx,
    appId: number,
    optIns: readonly AcceptedOptIn[],
    { contact, messageId, confirmedAt }: { contact: Contact; messageId: string; confirmedAt: Date },
  ): Promise<void> {
    const origin = { source: 'LINK', by: messageId } as const;
    await declareConsentOrigin(tx, origin);
    await this.topics.write(
      tx,
      appId,
      optIns.map(({ uid, categoryId, channel }) => ({ uid, categoryId, channel, state: 'on' })),
    );
    for (const optIn of optIns) {
      await this.proofs.insert(tx, appId, optIn, { ...optIn, confirmedAt, messageId });
    }
    const [first] = optIns;
    if (first && optIns.some(({ channel }) => channel === 0 || contactOfOptIn(channel) === contact)) {
      await this.consents.setAddressOptIn(appId, contact.address, true, [first.address], origin);
    }
  }

  /** The opt-ins of a user that a message has confirmed. */
  async findAccepted(appId: number, uid: number, messageId: string): Promise<OptIn[]> {
    return (await this.proofs.find(appId, uid)).filter((proof) => proof.messageId === messageId);
  }
}
