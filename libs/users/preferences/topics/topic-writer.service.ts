import { Injectable } from '@nestjs/common';
import { TopicChoiceRepository, type StoredChoice } from '#libs/users/profiles';
import { sortUnique } from '#libs/users/registry';
import type { Tx } from '#platform/db';
import { OutboxRepository } from '#platform/outbox';

/** Writes states of topics with the change feed. */
@Injectable()
export class TopicWriterService {
  constructor(
    private readonly choices: TopicChoiceRepository,
    private readonly outbox: OutboxRepository,
  ) {}

  /** Writes states of existing users, which the caller checked. The origin is declared. */
  async write(tx: Tx, appId: number, choices: readonly StoredChoice[]): Promise<void> {
    const changed = await this.choices.write(tx, appId, choices);
    await this.outbox.add(tx, {
      appId,
      kind: 'category',
      uids: sortUnique(changed.map(({ uid }) => uid)),
      keys: sortUnique(changed.map(({ categoryId }) => categoryId)),
    });
  }
}
