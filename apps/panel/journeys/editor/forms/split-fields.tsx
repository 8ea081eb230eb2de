import { Button } from '../../../kit/controls/button.js';
import { type Fields, fieldsOf, textOf } from '../model/written-journey.js';
import css from '../look/editor.module.css';
import { useFieldMessages } from '../texts/field-messages.js';
import { OptionalText } from './parts.js';

interface SplitProps {
  value: Fields;
  onChange: (change: Fields) => void;
}

/** Shares of the arms of a split. Its steps stay with an arm that gets another name. */
export function SplitFields({
  value,
  onChange,
  onRename,
}: SplitProps & { onRename: (from: string, to: string) => void }) {
  const messages = useFieldMessages();
  const by = Object.entries(fieldsOf(value['by']));
  const write = (next: readonly (readonly [string, unknown])[]): void => onChange({ by: Object.fromEntries(next) });
  const fresh = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].find((name) => !by.some(([arm]) => arm === name));
  return (
    <>
      {by.map(([arm, share], index) => (
        <div key={index} className={css['pair']}>
          <OptionalText label={messages.armName(index + 1)} value={arm} onChange={(name = '') => onRename(arm, name)} />
          <OptionalText
            label={messages.shareOf(arm)}
            value={textOf(share).replace('%', '')}
            onChange={(text = '') => write(by.with(index, [arm, `${text}%`]))}
          />
          {by.length > 2 && (
            <Button kind="quiet" onPress={() => write(by.toSpliced(index, 1))}>
              {messages.removeArm(arm)}
            </Button>
          )}
        </div>
      ))}
      {fresh !== undefined && (
        <p>
          <Button onPress={() => write([...by, [fresh, '0%']])}>{messages.addArm}</Button>
        </p>
      )}
    </>
  );
}
