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
import type { Fields, WrittenJourney } from '../model/written-journey.js';
import css from '../look/editor.module.css';
import { useFieldMessages } from '../texts/field-messages.js';
import { eventOf } from './awaited-fields.js';
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
