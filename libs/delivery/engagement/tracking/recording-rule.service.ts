import { Injectable } from '@nestjs/common';
import { ApplicationService } from '#libs/tenancy';
import { TrackingConsentService } from '#libs/users/preferences';
import type { Tx } from '#platform/db';

/** The recording of an open or a click: with the person, as one more in the sums of the send, or not at all. */
export type Recording = 'person' | 'sum' | 'nothing';

/** Decides about a recording by the consent of the person as it stands now. */
@Injectable()
export class RecordingRuleService {
  constructor(
    private readonly consents: TrackingConsentService,
    private readonly applications: ApplicationService,
  ) {}

  /** Decides about the fetch of a pixel or link. An erased person is in sums at most. @param tx  of the recording */
  async decide(tx: Tx, appId: number, uid: number): Promise<Recording> {
    const consent = await this.consents.find(tx, appId, uid);
    if (typeof consent?.tracking === 'boolean') {
      return consent.tracking ? 'person' : 'nothing';
    }
    const { without } = (await this.applications.getApplication(appId, tx)).settings.tracking;
    if (without === 'denied') {
      return 'nothing';
    }
    return without === 'granted' && consent ? 'person' : 'sum';
  }

  /** Tests if fetches wait for a verdict, because those of machines count apart. */
  async countsApart(tx: Tx, appId: number): Promise<boolean> {
    return (await this.applications.getApplication(appId, tx)).settings.tracking.machines === 'apart';
  }

  /** Tests if a person refused tracking. The report of an app about itself needs no more than that it did not. */
  async isRefused(tx: Tx, appId: number, uid: number): Promise<boolean> {
    return (await this.consents.find(tx, appId, uid))?.tracking === false;
  }
}
