import css from './look/editor.module.css';
import { useEditorMessages } from './texts/messages.js';
import type { JourneyDifference } from './model/difference.js';

/** The difference of two definitions in steps and in people. */
export function DifferenceList({ difference: { steps, parts } }: { difference: JourneyDifference }) {
  const messages = useEditorMessages();
  return steps.length + parts.length === 0 ? (
    <p>{messages.noDifference}</p>
  ) : (
    <ul className={css['differences']}>
      {parts.map((part) => (
        <li key={part}>{messages.parts[part]}</li>
      ))}
      {steps.map(({ change, id, people }) => (
        <li key={`${change} ${id}`}>
          {messages.changes[change](id)}
          {people > 0 && <strong> {messages.waiting(people)}</strong>}
        </li>
      ))}
    </ul>
  );
}
