import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Buttons that the apps and pages of an application know, under the id that messages name. */
@Entity({ schema: 'notifications', name: 'button_set' })
export class ButtonSetEntity {
  @PrimaryColumn({ name: 'app_id', type: 'integer' })
  appId!: number;

  /** Chosen by the operator. */
  @PrimaryColumn({ name: 'button_set_id', type: 'integer' })
  id!: number;

  /** Names in the order in which they are shown. */
  @Column({ type: 'text', array: true })
  buttons!: string[];
}
