import type { PersonDifference } from '../../api/people.js';
import type { UserHead } from '../../api/types.js';
import { Facts } from '../../kit/layout/facts.js';
import { useI18n } from '../../i18n/i18n.js';
import { attributeText } from '../attribute-text.js';
import css from './edit.module.css';
import { useEditMessages } from './messages.js';

/** Lists changed values, before and after. */
export function Differences({ user, items }: { user: UserHead; items: readonly PersonDifference[] }) {
  const { w, f } = useI18n();
  const messages = useEditMessages();
  if (items.length === 0) {
    return <p>{messages.nothing}</p>;
  }
  const typeOf = (code: string) => user.attributes.find(({ name }) => name === code)?.type ?? null;
  const text = ({ kind, name, masked }: PersonDifference, value: unknown): string => {
    if (masked) {
      return w.users.hidden;
    }
    if (kind === 'attribute') {
      return value === null ? w.none : attributeText(typeOf(name), value, f);
    }
    return typeof value === 'string'
      ? (w.users.frequencies[value] ?? value)
      : value === null
        ? w.users.unsaid
        : value === true
          ? w.yes
          : w.no;
  };
  return (
    <Facts
      facts={items.map((item) => ({
        name: item.kind === 'consent' ? (w.users.channels[item.name] ?? item.name) : item.name,
        note: messages.kinds[item.kind] ?? item.kind,
        value: (
          <>
            <del className={css['before']}>{text(item, item.from)}</del>{' '}
            <ins className={css['after']}>{text(item, item.to)}</ins>
          </>
        ),
      }))}
    />
  );
}
