import { useState } from 'react';
import { findPerson } from '../../../api/people.js';
import { Button } from '../../../kit/controls/button.js';
import { Field } from '../../../kit/controls/field.js';
import { Fold } from '../../../kit/layout/fold.js';
import { useChange } from '../../../loading/use-change.js';
import { useApplication } from '../../../session/application.js';
import css from '../look/editor.module.css';
import { personOf, type WalkedPerson } from './hand-walk.js';
import { useHandWalkMessages } from './messages.js';

interface PersonFieldsProps {
  person: WalkedPerson;
  onChange: (person: WalkedPerson) => void;
}

/** The person of a walk; changes count from its start. */
export function PersonFields({ person, onChange }: PersonFieldsProps) {
  const messages = useHandWalkMessages();
  const { may } = useApplication();
  const write = (change: Partial<WalkedPerson>): void => onChange({ ...person, ...change });
  return (
    <Fold title={messages.person}>
      <div className={css['form']}>
        {may('users.read') && <KnownPerson person={person} onChange={onChange} />}
        <Field
          label={messages.attributes}
          help={messages.attributesHelp}
          value={person.attributes}
          onChange={(attributes) => write({ attributes })}
        />
        <Field
          label={messages.tags}
          help={messages.tagsHelp}
          value={person.tags}
          onChange={(tags) => write({ tags })}
        />
        <Field
          label={messages.segments}
          help={messages.tagsHelp}
          value={person.segments}
          onChange={(segments) => write({ segments })}
        />
        <Field label={messages.zone} value={person.timeZone} onChange={(timeZone) => write({ timeZone })} />
      </div>
    </Fold>
  );
}

/** Takes the values of a user over. What the member may not see is left out. */
function KnownPerson({ person, onChange }: PersonFieldsProps) {
  const messages = useHandWalkMessages();
  const { app } = useApplication();
  const [extId, setExtId] = useState('');
  const [missing, setMissing] = useState<string>();
  const wanted = extId.trim();
  const { run, isPending, fault } = useChange(
    () => findPerson(app.key, wanted),
    [],
    (found) => {
      setMissing(found ? undefined : wanted);
      if (found) {
        onChange(personOf(found, person.timeZone));
      }
    },
  );
  const unknown = missing === wanted ? messages.noUser : undefined;
  return (
    <div className={css['form']}>
      <Field
        label={messages.user}
        help={messages.userHelp}
        fault={fault ?? unknown}
        value={extId}
        onChange={setExtId}
      />
      <p>
        <Button isDisabled={wanted === ''} isPending={isPending} onPress={run}>
          {messages.take}
        </Button>
      </p>
    </div>
  );
}
