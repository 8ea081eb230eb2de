import { useState } from 'react';
import { Refusal } from '../api/refusals/refusal.js';
import type { Tagging } from '../api/users/taggings.js';
import { Button } from '../kit/controls/button.js';
import { Field } from '../kit/controls/field.js';
import { Link } from '../kit/controls/link.js';
import { Select } from '../kit/controls/select.js';
import { refusalText } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { Suggestions } from '../targets/suggestions.js';
import { useI18n } from '../i18n/i18n.js';
import { useStart } from './use-start.js';
import { useTaggingMessages } from './messages.js';

const DIRECTIONS = ['ADD', 'REMOVE'] as const satisfies readonly Tagging['direction'][];
const TAGS = { by: 'tag', code: '' } as const;

/**
 * Gives everyone of a target a tag, or takes it off.
 *
 * @param target  undefined while it is not complete
 */
export function TagForm({ target }: { target: object | undefined }) {
  const { w } = useI18n();
  const messages = useTaggingMessages();
  const { app } = useApplication();
  const [typed, setTyped] = useState('');
  const [direction, setDirection] = useState<Tagging['direction']>('ADD');
  const { mutate, reset, isPending, error, data } = useStart(() => setTyped(''));
  const tag = typed.trim();
  const refusal = error instanceof Refusal ? error : undefined;
  const type = (text: string): void => {
    reset();
    setTyped(text);
  };
  return (
    <>
      <Select
        label={messages.direction}
        value={direction}
        options={DIRECTIONS.map((name) => [name, messages.directions[name]] as const)}
        onChange={(name) => setDirection(name === 'REMOVE' ? 'REMOVE' : 'ADD')}
      />
      <Suggestions app={app.key} of={TAGS} text={typed} isList={false} onChange={type}>
        <Field
          label={messages.tag}
          value={typed}
          onChange={type}
          help={messages.help}
          {...(error !== null && { fault: refusalText(refusal, w.state.offline, w.state.serverFault) })}
        />
      </Suggestions>
      <div>
        <Button
          isDisabled={tag === '' || target === undefined}
          isPending={isPending}
          onPress={() => target && mutate({ target, tag, direction })}
        >
          {messages.save[direction]}
        </Button>
      </div>
      <p role="status">{data === undefined ? '' : messages.started(data.tag, data.people)}</p>
      {data && (
        <p>
          <Link href={paths.imports(app.key)}>{messages.progress}</Link>
        </p>
      )}
    </>
  );
}
