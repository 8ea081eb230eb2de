import { useState } from 'react';
import type { AudienceWords, ClauseCount } from '../../../api/types.js';
import { Button } from '../../../kit/controls/button.js';
import { Code } from '../../../kit/layout/code.js';
import { useApplication } from '../../../session/application.js';
import { isWhole, newRoot, targetOf, type TargetGroup } from '../../../targets/groups.js';
import { withoutGroups } from '../../../targets/plain-target.js';
import { describeTarget } from '../../../targets/stored-target.js';
import { TargetLines } from '../../../targets/target-lines.js';
import { useTargetMessages } from '../../../targets/messages.js';
import { type Fields, fieldsOf, textOf, type WrittenJourney } from '../model/written-journey.js';
import css from '../look/editor.module.css';
import { useFieldMessages } from '../texts/field-messages.js';
import { eventOf } from './awaited-fields.js';
import { Named, OptionalText } from './parts.js';
import { WhereFields } from './where-fields.js';

interface BranchProps {
  words: AudienceWords;
  journey: WrittenJourney;
  value: Fields;
  onChange: (change: Fields) => void;
}

/** Conditions of a journey are not counted beside each line. */
const NOTHING: ReadonlyMap<number, ClauseCount> = new Map();

/** Conditions on the person, and on the event by which it entered: both hold. */
export function BranchFields({ words, journey, value, onChange }: BranchProps) {
  const messages = useFieldMessages();
  const { event, api } = journey.entry;
  return (
    <>
      {value['if'] === undefined ? (
        <p>
          <Button onPress={() => onChange({ if: { sendToAll: true } })}>{messages.addIf}</Button>
        </p>
      ) : (
        <fieldset className={css['group']}>
          <legend>{messages.if}</legend>
          <People words={words} target={value['if']} onChange={(target) => onChange({ if: target })} />
          <p>
            <Button kind="quiet" onPress={() => onChange({ if: undefined })}>
              {messages.removeIf}
            </Button>
          </p>
        </fieldset>
      )}
      {(event !== undefined || api !== undefined || value['where'] !== undefined) && (
        <WhereFields event={eventOf(words, event)} value={value['where']} onChange={(where) => onChange({ where })} />
      )}
    </>
  );
}

/** People in the lines of the audience builder; as their target where lines cannot show it. */
export function People({
  words,
  target,
  onChange,
}: {
  words: AudienceWords;
  target: unknown;
  onChange: (target: object) => void;
}) {
  const { app } = useApplication();
  const { finish } = useTargetMessages();
  const messages = useFieldMessages();
  const [root, setRoot] = useState(() => describeTarget(target));
  if (root === undefined) {
    return (
      <>
        <p className={css['quiet']}>{messages.notShown}</p>
        <Code label={messages.if} value={target} />
        <p>
          <Button onPress={() => setRoot(newRoot(words.attributes))}>{messages.writeAnew}</Button>
        </p>
      </>
    );
  }
  const change = (next: TargetGroup): void => {
    setRoot(next);
    // A line that is not finished would be left out, and the condition would hold for more people.
    if (isWhole(next)) {
      const written = targetOf(next, words);
      onChange(withoutGroups(written) ?? written);
    }
  };
  return (
    <>
      <TargetLines app={app.key} root={root} counts={NOTHING} onChange={change} {...words} />
      {!isWhole(root) && <p className={css['fault']}>{finish}</p>}
    </>
  );
}

/** Shares of the arms of a split. Its steps stay with an arm that gets another name. */
export function SplitFields({
  value,
  onChange,
  onRename,
}: Pick<BranchProps, 'value' | 'onChange'> & { onRename: (from: string, to: string) => void }) {
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

/** Values and tags that a step writes. */
export function SetFields({ words, value, onChange }: Pick<BranchProps, 'words' | 'value' | 'onChange'>) {
  const messages = useFieldMessages();
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
          <OptionalText
            label={messages.valueOf(code)}
            value={operand}
            onChange={(text = '') => write(rows.with(index, [code, readValue(text, typeOf(code))]))}
          />
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
