import { IsBoolean, IsISO8601 } from 'class-validator';
import type { Neighbourhood } from '#libs/notifications/forecasts';
import { Describe, Int, NestedList, Text } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const MAX_TIME = 40;
const MANY = 100;

export class NeighboursQuery {
  @Text({ max: MAX_TIME })
  @IsISO8601({ strict: true }, { message: "Field '$property' should be a time in ISO 8601" })
  @Describe({ description: 'When a campaign would leave', example: '2030-02-01T12:00:00.000Z' })
  at!: string;
}

export class NeighbourDto {
  @Text() @Describe({ description: 'Key of the campaign', example: '1234' }) key!: string;
  @Text() @OrNull() @Describe({ example: 'Spring sale' }) name!: string | null;
  @Text() @Describe({ description: 'When it left or is due', example: '2030-02-01T12:00:00.000Z' }) at!: string;
  @Int()
  @OrNull()
  @Describe({ description: 'Recipients frozen at its launch; null: it was not launched yet' })
  planned!: number | null;
  @Int()
  @OrNull()
  @Describe({ description: 'Users who match its target now; null: it has left, or is not counted' })
  users!: number | null;

  @Int()
  @OrNull()
  @Describe({ description: 'Users of the request who match its target too; null: not asked for, or not counted' })
  both!: number | null;
}

export class NeighbourhoodDto {
  @NestedList(() => NeighbourDto, { max: MANY })
  @Describe({ description: 'Within a day before or after, in the order of their times' })
  items!: NeighbourDto[];

  @IsBoolean() @Describe({ description: 'There are more, further away' }) isCut!: boolean;
}

export function toNeighbourhood({ neighbours, isCut }: Neighbourhood): NeighbourhoodDto {
  return {
    items: neighbours.map(({ key, name, at, planned, users, both }) => ({
      key: String(key),
      name,
      at: at.toISOString(),
      planned,
      users,
      both,
    })),
    isCut,
  };
}
