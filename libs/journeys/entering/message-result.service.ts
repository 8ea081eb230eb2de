import { Injectable } from '@nestjs/common';
import { AliasRepository } from '#libs/users/identities';
import { cutInto } from '#platform/collections';
import type { Tx } from '#platform/db';
import type { Change } from '#platform/outbox';
import { ClockService } from '#platform/runtime';
import type { Journey } from '../model/journey.types.js';
import { EVENT_OF_KIND, readChange, type ResultKind } from '../model/message-results.js';
import { ProgramService } from '../running/program.service.js';
import type { NamedEvent } from './event-batch.js';
import { EventEntryService } from './event-entry.service.js';

/** People of one statement. */
const BATCH = 2000;

export type ResultChange = Omit<Change<ResultKind>, 'appId'>;

/** Wakes people, and ends their visits, by what happened to messages that they were sent. */
@Injectable()
export class MessageResultService {
  constructor(
    private readonly programs: ProgramService,
    private readonly aliases: AliasRepository,
    private readonly eventEntries: EventEntryService,
    private readonly clock: ClockService,
  ) {}

  async apply(
    tx: Tx,
    { appId, journeys }: { appId: number; journeys: readonly Journey[] },
    changes: readonly ResultChange[],
  ): Promise<void> {
    for (const journey of changes.length > 0 ? journeys : []) {
      const { messages } = await this.programs.findNames(tx, [journey]);
      const awaited = changes.filter(({ kind }) => messages.includes(EVENT_OF_KIND[kind]));
      const events = await this.toEvents(appId, awaited);
      for (const part of cutInto(events, BATCH)) {
        await this.eventEntries.apply(tx, journey, part);
      }
    }
  }

  /** Results of a user who has been merged since are those of the present one. */
  private async toEvents(appId: number, changes: readonly ResultChange[]): Promise<NamedEvent[]> {
    const uids = [...new Set(changes.flatMap((change) => change.uids))];
    if (uids.length === 0) {
      return [];
    }
    const present = new Map((await this.aliases.findRelated(appId, uids)).map(({ uid, toUid }) => [uid, toUid]));
    const at = this.clock.now();
    return changes.flatMap(({ kind, uids: own, keys, ref }) => {
      const { name, result } = readChange(kind, keys);
      const message = result && { message: { result, dispatchId: ref ?? 0 } };
      return own.map((uid): NamedEvent => ({ uid: present.get(uid) ?? uid, name, at, attrs: {}, ...message }));
    });
  }
}
