import { Injectable } from '@nestjs/common';
import { UserReportsService } from '#libs/delivery/engagement';
import { EventHistoryService } from '#libs/events';
import { InboxService } from '#libs/inbox';
import { ResultsService } from '../results/results.service.js';
import type { ResultStatus } from '../results/reporting.types.js';
import { ConsentHistoryService } from '#libs/users/preferences';
import { AppError } from '#platform/errors';
import { PersonMessageService } from './person-message.service.js';
import { PersonFactsService } from './person-facts.service.js';
import {
  entryOf,
  type SourcePage,
  type TimelineEntry,
  type TimelineGroup,
  type TimelinePage,
  type TimelineSubject,
} from './person-timeline.types.js';
import { withLine, toMessage, toReport } from './timeline-entries.js';

/** A part of the timeline. `place` is empty at its beginning, then `next` of its page before. */
interface Source {
  group: TimelineGroup;
  read(subject: TimelineSubject, place: string, max: number): Promise<SourcePage>;
}

/** A source that has nothing more. */
const ENDED = '-';
/** Read, unread and deleted messages. */
const ALL_INBOX = 7;

/** Everything that happened to one person, in one order. */
@Injectable()
export class PersonTimelineService {
  private readonly sources: readonly Source[] = [
    { group: 'message', read: (subject, place, max) => this.readResults(subject, place, max) },
    { group: 'message', read: (subject, place, max) => this.readResults(subject, place, max, 'SKIPPED') },
    { group: 'message', read: (subject, place, max) => this.readResults(subject, place, max, 'OPEN') },
    { group: 'report', read: (subject, place, max) => this.readReports(subject, place, max) },
    { group: 'event', read: (subject, place, max) => this.readEvents(subject, place, max) },
    { group: 'consent', read: (subject, place, max) => this.readConsents(subject, place, max) },
    { group: 'device', read: (subject, place, max) => this.facts.readPage(subject, place, max) },
    { group: 'inbox', read: (subject, place, max) => this.readInbox(subject, place, max) },
  ];

  constructor(
    private readonly results: ResultsService,
    private readonly reports: UserReportsService,
    private readonly events: EventHistoryService,
    private readonly consents: ConsentHistoryService,
    private readonly facts: PersonFactsService,
    private readonly inbox: InboxService,
    private readonly messages: PersonMessageService,
  ) {}

  /**
   * A page of what happened, the newest first. Each source goes on where its last shown entry was, so that nothing is
   * shown twice or left out when others come in between.
   *
   * @param groups  absent: all
   * @param after   `next` of the page before
   * @throws AppError malformed for a cursor that is none
   */
  async listPage(
    subject: TimelineSubject,
    { groups, after, limit }: { groups?: readonly TimelineGroup[]; after?: string; limit: number },
  ): Promise<TimelinePage> {
    const places = this.readPlaces(after, groups);
    const read = async (index: number, max: number): Promise<SourcePage> => {
      const [source, place] = [this.sources[index], places[index] ?? ''];
      return source === undefined || place === ENDED ? { list: [] } : source.read(subject, place, max);
    };
    const pages = await Promise.all(places.map((_, index) => read(index, limit)));
    const merged = pages
      .flatMap(({ list }, index) => list.map((entry) => ({ index, entry })))
      .toSorted((a, b) => b.entry.at.getTime() - a.entry.at.getTime())
      .slice(0, limit);
    const next = await Promise.all(
      pages.map(async ({ list, next: rest }, index) => {
        const count = merged.filter((entry) => entry.index === index).length;
        if (count === list.length) {
          return rest ?? ENDED;
        }
        return count === 0 ? (places[index] ?? '') : ((await read(index, count)).next ?? ENDED);
      }),
    );
    return {
      items: await this.addLines(
        subject,
        merged.map(({ entry }) => entry),
      ),
      next: next.every((place) => place === ENDED) ? null : next.join('.'),
    };
  }

  /** Gives messages the line that the person read: stored is the text for all, and HTML of an e-mail. */
  private async addLines(subject: TimelineSubject, entries: readonly TimelineEntry[]): Promise<TimelineEntry[]> {
    const idOf = ({ raw }: TimelineEntry): string => (typeof raw['messageId'] === 'string' ? raw['messageId'] : '');
    const lines = await this.messages.readLines(
      subject,
      entries.map(idOf).filter((id) => id !== ''),
    );
    return entries.map((entry) => withLine(entry, lines.get(idOf(entry))));
  }

  private async readResults(
    { appId, extId, isPrivateShown }: TimelineSubject,
    place: string,
    max: number,
    status?: ResultStatus,
  ): Promise<SourcePage> {
    const { list, next } = await this.results.getPage(appId, {
      extId,
      showsPrivate: isPrivateShown,
      max,
      start: new Date(0),
      ...(status !== undefined && { status }),
      ...(place !== '' && { offset: place }),
    });
    return { list: list.map((result) => toMessage(result, isPrivateShown)), next };
  }

  private async readReports({ appId, uid }: TimelineSubject, place: string, max: number): Promise<SourcePage> {
    const { list, next } = await this.reports.listPage(appId, uid, max, place === '' ? undefined : place);
    return { list: list.map(toReport), next };
  }

  private async readEvents(
    { appId, uid, isPrivateShown }: TimelineSubject,
    place: string,
    max: number,
  ): Promise<SourcePage> {
    const options = { isPrivateShown, ...(place !== '' && { after: place }) };
    const { list, next } = await this.events.listPage(appId, uid, max, options);
    return {
      list: list.map(({ at, name, attributes }) => ({ ...entryOf(at, 'event', name), raw: { name, attributes } })),
      next,
    };
  }

  private async readConsents({ appId, extId }: TimelineSubject, place: string, max: number): Promise<SourcePage> {
    const { list, next } = await this.consents.listPage(appId, extId, max, place === '' ? undefined : place);
    return {
      list: list.map(({ at, ...event }) => ({
        ...entryOf(at, 'consent', [event.category ?? event.subject, event.channel].filter(Boolean).join(', ')),
        status: event.permitted ? 'YES' : 'NO',
        reason: event.source,
        raw: { ...event },
      })),
      next,
    };
  }

  private async readInbox(
    { appId, uid, isPrivateShown }: TimelineSubject,
    place: string,
    max: number,
  ): Promise<SourcePage> {
    const { msgs, prms } = await this.inbox.listMessages(
      appId,
      { uid },
      { status: ALL_INBOX, numberOfNotification: max, ...(place !== '' && { prms: { index: Number(place) } }) },
    );
    return {
      list: msgs.map(({ sts, title, message, status, pushInstanceId, msgId }) => ({
        ...entryOf(new Date(sts), 'inbox', isPrivateShown ? title : ''),
        text: isPrivateShown ? message : null,
        status,
        raw: { pushInstanceId, msgId, status },
      })),
      next: prms && String(prms.index),
    };
  }

  /** Reads where each source goes on; empty: from its beginning. */
  private readPlaces(after: string | undefined, groups: readonly TimelineGroup[] | undefined): string[] {
    const places = after === undefined ? this.sources.map(() => '') : after.split('.');
    if (places.length !== this.sources.length || !places.every((place) => /^[\w-]*$/.test(place))) {
      throw new AppError('malformed', "Field 'after' should be the `next` of a page", { field: 'after' });
    }
    return places.map((place, index) => {
      const group = this.sources[index]?.group;
      return groups === undefined || (group !== undefined && groups.includes(group)) ? place : ENDED;
    });
  }
}
