import { malformed } from '#platform/errors';

/** How often marketing by e-mail may come to a person, where the application offers it: once in so long. */
export const EMAIL_FREQUENCIES = ['day', 'week', 'month'] as const;
export type EmailFrequency = (typeof EMAIL_FREQUENCIES)[number];

/** The choices of a person, by their stored number. `always` is what holds without a choice: as it is sent. */
export const CHOSEN_FREQUENCIES = ['always', ...EMAIL_FREQUENCIES] as const;
export type ChosenFrequency = (typeof CHOSEN_FREQUENCIES)[number];

export function numberOfFrequency(chosen: ChosenFrequency): number {
  return CHOSEN_FREQUENCIES.indexOf(chosen);
}

export function frequencyByNumber(number: number): ChosenFrequency {
  return CHOSEN_FREQUENCIES[number] ?? 'always';
}

/** The choices that a person sees: also its own, which the application may have offered before. Nothing offered: none. */
export function listFrequencies(offered: readonly EmailFrequency[], chosen: ChosenFrequency): ChosenFrequency[] {
  const isShown = (each: ChosenFrequency): boolean =>
    each === 'always' || each === chosen || offered.some((frequency) => frequency === each);
  return offered.length === 0 ? [] : CHOSEN_FREQUENCIES.filter(isShown);
}

/** @throws AppError malformed for a choice that the application does not offer */
export function requireOffered(offered: readonly EmailFrequency[], chosen: ChosenFrequency, field: string): void {
  if (chosen !== 'always' && !offered.includes(chosen)) {
    const choices = ['always', ...offered].join(', ');
    throw malformed(`Field '${field}' should be one that the application offers (${choices})`);
  }
}
