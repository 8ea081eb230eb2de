import type { CampaignCheck } from '../../../api/compose/check.js';
import { Badge } from '../../../kit/layout/badge.js';
import { useI18n } from '../../../i18n/i18n.js';
import css from './check.module.css';
import { BlankDefaults } from './blank-defaults.js';
import { useBlankMessages } from './blank-messages.js';
import type { BlankFilling } from './blank-places.js';

type Blanks = NonNullable<CampaignCheck['blanks']>;

interface CheckBlanksProps {
  blanks: CampaignCheck['blanks'];
  /** Writes defaults into the message, where it is on the same page. */
  filling?: BlankFilling | undefined;
}

/** Shows for how many people the message lacks something: where, and with sentence default it would not. */
export function CheckBlanks({ blanks, filling }: CheckBlanksProps) {
  const messages = useBlankMessages();
  const { f } = useI18n();
  if (!blanks || (blanks.people === 0 && blanks.isComplete)) {
    return null;
  }
  const people = f.number(blanks.people);
  const { restsOn = [] } = blanks;
  const fillable = blanks.places.filter((place) => place.offer !== null && filling?.canFill(place) === true);
  return (
    <div>
      <h3 className={css['group']}>{messages.title}</h3>
      <p className={css['quiet']}>
        {restsOn.length > 0
          ? messages.live(people, restsOn.join(', '))
          : blanks.isComplete
            ? messages.all(people)
            : messages.atLeast(people)}
      </p>
      <ul className={css['warnings']}>
        {blanks.places.map((place) => (
          <li
            key={`${place.kind} ${place.field} ${place.block ?? ''} ${place.line} ${place.column}`}
            className={css['item']}
          >
            <Badge tone={place.kind === 'aborted' ? 'quiet' : 'skipped'}>{f.number(place.people)}</Badge>
            <p className={css['text']}>
              <BlankText place={place} isFillable={fillable.includes(place)} />
            </p>
          </li>
        ))}
      </ul>
      {filling && fillable.length > 0 && <BlankDefaults places={fillable} filling={filling} />}
    </div>
  );
}

function BlankText({ place, isFillable }: { place: Blanks['places'][number]; isFillable: boolean }) {
  const messages = useBlankMessages();
  const { f } = useI18n();
  const { kind, name, field, line, column, block, after, offer, people } = place;
  const sentence = messages.kinds[kind](name, people);
  const where = messages.place(block === null ? field : messages.block(block), f.number(line), f.number(column));
  return (
    <>
      {after === '' ? messages.atStart(sentence) : messages.after(sentence, after)} {where}{' '}
      {offer !== null && !isFillable && (
        <>
          {messages.offer} <code>{offer}</code>
        </>
      )}
    </>
  );
}
