import { Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** A webhook endpoint of an application; its secrets are sealed. */
@Entity({ schema: 'delivery', name: 'hook' })
@Unique('hook_name', ['appId', 'name'])
export class WebhookEndpointEntity {
  @PrimaryGeneratedColumn('identity', { name: 'hook_id', type: 'integer', generatedIdentity: 'ALWAYS' })
  hookId!: number;

  @Column({ name: 'app_id', type: 'integer' })
  appId!: number;

  @Column({ type: 'text' })
  name!: string;

  /** Null: requests go to the simulators. */
  @Column({ type: 'text', nullable: true })
  url!: string | null;

  @Column({ type: 'jsonb', default: {} })
  params!: Record<string, string>;

  /** Names of events that it gets, beside results of messages that name it. */
  @Column({ type: 'text', array: true, default: [] })
  events!: string[];

  @Column({ type: 'bytea' })
  sealed!: Buffer;

  /** The secret before the last replacement; it signs requests until `previousUntil`. */
  @Column({ type: 'bytea', nullable: true })
  previous!: Buffer | null;

  @Column({ name: 'previous_until', type: 'timestamptz', nullable: true })
  previousUntil!: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
