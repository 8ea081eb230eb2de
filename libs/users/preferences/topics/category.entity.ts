import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import type { TopicChannel } from '#libs/channels/definitions';
import type { TopicTexts } from './topic.types.js';

/** A subject of messages. A retired category keeps its opt-outs until it is defined again. */
@Entity({ schema: 'users', name: 'category' })
@Unique('category_name', ['appId', 'name'])
@Check('category_category_id_check', 'category_id > 0')
export class CategoryEntity {
  @PrimaryColumn({ name: 'app_id', type: 'integer' })
  appId!: number;

  @PrimaryColumn({ name: 'category_id', type: 'integer' })
  categoryId!: number;

  @Column({ type: 'text' })
  name!: string;

  /** Texts by language tag, as persons read them. */
  @Column({ type: 'jsonb', nullable: true })
  title!: TopicTexts | null;

  @Column({ type: 'jsonb', nullable: true })
  description!: TopicTexts | null;

  /** Tests if a person who said nothing gets it. */
  @Column({ name: 'default_on', type: 'boolean', default: true })
  defaultOn!: boolean;

  /** null: all. */
  @Column({ type: 'text', array: true, nullable: true })
  channels!: TopicChannel[] | null;

  @Column({ name: 'double_opt_in', type: 'boolean', default: false })
  doubleOptIn!: boolean;

  /** Name or key of a definition. */
  @Column({ type: 'text', nullable: true })
  confirmation!: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ name: 'retired_at', type: 'timestamptz', nullable: true })
  retiredAt!: Date | null;
}
