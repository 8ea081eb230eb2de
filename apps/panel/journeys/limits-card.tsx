import type { Journey } from '../api/journeys.js';
import { Card } from '../kit/layout/card.js';
import css from './journeys.module.css';
import { useJourneyMessages } from './messages.js';

/** Says what the page does not show, and which texts do not go out; nothing where neither is so. */
export function LimitsCard({ journey: { changedTexts, hidesSteps } }: { journey: Journey }) {
  const messages = useJourneyMessages();
  return (
    <>
      {changedTexts.length > 0 && (
        <Card title={messages.textsChanged}>
          <p className={css['quiet']}>{messages.textsChangedHelp(changedTexts.join(', '))}</p>
        </Card>
      )}
      {hidesSteps && (
        <Card title={messages.stepsHidden}>
          <p className={css['quiet']}>{messages.stepsHiddenHelp}</p>
        </Card>
      )}
    </>
  );
}
