import { Injectable } from '@nestjs/common';
import { listLiveNames, toLiveParams, type JsonObject, type Message } from '#libs/content';
import type { Tx } from '#platform/db';
import { SecretParamsService } from '../dispatches/secret-params.service.js';
import type { Dispatch } from '../model/delivery.types.js';
import { LiveSourceRepository } from './live-source.repository.js';
import type { LiveData } from './live-source.types.js';
import { LiveValueRepository, type StoredLiveData } from './live-value.repository.js';

/** A send with answers. */
export type LiveOwner = Pick<Dispatch, 'appId' | 'dispatchId' | 'message'>;

/** Stands for the whole send. */
export const WHOLE_SEND = 0;

/** The answers with which sends are rendered. The first that is stored is that of every later render. */
@Injectable()
export class LiveValueService {
  constructor(
    private readonly repository: LiveValueRepository,
    private readonly sources: LiveSourceRepository,
    private readonly secrets: SecretParamsService,
  ) {}

  /** Stores answers by user, sealed where the message is secret. */
  async store({ appId, dispatchId, message }: LiveOwner, data: ReadonlyMap<number, LiveData>): Promise<void> {
    const stored = [...data]
      .toSorted(([a], [b]) => a - b)
      .map(([uid, answers]): [number, StoredLiveData] => {
        return [uid, message.isSecret ? this.secrets.sealText(dispatchId, { ...answers }) : answers];
      });
    await this.repository.insert(appId, dispatchId, new Map(stored));
  }

  /** The answers for some users of a send. */
  async find(
    { appId, dispatchId }: Pick<LiveOwner, 'appId' | 'dispatchId'>,
    uids: readonly number[],
  ): Promise<Map<number, LiveData>> {
    const rows = uids.length > 0 ? await this.repository.find(appId, dispatchId, uids) : [];
    return new Map(
      rows.map(({ uid, data }) => {
        return [uid, typeof data === 'string' ? this.open(dispatchId, data) : data];
      }),
    );
  }

  /** The answers for a send as a whole; undefined: it reads none. */
  async findOfSend(send: LiveOwner): Promise<LiveData | undefined> {
    return listLiveNames(send.message).length === 0 ? undefined : (await this.find(send, [WHOLE_SEND])).get(WHOLE_SEND);
  }

  /** Data of one person for templates: of the send, and its own. Undefined: none. */
  async findParams(send: LiveOwner, uid: number): Promise<JsonObject | undefined> {
    if (listLiveNames(send.message).length === 0) {
      return undefined;
    }
    const data = await this.find(send, [WHOLE_SEND, uid]);
    return { ...toLiveParams(data.get(WHOLE_SEND)?.values ?? {}), ...toLiveParams(data.get(uid)?.values ?? {}) };
  }

  /** Gives those of a merged user to the surviving one. */
  async move(tx: Tx, appId: number, fromUid: number, toUid: number): Promise<void> {
    await this.repository.move(tx, appId, fromUid, toUid);
  }

  /** Deletes those of erased users, and shared ones about people. @returns how many rows */
  async erase(tx: Tx, appId: number, uids: readonly number[]): Promise<number> {
    const rows = await this.repository.erase(tx, appId, uids);
    return rows + (await this.sources.deletePersonal(tx, appId));
  }

  private open(dispatchId: number, sealed: string): LiveData {
    const {
      values = {},
      failures = {},
      calls,
      fate,
      people,
    } = this.secrets.openOwn(dispatchId, sealed) as Partial<LiveData>;
    return { values, failures, ...(calls && { calls }), ...(fate && { fate }), ...(people && { people }) };
  }
}

/** A message with what was fetched for it as a whole. */
export function withLiveData(message: Message, { values }: LiveData): Message {
  return { ...message, params: { ...message.params, ...toLiveParams(values) } };
}

/** A message that does not leave: nothing is fetched for it, and what is read of an answer prints nothing. */
export function withoutLiveData(message: Message): Message {
  const values = Object.fromEntries(listLiveNames(message).map((name) => [name, {}]));
  return Object.keys(values).length > 0 ? withLiveData(message, { values, failures: {} }) : message;
}
