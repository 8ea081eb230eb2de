import { IsNumber, IsOptional, Max, Min } from 'class-validator';
import type { NearbyGeofence } from '#libs/geofences';
import { Describe, Int, NestedList, Text, Texts } from '#platform/validation';

/** A phone watches at most 20 regions at a time on iOS, 100 on Android. */
const MAX_WATCHED = 100;

export class NearbyQuery {
  @IsNumber() @Min(-90) @Max(90) @Describe({ example: 41.0082 }) latitude!: number;
  @IsNumber() @Min(-180) @Max(180) @Describe({ example: 28.9784 }) longitude!: number;

  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(1000)
  @Describe({ description: 'Kilometres to the edge of a geofence' })
  radius = 50;

  @IsOptional() @Int({ min: 1, max: MAX_WATCHED }) @Describe({ description: 'Maximum number of geofences' }) max = 20;
}

export class NearbyGeofenceDto implements NearbyGeofence {
  @Int() id!: number;
  @Text() title!: string;
  @IsNumber() latitude!: number;
  @IsNumber() longitude!: number;
  @IsNumber() @Describe({ description: 'Metres' }) radius!: number;
  @Texts({ max: 100 }) groups!: string[];
}

export class NearbyGeofencesDto {
  @NestedList(() => NearbyGeofenceDto, { max: MAX_WATCHED }) geofences!: NearbyGeofenceDto[];
}
