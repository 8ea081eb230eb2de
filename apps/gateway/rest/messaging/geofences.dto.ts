import { UNITS, type NewGeofence, type Unit } from '#libs/geofences';
import { Int, Num, OneOf, Text, TextList } from '../../http/validation/fields.js';

export class AddGeofenceDto implements NewGeofence {
  @Text({ max: 255, description: 'Names one geofence of the application', example: 'Flagship store' }) title!: string;
  @Num({ min: -90, max: 90, example: 41.0082 }) latitude!: number;
  @Num({ min: -180, max: 180, example: 28.9784 }) longitude!: number;
  @Num({ description: "Above 0, at most half the earth's circumference", example: 5 }) radius!: number;
  @OneOf(UNITS, { optional: true, description: 'Of the radius; KM when left out' }) unit: Unit = 'KM';
  @TextList({ optional: true, max: 100, example: ['Stores'] }) groups?: string[];
}

export class GeofenceIdDto {
  @Int({ description: 'Below 2^31', example: 1000 }) id!: number;
}

export class RemoveGeofenceQuery {
  @Int({ example: 1000 }) id!: number;
}
