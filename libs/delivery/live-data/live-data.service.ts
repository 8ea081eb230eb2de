import { Injectable } from '@nestjs/common';
import { listLiveNames } from '#libs/content';
import { readParam } from '#libs/content/template';
import { ClockService } from '#platform/runtime';
import type { Recipient } from '#libs/delivery/checks';
import { LiveCallService } from './live-call.service.js';
import { LivePeopleRepository } from './live-people.repository.js';
import { LiveSourceRepository } from './live-source.repository.js';
import type { LiveAnswer, LiveData, LiveSource } from './live-source.types.js';
import { fillLiveUrl, listUrlNames } from './live-url.js';
import { LiveValueService, WHOLE_SEND, type LiveOwner } from './live-value.service.js';

/** The name of the person in the address of a source. */
const EXT_ID = 'extId';

/** The person that sources are asked about. */
type LivePerson = Pick<Recipient, 'uid' | 'params'> & { profile?: Recipient['profile'] };

/** The value of a name in an address; undefined: there is none. */
type ValueOf = (name: string) => string | undefined;

/** Fetches what the templates of sends read, before anything is rendered. */
@Injectable()
export class LiveDataService {
  constructor(
    private readonly sources: LiveSourceRepository,
    private readonly calls: LiveCallService,
    private readonly values: LiveValueService,
    private readonly people: LivePeopleRepository,
    private readonly clock: ClockService,
  ) {}

  /**
   * Fetches what a send reads as a whole, unless it is stored already, and stores it. A source that is gone is a failure.
   *
   * @param isStored  true for answers that are those of the send; else nothing is stored, and the next call asks again
   * @returns undefined: the send reads none
   */
  async fetchForSend(send: LiveOwner, isStored: (data: LiveData) => boolean): Promise<LiveData | undefined> {
    const names = listLiveNames(send.message);
    const stored = await this.values.findOfSend(send);
    if (names.length === 0 || stored) {
      return stored;
    }
    const sources = await this.sources.find(send.appId, names);
    const [shared, personal] = [
      sources.filter(({ per }) => per === 'campaign'),
      sources.filter(({ per }) => per === 'person'),
    ];
    const data = addAbsent(await this.ask(shared, () => undefined), names, sources);
    if (personal.length > 0) {
      data.people = personal.map(({ name }) => name);
    }
    if (!isStored(data)) {
      return data;
    }
    await this.values.store(send, new Map([[WHOLE_SEND, data]]));
    // Another worker may have been faster.
    return this.values.findOfSend(send);
  }

  /**
   * Fetches what a send reads for each of some people, unless it is stored already, and stores it: a worker that sends
   * them their message after a crash renders the same.
   *
   * @param names  of sources, as they were at the launch
   */
  async fetchForPeople(send: LiveOwner, names: readonly string[], recipients: readonly Recipient[]): Promise<void> {
    const byUid = new Map(recipients.map((recipient) => [recipient.uid, recipient]));
    const stored = await this.values.find(send, [...byUid.keys()]);
    const open = [...byUid.values()].filter(({ uid }) => !stored.has(uid));
    if (open.length === 0) {
      return;
    }
    const sources = await this.sources.find(send.appId, names);
    const extIds = await this.findExtIds(send, sources, open);
    const fetched = await Promise.all(
      open.map(async (person): Promise<[number, LiveData]> => {
        const answers = await this.ask(sources, toValueOf(send, person, extIds));
        return [person.uid, addAbsent(answers, names, sources)];
      }),
    );
    await this.values.store(send, new Map(fetched));
  }

  /** Fetches everything that a message reads for one person, and stores nothing. @returns the answers by name */
  async fetchForOne(send: Pick<LiveOwner, 'appId' | 'message'>, person: LivePerson): Promise<LiveData['values']> {
    const sources = await this.sources.find(send.appId, listLiveNames(send.message));
    const extIds = await this.findExtIds(send, sources, [person]);
    return (await this.ask(sources, toValueOf(send, person, extIds))).values;
  }

  private async findExtIds(
    { appId }: Pick<LiveOwner, 'appId'>,
    sources: readonly LiveSource[],
    people: readonly LivePerson[],
  ): Promise<ReadonlyMap<number, string>> {
    const isRead = sources.some(({ url }) => listUrlNames(url).includes(EXT_ID));
    const uids = people.map(({ uid }) => uid);
    return isRead ? this.people.findExtIds(appId, uids) : new Map<number, string>();
  }

  private async ask(sources: readonly LiveSource[], valueOf: ValueOf): Promise<LiveData> {
    const calls: NonNullable<LiveData['calls']> = {};
    const data: LiveData = { values: {}, failures: {}, calls };
    const answers = await Promise.all(sources.map((source) => this.askOne(source, valueOf)));
    for (const [index, { name, onFailure }] of sources.entries()) {
      const answer = answers[index];
      calls[name] = { at: this.clock.now().toISOString(), ...(answer && 'isShared' in answer && { isShared: true }) };
      if (answer && 'value' in answer) {
        data.values[name] = answer.value;
      } else {
        data.failures[name] = answer?.failure ?? '';
        // The harder fate wins.
        data.fate = onFailure === 'default' || data.fate === 'fail' ? data.fate : onFailure;
      }
    }
    return data;
  }

  private async askOne(source: LiveSource, valueOf: ValueOf): Promise<LiveAnswer> {
    const address = fillLiveUrl(source.url, valueOf);
    if (address === 'missing' || address === 'bad') {
      return { failure: address === 'missing' ? 'MISSING_ATTRIBUTE' : 'BAD_LINK' };
    }
    return this.calls.call(source, address);
  }
}

/** A source that is gone is a failure: no text is sent without what it reads. */
function addAbsent(data: LiveData, names: readonly string[], sources: readonly LiveSource[]): LiveData {
  const present = new Set(sources.map(({ name }) => name));
  for (const name of names.filter((read) => !present.has(read))) {
    data.failures[name] = 'NOT_DEFINED';
    data.fate = 'fail';
  }
  return data;
}

function toValueOf(
  { message }: Pick<LiveOwner, 'message'>,
  { uid, params, profile }: LivePerson,
  extIds: ReadonlyMap<number, string>,
): ValueOf {
  return (name) =>
    name === EXT_ID
      ? extIds.get(uid)
      : (readParam(params, name) ?? readParam(message.params, name) ?? readParam(profile, name));
}
