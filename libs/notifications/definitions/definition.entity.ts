import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Definition } from '../model/notifications.types.js';

@Entity({ schema: 'notifications', name: 'definition' })
@Index('definition_name', ['appId', 'name'], { unique: true, where: '((name IS NOT NULL) AND (ended_at IS NULL))' })
@Index('definition_by_app', ['appId', 'createdAt'])
@Index('definition_listed', ['appId', 'kind', 'notificationKey'], { where: `(kind <> 'direct'::text)` })
export class DefinitionEntity {
  @PrimaryColumn({
    name: 'notification_key',
    type: 'integer',
    default: () => "nextval('notifications.notification_key')",
  })
  notificationKey!: number;

  @Column({ name: 'app_id', type: 'integer' })
  appId!: number;

  @Column({ type: 'text' })
  kind!: Definition['kind'];

  /** By which journeys name a definition; null: it has none. */
  @Column({ type: 'text', nullable: true })
  name!: string | null;

  /** A `Message` of the content module; TypeORM's types cannot follow its free JSON. */
  @Column({ type: 'jsonb' })
  message!: object;

  /** Digests of the texts from which translations were made; null: none was imported. */
  @Column({ type: 'jsonb', nullable: true })
  translated!: object | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  /** Null: it is as it was created. */
  @Column({ name: 'updated_at', type: 'timestamptz', nullable: true })
  updatedAt!: Date | null;

  /** Set when nothing more is sent of it. */
  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true })
  endedAt!: Date | null;
}
