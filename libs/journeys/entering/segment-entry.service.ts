import { Injectable } from '@nestjs/common';
import { PersonConditionService } from '#libs/audience';
import { cutInto } from '#platform/collections';
import type { Tx } from '#platform/db';
import type { Change, SEGMENT_CHANGES } from '#platform/outbox';
import { ClockService } from '#platform/runtime';
import type { Journey } from '../model/journey.types.js';
import { SEGMENT_CHANGE_NAMES, segmentChangeOf } from '../model/matching.js';
import type { NamedEvent } from './event-batch.js';
import { EventEntryService } from './event-entry.service.js';
import { JourneyEntryService } from './journey-entry.service.js';

/** People of one statement. */
const BATCH = 2000;

export type SegmentChange = Omit<Change<(typeof SEGMENT_CHANGES)[number]>, 'appId'>;

/** Journeys of an application. @property awaited  names of segments that their steps wait for */
interface Listeners {
  appId: number;
  journeys: readonly Journey[];
  awaited: readonly string[];
}

/** Wakes people, and lets them in, by changes of segments. */
@Injectable()
export class SegmentEntryService {
  constructor(
    private readonly segments: PersonConditionService,
    private readonly eventEntries: EventEntryService,
    private readonly entries: JourneyEntryService,
    private readonly clock: ClockService,
  ) {}

  async apply(tx: Tx, listeners: Listeners, changes: readonly SegmentChange[]): Promise<void> {
    const { appId, journeys, awaited } = listeners;
    const entered = journeys.flatMap((journey) => {
      const { entry } = journey.definition;
      return journey.state === 'on' && 'segment' in entry ? { journey, change: segmentChangeOf(entry) } : [];
    });
    if (awaited.length === 0 && entered.length === 0) {
      return;
    }
    const ids = await this.segments.findSegmentIds(tx, appId);
    await this.wake(tx, listeners, ids, changes);
    for (const { journey, change } of entered) {
      await this.enter(tx, journey, change.kind, ids.get(change.name), changes);
    }
  }

  /** Changes of segments are to waits as events of this moment. */
  private async wake(
    tx: Tx,
    { journeys, awaited }: Listeners,
    ids: ReadonlyMap<string, number>,
    changes: readonly SegmentChange[],
  ): Promise<void> {
    const nameOf = new Map(awaited.map((name) => [ids.get(name) ?? 0, name] as const));
    const at = this.clock.now();
    const events = changes.flatMap(({ kind, keys, uids }) => {
      const segment = nameOf.get(keys[0] ?? 0);
      const name = SEGMENT_CHANGE_NAMES[kind === 'joined' ? 'joined' : 'left'];
      return segment === undefined ? [] : uids.map((uid): NamedEvent => ({ uid, name, at, attrs: { segment } }));
    });
    for (const part of cutInto(events, BATCH)) {
      for (const journey of journeys) {
        await this.eventEntries.apply(tx, journey, part);
      }
    }
  }

  /** A new version of a segment has changes where members differ: a calculation that finds the same lets no one in. */
  private async enter(
    tx: Tx,
    journey: Journey,
    kind: 'joined' | 'left',
    id: number | undefined,
    changes: readonly SegmentChange[],
  ): Promise<void> {
    const uids = changes.flatMap((change) =>
      change.kind === kind && id !== undefined && change.keys.includes(id) ? change.uids : [],
    );
    for (const part of cutInto([...new Set(uids)], BATCH)) {
      await this.entries.admit(
        tx,
        journey,
        part.map((uid) => ({ uid, key: '', data: {} })),
      );
    }
  }
}
