import { Injectable } from '@nestjs/common';
import { RecipientService } from '#libs/users';
import { ChunkRepository } from '../dispatches/chunk.repository.js';
import type { LeasedChunk } from '../model/delivery.types.js';

/** Recipients of e-mail and SMS who turned out to be somebody else after their audience was frozen. */
@Injectable()
export class MergedRecipientService {
  constructor(
    private readonly users: RecipientService,
    private readonly chunks: ChunkRepository,
  ) {}

  /**
   * Who is to get the message in the place of recipients that are no users any more. A person that the audience holds
   * under several numbers gets it once: under today's number if that is among them, else under the lowest.
   *
   * @returns today's user by recipient; the others are left out
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
