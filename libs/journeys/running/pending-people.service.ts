import { Injectable } from '@nestjs/common';
import { AliasRepository } from '#libs/users/identities';
import type { Tx } from '#platform/db';
import type { ChangeKind } from '#platform/outbox';
import { VisitRepository } from '../visits/visit.repository.js';

/** Finds people with changes in the feed that journeys have not applied. */
@Injectable()
export class PendingPeopleService {
  constructor(
    private readonly visits: VisitRepository,
    private readonly aliases: AliasRepository,
  ) {}

  /** @param kinds  changes of messages that count beside events: they name a person as it was when the message left */
  async find(tx: Tx, appId: number, uids: readonly number[], kinds: readonly ChangeKind[]): Promise<Set<number>> {
    const former = kinds.length > 0 ? await this.aliases.findMergedUsers(appId, uids) : [];
    const present = new Map(former.map(({ uid, toUid }) => [uid, toUid]));
    const pending = await this.visits.findPending(tx, appId, [...uids, ...present.keys()], kinds);
    return new Set([...pending].map((uid) => present.get(uid) ?? uid));
  }
}
