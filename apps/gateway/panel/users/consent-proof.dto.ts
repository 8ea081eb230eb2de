import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { CHOSEN_FREQUENCIES, type ChosenFrequency } from '#libs/channels/definitions';
import type { ConsentProof } from '#libs/reporting';
import { Describe, Nested, NestedList, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

export class ProofQuery {
  @Text({ max: 100 }) @Describe({ description: 'Id of the message, as the timeline has it' }) messageId!: string;
}

export class ProofStatementDto {
  @Text() @Describe({ description: 'When it was said' }) at!: string;
  @Text() @Describe({ description: 'From where', example: 'API' }) source!: string;
  @Text({ empty: true }) @Describe({ description: 'What said it', example: 'backend' }) by!: string;
  @IsOptional()
  @IsIn(CHOSEN_FREQUENCIES)
  @Describe({ description: 'How often marketing by e-mail may come, of EMAIL_FREQUENCY alone', example: 'week' })
  frequency?: ChosenFrequency;

  @Text() @OrNull() @Describe({ description: 'Title of the message by which it was said' }) title!: string | null;
  @Text() @OrNull() @Describe({ description: 'Its text, where the member may see it' }) text!: string | null;
}

export class ProofGroundDto {
  @Text()
  @Describe({ description: 'Subject of the consent, or the name of a category', example: 'EMAIL' })
  subject!: string;
  @IsBoolean() @Describe({ description: 'How it stood' }) permitted!: boolean;

  @Nested(() => ProofStatementDto)
  @OrNull()
  @Describe({ description: 'The last statement before; null: nothing was said, so the default held' })
  statement!: ProofStatementDto | null;
}

export class ProofDto {
  @IsBoolean() @Describe({ description: 'Whether the message left, or may have' }) left!: boolean;
  @IsBoolean() @Describe({ description: 'Refusals of the channel did not count' }) overrides!: boolean;
  @Text() @Describe({ description: 'As of when: consent was read, else the result' }) at!: string;
  @NestedList(() => ProofGroundDto) @Describe({ description: 'What the message needed' }) consents!: ProofGroundDto[];
}

export function toProof({ left, overrides, at, checkedAt, grounds }: ConsentProof): ProofDto {
  return {
    left,
    overrides,
    at: (checkedAt ?? at).toISOString(),
    consents: grounds.map(({ subject, category, permitted, statement, words }) => ({
      subject: category ?? subject,
      permitted,
      statement: statement && {
        at: statement.at.toISOString(),
        source: statement.source,
        by: statement.by,
        ...(statement.frequency && { frequency: statement.frequency }),
        title: words?.title ?? null,
        text: words?.text ?? null,
      },
    })),
  };
}
