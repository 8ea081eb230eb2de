import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { JOURNEY_STATES, type JourneyState, type ShownReplay, type ShownRequest } from '#libs/journeys';
import { isSameActor } from '#libs/notifications/approvals';
import { Describe, Int, Nested, Text } from '#platform/validation';
import { HASH_LENGTH, MAX_WORDS } from '../../rest/journeys/journey-approvals.dto.js';
import { OrNull } from '../access/or-null.js';
import type { AppCaller } from '../access/member.guard.js';
import { seesPeople } from '../access/sees-private.js';
import { ReplayDto, toReplay } from './replay.dto.js';

const OWN = ['AUTHOR', 'APPROVED'] as const;
const MAX_TEXT = 1_000_000;

export class PanelJourneyRequestDto {
  @Text() id!: string;
  @Text() @Describe({ description: 'Who asked for it', example: 'Ada' }) author!: string;
  @Text() @Describe({ example: '2030-02-01T12:00:00.000Z' }) askedAt!: string;
  @IsIn(JOURNEY_STATES) @Describe({ description: 'That the journey gets' }) state!: JourneyState;
  @IsBoolean() @Describe({ description: 'Whether it has another definition' }) isChanged!: boolean;
  @Text({ max: MAX_TEXT }) @Describe({ description: 'The journey as a file has it, in JSON' }) text!: string;
  @IsIn(OWN) @OrNull() @Describe({ description: 'What the reader is to it' }) own!: (typeof OWN)[number] | null;
  @IsBoolean() @Describe({ description: 'The journey is another one by now: it cannot be approved' }) isVoid!: boolean;
  @Text() @OrNull() @Describe({ description: 'Null: its forecast is not there yet' }) hash!: string | null;
  @Int() @OrNull() @Describe({ description: '`limits.perDay` that the journey gets' }) perDay!: number | null;
  @Int() @OrNull() @Describe({ description: 'Approvals that it needs' }) needed!: number | null;
  @Int() @Describe({ description: 'Approvals that it has' }) given!: number;
  @Nested(() => ReplayDto) @OrNull() @Describe({ description: 'Null: not yet' }) forecast!: ReplayDto | null;
}

export class OpenJourneyRequestDto {
  @Nested(() => PanelJourneyRequestDto)
  @OrNull()
  @Describe({ description: 'Null: none waits' })
  request!: PanelJourneyRequestDto | null;
}

export class RejectJourneyRequestDto {
  @Text({ max: 20 }) @Describe({ description: 'The request that was read' }) requestId!: string;
  @IsOptional() @Text({ max: MAX_WORDS }) @Describe({ description: 'For the author' }) words?: string;
}

export class ApproveJourneyRequestDto extends RejectJourneyRequestDto {
  @Text({ max: HASH_LENGTH }) @Describe({ description: 'Of the request that was read' }) hash!: string;
  @Int({ min: 1 }) @Describe({ description: 'Of the request that was read', example: 500 }) perDay!: number;
}

export function toJourneyRequest(
  request: ShownRequest,
  text: string,
  forecast: ShownReplay | null,
  caller: AppCaller,
): PanelJourneyRequestDto {
  const { requestId, author, askedAt, state, journey, definition, isVoid, hash, perDay, needed, votes } = request;
  const own = isSameActor(author, caller.origin.by)
    ? 'AUTHOR'
    : votes.some(({ by }) => isSameActor(by, caller.origin.by))
      ? 'APPROVED'
      : null;
  return {
    id: String(requestId),
    author: author.name,
    askedAt: askedAt.toISOString(),
    state,
    isChanged: JSON.stringify(definition) !== JSON.stringify(journey.definition),
    text,
    own,
    isVoid,
    hash,
    perDay,
    needed,
    given: votes.length,
    forecast: forecast && toReplay(forecast, seesPeople(caller)),
  };
}
