import { Check, Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { ApplicationEntity } from '../applications/application.entity.js';
import type { AccountChannel, AccountRateLimits } from '../model/tenancy.types.js';

/** What an application uses to reach one channel's provider. */
@Entity({ schema: 'tenancy', name: 'provider_account' })
@Check('provider_account_channel', `channel IN ('apns', 'fcm', 'webpush', 'smtp', 'sms')`)
@Unique('provider_account_of_app', ['appId', 'channel'])
export class ProviderAccountEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ name: 'app_id', type: 'integer' })
  @ForeignKey(() => ApplicationEntity, { name: 'provider_account_application' })
  appId!: number;

  @Column({ type: 'text' })
  channel!: AccountChannel;

  @Column({ type: 'boolean' })
  simulator!: boolean;

  /** Credentials as JSON, sealed for `app N, channel C`. */
  @Column({ type: 'bytea' })
  sealed!: Buffer;

  @Column({ type: 'integer', default: 1 })
  version!: number;

  /** Null: nothing is limited. */
  @Column({ type: 'jsonb', nullable: true })
  pace!: AccountRateLimits | null;

  @Column({ name: 'paused_at', type: 'timestamptz', nullable: true })
  pausedAt!: Date | null;

  @Column({ name: 'pause_code', type: 'text', nullable: true })
  pauseCode!: string | null;

  @Column({ name: 'pause_why', type: 'text', nullable: true })
  pauseWhy!: string | null;
}
