import { Injectable } from '@nestjs/common';
import { UserLookupService } from '#libs/users';
import { AppError } from '#platform/errors';
import { CountService } from '../counts/count.service.js';
import { UserSelectionService } from '../recipients/user-selection.service.js';
import type { Target } from '../targets/target.js';
import { BoundedQuestionService } from './bounded-question.service.js';

const SAMPLE_SIZE = 25;

/** Some users of an audience, and the time as of which they are in it. */
export interface AudienceSample {
  users: { uid: number; extId: string | null }[];
  asOf: Date;
}

/** @property seesPrivate  whether who asks may see private values */
interface Asking {
  asked: AbortSignal;
  seesPrivate: boolean;
}

/** Draws users of an audience, each as likely as every other. */
@Injectable()
export class AudienceSampleService {
  constructor(
    private readonly counts: CountService,
    private readonly selection: UserSelectionService,
    private readonly users: UserLookupService,
    private readonly questions: BoundedQuestionService,
  ) {}

  /**
   * @param target  of a segment
   * @throws AppError permission_missing for a target that looks at what who asks may not see of a person
   */
  async draw(appId: number, target: Target, { asked, seesPrivate }: Asking): Promise<AudienceSample> {
    if (!seesPrivate) {
      await this.refusePrivate(appId, target);
    }
    return this.questions.answer([target], asked, async () => {
      const { counts: uids, asOf } = await this.counts.draw(appId, target, SAMPLE_SIZE);
      const extIds = await this.users.findExtIds(appId, uids);
      return { users: uids.map((uid) => ({ uid, extId: extIds.get(uid) ?? null })), asOf };
    });
  }

  /** Who is shown the people of a target learns of them what the target asks. */
  private async refusePrivate(appId: number, target: Target): Promise<void> {
    const hidden = await this.selection.findPrivateCode(appId, target);
    if (hidden !== undefined) {
      throw new AppError(
        'permission_missing',
        `The target looks at '${hidden.slice(0, 80)}', which is private: you lack the permission users.private`,
        { field: 'users.private' },
      );
    }
  }
}
