import { useJourneyStepMessages } from './messages.js';

/** Writes what is awaited, such as `MessageClicked (ask), Bought`, with results in words. */
export function useEventText(): (names: string) => string {
  const { results } = useJourneyStepMessages();
  return (names) =>
    names
      .split(', ')
      .map((each) => each.replace(/^\w+(?=$| \()/, (name) => results[name] ?? name))
      .join(', ');
}
