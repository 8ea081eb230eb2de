import { IsBoolean, IsDefined, IsIn } from 'class-validator';
import type { ExplainedClause } from '#libs/audience';
import type { PlatformForecast } from '#libs/delivery/dry-run';
import type { PushResult } from '#libs/reporting';
import type { PersonExplanation } from '#libs/reporting/people';
import { AnyJson, Describe, FreeObject, Int, NestedList, Nested, Text } from '#platform/validation';
import { FetchedDto } from '../../rest/audience/fetched.dto.js';
import { OrNull } from '../access/or-null.js';
import { MAX_KEY, MessageStepDto, toMessageStep } from './users.dto.js';

export class WhyQuery {
  @Int({ min: 0, max: MAX_KEY }) @Describe({ description: 'Key of a campaign', example: 1000 }) campaign!: number;
}

/** A clause of the target, evaluated now. Those in `children` have the same form. */
export class WhyClauseDto {
  @Text()
  @Describe({ description: 'Its kind; `and`, `or` and `not` have children', example: 'profile' })
  clause!: string;

  @FreeObject()
  @Describe({ description: 'What it asks for', example: { code: 'city', values: ['Izmir', 'Ankara'] } })
  wanted!: Record<string, unknown>;

  @IsBoolean() @Describe({ description: 'Whether the user matches it' }) holds!: boolean;

  @IsDefined()
  @AnyJson()
  @Describe({ description: 'What the user has; null without it, `***` for a private value', example: 'Izmir' })
  found!: unknown;

  @AnyJson()
  @Describe({
    description: 'Nested clauses, of the same form',
    schema: { type: 'array', items: { type: 'object' }, maxItems: 1000 },
  })
  children!: WhyClauseDto[];
}

const OUTCOMES = ['READY', 'WAITING', 'SKIPPED', 'FAILED', 'ABSENT'] as const;

export class WhyDeviceDto {
  @Text() @Describe({ example: 'IOS' }) platform!: string;
  @Text() @OrNull() @Describe({ description: 'Not told' }) model!: string | null;
  @IsIn(OUTCOMES) @Describe({ description: 'Of a send now; `ABSENT`: there is no device' }) outcome!: string;
  @Text() @OrNull() @Describe({ example: 'CATEGORY_OPTED_OUT' }) reason!: string | null;
}

export class WhyResultDto {
  @Text() @Describe({ example: 'FAILED' }) status!: string;
  @Text() @OrNull() @Describe({ example: 'INVALID_TOKEN' }) reason!: string | null;
  @Text() @Describe({ description: 'When' }) at!: string;
  @Nested(() => MessageStepDto)
  @OrNull()
  @Describe({ description: 'The step of a journey that it left from; null: none' })
  from!: MessageStepDto | null;
}

export class WhyDto {
  @IsBoolean() @Describe({ description: 'Whether a send now would reach the user' }) included!: boolean;
  @NestedList(() => WhyClauseDto) @Describe({ description: 'The target, evaluated now' }) clauses!: WhyClauseDto[];
  @NestedList(() => WhyDeviceDto) @Describe({ description: 'A send now, by platform' }) devices!: WhyDeviceDto[];
  @Nested(() => WhyResultDto)
  @OrNull()
  @Describe({ description: 'As it was; null: nothing was' })
  result!: WhyResultDto | null;

  @NestedList(() => FetchedDto, { max: 2000 })
  @Describe({ description: 'Live data of the sends to the user, newest first' })
  fetched!: FetchedDto[];
}

export function toWhy({ now: { target, outlook, absent, fetched }, results: [newest] }: PersonExplanation): WhyDto {
  const isReached = outlook.some(({ ready, waiting }) => ready + waiting > 0);
  return {
    included: target.matches && isReached,
    clauses: [toClause(target)],
    devices: [...outlook.flatMap(toOutcomes), ...absent.map(toAbsence)],
    result: newest
      ? {
          status: newest.status,
          reason: reasonOf(newest),
          at: newest.timeStamp.toISOString(),
          from: toMessageStep(newest.step),
        }
      : null,
    fetched,
  };
}

function toClause({ clause, matches, wanted = {}, found, of = [] }: ExplainedClause): WhyClauseDto {
  return {
    clause,
    wanted,
    holds: matches,
    found: found ?? null,
    children: of.map(toClause),
  };
}

function toAbsence(platform: string): WhyDeviceDto {
  return { platform, model: null, outcome: 'ABSENT', reason: null };
}

function toOutcomes({ platform, ready, waiting, wait, skipped, failed }: PlatformForecast): WhyDeviceDto[] {
  const lineOf = (outcome: string, reason: string | null): WhyDeviceDto => ({ platform, model: null, outcome, reason });
  return [
    ...(ready > 0 ? [lineOf('READY', null)] : []),
    ...(waiting > 0 ? [lineOf('WAITING', wait?.why ?? null)] : []),
    ...Object.keys(skipped).map((reason) => lineOf('SKIPPED', reason)),
    ...Object.keys(failed).map((reason) => lineOf('FAILED', reason)),
  ];
}

function reasonOf({ status, errorMsg, errorCode }: PushResult): string | null {
  return status === 'SUCCESS' ? null : (errorMsg ?? errorCode);
}
