import { Injectable } from '@nestjs/common';
import { CHANNELS } from '#libs/channels/definitions';
import type { Tx } from '#platform/db';
import { ChunkRepository, type NewChunk } from '../dispatches/chunk.repository.js';
import { cutChunks } from '../dispatches/chunk.js';
import { DeliveryQueueService } from '../dispatches/delivery-queue.service.js';
import { LaunchRepository, type CampaignContent } from '../dispatches/launch.repository.js';
import { LaunchInboxService } from '../launching/launch-inbox.service.js';
import { mayHaveSeveral } from '../launching/next-of-range.js';
import { DISPATCH_STATES, HOLD_REASONS } from '../model/delivery.types.js';
import { NextContentRepository } from '../next-content/next-content.repository.js';
import { NextRecipientsService, type NextRecipients } from './next-recipients.service.js';
import type { Person } from './persons.service.js';

/** Puts persons into the next content that reaches them. */
@Injectable()
export class NextInsertService {
  constructor(
    private readonly recipients: NextRecipientsService,
    private readonly launches: LaunchRepository,
    private readonly chunks: ChunkRepository,
    private readonly rows: NextContentRepository,
    private readonly inbox: LaunchInboxService,
    private readonly deliveryQueue: DeliveryQueueService,
  ) {}

  /**
   * Stores the recipients of persons in the contents that come next. A person without a further reachable content gets nothing more.
   *
   * @returns persons who have to wait, because the launch of a content has not ended
   */
  async insert(tx: Tx, contents: readonly CampaignContent[], persons: readonly Person[]): Promise<Set<Person>> {
    const waiting = new Set<Person>();
    let open = new Map(persons.map((person) => [person.uid, person]));
    for (const [index, content] of contents.entries()) {
      const coming = [...open.values()].filter((person) => mayCome(content, index, person));
      if (coming.length === 0 || content.isStopped) {
        continue;
      }
      if (content.state < DISPATCH_STATES.sending) {
        coming.forEach((person) => {
          waiting.add(person);
          open.delete(person.uid);
        });
        continue;
      }
      const reached = await this.insertInto(
        tx,
        content,
        coming.map(({ uid }) => uid),
      );
      open = new Map([...open].filter(([uid]) => !reached.has(uid)));
    }
    return waiting;
  }

  /** @returns users that are recipients now */
  private async insertInto(tx: Tx, content: CampaignContent, uids: readonly number[]): Promise<ReadonlySet<number>> {
    if (content.message.inboxOnly) {
      await this.inbox.storeInboxOnly(content, [{ kind: 'push', reason: 'INBOX', uids, names: [] }], () =>
        Promise.resolve(true),
      );
      return new Set(uids);
    }
    const found = await this.recipients.find(content, uids);
    const planned = found.groups.reduce((sum, { ids }) => sum + ids.length, 0);
    const flags = planned > 0 ? await this.launches.addPlanned(tx, content.dispatchId, planned) : undefined;
    if (!flags) {
      return new Set();
    }
    const cut = await this.chunks.assignIds(cutChunks(found.groups));
    const holdReason = flags.isPaused ? HOLD_REASONS.paused : flags.isPaced ? HOLD_REASONS.waiting : HOLD_REASONS.none;
    const chunks = cut.map((chunk): NewChunk => {
      return { ...chunk, attempt: 0, expiresAt: null, isReplaced: flags.isReplaced, holdReason };
    });
    const { appId, dispatchId, lane } = content;
    await this.chunks.insertChunks(tx, appId, dispatchId, chunks);
    const userOf = usersOf(found);
    if (mayHaveSeveral(content)) {
      await this.rows.addPersons(
        tx,
        appId,
        [...userOf].map(([channel, own]) => ({ dispatchId, channel, userOf: own })),
      );
    }
    if (holdReason === HOLD_REASONS.none) {
      const open = chunks.map(({ vb, chunkId, channel }) => ({ vb, appId, dispatchId, chunkId, lane, channel }));
      tx.afterCommit(() => this.deliveryQueue.enqueueOpenChunks(open, 'first'));
    }
    return new Set([...userOf.values()].flatMap((own) => [...own.values()]));
  }
}

/** Tests if a content may follow: with `preferred` any other one, else those after the last one. */
function mayCome(content: CampaignContent, index: number, person: Person): boolean {
  return content.options.reach?.reach === 'first' ? index > person.content : index !== person.content;
}

/** Users by number of the channel and recipient. */
function usersOf({ groups, userOf }: NextRecipients): Map<number, Map<number, number>> {
  const byChannel = new Map<number, Map<number, number>>();
  for (const { channel, ids } of groups) {
    const own = byChannel.get(CHANNELS[channel]) ?? new Map<number, number>();
    ids.forEach((id) => own.set(id, userOf.get(`${channel}:${id}`) ?? id));
    byChannel.set(CHANNELS[channel], own);
  }
  return byChannel;
}
