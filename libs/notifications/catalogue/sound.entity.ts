import { Check, Entity, PrimaryColumn } from 'typeorm';

/** Platforms whose apps contain sound files. */
export const SOUND_PLATFORMS = ['IOS', 'ANDROID'] as const;

/** A sound file that the apps of one platform contain. */
@Entity({ schema: 'notifications', name: 'sound' })
@Check('sound_platform_check', `platform IN ('IOS', 'ANDROID')`)
export class SoundEntity {
  @PrimaryColumn({ name: 'app_id', type: 'integer' })
  appId!: number;

  @PrimaryColumn({ type: 'text' })
  platform!: (typeof SOUND_PLATFORMS)[number];

  @PrimaryColumn({ type: 'text' })
  name!: string;
}
