import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import type { DryRunReport } from '#libs/delivery/dry-run';
import { GAP_KINDS } from '#libs/templates';
import { Describe, Int, NestedList, Text, Texts } from '#platform/validation';

type Blanks = DryRunReport['blanks'];

/** A place of a message that lacks something for people. */
export class BlankPlaceDto implements Omit<Blanks['places'][number], 'kind'> {
  @IsIn(GAP_KINDS)
  @Describe({
    description:
      '`missing`: without a value, the rule of its place holds; `blank`: nothing is printed; `wrong_type`: a filter cannot read the value; `aborted`: the template forbids sending',
    example: 'missing',
  })
  kind!: string;

  @Text({ empty: true })
  @Describe({ description: 'The field, as requests write it; empty: a text that Herald made', example: 'text' })
  field!: string;

  @Text({ empty: true })
  @Describe({ description: 'The value, as the text writes it; empty: of an abort', example: 'cart.title' })
  name!: string;

  @Int() @Describe({ description: 'From 1; of a block: in its text', example: 1 }) line!: number;
  @Int() @Describe({ description: 'From 1', example: 7 }) column!: number;

  @Text()
  @Describe({ description: 'Name of the block in which it stands; null: in the field itself', nullable: true })
  block!: string | null;

  @Text({ empty: true })
  @Describe({ description: 'The words right before it, without tags; empty: it begins the text', example: 'Hello' })
  after!: string;

  @Text()
  @Describe({
    description: 'The same place with a default; null: none helps',
    example: "{{ name | default: '…' }}",
    nullable: true,
  })
  offer!: string | null;

  @Int() @Describe({ description: 'People for whom it lacks, each counted once', example: 52 }) people!: number;

  @IsBoolean()
  @Describe({ description: 'Nobody gets a message without this gap', example: false })
  isForAll!: boolean;
}

/** People who miss something in their message. */
export class BlankForecastDto implements Omit<Blanks, 'places'> {
  @Int()
  @Describe({ description: 'People for whom it lacks something, each counted once', example: 52 })
  people!: number;

  @IsBoolean()
  @Describe({
    description: 'Everybody was looked at, and nothing rests on live data. False: there are at least so many',
  })
  isComplete!: boolean;

  @IsOptional()
  @Texts({ max: 20, length: 64 })
  @Describe({ description: 'Fetches whose data decides about further gaps, which nothing foretells' })
  restsOn?: string[];

  @NestedList(() => BlankPlaceDto, { max: 100 })
  @Describe({ description: 'Those of most people first' })
  places!: Blanks['places'];
}
