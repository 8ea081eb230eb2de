import { Injectable } from '@nestjs/common';
import type { Viewer } from '#libs/tenancy';
import { UserLookupService } from '#libs/users/registry';
import { CountService } from '../counts/count.service.js';
import type { Target } from '../targets/target.js';
import { BoundedQuestionService, type AskingViewer } from './bounded-question.service.js';

const MAX_VALUES = 20;

/** Upper and lower case and accents do not matter: who types `i` finds `İzmir`. */
const LOOKS_ALIKE = new Intl.Collator('en', { sensitivity: 'base' });

/**
 * The attribute or field whose values are counted.
 *
 * @property code    of the attribute; of tags there is none
 * @property begins  only values that begin so
 */
export interface ValuesQuestion {
  by: 'attribute' | 'device' | 'tag';
  code: string;
  begins: string;
}

/** @property isMore  whether there are more than these */
export interface AudienceValues {
  values: { value: string; users: number }[];
  isMore: boolean;
}

/** The values that users have, each with their number, while a member types one. */
@Injectable()
export class AudienceValuesService {
  constructor(
    private readonly counts: CountService,
    private readonly users: UserLookupService,
    private readonly questions: BoundedQuestionService,
  ) {}

  /**
   * The values with most users first; of tags those first in the alphabet.
   *
   * @throws AppError permission_missing for a private attribute, malformed for one whose values tell single users
   */
  async find(appId: number, question: ValuesQuestion, { asked, viewer }: AskingViewer): Promise<AudienceValues> {
    return this.questions.answer([], asked, async (until) =>
      question.by === 'tag'
        ? this.findTags(appId, question.begins, viewer, until)
        : this.findOfAttribute(appId, question, viewer),
    );
  }

  private async findOfAttribute(
    appId: number,
    { by, code, begins }: ValuesQuestion,
    viewer: Viewer,
  ): Promise<AudienceValues> {
    const counted = await this.counts.countValues(appId, { isOfDevice: by === 'device', code, field: 'code' }, viewer);
    const found = [...counted.counts]
      .map(([value, users]) => ({ value, users }))
      .filter(({ value }) => LOOKS_ALIKE.compare(value.slice(0, begins.length), begins) === 0)
      .toSorted((a, b) => b.users - a.users || a.value.localeCompare(b.value));
    return { values: found.slice(0, MAX_VALUES), isMore: found.length > MAX_VALUES };
  }

  private async findTags(appId: number, begins: string, viewer: Viewer, until: AbortSignal): Promise<AudienceValues> {
    const names = await this.users.findTagNames(appId, begins, MAX_VALUES + 1);
    const values: AudienceValues['values'] = [];
    for (const value of names.slice(0, MAX_VALUES)) {
      until.throwIfAborted();
      const tagged: Target = { type: 'tag', mode: 'any', names: [value] };
      const { counts: users } = await this.counts.count(appId, tagged, viewer);
      values.push({ value, users });
    }
    return { values, isMore: names.length > MAX_VALUES };
  }
}
