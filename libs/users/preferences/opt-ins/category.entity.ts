import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';

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

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ name: 'retired_at', type: 'timestamptz', nullable: true })
  retiredAt!: Date | null;
}
