import { Allow, IsOptional } from 'class-validator';
import { Describe } from '#platform/validation';

/**
 * The fields that change while a live activity runs. Anything may stand here in a message that is none: published
 * clients do so.
 */
export class LiveActivityStateDto {
  @Allow()
  @IsOptional()
  @Describe({
    description: 'Live activity: its state (`content-state`), as the app declares it. Placeholders in texts are filled',
    schema: { type: 'object' },
    example: { homeTeamScore: 2, awayTeamScore: 3 },
  })
  contentState?: unknown;

  @Allow()
  @IsOptional()
  @Describe({
    description: 'Live activity: `start`, `update` or `end`. Left out: `start` with `liveActAttr`, else `update`',
    schema: { type: 'string', enum: ['start', 'update', 'end'] },
  })
  liveActEvent?: unknown;

  @Allow()
  @IsOptional()
  @Describe({
    description: 'Live activity: which of several of its type, as the app registered it. Left out: the newest',
    schema: { type: 'string' },
    example: 'match-17',
  })
  liveActId?: unknown;
}

/** The fields of a message that starts, updates or ends a live activity (docs/messages.md). */
export interface LiveActivityFields extends LiveActivityStateDto {
  type?: unknown;
  liveActAttrType?: unknown;
  liveActAttr?: unknown;
}
