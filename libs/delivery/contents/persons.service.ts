import { Injectable } from '@nestjs/common';
import { CHANNELS, type Channel } from '#libs/channels/definitions';
import { PLATFORMS } from '#libs/content';
import { RecipientService, UserLookupService } from '#libs/users/registry';
import { groupBy } from '#platform/collections';
import { bucketOfId } from '#platform/ids';
import { ChunkRepository } from '../dispatches/chunk.repository.js';
import type { CampaignContent } from '../dispatches/launch.repository.js';
import { mayHaveSeveral } from '../launching/next-of-range.js';
import { NextContentRepository, type NextRow } from '../next-content/next-content.repository.js';
import { bouncedOf, judge, keyOf, worst, type Verdict } from './judge-persons.js';
import { PersonResultsRepository, type FrozenRecipient } from './person-results.repository.js';

/** A person with recipients that ended without delivery. */
export interface Person {
  /** The present user. */
  uid: number;
  rows: NextRow[];
  verdict: Verdict;
  /** Index of the last content that the person was given. */
  content: number;
}

/** Finds which persons some recipients are, and how far these are on all contents. */
@Injectable()
export class PersonsService {
  constructor(
    private readonly rows: NextContentRepository,
    private readonly results: PersonResultsRepository,
    private readonly chunks: ChunkRepository,
    private readonly users: UserLookupService,
    private readonly recipients: RecipientService,
  ) {}

  /** Rows of a person who was merged are those of the surviving one. */
  async judge(contents: readonly CampaignContent[], dueRows: readonly NextRow[]): Promise<Person[]> {
    const [first] = contents;
    if (!first) {
      return [];
    }
    const { appId } = first;
    const userOf = await this.findUsers(appId, contents, dueRows);
    const frozen = [...new Set(userOf.values())];
    const survivors = await this.users.findSurvivors(appId, frozen);
    const rowsByUid = groupBy(dueRows, (row) => {
      const uid = userOf.get(row) ?? row.recipientId;
      return survivors.get(uid) ?? uid;
    });
    const aliases = groupBy(await this.recipients.findMergedUsers(appId, [...rowsByUid.keys()]), ({ toUid }) => toUid);
    const persons: Person[] = [];
    const bounced = bouncedOf(dueRows);
    const plain = new Map([...rowsByUid].filter(([uid]) => !aliases.has(uid)));
    persons.push(...(await this.judgePlain(contents, plain, bounced)));
    for (const [uid, rows] of rowsByUid) {
      const merged = aliases.get(uid);
      if (merged) {
        const uids = [uid, ...merged.map((alias) => alias.uid)];
        persons.push(await this.judgeMerged(contents, { uid, uids, rows }, bounced));
      }
    }
    return persons;
  }

  /** The users that the recipients were frozen for. */
  private async findUsers(
    appId: number,
    contents: readonly CampaignContent[],
    dueRows: readonly NextRow[],
  ): Promise<Map<NextRow, number>> {
    const several = new Set(contents.filter(mayHaveSeveral).map(({ dispatchId }) => dispatchId));
    const asked = dueRows.filter(({ dispatchId, channel }) => channel !== 0 && several.has(dispatchId));
    const stored = await this.rows.findPersons(
      appId,
      [...new Set(asked.map(({ dispatchId }) => dispatchId))],
      [...new Set(asked.map(({ vb }) => vb))],
    );
    const userOf = new Map<string, number>();
    for (const { dispatchId, channel, userOf: pairs } of stored) {
      pairs.forEach((uid, recipientId) => userOf.set(`${dispatchId}:${channel}:${recipientId}`, uid));
    }
    return new Map(
      asked.flatMap((row): [NextRow, number][] => {
        const uid = userOf.get(`${row.dispatchId}:${row.channel}:${row.recipientId}`);
        return uid === undefined ? [] : [[row, uid]];
      }),
    );
  }

