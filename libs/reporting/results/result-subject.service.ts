import { Injectable } from '@nestjs/common';
import { ExplainService } from '#libs/audience';
import { RecipientService, UserLookupService } from '#libs/users/registry';
import type { OpenSubject } from './open-recipient.service.js';
import type { ResultFilter } from './reporting.types.js';

/** The recipients of the results: a user or one installation of it; a name without a user; all. */
export type Subject =
  | { kind: 'everybody' }
  | { kind: 'name'; name: string }
  | { kind: 'user'; uid: number; recipientIds: readonly number[]; instId: number | null };

/** Finds the users that the filters of `getPushResult` name. */
@Injectable()
export class ResultSubjectService {
  constructor(
    private readonly users: UserLookupService,
    private readonly recipients: RecipientService,
    private readonly explainer: ExplainService,
  ) {}

  /** Undefined: the filter names a device of another user. */
  async find(appId: number, { token, extId }: ResultFilter): Promise<Subject | undefined> {
    if (token !== undefined) {
      const instId = (await this.users.findInstIdsByTokens(appId, [token])).get(token);
      const [device] =
        instId === undefined
          ? []
          : await this.recipients.findRecipientsByInstallation(appId, [instId], { withProfile: false });
      if (!device) {
        return extId === undefined ? { kind: 'name', name: token } : undefined;
      }
      const isOfUser = extId === undefined || device.extId === extId;
      return isOfUser
        ? { kind: 'user', uid: device.uid, recipientIds: [device.instId], instId: device.instId }
        : undefined;
    }
    if (extId === undefined) {
      return { kind: 'everybody' };
    }
    const uid = (await this.users.findUidsByExtIds(appId, [extId])).get(extId);
    if (uid === undefined) {
      return { kind: 'name', name: extId };
    }
    const places = await this.users.findResultPlaces(appId, [uid]);
    return { kind: 'user', uid, recipientIds: places.flatMap(({ recipientId }) => recipientId ?? []), instId: null };
  }

  /** The recipient ids of a user, or the one installation that was named. */
  async listRecipients(appId: number, { uid, instId }: Extract<Subject, { kind: 'user' }>): Promise<OpenSubject> {
    return instId === null
      ? { uid, installations: new Set(await this.explainer.findInstallations(appId, uid)) }
      : { uid: null, installations: new Set([instId]) };
  }
}
