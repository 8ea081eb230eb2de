import { Injectable } from '@nestjs/common';
import { UserLookupService } from '#libs/users/registry';
import { CountService } from '../counts/count.service.js';
import type { Target } from '../targets/target.js';
import { BoundedQuestionService, type AskingViewer } from './bounded-question.service.js';

const MAX_ATTRIBUTES = 8;

/** Upper and lower case and accents do not matter. */
const LOOKS_ALIKE = new Intl.Collator('en', { sensitivity: 'base' });

/** @property users  of the audience, with a value of the attribute */
export interface AttributeShare {
  code: string;
  label: string | null;
  users: number;
}

/**
 * @property users  distinct users of the target
 * @property asOf   everything committed until then is counted, in every figure
 */
export interface AttributeShares {
  users: number;
  attributes: AttributeShare[];
  asOf: Date;
}

/** Finds the attributes of which an audience has values, while a member types a placeholder. */
@Injectable()
export class AudienceAttributesService {
  constructor(
    private readonly counts: CountService,
    private readonly users: UserLookupService,
    private readonly questions: BoundedQuestionService,
  ) {}

  /**
   * The attributes whose code or label begins with what is typed, with the users of the target who have a value.
   *
   * @param target  of a segment
   * @throws AppError as `CountService.count` and `BoundedQuestionService.answer`
   */
  async find(appId: number, target: Target, begins: string, { asked, viewer }: AskingViewer): Promise<AttributeShares> {
    const doesBegin = (text: string): boolean => LOOKS_ALIKE.compare(text.slice(0, begins.length), begins) === 0;
    const fitting = (await this.users.findLatestAttributes(appId))
      .filter(({ code, label }) => doesBegin(code) || (label !== undefined && doesBegin(label)))
      .slice(0, MAX_ATTRIBUTES);
    return this.questions.answer([target], asked, async (until) => {
      const { counts: users, asOf } = await this.counts.count(appId, target, viewer);
      const dates = [asOf];
      const attributes: AttributeShare[] = [];
      for (const { code, label } of fitting) {
        until.throwIfAborted();
        const has: Target = { type: 'exists', code, exists: true };
        const counted = await this.counts.count(appId, { type: 'and', of: [target, has] }, viewer);
        dates.push(counted.asOf);
        attributes.push({ code, label: label ?? null, users: counted.counts });
      }
      return { users, attributes, asOf: dates.reduce((oldest, date) => (date < oldest ? date : oldest)) };
    });
  }
}
