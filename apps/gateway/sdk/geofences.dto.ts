import type { NearbyGeofence } from '#libs/geofences';
import { Int, ListOf, Num, Text, TextList } from '../http/validation/fields.js';

/** A phone watches at most 20 regions at a time on iOS, 100 on Android. */
const MAX_WATCHED = 100;

export class NearbyQuery {
  @Num({ min: -90, max: 90, example: 41.0082 }) latitude!: number;
  @Num({ min: -180, max: 180, example: 28.9784 }) longitude!: number;
  @Num({ optional: true, min: 0, max: 1000, description: 'Kilometres to the edge of a geofence' }) radius = 50;
  @Int({ optional: true, min: 1, max: MAX_WATCHED, description: 'How many, the nearest' }) max = 20;
}

export class NearbyGeofenceDto implements NearbyGeofence {
  @Int() id!: number;
  @Text() title!: string;
  @Num() latitude!: number;
  @Num() longitude!: number;
  @Num({ description: 'Metres' }) radius!: number;
  @TextList({ max: 100 }) groups!: string[];
}

export class NearbyGeofencesDto {
  @ListOf(() => NearbyGeofenceDto, { max: MAX_WATCHED }) geofences!: NearbyGeofenceDto[];
}
