import { Injectable } from '@nestjs/common';
import { PayloadPreviewService, type PersonalPayload } from '#libs/delivery';
import { toInstallationId } from '#libs/users/identities';
import { UserLookupService } from '#libs/users/registry';
import { ClockService } from '#platform/runtime';
import { CampaignCheckService, listContents, type CheckReader, findPrivateCode } from '#libs/notifications/forecasts';

/** @property hidden  a private attribute, or live data of persons, for whose sake no one is shown; null: none */
export interface CheckSamples {
  payloads: PersonalPayload[];
  hidden: string | null;
}

/** Shows what real recipients of a checked campaign would get. Nothing of it is stored. */
@Injectable()
export class CheckSampleService {
  constructor(
    private readonly checks: CampaignCheckService,
    private readonly payloads: PayloadPreviewService,
    private readonly users: UserLookupService,
    private readonly clock: ClockService,
  ) {}

  /**
   * Up to three messages, made again with the present values. Deleted people are left out.
   *
   * @param seesPrivate  whether the reader may see private values
   * @throws AppError as `CampaignCheckService.get`
   */
  async list(reader: CheckReader, checkId: number, seesPrivate: boolean): Promise<CheckSamples> {
    const { appId, request, startsAt, forecast } = await this.checks.get(reader, checkId);
    const launchedAt = startsAt ?? this.clock.now();
    const messages = listContents(request).map(({ message }) => ({ appId, message, launchedAt }));
    if (!seesPrivate) {
      const attributes = await this.users.findLatestAttributes(appId);
      const payloads = await Promise.all(messages.map((message) => this.payloads.listPayloads(message)));
      const hidden = findPrivateCode(payloads.flat(), attributes) ?? (await this.payloads.findPersonalData(messages));
      if (hidden !== undefined) {
        return { payloads: [], hidden };
      }
    }
    const shown: PersonalPayload[] = [];
    for (const { platform, uid, instId } of forecast?.sampled ?? []) {
      const installationId = instId === null ? null : toInstallationId(instId);
      const message = messages.find((content) => content.message.platforms.includes(platform));
      const devices = installationId === null ? [] : [installationId];
      const payloads = message ? await this.payloads.listPayloadsOf(message, uid, devices) : [];
      const payload = payloads.find((item) => item.platform === platform && item.installationId === installationId);
      if (payload) {
        shown.push(payload);
      }
    }
    return { payloads: shown, hidden: null };
  }
}
