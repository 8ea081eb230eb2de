import { Injectable } from '@nestjs/common';
import type { Viewer } from '#libs/tenancy';
import { UserLookupService } from '#libs/users/registry';
import { collectNames } from '../targets/resolve-target.js';
import { sealForm } from '../targets/seal-form.js';
import { sealSegmentTarget, sealTarget } from '../targets/seal-target.js';
import type { Target } from '../targets/target.js';
import { AudienceService } from './audience.service.js';
import { PrivateTargetService } from './private-target.service.js';

/** Targets of requests, before they are stored. */
@Injectable()
export class WrittenTargetService {
  constructor(
    private readonly audience: AudienceService,
    private readonly privateTargets: PrivateTargetService,
    private readonly users: UserLookupService,
  ) {}

  /**
   * Checks the target of a send as `AudienceService.resolve` does. Its reach is shown later, so it is refused as a count would
   * be.
   *
   * @returns the target with sealed values of sealed attributes
   * @throws AppError as `AudienceService.resolve` and `PrivateTargetService.refuseCompared`
   */
  async check(appId: number, target: Target, viewer: Viewer): Promise<Target> {
    await this.privateTargets.refuseCompared(appId, target, viewer);
    await this.audience.resolve(appId, target);
    const { codes } = collectNames(target);
    return codes.length === 0 ? target : sealTarget(target, await this.users.getAttributesByCode(appId, codes));
  }

  /** A form that is still written, as `sealForm`. */
  async sealForm<F>(appId: number, form: F): Promise<F> {
    const attributes = (await this.users.findLatestAttributes(appId)).filter(({ sealed }) => sealed);
    return attributes.length === 0
      ? form
      : (sealForm(form, new Map(attributes.map((attribute) => [attribute.code, attribute]))) as F);
  }

  /**
   * A target in the form of a segment, as it may be stored: values of sealed attributes are sealed.
   *
   * @param raw  checked already
   */
  async seal(appId: number, raw: unknown): Promise<unknown> {
    const attributes = await this.users.findLatestAttributes(appId);
    return sealSegmentTarget(raw, new Map(attributes.map((attribute) => [attribute.code, attribute])));
  }
}
