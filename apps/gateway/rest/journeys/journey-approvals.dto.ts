import { IsIn, IsOptional } from 'class-validator';
import { ActorDto } from '#libs/audit';
import { JOURNEY_STATES, type JourneyState, type ShownRequest } from '#libs/journeys';
import { Describe, Int, Millis, Nested, NestedList, Text } from '#platform/validation';

export const HASH_LENGTH = 64;
export const MAX_WORDS = 1000;
const MAX_REQUESTS = 200;

/** A change of a journey that waits. Fields without a value are left out: its forecast is not there yet. */
export class JourneyRequestDto {
  @Int() @Describe({ description: 'Its number', example: 7 }) requestId!: number;
  @Text() @Describe({ description: 'Name of the journey', example: 'abandoned cart' }) journey!: string;
  @IsIn(JOURNEY_STATES) @Describe({ description: 'That it gets with the last approval' }) state!: JourneyState;
  @Nested(() => ActorDto) @Describe({ description: 'Who asked for it' }) author!: ActorDto;
  @Millis() @Describe({ description: 'In epoch ms' }) askedAt!: number;
  @IsOptional() @Text() @Describe({ description: 'Of everything that an approval is for' }) hash?: string;
  @IsOptional() @Int() @Describe({ description: '`limits.perDay` that it gets', example: 500 }) perDay?: number;
  @IsOptional() @Int() @Describe({ description: 'Approvals that it needs', example: 1 }) needed?: number;
  @Int() @Describe({ description: 'Approvals that it has', example: 0 }) given!: number;
}

export class JourneyRequestsDto {
  @NestedList(() => JourneyRequestDto, { max: MAX_REQUESTS })
  @Describe({ description: 'The oldest first' })
  list!: JourneyRequestDto[];
}

export class RejectedRequestDto {
  @Int({ min: 1 }) @Describe({ description: 'Number of the request', example: 7 }) requestId!: number;
  @IsOptional() @Text({ max: MAX_WORDS }) @Describe({ description: 'For the author' }) words?: string;
}

export class ApprovedRequestDto extends RejectedRequestDto {
  @Text({ max: HASH_LENGTH }) @Describe({ description: '`hash` of what was read' }) hash!: string;
  @Int({ min: 1 }) @Describe({ description: '`perDay` of what was read', example: 500 }) perDay!: number;
}

export function toRequest(request: ShownRequest): JourneyRequestDto {
  const { requestId, journey, state, author, askedAt, hash, perDay, needed, votes } = request;
  return {
    requestId,
    journey: journey.name,
    state,
    author,
    askedAt: askedAt.getTime(),
    ...(hash !== null && { hash }),
    ...(perDay !== null && { perDay }),
    ...(needed !== null && { needed }),
    given: votes.length,
  };
}
