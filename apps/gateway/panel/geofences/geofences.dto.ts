import { IsBoolean, IsIn, IsNumber, IsOptional, Max, Min } from 'class-validator';
import { MAX_REACH_KM, type DeviceDensity } from '#libs/audience/preview';
import {
  MAX_IMPORTED,
  UNITS,
  type GeofenceGroup,
  type GeofenceImport,
  type ListedGeofence,
  type NewGeofence,
  type Unit,
} from '#libs/geofences';
import { Describe, Int, Nested, NestedList, Text, Texts } from '#platform/validation';
import { OrNull } from '../access/or-null.js';

const MAX_TITLE = 255;
const MAX_GROUP = 100;
const MAX_GROUPS = 20;
const MAX_PAGE = 200;
/** Circles beside the one that is drawn. */
const MAX_NEARBY = 100;
const MAX_CELLS = 10_000;
const MAX_REFUSED = 10_000;
/** Characters of an imported file. */
export const MAX_FILE = 1_000_000;

export class ListGeofencesQuery {
  @IsOptional() @Text({ max: MAX_TITLE }) @Describe({ description: 'A part of the title' }) find?: string;
  @IsOptional() @Text({ max: MAX_GROUP }) @Describe({ description: 'A whole name' }) group?: string;
  @IsOptional() @Text({ max: MAX_TITLE }) @Describe({ description: '`next` of the page before' }) after?: string;
  @IsOptional() @Int({ min: 1, max: MAX_PAGE }) @Describe({ description: 'Geofences of a page' }) limit = 50;
}

export class GeofencePointDto {
  @IsNumber() @Min(-90) @Max(90) @Describe({ description: 'Degrees', example: 41.0256 }) latitude!: number;
  @IsNumber() @Min(-180) @Max(180) @Describe({ description: 'Degrees', example: 28.9742 }) longitude!: number;
}

export class GeofenceDto extends GeofencePointDto implements NewGeofence {
  @Text({ max: MAX_TITLE })
  @Describe({ description: 'Names one geofence of the application', example: 'Galata' })
  title!: string;

  @IsNumber() @Describe({ description: 'In the unit', example: 500 }) radius!: number;
  @IsIn(UNITS) @Describe({ description: 'Of the radius' }) unit!: Unit;

  @Texts({ max: MAX_GROUPS, length: MAX_GROUP })
  @Describe({ description: 'Names of groups', example: ['istanbul'] })
  groups!: string[];
}

export class ListedGeofenceDto extends GeofenceDto {
  @Int() @Describe({ description: 'Below 2^31' }) id!: number;
}

export class GeofenceGroupDto {
  @Text() @Describe({ description: 'Its name' }) name!: string;
  @Int({ min: 1 }) @Describe({ description: 'Geofences that have it' }) geofences!: number;
}

export class GeofenceListDto {
  @NestedList(() => ListedGeofenceDto, { max: MAX_PAGE })
  @Describe({ description: 'By title' })
  items!: ListedGeofenceDto[];
  @NestedList(() => GeofenceGroupDto, { max: 1000 })
  @Describe({ description: 'All groups' })
  groups!: GeofenceGroupDto[];
  @Text() @OrNull() @Describe({ description: 'Cursor of the next page; null at the end' }) next!: string | null;
  @IsBoolean() @Describe({ description: 'false: the application file alone changes them' }) mayEdit!: boolean;
}

export class GeofenceAddedDto {
  @Int() @Describe({ description: 'Below 2^31' }) id!: number;
}

export class GroupChangeDto {
  @Text({ max: MAX_GROUP }) @Describe({ description: 'The group' }) name!: string;

  @IsOptional()
  @Text({ max: MAX_GROUP })
  @Describe({ description: 'Its new name; absent: the group goes, its geofences stay' })
  newName?: string;
}

export class GroupChangedDto {
  @Int({ min: 1 }) @Describe({ description: 'Geofences that had the group' }) changed!: number;
}

export class GeofenceFileDto {
  @Text({ max: MAX_FILE })
  @Describe({ description: `GeoJSON or CSV, at most ${MAX_IMPORTED} geofences` })
  text!: string;
  @IsBoolean() @Describe({ description: 'false: tells what would be added, and changes nothing' }) run!: boolean;
}

export class RefusedGeofenceDto {
  @Int() @Describe({ description: 'Line of the file, or number of the feature, from 1' }) line!: number;
  @Text() @OrNull() @Describe({ description: 'At fault; null: the entry as a whole' }) column!: string | null;
  @Text() @Describe({ description: 'Why', example: 'radius should be a number' }) text!: string;
}

export class GeofenceImportDto {
  @Int({ min: 0 }) @Describe({ description: 'Geofences that are new' }) added!: number;
  @NestedList(() => RefusedGeofenceDto, { max: MAX_REFUSED })
  @Describe({ description: 'By line' })
  refused!: RefusedGeofenceDto[];
}

export class SurroundingsQuery extends GeofencePointDto {
  @IsNumber() @Min(0) @Max(20_040) @Describe({ description: 'Kilometres from the centre' }) reach!: number;
}

export class NearbyCircleDto extends GeofencePointDto {
  @Int() @Describe({ description: 'Of the geofence' }) id!: number;
  @Text() @Describe({ description: 'Of the geofence' }) title!: string;
  @IsNumber() @Describe({ description: 'Metres' }) radius!: number;
}

export class SurroundingsDto {
  @NestedList(() => NearbyCircleDto, { max: MAX_NEARBY })
  @Describe({ description: 'Nearest first' })
  items!: NearbyCircleDto[];
}

export class DensityQuery extends GeofencePointDto {
  @IsNumber() @Describe({ description: `Kilometres from the centre, at most ${MAX_REACH_KM}` }) reach!: number;
}

export class CellSizeDto {
  @IsNumber() @Describe({ description: 'Degrees' }) latitude!: number;
  @IsNumber() @Describe({ description: 'Degrees' }) longitude!: number;
}

export class DensityCellDto {
  @IsNumber() @Describe({ description: 'Southern border, degrees' }) latitude!: number;
  @IsNumber() @Describe({ description: 'Western border, degrees' }) longitude!: number;
  @Int() @Describe({ description: 'Devices that were last there' }) devices!: number;
}

export class DeviceDensityDto implements DeviceDensity {
  @Nested(() => CellSizeDto) @Describe({ description: 'Of each cell' }) size!: CellSizeDto;
  @NestedList(() => DensityCellDto, { max: MAX_CELLS })
  @Describe({ description: 'The fullest first; cells with few devices are left out' })
  cells!: DensityCellDto[];
  @Int() @Describe({ description: 'Cells with fewer devices are left out' }) least!: number;
}

export function toListed({ groups, ...geofence }: ListedGeofence): ListedGeofenceDto {
  return { ...geofence, groups: [...groups] };
}

/** @param found  a page, and one more where others follow */
export function toGeofenceList(
  found: readonly ListedGeofence[],
  limit: number,
  groups: GeofenceGroup[],
  mayEdit: boolean,
): GeofenceListDto {
  const page = found.slice(0, limit);
  return {
    items: page.map(toListed),
    groups,
    next: found.length > limit ? (page.at(-1)?.title ?? null) : null,
    mayEdit,
  };
}

/** Texts of a whole file may be long; the first refused entries tell enough. */
export function toImport({ added, refused }: GeofenceImport): GeofenceImportDto {
  return { added, refused: refused.slice(0, MAX_REFUSED) };
}
