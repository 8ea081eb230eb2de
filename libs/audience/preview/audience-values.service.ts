import { Injectable } from '@nestjs/common';
import { UserLookupService } from '#libs/users';
import { CountService } from '../counts/count.service.js';
import { BoundedQuestionService } from './bounded-question.service.js';

const MAX_VALUES = 20;

/** Upper and lower case and accents do not matter: who types `i` finds `İzmir`. */
const LOOKS_ALIKE = new Intl.Collator('en', { sensitivity: 'base' });

/**
 * What a value is of.
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

interface Asking {
  asked: AbortSignal;
  seesPrivate: boolean;
}

/** The values that users have, each with how many have it, while somebody types one. */
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
  async find(appId: number, question: ValuesQuestion, { asked, seesPrivate }: Asking): Promise<AudienceValues> {
    return this.questions.answer([], asked, async (until) =>
      question.by === 'tag'
        ? this.findTags(appId, question.begins, until)
        : this.findOfAttribute(appId, question, seesPrivate),
    );
  }

  private async findOfAttribute(
    appId: number,
    { by, code, begins }: ValuesQuestion,
    seesPrivate: boolean,
  ): Promise<AudienceValues> {
    const counted = await this.counts.countValues(
      appId,
      { isOfDevice: by === 'device', code, field: 'code' },
      seesPrivate,
    );
    const found = [...counted.counts]
      .map(([value, users]) => ({ value, users }))
      .filter(({ value }) => LOOKS_ALIKE.compare(value.slice(0, begins.length), begins) === 0)
      .toSorted((a, b) => b.users - a.users || a.value.localeCompare(b.value));
    return { values: found.slice(0, MAX_VALUES), isMore: found.length > MAX_VALUES };
  }

  private async findTags(appId: number, begins: string, until: AbortSignal): Promise<AudienceValues> {
    const names = await this.users.findTagNames(appId, begins, MAX_VALUES + 1);
    const values: AudienceValues['values'] = [];
    for (const value of names.slice(0, MAX_VALUES)) {
      until.throwIfAborted();
      const { counts: users } = await this.counts.count(appId, { type: 'tag', mode: 'any', names: [value] });
      values.push({ value, users });
    }
    return { values, isMore: names.length > MAX_VALUES };
  }
}
