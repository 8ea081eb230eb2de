import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { ApplicationEntity } from '../applications/application.entity.js';
import type { KeyKind, Scope } from '../model/api-key.types.js';

/** Ids of members, which the driver gives as texts. */
const NUMBERS = {
  to: (ids: readonly number[] | undefined) => ids,
  from: (ids: readonly (string | number)[] | undefined) => ids?.map(Number) ?? [],
};

/** One API key. The secret itself is not here. */
@Entity({ schema: 'tenancy', name: 'api_key' })
@Check('api_key_kind', `kind IN ('rest', 'mobile', 'js')`)
@Unique('api_key_hash', ['hash'])
@Index('api_key_current', ['appId', 'kind', 'name'], { unique: true, where: 'ends_at IS NULL' })
export class ApiKeyEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ name: 'app_id', type: 'integer' })
  @ForeignKey(() => ApplicationEntity, { name: 'api_key_application' })
  appId!: number;

  @Column({ type: 'text' })
  kind!: KeyKind;

  @Column({ type: 'text' })
  name!: string;

  /** The beginning of the secret, for screens. */
  @Column({ type: 'text' })
  prefix!: string;

  /** SHA-256 of the secret; read only where a statement names it. */
  @Column({ type: 'bytea', select: false })
  hash!: Buffer;

  /** Null: everything that the kind may do. */
  @Column({ type: 'text', array: true, nullable: true })
  scopes!: Scope[] | null;

  /** Addresses and networks that may use the key; null: any. */
  @Column({ type: 'text', array: true, nullable: true })
  addresses!: string[] | null;

  /** Origins of the pages that may use a js key; null: any. */
  @Column({ type: 'text', array: true, nullable: true })
  origins!: string[] | null;

  /** Members who were given a secret of it. */
  @Column({ name: 'made_by', type: 'bigint', array: true, default: '{}', transformer: NUMBERS })
  madeBy!: number[];

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ name: 'ends_at', type: 'timestamptz', nullable: true })
  endsAt!: Date | null;

  @Column({ name: 'expires_at', type: 'timestamptz', nullable: true })
  expiresAt!: Date | null;
}
