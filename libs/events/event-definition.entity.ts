import type { NewAttribute } from '#libs/users/profiles';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An event that an application defines itself. A retired row reserves its id. */
@Entity({ schema: 'events', name: 'event_def' })
@Index('event_def_code', ['appId', 'code'], { unique: true, where: 'retired_at IS NULL' })
@Check('event_def_event_id_check', 'event_id >= 1000')
export class EventDefinitionEntity {
  @PrimaryColumn({ name: 'app_id', type: 'integer' })
  appId!: number;

  @PrimaryColumn({ name: 'event_id', type: 'integer' })
  eventId!: number;

  @Column({ type: 'text' })
  code!: string;

  @Column({ name: 'event_name', type: 'text' })
  eventName!: string;

  @Column({ type: 'text', nullable: true })
  label!: string | null;

  @Column({ type: 'text', nullable: true })
  description!: string | null;

  @Column({ name: 'base_code', type: 'text', nullable: true })
  baseEventCode!: string | null;

  @Column({ type: 'jsonb' })
  attributes!: NewAttribute[];

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' })
  updatedAt!: Date;

  @Column({ name: 'retired_at', type: 'timestamptz', nullable: true })
  retiredAt!: Date | null;
}
