import { listPlaced, idOf, keyOf, type StepPlace, type WrittenJourney } from './written-journey.js';

/** A refusal of the server, and the part of the journey that it is about. @property part  `steps` with the key of one, or a field */
export interface PlacedFault {
  text: string;
  step: StepPlace | undefined;
  field: string | undefined;
}

/** Finds the place that a refusal names: by its path in the section, or by the name of the journey and the id of a step. */
export function placeFault(text: string, journey: WrittenJourney, index: number): PlacedFault {
  const path = `journeys[${index}].`;
  if (text.includes(path)) {
    const rest = text.slice(text.indexOf(path) + path.length);
    const [field = ''] = rest.split(/[.[:\s]/);
    return { text: text.replace(path, ''), step: field === 'steps' ? stepOfPath(rest, journey) : undefined, field };
  }
  const named = `journeys: ${journey.name}: `;
  const rest = text.startsWith(named) ? text.slice(named.length) : text;
  const [word = ''] = rest.split(/[.:\s]/);
  const match = listPlaced(journey.steps).find(({ step }) => idOf(step) === word);
  return { text: rest, step: match?.place, field: match ? undefined : word };
}

/** Reads `steps[2].yes[0].wait.for`. */
function stepOfPath(path: string, { steps }: WrittenJourney): StepPlace | undefined {
  const place: (number | string)[] = [];
  for (const [, way = '', index = ''] of path.matchAll(/(?:^|\.)([A-Za-z0-9_-]+)\[(\d+)\]/g)) {
    const next = place.length === 0 ? [Number(index)] : [...place, way, Number(index)];
    if (!listPlaced(steps).some(({ place: at }) => keyOf(at) === keyOf(next))) {
      break;
    }
    place.splice(0, place.length, ...next);
  }
  return place.length === 0 ? undefined : place;
}
