import type { CheckSamples } from '#libs/notifications/compose';
import { Describe, NestedList, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';
import { PayloadDto, toPersonalPayload } from '../payloads/payloads.dto.js';

const MAX_SAMPLES = 10;

export class CheckSamplesDto {
  @NestedList(() => PayloadDto, { max: MAX_SAMPLES })
  @Describe({ description: 'Of real recipients; who is gone meanwhile is absent' })
  items!: PayloadDto[];

  @Text()
  @OrNull()
  @Describe({
    description: 'A private attribute that the member may not see, for which nobody is shown',
    example: 'card',
  })
  hidden!: string | null;
}

export function toSamples({ payloads, hidden }: CheckSamples): CheckSamplesDto {
  return { items: payloads.map(toPersonalPayload), hidden };
}
