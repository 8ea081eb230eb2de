import { Injectable } from '@nestjs/common';
import { UserLookupService } from '#libs/users/registry';
import type { AttributeDefinition } from '#libs/users/profiles';
import { DAY_MS, toDay } from '#platform/spelling';
import { BreakdownEngineService } from '../counts/breakdown-engine.service.js';
import { CountEngineService } from '../counts/count-engine.service.js';
import type { CountResult } from '../counts/index-answers.service.js';
import { CountService, refuseUnseen } from '../counts/count.service.js';
import {
  requireInstallationAttribute,
  type InstallationAttribute,
} from '../targets/conditions/installation-attributes.js';
import { refuseSealed } from '../targets/conditions/sealed-values.js';
import { requireAttribute } from '../targets/resolve-target.js';
import type { ResolvedTarget, Target } from '../targets/target.js';
import { BoundedQuestionService, type AskingViewer } from './bounded-question.service.js';
import { sensibleRanges } from './sensible-ranges.js';

const MAX_VALUES = 20;

/** The parts of a breakdown. Dates are ranges of epoch milliseconds. */
export const BREAKDOWN_KINDS = ['values', 'numbers', 'dates'] as const;
type BreakdownKind = (typeof BREAKDOWN_KINDS)[number];

/** A value, or a range without its end. */
type BreakdownPart = { users: number } & (
  | { value: string; from?: undefined; to?: undefined }
  | { value?: undefined; from: number; to: number }
);

/**
 * @property users  distinct users of the target
 * @property having  of these: with a value
 * @property parts  values with most users first, or ranges in their order; who has several values counts in each
 * @property more   values that are left out
 * @property asOf   everything committed until then is counted, in every figure
 */
export interface AudienceBreakdown {
  kind: BreakdownKind;
  users: number;
  having: number;
  parts: BreakdownPart[];
  more: number;
  asOf: Date;
}

/** @property code  of an attribute of users, or of one of devices */
interface BreakdownQuestion {
  by: 'attribute' | 'device';
  code: string;
}

/** Counts of one question, until it ends. */
interface Counting {
  appId: number;
  target: ResolvedTarget;
  until: AbortSignal;
}

/** Breaks an audience down: its users by the values of one attribute, exactly. */
@Injectable()
export class AudienceBreakdownService {
  constructor(
    private readonly counts: CountService,
    private readonly engine: CountEngineService,
    private readonly breakdowns: BreakdownEngineService,
    private readonly users: UserLookupService,
    private readonly questions: BoundedQuestionService,
  ) {}

  /**
   * @param target  of a segment
   * @throws AppError permission_missing for a private attribute; malformed for a sealed one, for an address, and for one
   *   whose values identify single users; as `CountService.count` and `BoundedQuestionService.answer`
   */
  async breakDown(
    appId: number,
    target: Target,
    { by, code }: BreakdownQuestion,
    { asked, viewer }: AskingViewer,
  ): Promise<AudienceBreakdown> {
    return this.questions.answer([target], asked, (until) =>
      this.counts.withResolved(appId, target, viewer, async (resolved) => {
        const counting: Counting = { appId, target: resolved, until };
        const definition =
          by === 'device' ? undefined : requireAttribute(code, await this.users.getAttributesByCode(appId, [code]));
        const ranged = definition && isRanged(definition);
        if (ranged) {
          refuseUnseen(definition, viewer);
          refuseSealed(definition, 'grouped');
        } else {
          // The result must not depend on whose values they are.
          await this.counts.countValues(appId, { isOfDevice: by === 'device', code, field: 'code' }, viewer);
        }
        return definition && !definition.onDevices
          ? ranged
            ? this.byRange(counting, definition)
            : this.byValue(counting, definition)
          : this.byDevice(counting, requireInstallationAttribute(code, 'code'));
      }),
    );
  }

