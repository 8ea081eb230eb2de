import { Check, Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { ApplicationEntity } from '../applications/application.entity.js';
import type { IdentityAlgorithm } from '../model/tenancy.types.js';

/** One key that checks the identity tokens of an application. */
@Entity({ schema: 'tenancy', name: 'identity_key' })
@Check('identity_key_algorithm', `algorithm IN ('ES256', 'RS256', 'HS256')`)
@Unique('identity_key_of_app', ['appId', 'name'])
export class IdentityKeyEntity {
  /** Stored with what the key has proved. A key that comes again under its name has another number. */
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ name: 'app_id', type: 'integer' })
  @ForeignKey(() => ApplicationEntity, { name: 'identity_key_application' })
  appId!: number;

  /** The `kid` of tokens. */
  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  algorithm!: IdentityAlgorithm;

  /** A public key as PEM, or a shared secret, sealed for `app N, identity key NAME`. */
  @Column({ type: 'bytea' })
  sealed!: Buffer;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
