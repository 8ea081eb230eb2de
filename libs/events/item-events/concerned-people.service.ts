import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { WatchPart, WatchPlace, WatchRound } from '#libs/catalogs';
import { AliasRepository } from '#libs/users/identities';
import type { Tx } from '#platform/db';
import { BUCKETS } from '#platform/ids';
import { ItemMentionService } from '../storing/item-mention.service.js';
import { type ConcernedPerson, ItemEventRepository } from './item-event.repository.js';
import type { Recording } from './item-recording.js';

/** Events of one transaction. */
const PART_PEOPLE = 2000;
/** Buckets of the first part: fewer where many people are concerned. */
const FIRST_STEP = 64;
const MAX_STEP = 256;
/** Users with a merge whose events are looked at together. */
const MERGED_PAGE = 200;
const BEGIN: WatchPlace = { bucket: 0, step: FIRST_STEP };

interface FoundPart {
  found: readonly ConcernedPerson[];
  place: WatchPlace | null;
}

/**
 * Finds the people concerned by changes of items, part by part. A merge in the meantime moves events between buckets, so its
 * user is passed over there, and gets what is missing in the end: whichever of both was looked at before.
 */
@Injectable()
export class ConcernedPeopleService {
  constructor(
    private readonly people: ItemEventRepository,
    private readonly mentions: ItemMentionService,
    private readonly aliases: AliasRepository,
  ) {}

  /** Prepares a faster search for later rounds, in parts of its own. @returns undefined: the search may go on */
  async prepare(
    tx: Tx,
    { appId, place, mentions }: WatchRound,
    { interest: { events } }: Recording,
  ): Promise<Pick<WatchPart, 'place' | 'mentions'> | undefined> {
    const isNoted = isDeepStrictEqual(mentions?.events, events);
    if (place === null && !isNoted && !tx.isDistributed) {
      return { place: BEGIN, mentions: { events, isFilled: false } };
    }
    if (place === null && mentions && !mentions.isFilled && mentions.isSettled && !tx.isDistributed) {
      return { place: { ...BEGIN, isFilling: true } };
    }
    if (!place?.isFilling) {
      return undefined;
    }
    if (!isNoted) {
      return { place: BEGIN };
    }
    await this.mentions.fill(tx, appId, events, bucketsOf(place));
    const bucket = place.bucket + place.step;
    return bucket < BUCKETS ? { place: { ...place, bucket } } : { place: BEGIN, mentions: { events, isFilled: true } };
  }

  /** Finds the people of the next part. */
  async find(tx: Tx, round: WatchRound, recording: Recording): Promise<FoundPart> {
    const place = round.place ?? BEGIN;
    const open = round.changes.filter(({ isLimited }) => !isLimited);
    if (open.length === 0) {
      return { found: [], place: null };
    }
    return place.bucket < BUCKETS
      ? this.findOfBuckets(tx, round, recording, open, place)
      : this.findMerged(tx, round, recording, open, place);
  }

  private async findOfBuckets(
    tx: Tx,
    { appId, mentions, since }: WatchRound,
    { interest }: Recording,
    open: WatchRound['changes'],
    { bucket, step, after = { uid: 0, changeId: 0 } }: WatchPlace,
  ): Promise<FoundPart> {
    const usesMentions =
      !tx.isDistributed && mentions?.isFilled === true && isDeepStrictEqual(mentions.events, interest.events);
    for (let tried = step; ; tried = Math.ceil(tried / 4)) {
      const page = { buckets: bucketsOf({ bucket, step: tried }), after, limit: PART_PEOPLE + 1, usesMentions };
      const all = await this.people.findConcerned(tx, appId, interest, open, page);
      if (all.length <= PART_PEOPLE || tried === 1) {
        const found = all.slice(0, PART_PEOPLE);
        const last = all.length > PART_PEOPLE ? found.at(-1) : undefined;
        const merged = new Set(await this.aliases.findMergedSince(tx, appId, since, { among: uidsOf(found) }));
        return {
          found: found.filter(({ uid }) => !merged.has(uid)),
          place: last ? { bucket, step: tried, after: last } : behind(bucket, tried, all.length),
        };
      }
    }
  }

  /** People with a merge since the round began: what they should have got, without what they have. */
  private async findMerged(
    tx: Tx,
    { appId, since }: WatchRound,
    { interest, definition, attributes }: Recording,
    open: WatchRound['changes'],
    place: WatchPlace,
  ): Promise<FoundPart> {
    const limit = MERGED_PAGE;
    const uids = await this.aliases.findMergedSince(tx, appId, since, { after: place.after?.uid ?? 0, limit });
    if (uids.length === 0) {
      return { found: [], place: null };
    }
    const concerned = await this.people.findConcernedUsers(tx, appId, interest, open, uids);
    const recorded = await this.people.findRecorded(tx, appId, definition.eventId, uids, since);
    const missing = withoutRecorded(concerned, recorded, (id) => attributes.get(id)?.stored ?? {});
    const next = uids.length < limit ? null : { ...place, after: { uid: uids.at(-1) ?? 0, changeId: 0 } };
    return { found: missing, place: next };
  }
}

/** An own event may lack the key of its item, so events that are alike are counted. */
function withoutRecorded(
  concerned: readonly ConcernedPerson[],
  recorded: readonly { uid: number; attrs: object }[],
  attributesOf: (changeId: number) => object,
): ConcernedPerson[] {
  const left = [...recorded];
  return concerned.filter(({ uid, changeId }) => {
    const attrs = attributesOf(changeId);
    const at = left.findIndex((event) => event.uid === uid && isDeepStrictEqual(event.attrs, attrs));
    if (at >= 0) {
      left.splice(at, 1);
    }
    return at < 0;
  });
}

function bucketsOf({ bucket, step }: Pick<WatchPlace, 'bucket' | 'step'>): number[] {
  return Array.from({ length: Math.min(step, BUCKETS - bucket) }, (_, index) => bucket + index);
}

function uidsOf(found: readonly ConcernedPerson[]): number[] {
  return [...new Set(found.map(({ uid }) => uid))];
}

/** Behind the last bucket come users with a merge. */
function behind(bucket: number, step: number, count: number): WatchPlace {
  return { bucket: bucket + step, step: count < PART_PEOPLE / 4 ? Math.min(step * 2, MAX_STEP) : step };
}
