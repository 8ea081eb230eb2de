import type { JourneyFigures, PlacedStep } from '#libs/journeys';
import type { VisitedJourney } from '#libs/journeys/control';

/** Sums of the people of a journey. */
export function formatFigures(figures: JourneyFigures): string {
  const { entered, inside, left, converted, late, looped, limited, heldOut } = figures;
  const old = late === 0 ? '' : `, ${late} too late to enter`;
  const loops = looped === 0 ? '' : `, ${looped} refused in a loop`;
  const limits = limited === 0 ? '' : `, ${limited} refused by limits`;
  const control = heldOut === 0 ? '' : `, ${heldOut} held out`;
  return `${entered} entered, ${inside} inside, ${left} left, ${converted} converted${old}${loops}${limits}${control}`;
}

/** A step by its id, with what it does. */
export function formatStep(step: PlacedStep | undefined, id: string): string {
  switch (step?.kind) {
    case 'wait':
      return `the wait ${id}`;
    case 'waitFor':
      return 'event' in step ? `${id}, for the event ${step.event}` : `the wait ${id}`;
    case 'batch':
      return `the batch ${id}`;
    case 'webhook':
      return `the webhook ${step.hook}`;
    case 'send':
      return `the message ${id}`;
    default:
      return id;
  }
}

/** The step after one; null: the journey ends. */
export function formatNext(step: PlacedStep | null): string {
  return step === null ? 'the end' : formatStep(step, step.id);
}

export function formatVisited({ name, state, isRemoved }: VisitedJourney): string {
  return isRemoved ? `${name} (removed)` : state === 'on' ? name : `${name} (${state})`;
}