  /** A person who was never merged has recipients in the contents of its rows alone: earlier ones have ended. */
  private async judgePlain(
    contents: readonly CampaignContent[],
    rowsByUid: ReadonlyMap<number, NextRow[]>,
    bounced: ReadonlySet<string>,
  ): Promise<Person[]> {
    const persons = new Map(
      [...rowsByUid].map(([uid, rows]): [number, Person] => [uid, { uid, rows, verdict: 'ended', content: 0 }]),
    );
    for (const [index, content] of contents.entries()) {
      const uids = [...rowsByUid].flatMap(([uid, rows]) =>
        rows.some(({ dispatchId }) => dispatchId === content.dispatchId) ? [uid] : [],
      );
      const sentTo = uids.filter((uid) =>
        rowsByUid.get(uid)?.some(({ dispatchId, channel }) => channel !== 0 && dispatchId === content.dispatchId),
      );
      const own = await this.findFrozen(content, sentTo, true);
      const verdicts = await this.judgeContent(content, own, bounced);
      for (const uid of uids) {
        const person = persons.get(uid);
        if (person) {
          person.content = index;
          person.verdict = worst([person.verdict, verdicts.get(uid) ?? 'ended']);
        }
      }
    }
    return [...persons.values()];
  }

  /** Users that became one person may have recipients in any content. */
  private async judgeMerged(
    contents: readonly CampaignContent[],
    { uid, uids, rows }: { uid: number; uids: readonly number[]; rows: NextRow[] },
    bounced: ReadonlySet<string>,
  ): Promise<Person> {
    const person: Person = { uid, rows, verdict: 'ended', content: 0 };
    for (const [index, content] of contents.entries()) {
      const own = await this.findFrozen(content, uids, false);
      const verdicts = [...(await this.judgeContent(content, own, bounced)).values()];
      const hasRow = rows.some(({ dispatchId }) => dispatchId === content.dispatchId);
      if (hasRow || [...own.values()].some((recipients) => recipients.length > 0)) {
        person.content = index;
        person.verdict = worst([person.verdict, ...verdicts]);
      }
    }
    return person;
  }

  private async judgeContent(
    { appId, dispatchId, day }: CampaignContent,
    own: ReadonlyMap<number, readonly FrozenRecipient[]>,
    bounced: ReadonlySet<string>,
  ): Promise<Map<number, Verdict>> {
    const all = [...own.values()].flat();
    const found = day === null ? [] : await this.results.find(appId, { dispatchId, day }, all);
    const ends = new Map(found.map((end) => [keyOf(end), end]));
    const doubted = new Set((await this.results.findDoubted(appId, dispatchId, found)).map(keyOf));
    return new Map([...own].map(([uid, recipients]) => [uid, judge(recipients, ends, bounced, doubted)]));
  }

  /**
   * The frozen recipients of some users in one content, by user.
   *
   * @param areIn  each of them has a recipient, where it can have one only
   */
  private async findFrozen(
    content: CampaignContent,
    uids: readonly number[],
    areIn: boolean,
  ): Promise<Map<number, FrozenRecipient[]>> {
    const own = new Map(uids.map((uid): [number, FrozenRecipient[]] => [uid, []]));
    if (uids.length === 0 || content.message.inboxOnly) {
      return own;
    }
    const { appId, dispatchId } = content;
    if (mayHaveSeveral(content)) {
      for (const { channel, userOf } of await this.rows.findPersons(
        appId,
        [dispatchId],
        [...new Set(uids.map(bucketOfId))],
      )) {
        userOf.forEach((uid, recipientId) => own.get(uid)?.push({ channel, recipientId }));
      }
      return own;
    }
    for (const channel of channelsOfContent(content)) {
      const frozen = areIn ? uids : [...(await this.chunks.findFrozenRecipients({ appId, dispatchId, channel }, uids))];
      frozen.forEach((uid) => own.get(uid)?.push({ channel: CHANNELS[channel], recipientId: uid }));
    }
    return own;
  }
}

function channelsOfContent({ message }: CampaignContent): Channel[] {
  return [...new Set(message.platforms.map((name) => PLATFORMS[name].channel))];
}
