import type { DescribedStep } from '../../api/journeys.js';
import { useI18n } from '../../i18n/i18n.js';
import { useEventText } from './event-text.js';
import { useJourneyStepMessages } from './messages.js';

/** Writes what a step does. */
export function useStepText(): (step: DescribedStep) => string {
  const { f } = useI18n();
  const messages = useJourneyStepMessages();
  const eventText = useEventText();
  return ({ id, kind, event, message, platforms, ms, people, time, attribute }) => {
    const span = f.span((ms ?? 0) / 1000);
    switch (kind) {
      case 'wait':
        return attribute !== null
          ? messages.waitDate(attribute)
          : time !== null
            ? messages.waitTime(time)
            : messages.wait(span);
      case 'waitFor':
        return messages.waitFor(eventText(event ?? ''), span);
      case 'send':
        return message === null && platforms.length > 0
          ? messages.sendTo(platforms.join(', '))
          : messages.send(message ?? '');
      case 'batch':
        return messages.batch(span);
      case 'throttle':
        return messages.throttle(f.number(people ?? 0), span);
      case 'webhook':
        return messages.webhook(message ?? '');
      case 'set':
        return messages.set;
      case 'exit':
        return messages.exit;
      case 'branch':
        return messages.branch;
      case 'split':
        return messages.split;
      case 'goto':
        return messages.goTo(id);
      default:
        return kind ?? messages.former;
    }
  };
}
