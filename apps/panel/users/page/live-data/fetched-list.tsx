import type { Explanation } from '../../../api/types.js';
import { Facts } from '../../../kit/layout/facts.js';
import { useI18n } from '../../../i18n/i18n.js';
import css from '../../look/page.module.css';
import { useFetchedMessages } from './fetched-messages.js';

type Fetched = NonNullable<Explanation['fetched']>[number];

/** Longer answers are no line. */
const MAX_SHOWN = 300;

/** Live data with which the messages to a person were made: what was answered, when, and what failed. */
export function FetchedList({ fetched }: { fetched: readonly Fetched[] }) {
  const messages = useFetchedMessages();
  const { f } = useI18n();
  const noteOf = ({ per, at, cached }: Fetched): string =>
    [messages.per[per], at === null ? '' : f.moment(at), cached ? messages.cached : '']
      .filter((part) => part !== '')
      .join(' · ');
  return (
    <div>
      <p>
        <strong>{messages.title}</strong>
      </p>
      <Facts
        facts={fetched.map((answer) => ({
          name: answer.name,
          note: noteOf(answer),
          value: <span className={css['detail']}>{textOf(answer, messages)}</span>,
        }))}
      />
    </div>
  );
}

function textOf({ value, failure }: Fetched, messages: ReturnType<typeof useFetchedMessages>): string {
  if (failure !== null) {
    return messages.failures[failure] ?? messages.failed(failure);
  }
  const text = JSON.stringify(value);
  return value === '***' ? messages.hidden : text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