  private async byValue(counting: Counting, definition: AttributeDefinition): Promise<AudienceBreakdown> {
    const { appId, target } = counting;
    const [users, having] = await this.countBoth(counting, hasValue(definition));
    const values = await this.breakdowns.countByValue(appId, target, definition);
    const counts = values.counts.map(({ value, users: n }) => ({ value: String(value), users: n }));
    return {
      kind: 'values',
      users: users.counts,
      having: having.counts,
      ...firstOf(counts),
      asOf: oldest(users, having, values),
    };
  }

  private async byDevice(
    counting: Counting,
    { column, toDisplayed }: InstallationAttribute,
  ): Promise<AudienceBreakdown> {
    const { appId, target } = counting;
    const [users, having] = await this.countBoth(counting, { type: 'device', column, test: 'exists', exists: true });
    const values = await this.breakdowns.countByInstallation(appId, target, column);
    const counts = values.counts.map(({ value, users: n }) => ({ value: toDisplayed(value), users: n }));
    return {
      kind: 'values',
      users: users.counts,
      having: having.counts,
      ...firstOf(counts),
      asOf: oldest(users, having, values),
    };
  }

  private async byRange(counting: Counting, definition: AttributeDefinition): Promise<AudienceBreakdown> {
    const { attrId, removing, dataType } = definition;
    const [users, having] = await this.countBoth(counting, hasValue(definition));
    const ends = await this.breakdowns.findEnds(counting.appId, counting.target, definition);
    const results: CountResult<unknown>[] = [users, having, ends];
    const parts: BreakdownPart[] = [];
    const isDate = dataType === 'DATE';
    const shown =
      ends.counts && isDate ? { least: toDay(ends.counts.least), most: toDay(ends.counts.most) } : ends.counts;
    for (const [from, to] of shown ? sensibleRanges(dataType, shown) : []) {
      const counted = await this.countWith(counting, {
        array: false,
        attrId,
        ...(removing && { removing }),
        ...(isDate
          ? { type: 'days', ranges: [{ from: from / DAY_MS, to: Number.isFinite(to) ? to / DAY_MS - 1 : null }] }
          : { type: 'range', least: { at: from, isInside: true }, most: { at: to, isInside: false } }),
      });
      results.push(counted);
      parts.push({ from, to, users: counted.counts });
    }
    const kind = dataType === 'DATE' || dataType === 'TIME_STAMP' ? 'dates' : 'numbers';
    return { kind, users: users.counts, having: having.counts, parts, more: 0, asOf: oldest(...results) };
  }

  /** All users of the target, and those with a value. */
  private async countBoth(
    counting: Counting,
    having: ResolvedTarget,
  ): Promise<[CountResult<number>, CountResult<number>]> {
    return [await this.countWith(counting), await this.countWith(counting, having)];
  }

  private async countWith(
    { appId, target, until }: Counting,
    ...conditions: ResolvedTarget[]
  ): Promise<CountResult<number>> {
    until.throwIfAborted();
    return this.engine.count(appId, conditions.length === 0 ? target : { type: 'and', of: [target, ...conditions] });
  }
}

/** Tests if single values say little, so that they are counted in ranges. */
function isRanged({ dataType, array, options, onDevices }: AttributeDefinition): boolean {
  return !array && options === undefined && !onDevices && dataType !== 'STRING' && dataType !== 'BOOLEAN';
}

function hasValue({ attrId, removing }: AttributeDefinition): ResolvedTarget {
  return { type: 'attributeExists', exists: true, attrId, ...(removing && { removing }) };
}

function firstOf(counts: readonly { value: string; users: number }[]): Pick<AudienceBreakdown, 'parts' | 'more'> {
  const sorted = counts.toSorted((a, b) => b.users - a.users || a.value.localeCompare(b.value));
  return { parts: sorted.slice(0, MAX_VALUES), more: Math.max(0, sorted.length - MAX_VALUES) };
}

function oldest(...results: readonly CountResult<unknown>[]): Date {
  return new Date(Math.min(...results.map(({ asOf }) => asOf.getTime())));
}
