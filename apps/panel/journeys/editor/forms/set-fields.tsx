import { useApplication } from '../../../session/application.js';
import { CompletedField } from '../../../targets/completion/completed-field.js';
import type { AudienceWords } from '../../../api/types.js';
import { Button } from '../../../kit/controls/button.js';
import { type Fields, fieldsOf, textOf } from '../model/written-journey.js';
import css from '../look/editor.module.css';
import { useFieldMessages } from '../texts/field-messages.js';
import { Named, OptionalText } from './parts.js';

interface SetProps {
  words: AudienceWords;
  value: Fields;
  onChange: (change: Fields) => void;
}

/** Values and tags that a step writes. */
export function SetFields({ words, value, onChange }: SetProps) {
  const messages = useFieldMessages();
  const { app } = useApplication();
  const rows = Object.entries(fieldsOf(value['attributes']));
  const write = (next: readonly (readonly [string, unknown])[]): void =>
    onChange({ attributes: next.length === 0 ? undefined : Object.fromEntries(next) });
  const options = words.attributes.map(({ code, label }) => [code, label ?? code] as const);
  const typeOf = (code: string): string | undefined => words.attributes.find((each) => each.code === code)?.dataType;
  const unused = options.find(([code]) => !rows.some(([row]) => row === code))?.[0];
  const tags = Array.isArray(value['addTags']) ? value['addTags'].map(textOf).join(', ') : '';
  return (
    <>
      {rows.map(([code, operand], index) => (
        <div key={index} className={css['pair']}>
          <Named
            label={messages.attribute}
            value={code}
            options={options}
            onChange={(next) => write(rows.with(index, [next, operand]))}
          />
          <CompletedField
            app={app.key}
            text={textOf(operand)}
            onChange={(text) => write(rows.with(index, [code, readValue(text, typeOf(code))]))}
          >
            <OptionalText
              label={messages.valueOf(code)}
              value={operand}
              onChange={(text = '') => write(rows.with(index, [code, readValue(text, typeOf(code))]))}
            />
          </CompletedField>
          <Button kind="quiet" onPress={() => write(rows.toSpliced(index, 1))}>
            {messages.removeCondition(code)}
          </Button>
        </div>
      ))}
      {unused !== undefined && (
        <p>
          <Button onPress={() => write([...rows, [unused, '']])}>{messages.addAttribute}</Button>
        </p>
      )}
      <OptionalText
        label={messages.tags}
        value={tags}
        help={messages.tagsHelp}
        onChange={(text) => onChange({ addTags: text?.split(/,\s*/) })}
      />
    </>
  );
}

function readValue(text: string, type: string | undefined): unknown {
  if ((type === 'INT' || type === 'DOUBLE' || type === 'LONG') && /^-?\d+(\.\d*[1-9])?$/.test(text)) {
    return Number(text);
  }
  return type === 'BOOLEAN' && (text === 'true' || text === 'false') ? text === 'true' : text;
}
