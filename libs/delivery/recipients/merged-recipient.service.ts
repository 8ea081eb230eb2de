import { Injectable } from '@nestjs/common';
import { RecipientService } from '#libs/users/registry';
import { ChunkRepository } from '../dispatches/chunk.repository.js';
import type { LeasedChunk } from '../model/delivery.types.js';

/** Finds users that were merged into another user after their audience was frozen. */
@Injectable()
export class MergedRecipientService {
  constructor(
    private readonly users: RecipientService,
    private readonly chunks: ChunkRepository,
  ) {}

  /**
   * Finds the current user of recipients whose user is gone. A user that the audience contains under several ids gets one
   * message: under the current id if the audience contains it, else under the lowest id.
   *
   * @returns the uid of the current user by recipient id; other recipients are left out
   */
  async findSuccessors(chunk: LeasedChunk, recipientIds: readonly number[]): Promise<Map<number, number>> {
    const aliases = await this.users.findAliases(chunk.appId, recipientIds);
    if (aliases.length === 0) {
      return new Map();
    }
    const uids = new Set(aliases.flatMap(({ uid, toUid }) => [uid, toUid]));
    const frozenIds = await this.chunks.findFrozenRecipients(chunk, [...uids]);
    const recipientByUid = new Map<number, number>();
    for (const { uid, toUid } of aliases.toSorted((a, b) => a.uid - b.uid)) {
      if (frozenIds.has(uid) && !frozenIds.has(toUid) && !recipientByUid.has(toUid)) {
        recipientByUid.set(toUid, uid);
      }
    }
    const requestedIds = new Set(recipientIds);
    return new Map(
      [...recipientByUid].flatMap(([toUid, uid]): [number, number][] => (requestedIds.has(uid) ? [[uid, toUid]] : [])),
    );
  }
}
