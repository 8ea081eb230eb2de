import { useI18n } from '../../i18n/i18n.js';
import { useJourneyStepMessages } from '../../widgets/journeys/messages.js';
import type { StepFigures } from '../editor/model/figures.js';
import { usePeriodMessages } from './messages.js';

/** How many left the journey at a step, and why. */
export function LeftHere({ left }: Pick<StepFigures, 'left'>) {
  const { f } = useI18n();
  const messages = usePeriodMessages();
  const { reasons } = useJourneyStepMessages();
  const sum = left.reduce((people, { people: more }) => people + more, 0);
  return (
    <>
      {f.number(sum)}
      {left.map(({ name, people }) => (
        <small key={name}>
          <br />
          {messages.reason(f.number(people), reasons[name] ?? name)}
        </small>
      ))}
    </>
  );
}
