import type { ScenarioMoment, ScenarioOutcome } from '../../api/journeys.js';
import { useI18n } from '../../i18n/i18n.js';
import { useJourneyStepMessages } from '../../widgets/journeys/messages.js';
import css from './scenario.module.css';
import { useScenarioMessages } from './messages.js';

interface OutcomeProps {
  outcome: ScenarioOutcome;
}

/** Differences from what the scenario expects. */
export function Differences({ outcome: { differences } }: OutcomeProps) {
  const timeOf = useTimes();
  const messages = useScenarioMessages();
  return (
    <div role="status">
      {differences.length === 0 ? (
        <p>{messages.asExpected}</p>
      ) : (
        <>
          <h3>{messages.differs}</h3>
          <ul>
            {differences.map(({ at, extId, node, expected, got }, index) => (
              <li key={`${index} ${at}`}>
                {timeOf(at)} {extId}{' '}
                {messages.difference(node ?? '', expected ?? messages.nothing, got ?? messages.nothing)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** A time line of each person, in the order of the scenario. */
export function TimeLines({ outcome: { moments }, calls }: OutcomeProps & { calls: ReadonlySet<string> }) {
  const timeOf = useTimes();
  const messages = useScenarioMessages();
  const people = [...new Set(moments.map(({ extId }) => extId))];
  const describe = useDescription(calls);
  if (people.length === 0) {
    return <p>{messages.empty}</p>;
  }
  return people.map((person) => (
    <section key={person} aria-label={person}>
      <h3>{person}</h3>
      <ol className={css['line']}>
        {moments
          .filter(({ extId }) => extId === person)
          .map((moment, index) => (
            <li key={`${index} ${moment.at}`}>
              <time dateTime={moment.at}>{timeOf(moment.at)}</time> {describe(moment)}
              {moment.text !== undefined && <span className={css['text']}> {moment.text}</span>}
            </li>
          ))}
      </ol>
    </section>
  ));
}

/** Day and time with seconds: steps may follow each other within a minute. */
export function useTimes(): (iso: string) => string {
  const { f } = useI18n();
  return (iso) => `${f.day(iso)}, ${f.clock(iso)}`;
}

/** A moment as a sentence. @param calls  ids of the steps that call a webhook: beside their branch the call was taken */
export function useDescription(calls: ReadonlySet<string>): (moment: ScenarioMoment) => string {
  const timeOf = useTimes();
  const messages = useScenarioMessages();
  const { reasons, ways, arm } = useJourneyStepMessages();
  const wordOf = (code: string): string => reasons[code] ?? code;
  return ({ kind, node = '', name = '', reason = '', way = '', until, platforms = [] }) => {
    const end = until === undefined ? '' : timeOf(until);
    switch (kind) {
      case 'event':
        return messages.event(name);
      case 'entered':
        return messages.entered(node);
      case 'refused':
        return messages.refused(wordOf(reason));
      case 'took':
        return messages.took(node, ways[way === 'else' && calls.has(node) ? 'accepted' : way] ?? arm(way));
      case 'waits':
        return messages.waits(node, end);
      case 'deferred':
        return messages.deferred(node, end);
      case 'sent':
        return messages.sent(node, platforms.length > 0 ? `(${platforms.join(', ')})` : '').trim();
      case 'skipped':
        return messages.skipped(node, [...platforms, wordOf(reason)].join(' '));
      case 'left':
        return messages.left(node, wordOf(reason));
    }
  };
}
