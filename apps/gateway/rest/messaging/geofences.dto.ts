import { IsIn, IsNumber, IsOptional, Max, Min } from 'class-validator';
import { UNITS, type NewGeofence, type Unit } from '#libs/geofences';
import { Describe, Int, Text, Texts } from '#platform/validation';

export class AddGeofenceDto implements NewGeofence {
  @Text({ max: 255 })
  @Describe({ description: 'Names one geofence of the application', example: 'Flagship store' })
  title!: string;

  @IsNumber()
  @Min(-90)
  @Max(90)
  @Describe({ example: 41.0082 })
  @Describe({ description: 'Degrees' })
  latitude!: number;
  @IsNumber()
  @Min(-180)
  @Max(180)
  @Describe({ example: 28.9784 })
  @Describe({ description: 'Degrees' })
  longitude!: number;

  @IsNumber()
  @Describe({ description: "Above 0, at most half the earth's circumference", example: 5 })
  radius!: number;

  @IsOptional() @IsIn(UNITS) @Describe({ description: 'Of the radius; KM when left out' }) unit: Unit = 'KM';
  @IsOptional()
  @Texts({ max: 100 })
  @Describe({ example: ['Stores'] })
  @Describe({ description: 'Names of groups' })
  groups?: string[];
}

export class GeofenceIdDto {
  @Int() @Describe({ description: 'Below 2^31', example: 1000 }) id!: number;
}

export class RemoveGeofenceQuery {
  @Int() @Describe({ example: 1000 }) @Describe({ description: 'Id of the geofence' }) id!: number;
}
