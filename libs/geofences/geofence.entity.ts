import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Unit } from './geofence.types.js';

/** A circle on the earth. A group exists while a geofence has it. */
@Entity({ schema: 'geofences', name: 'geofence' })
@Index('geofence_title', ['appId', 'title'], { unique: true })
@Index('geofence_place', ['appId', 'latitude', 'longitude'])
@Index('geofence_radius', ['appId', 'radiusKm'])
@Check('geofence_latitude_check', 'latitude BETWEEN -90 AND 90')
@Check('geofence_longitude_check', 'longitude BETWEEN -180 AND 180')
@Check('geofence_radius_check', 'radius > 0')
@Check('geofence_radius_km_check', 'radius_km > 0')
export class GeofenceEntity {
  @PrimaryGeneratedColumn('identity', { name: 'geofence_id', type: 'integer', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ name: 'app_id', type: 'integer' })
  appId!: number;

  @Column({ type: 'double precision' })
  latitude!: number;

  @Column({ type: 'double precision' })
  longitude!: number;

  /** The radius as it was given, in `unit`. */
  @Column({ type: 'double precision' })
  radius!: number;

  @Column({ name: 'radius_km', type: 'double precision' })
  radiusKm!: number;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'text' })
  unit!: Unit;

  @Column({ type: 'text' })
  title!: string;

  @Column({ type: 'text', array: true })
  groups!: string[];
}
