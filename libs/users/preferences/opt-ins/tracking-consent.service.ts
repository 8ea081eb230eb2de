import { Injectable } from '@nestjs/common';
import { Database, type Statements } from '#platform/db';
import {
  declareConsentOrigin,
  type ConsentOrigin,
  TrackingConsentRepository,
  type TrackingConsent,
} from '#libs/users/consent';
import { ApplicationService } from '#libs/tenancy';
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
    private readonly applications: ApplicationService,
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

  /**
   * Stores what a person says, also under the uid before a merge. Of an erased one nothing is stored.
   *
   * @param permitted  null: the person takes its word back. The history then has the rule that holds without a word
   */
  async set(appId: number, uid: number, permitted: boolean | null, origin: ConsentOrigin): Promise<void> {
    await retryOnConflict(() =>
      this.db.tx(async (tx) => {
        const [toUid = uid] = await this.aliases.findMergedInto(tx, appId, [uid]);
        const before = await this.consents.find(tx, appId, toUid);
        if (before) {
          await declareConsentOrigin(tx, origin);
          await this.writer.write(tx, appId, toUid, { attrs: new Map(), tags: [], tracking: permitted }, false);
          if (permitted === null && before.tracking !== null) {
            const { settings } = await this.applications.getApplication(appId, tx);
            await this.consents.recordDefault(tx, appId, toUid, settings.tracking.without === 'granted', origin);
          }
        }
      }),
    );
  }
}
