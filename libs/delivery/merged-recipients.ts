import { Injectable } from '@nestjs/common';
import { UserLookupService } from '#libs/users';
import { ChunkRepository } from './chunk.repository.js';
import type { LeasedChunk } from './delivery.types.js';

/** Recipients of e-mail and SMS who turned out to be somebody else after their audience was frozen. */
@Injectable()
export class MergedRecipients {
  constructor(
    private readonly users: UserLookupService,
    private readonly chunks: ChunkRepository,
  ) {}

  /**
   * Who is to get the message in the place of recipients that are no users any more. A person that the audience holds
   * under several numbers gets it once: under today's number if that is among them, else under the lowest.
   *
   * @returns today's user by recipient; the others are left out
   */
  async find(chunk: LeasedChunk, recipientIds: readonly number[]): Promise<Map<number, number>> {
    const aliases = await this.users.findAliases(chunk.appId, recipientIds);
    if (aliases.length === 0) {
      return new Map();
    }
    const numbers = new Set(aliases.flatMap(({ uid, toUid }) => [uid, toUid]));
    const frozen = await this.chunks.findFrozen(chunk, [...numbers]);
    const chosen = new Map<number, number>();
    for (const { uid, toUid } of aliases.toSorted((a, b) => a.uid - b.uid)) {
      if (frozen.has(uid) && !frozen.has(toUid) && !chosen.has(toUid)) {
        chosen.set(toUid, uid);
      }
    }
    const asked = new Set(recipientIds);
    return new Map([...chosen].flatMap(([toUid, uid]): [number, number][] => (asked.has(uid) ? [[uid, toUid]] : [])));
  }
}
