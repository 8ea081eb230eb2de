import { Injectable } from '@nestjs/common';
import { ConsentEventRepository } from '#libs/users/consent';
import type { Alias } from '#libs/users/identities';
import { OptInProofRepository, OptInRequestRepository, TopicChoiceRepository } from '#libs/users/profiles';
import type { Tx } from '#platform/db';
import { OutboxRepository } from '#platform/outbox';

/** Moves what a merged user said, and the history of it, to the user that it becomes. */
@Injectable()
export class ConsentMergerService {
  constructor(
    private readonly events: ConsentEventRepository,
    private readonly choices: TopicChoiceRepository,
    private readonly requests: OptInRequestRepository,
    private readonly proofs: OptInProofRepository,
    private readonly outbox: OutboxRepository,
  ) {}

  /** A refusal of either user holds for the merged one. The transaction has named a merge as the origin. */
  async move(tx: Tx, appId: number, { uid, toUid }: Alias): Promise<void> {
    await this.events.move(tx, appId, uid, toUid);
    await this.requests.move(tx, appId, uid, toUid);
    await this.proofs.move(tx, appId, uid, toUid);
    const keys = await this.choices.moveChoices(tx, appId, uid, toUid);
    await this.outbox.add(tx, { appId, kind: 'category', uids: keys.length > 0 ? [toUid] : [], keys });
  }
}
