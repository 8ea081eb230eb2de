import { Injectable } from '@nestjs/common';
import type { JsonObject } from '#libs/content';
import { RecipientService, UserLookupService } from '#libs/users/registry';
import { groupBy } from '#platform/collections';
import type { Tx } from '#platform/db';
import { SecretParamsService } from '../dispatches/secret-params.service.js';
import type { DispatchRequest } from '../model/delivery.types.js';
import { RecipientParamsRepository, type StoredParams } from './recipient-params.repository.js';

/** Parameters by user. */
export type RecipientParams = ReadonlyMap<number, JsonObject>;

/** A send whose recipients may have parameters of their own. */
export type ParamsOwner = Pick<DispatchRequest, 'appId' | 'options' | 'recipientParams'> & { dispatchId: number };

const NONE: RecipientParams = new Map();

/** The parameters that single recipients of a send have, beside those of the send. */
@Injectable()
export class RecipientParamsService {
  constructor(
    private readonly repository: RecipientParamsRepository,
    private readonly secrets: SecretParamsService,
    private readonly users: RecipientService,
    private readonly lookup: UserLookupService,
  ) {}

  /**
   * Stores parameters with a send, sealed where its message is secret. Those of a user that was merged stand under the
   * surviving one, so that its erasure and its export find them.
   */
  async store(
    tx: Tx,
    dispatchId: number,
    { appId, message }: Pick<DispatchRequest, 'appId' | 'message'>,
    params: RecipientParams,
  ): Promise<void> {
    const survivors = await this.lookup.findSurvivors(appId, [...params.keys()]);
    const stored = new Map<number, StoredParams>();
    for (const [uid, own] of [...params].toSorted(([a], [b]) => a - b)) {
      const present = survivors.get(uid) ?? uid;
      if (present === uid || !(params.has(present) || stored.has(present))) {
        stored.set(present, this.secrets.sealOwn(dispatchId, message, own));
      }
    }
    await this.repository.insert(tx, appId, dispatchId, stored);
  }

  /**
   * The parameters of some present users. A user into which others were merged since the send was accepted has its own ones,
   * else those of the lowest id. A send without any asks nothing.
   */
  async find(send: ParamsOwner, uids: readonly number[]): Promise<RecipientParams> {
    if (send.options.hasRecipientParams !== true || uids.length === 0) {
      return NONE;
    }
    const found = new Map(await this.read(send, uids));
    const missing = uids.filter((uid) => !found.has(uid));
    const merged = missing.length > 0 ? await this.users.findMergedUsers(send.appId, missing) : [];
    if (merged.length > 0) {
      const ofMerged = new Map(
        await this.read(
          send,
          merged.map(({ uid }) => uid),
        ),
      );
      for (const [toUid, aliases] of groupBy(merged, (alias) => alias.toUid)) {
        const [first] = aliases
          .map(({ uid }) => uid)
          .filter((uid) => ofMerged.has(uid))
          .toSorted((a, b) => a - b);
        const params = first === undefined ? undefined : ofMerged.get(first);
        if (params) {
          found.set(toUid, params);
        }
      }
    }
    return found;
  }

  /** Deletes those of users of one send. */
  async deleteOf(tx: Tx, dispatchId: number, uids: readonly number[]): Promise<void> {
    await this.repository.deleteOf(tx, dispatchId, uids);
  }

  /** Gives those of a merged user to the surviving one. */
  async move(tx: Tx, appId: number, fromUid: number, toUid: number): Promise<void> {
    await this.repository.move(tx, appId, fromUid, toUid);
  }

  /** Deletes those of erased users. @returns how many rows */
  async erase(tx: Tx, appId: number, uids: readonly number[]): Promise<number> {
    return this.repository.erase(tx, appId, uids);
  }

  /** A dry run has them in memory: nothing of it is stored. */
  private async read(
    { appId, dispatchId, recipientParams }: ParamsOwner,
    uids: readonly number[],
  ): Promise<[uid: number, params: JsonObject][]> {
    if (recipientParams) {
      return uids.flatMap((uid) => {
        const params = recipientParams.get(uid);
        return params ? [[uid, params] as [number, JsonObject]] : [];
      });
    }
    const rows = await this.repository.find(appId, dispatchId, uids);
    return rows.map(({ uid, params }) => [uid, this.secrets.openOwn(dispatchId, params)]);
  }
}
