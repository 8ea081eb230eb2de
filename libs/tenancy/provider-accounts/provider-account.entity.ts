import { Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { AccountRateLimits } from '#libs/channels';
import type { AccountRules } from '../model/provider-account.types.js';
import { ApplicationEntity } from '../applications/application.entity.js';

/** The account by which an application reaches one channel's provider. */
@Entity({ schema: 'tenancy', name: 'provider_account' })
@Unique('provider_account_of_app', ['appId', 'key'])
export class ProviderAccountEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ name: 'app_id', type: 'integer' })
  @ForeignKey(() => ApplicationEntity, { name: 'provider_account_application' })
  appId!: number;

  /** The channel, or `channel:name` for a further account of it. Releases before know the channel alone. */
  @Column({ name: 'channel', type: 'text' })
  key!: string;

  /** Null: the default provider of the channel. */
  @Column({ type: 'text', nullable: true })
  provider!: string | null;

  @Column({ type: 'boolean' })
  simulator!: boolean;

  /** Credentials as JSON, sealed for `app N, channel KEY`. */
  @Column({ type: 'bytea' })
  sealed!: Buffer;

  @Column({ type: 'integer', default: 1 })
  version!: number;

  /** Null: nothing is limited. */
  @Column({ type: 'jsonb', nullable: true })
  pace!: AccountRateLimits | null;

  /** Null: it takes every message of its channel. */
  @Column({ type: 'jsonb', nullable: true })
  rules!: AccountRules | null;

  @Column({ name: 'paused_at', type: 'timestamptz', nullable: true })
  pausedAt!: Date | null;

  @Column({ name: 'pause_code', type: 'text', nullable: true })
  pauseCode!: string | null;

  @Column({ name: 'pause_why', type: 'text', nullable: true })
  pauseWhy!: string | null;
}
