import { IsBoolean, IsIn, IsNumber, IsOptional, Max, Min } from 'class-validator';
import { ActorDto } from '#libs/audit';
import type { LedgerWait } from '#libs/delivery/ledger-check';
import { DRILL_STATES, type Drill, type DrillVerdict } from '#libs/simulation';
import { CHANNEL_NAMES } from '#libs/channels/definitions';
import { Describe, Int, Nested, NestedList, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const MAX_SHARE = 0.5;
const MAX_SIZE = 10_000;

/** The faults, as shares of the attempts to send. */
export class DrillPlanDto {
  @IsNumber()
  @Min(0)
  @Max(MAX_SHARE)
  @Describe({ description: 'Answered with 503, or 451 by the mail server', example: 0.2 })
  unavailable = 0.2;

  @IsNumber()
  @Min(0)
  @Max(MAX_SHARE)
  @Describe({ description: 'Connection cut, half of the times after the message was taken', example: 0.05 })
  reset = 0.05;

  @IsNumber()
  @Min(0)
  @Max(MAX_SHARE)
  @Describe({ description: 'Taken, and never answered', example: 0.02 })
  timeout = 0.02;

  @Int({ min: 1, max: MAX_SIZE })
  @Describe({ description: 'Users at most, drawn evenly from the target', example: 1000 })
  size = 1000;
}

/** The ledger held against what the simulators took. */
export class DrillFiguresDto {
  @Int() @Describe({ description: 'With a final result' }) recipients!: number;
  @Int() @Describe({ description: 'Sent, by the ledger' }) sent!: number;
  @Int() @Describe({ description: 'Failed for good, by the ledger' }) failed!: number;
  @Int() @Describe({ description: 'Left without a message' }) skipped!: number;
  @Int() @Describe({ description: 'Whose message a simulator took' }) arrived!: number;
  @Int() @Describe({ description: 'Sent by the ledger and never taken, or without a result' }) lost!: number;
  @Int() @Describe({ description: 'Taken more than once' }) twice!: number;
  @Int() @Describe({ description: 'Listed as in doubt' }) listed!: number;
  @Int() @Describe({ description: 'Taken more than once and not listed' }) unlisted!: number;
}

export class DrillChannelDto extends DrillFiguresDto {
  @IsIn(CHANNEL_NAMES) @Describe({ example: 'apns' }) channel!: string;
}

export class DrillVerdictDto extends DrillFiguresDto {
  @Int() @Describe({ description: 'Recipients of the copy' }) planned!: number;

  @Int()
  @Describe({ description: 'Still without a result when it was judged, after 45 minutes' })
  waiting!: number;

  @NestedList(() => DrillChannelDto) @Describe({ description: 'The same by channel' }) channels!: DrillChannelDto[];
  @Int() @Describe({ description: 'From the start to the verdict' }) seconds!: number;
}

export class DrillDto {
  @Text() @Describe({ example: '1' }) id!: string;
  @IsIn(DRILL_STATES) @Describe({ description: 'FAILED: it could not be judged' }) state!: string;
  @Nested(() => DrillPlanDto) @Describe({ description: 'What goes wrong' }) plan!: DrillPlanDto;
  @Text() @OrNull() @Describe({ description: 'Key of the copy; null before it is sent' }) copyKey!: string | null;
  @Nested(() => ActorDto) @Describe({ description: 'Who asked for it' }) by!: ActorDto;
  @Text() @Describe({ description: 'When it was asked for' }) at!: string;
  @Text() @OrNull() @Describe({ description: 'When it was judged' }) endedAt!: string | null;
  @Nested(() => DrillVerdictDto) @OrNull() @Describe({ description: 'Null before' }) verdict!: DrillVerdictDto | null;
  @IsOptional() @Text() @Describe({ description: 'Why it could not be judged' }) why?: string;
}

/** The account that the copy under way waits for. */
export class DrillWaitDto {
  @Int() @Describe({ description: 'Recipients of the copy' }) planned!: number;
  @Int() @Describe({ description: 'Without a final result' }) open!: number;
  @Int() @Describe({ description: 'Of those, refused or cut, and waiting to be tried again' }) retries!: number;
  @Text() @OrNull() @Describe({ description: 'When the first of them is tried again' }) nextAt!: string | null;
  @Text() @OrNull() @Describe({ description: 'When the last of them is tried again' }) lastAt!: string | null;
}

export class DrillListDto {
  @IsBoolean()
  @Describe({ description: 'Whether one can begin: the campaign is over, and all its accounts are simulated' })
  possible!: boolean;

  @NestedList(() => DrillDto) @Describe({ description: 'The newest first, at most 20' }) items!: DrillDto[];

  @IsOptional()
  @Nested(() => DrillWaitDto)
  @Describe({ description: 'While a copy is under way' })
  wait?: DrillWaitDto;
}

export function toWait({ nextAt, lastAt, ...sums }: LedgerWait): DrillWaitDto {
  return { ...sums, nextAt: nextAt?.toISOString() ?? null, lastAt: lastAt?.toISOString() ?? null };
}

export function toDrill(drill: Drill): DrillDto {
  const { drillId, state, plan, copyKey, madeBy, madeAt, endedAt, verdict, why } = drill;
  return {
    id: String(drillId),
    state,
    plan,
    copyKey: copyKey === null ? null : String(copyKey),
    by: madeBy,
    at: madeAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    verdict: verdict && { ...(verdict satisfies DrillVerdict), waiting: verdict.waiting ?? 0 },
    ...(why !== null && { why }),
  };
}
