import type { CampaignCheck } from '../../../api/compose/check.js';
import { Badge } from '../../../kit/layout/badge.js';
import { useI18n } from '../../../i18n/i18n.js';
import css from './check.module.css';
import { useBlankMessages } from './blank-messages.js';

type Blanks = NonNullable<CampaignCheck['blanks']>;

/** Shows for how many people the message lacks something: where, and with what default it would not. */
export function CheckBlanks({ blanks }: { blanks: CampaignCheck['blanks'] }) {
  const messages = useBlankMessages();
  const { f } = useI18n();
  if (!blanks || (blanks.people === 0 && blanks.isComplete)) {
    return null;
  }
  const people = f.number(blanks.people);
  return (
    <div>
      <h3 className={css['group']}>{messages.title}</h3>
      <p className={css['quiet']}>{blanks.isComplete ? messages.all(people) : messages.atLeast(people)}</p>
      <ul className={css['warnings']}>
        {blanks.places.map((place) => (
          <li
            key={`${place.kind} ${place.field} ${place.block ?? ''} ${place.line} ${place.column}`}
            className={css['item']}
          >
            <Badge tone={place.kind === 'aborted' ? 'quiet' : 'skipped'}>{f.number(place.people)}</Badge>
            <p className={css['text']}>
              <BlankText place={place} />
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}

function BlankText({ place }: { place: Blanks['places'][number] }) {
  const messages = useBlankMessages();
  const { f } = useI18n();
  const { kind, name, field, line, column, block, offer } = place;
  const where = messages.place(block === null ? field : messages.block(block), f.number(line), f.number(column));
  return (
    <>
      {messages.kinds[kind](name)} {where}{' '}
      {offer !== null && (
        <>
          {messages.offer} <code>{offer}</code>
        </>
      )}
    </>
  );
}
