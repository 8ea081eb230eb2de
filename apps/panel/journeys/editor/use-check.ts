import { useQuery } from '@tanstack/react-query';
import { Refusal } from '../../api/refusals/refusal.js';
import type { SectionText } from '../../api/setup/sections.js';
import { useApplication } from '../../session/application.js';
import { useReasonText } from '../../widgets/template-faults/use-reason-text.js';
import { useSettled } from '../../widgets/use-settled.js';
import type { JourneyForm } from './journey-form.js';
import { placeFault, type PlacedFault } from './model/fault-place.js';
import { reviewJourney } from './save-journey.js';
import { sectionWith } from './section-text.js';

/** After the last change. */
const PAUSE_MS = 500;

/** The server's opinion of an edit. */
export interface Check {
  state: 'checking' | 'sound' | 'faulty' | 'away';
  fault: PlacedFault | undefined;
}

/** Lets the server check an edit after each change, as it would when it is saved. Nothing is written. */
export function useCheck(stored: SectionText, form: JourneyForm): Check {
  const { app } = useApplication();
  const settled = useSettled(form, PAUSE_MS);
  const { text, index } = sectionWith(stored.value, settled, undefined);
  const { error, isPending } = useQuery({
    queryKey: [app.key, 'journey check', text],
    queryFn: () => reviewJourney(app.key, stored.value, settled, undefined),
    retry: false,
    gcTime: 0,
  });
  const [problem] = error instanceof Refusal && !error.isOffline ? error.problems : [];
  const sayReason = useReasonText([problem?.reason]);
  if (isPending || settled !== form) {
    return { state: 'checking', fault: undefined };
  }
  if (error === null) {
    return { state: 'sound', fault: undefined };
  }
  if (problem?.detail === undefined) {
    return { state: 'away', fault: undefined };
  }
  const fault = placeFault(problem.detail, settled.journey, index);
  return { state: 'faulty', fault: { ...fault, text: sayReason(problem.reason) ?? fault.text } };
}
