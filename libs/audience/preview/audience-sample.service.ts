import { Injectable } from '@nestjs/common';
import { UserLookupService } from '#libs/users/registry';
import { CountService } from '../counts/count.service.js';
import { PrivateTargetService } from '#libs/audience/recipients';
import type { Target } from '../targets/target.js';
import { BoundedQuestionService, type AskingViewer } from './bounded-question.service.js';

const SAMPLE_SIZE = 25;

/** Some users of an audience, and the time as of which they are in it. */
export interface AudienceSample {
  users: { uid: number; extId: string | null }[];
  asOf: Date;
}

/** Draws users of an audience, each as likely as every other. */
@Injectable()
export class AudienceSampleService {
  constructor(
    private readonly counts: CountService,
    private readonly privateTargets: PrivateTargetService,
    private readonly users: UserLookupService,
    private readonly questions: BoundedQuestionService,
  ) {}

  /**
   * @param target  of a segment
   * @throws AppError permission_missing for a target that looks at what who asks may not see of a person
   */
  async draw(appId: number, target: Target, { asked, viewer }: AskingViewer): Promise<AudienceSample> {
    await this.privateTargets.refuseAsked(appId, target, viewer);
    return this.questions.answer([target], asked, async () => {
      const { counts: uids, asOf } = await this.counts.draw(appId, target, SAMPLE_SIZE, viewer);
      const extIds = await this.users.findExtIds(appId, uids);
      return { users: uids.map((uid) => ({ uid, extId: extIds.get(uid) ?? null })), asOf };
    });
  }
}
