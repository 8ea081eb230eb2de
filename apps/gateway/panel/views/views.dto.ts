import { IsIn, IsOptional } from 'class-validator';
import { VIEW_SCREENS, type View, type ViewFilters, type ViewScreen } from '#libs/members';
import { malformed } from '#platform/errors';
import { Describe, FreeObject, NestedList, Text } from '#platform/validation';

const MAX_NAME = 60;
const MAX_FILTERS = 20;
const MAX_FILTER = 200;
const FILTER_NAME = /^[a-zA-Z]{1,30}$/;
const FILTERS = {
  description: 'By the names of the address, texts alone; at most 20 of 200 characters',
  example: { state: 'SENDING', label: 'news' },
};

export class ViewsQuery {
  @IsIn(VIEW_SCREENS) @Describe({ description: 'Whose filters they are' }) screen!: ViewScreen;
}

export class NewViewDto {
  @IsIn(VIEW_SCREENS) @Describe({ description: 'Whose filters they are' }) screen!: ViewScreen;
  @Text({ max: MAX_NAME }) @Describe({ description: 'That the member has not used', example: 'News' }) name!: string;
  @FreeObject() @Describe(FILTERS) filters!: Record<string, unknown>;
}

export class ViewChangeDto {
  @IsOptional() @Text({ max: MAX_NAME }) @Describe({ description: 'Absent: stays' }) name?: string;
  @IsOptional() @FreeObject() @Describe(FILTERS) filters?: Record<string, unknown>;
}

export class ViewDto {
  @Text() @Describe({ example: '7' }) id!: string;
  @Text() @Describe({ example: 'News' }) name!: string;
  @FreeObject() @Describe(FILTERS) filters!: Record<string, string>;
}

export class ViewListDto {
  @NestedList(() => ViewDto) @Describe({ description: "The member's own, by their names" }) items!: ViewDto[];
}

export function toView({ viewId, name, filters }: View): ViewDto {
  return { id: String(viewId), name, filters: { ...filters } };
}

/** @throws AppError malformed for what is no filter of an address */
export function readFilters(written: Readonly<Record<string, unknown>>): ViewFilters {
  const filters: Record<string, string> = {};
  for (const [name, value] of Object.entries(written)) {
    if (!FILTER_NAME.test(name) || typeof value !== 'string' || value.length > MAX_FILTER || /\0/.test(value)) {
      throw malformed(`Field 'filters' should have texts of at most ${MAX_FILTER} characters, by names of letters`);
    }
    filters[name] = value;
  }
  if (Object.keys(filters).length > MAX_FILTERS) {
    throw malformed(`Field 'filters' should have at most ${MAX_FILTERS} entries`);
  }
  return filters;
}
