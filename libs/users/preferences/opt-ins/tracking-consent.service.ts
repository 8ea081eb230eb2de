import { Injectable } from '@nestjs/common';
import { Database, type Statements } from '#platform/db';
import {
  declareConsentOrigin,
  type ConsentOrigin,
  TrackingConsentRepository,
  type TrackingConsent,
} from '#libs/users/consent';
import { AliasRepository, retryOnConflict } from '#libs/users/identities';
import { SingleUserWriterService } from '#libs/users/registry';

/** The consent of people to the recording of their opens and clicks. */
@Injectable()
export class TrackingConsentService {
  constructor(
    private readonly db: Database,
    private readonly consents: TrackingConsentRepository,
    private readonly aliases: AliasRepository,
    private readonly writer: SingleUserWriterService,
  ) {}

  /**
   * Finds what a person said, also under the uid before a merge.
   *
   * @param on  the transaction of a recording: a withdrawal that is committed by now is seen
   * @returns undefined where the person was erased
   */
  async find(on: Statements, appId: number, uid: number): Promise<TrackingConsent | undefined> {
    const consent = await this.consents.find(on, appId, uid);
    if (consent) {
      return consent;
    }
    const [toUid] = await this.aliases.findMergedInto(on, appId, [uid]);
    return toUid === undefined ? undefined : this.consents.find(on, appId, toUid);
  }

  /** Stores what the recipient of a message says, also under the uid before a merge. Of an erased one nothing is stored. */
  async set(appId: number, uid: number, permitted: boolean, origin: ConsentOrigin): Promise<void> {
    await retryOnConflict(() =>
      this.db.tx(async (tx) => {
        const [toUid = uid] = await this.aliases.findMergedInto(tx, appId, [uid]);
        if (await this.consents.find(tx, appId, toUid)) {
          await declareConsentOrigin(tx, origin);
          await this.writer.write(tx, appId, toUid, { attrs: new Map(), tags: [], tracking: permitted }, false);
        }
      }),
    );
  }
}
