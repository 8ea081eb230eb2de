import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createDefinition, type Definition, definitionsOf } from '../../../api/setup/definitions.js';
import { Button } from '../../../kit/controls/button.js';
import { Dialog, DialogActions } from '../../../kit/controls/dialog.js';
import { Field } from '../../../kit/controls/field.js';
import { Facts } from '../../../kit/layout/facts.js';
import { useI18n } from '../../../i18n/i18n.js';
import { useChange } from '../../../loading/use-change.js';
import { useApplication } from '../../../session/application.js';
import { platformName } from '../../../widgets/platform-names.js';
import { ComposeButton } from '../contents/compose-button.js';
import css from '../look/editor.module.css';
import { type Fields } from '../model/written-journey.js';
import { useFieldMessages } from '../texts/field-messages.js';
import { ContentFields } from './content-fields.js';
import { Named } from './parts.js';

const BEGUN: Fields = { platforms: ['IOS', 'ANDROID'], title: '', text: '' };

interface DefinitionChoiceProps {
  /** Name of a definition. */
  value: string;
  onChange: (name: string) => void;
}

/** A definition among those of the application, with a look at it, or a new one. */
export function DefinitionChoice({ value, onChange }: DefinitionChoiceProps) {
  const messages = useFieldMessages();
  const { app, may } = useApplication();
  const isAllowed = may('definitions.write');
  const { data } = useQuery({ ...definitionsOf(app.key), enabled: isAllowed });
  if (!isAllowed) {
    return <Field label={messages.message} value={value} help={messages.messageHelp} onChange={onChange} />;
  }
  const definitions = data?.items ?? [];
  const chosen = definitions.find(({ name }) => name === value);
  return (
    <>
      <Named
        label={messages.message}
        value={value}
        options={definitions.map(({ name }) => [name, name] as const)}
        onChange={onChange}
      />
      {chosen && <Look definition={chosen} />}
      <p>
        <Dialog title={messages.newDefinition} isWide trigger={<Button>{messages.newDefinition}</Button>}>
          {(close) => (
            <NewDefinition
              onCreated={(name) => {
                onChange(name);
                close();
              }}
              onClose={close}
            />
          )}
        </Dialog>
      </p>
    </>
  );
}

/** The platforms and the beginning of the text of a definition. */
function Look({ definition: { platforms, title, text } }: { definition: Definition }) {
  const { w } = useI18n();
  const messages = useFieldMessages();
  const names = platforms.map((platform) => platformName(platform, w));
  return (
    <Facts
      facts={[
        { name: messages.platforms, value: names.join(', ') },
        ...(title === null ? [] : [{ name: messages.messageTitle, value: title }]),
        ...(text === null ? [] : [{ name: messages.text, value: text }]),
      ]}
    />
  );
}

interface NewDefinitionProps {
  onCreated: (name: string) => void;
  onClose: () => void;
}

/** Writes a definition as a content of a step, with a name. */
function NewDefinition({ onCreated, onClose }: NewDefinitionProps) {
  const { w } = useI18n();
  const messages = useFieldMessages();
  const { app } = useApplication();
  const [name, setName] = useState('');
  const [content, setContent] = useState(BEGUN);
  const { run, isPending, fault } = useChange(
    () => createDefinition(app.key, { ...content, name: name.trim() }),
    [definitionsOf(app.key).queryKey],
    () => onCreated(name.trim()),
  );
  return (
    <div className={css['form']}>
      <Field label={messages.definitionName} help={messages.definitionNameHelp} value={name} onChange={setName} />
      <ContentFields value={content} onChange={setContent} />
      <p>
        <ComposeButton name={messages.definition} content={content} onWrite={setContent} />
      </p>
      {fault !== undefined && (
        <p className={css['fault']} role="alert">
          {fault}
        </p>
      )}
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button kind="primary" isDisabled={name.trim() === ''} isPending={isPending} onPress={run}>
          {messages.storeDefinition}
        </Button>
      </DialogActions>
    </div>
  );
}
