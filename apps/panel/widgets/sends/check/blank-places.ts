import type { CampaignCheck } from '../../../api/compose/check.js';

export type BlankPlace = NonNullable<CampaignCheck['blanks']>['places'][number];

/** A place with the text for people without a value. */
export interface BlankDefault {
  place: BlankPlace;
  fallback: string;
}

/** Writes defaults into a message that is being written. */
export interface BlankFilling {
  canFill: (place: BlankPlace) => boolean;
  fill: (defaults: readonly BlankDefault[]) => void;
}
