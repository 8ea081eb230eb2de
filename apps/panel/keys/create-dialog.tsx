import { useState } from 'react';
import { createKey, type ApiKeys, type NewKey } from '../api/setup/keys.js';
import { Button } from '../kit/controls/button.js';
import { Choices } from '../kit/controls/choices.js';
import { Dialog, DialogActions } from '../kit/controls/dialog.js';
import { Field } from '../kit/controls/field.js';
import { Select } from '../kit/controls/select.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import css from './keys.module.css';
import { SecretShown } from './secret-shown.js';
import { useKeyChange } from './use-key-change.js';
import { useKeyMessages } from './messages.js';

const KINDS: readonly NewKey['kind'][] = ['rest', 'mobile', 'js'];

type Given = Pick<ApiKeys, 'scopes' | 'all'>;

/** Makes a key, and shows its secret once. @property given  what the member may give to a key */
export function CreateDialog({ given }: { given: Given }) {
  const messages = useKeyMessages();
  return (
    <Dialog title={messages.create} trigger={<Button kind="primary">{messages.create}</Button>}>
      {(close) => <Create given={given} onClose={close} />}
    </Dialog>
  );
}

function Create({ given, onClose }: { given: Given; onClose: () => void }) {
  const { w } = useI18n();
  const messages = useKeyMessages();
  const { app } = useApplication();
  const [kind, setKind] = useState<NewKey['kind']>('rest');
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>([]);
  const [addresses, setAddresses] = useState('');
  const isOfServers = kind === 'rest';
  const parts = isOfServers ? scopes : [];
  const places = listOf(addresses);
  const { run, fault, isPending, secret } = useKeyChange(
    () =>
      createKey(app.key, {
        kind,
        name: name.trim(),
        ...(parts.length > 0 && { scopes: parts }),
        ...(places.length > 0 && { addresses: places }),
      }),
    onClose,
  );
  if (secret !== undefined) {
    return <SecretShown secret={secret} onClose={onClose} />;
  }
  const isTooMuch = isOfServers && parts.length === 0 && !given.all;
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <Select
        label={messages.kind}
        value={kind}
        options={KINDS.map((id) => [id, messages.kinds[id] ?? id] as const)}
        onChange={(id) => setKind(KINDS.find((known) => known === id) ?? 'rest')}
      />
      <Field label={messages.name} help={messages.nameHelp} value={name} onChange={setName} />
      {isOfServers && (
        <div className={css['labelled']}>
          <span aria-hidden="true">{messages.scopes}</span>
          <Choices
            label={messages.scopes}
            values={scopes}
            options={given.scopes.map((id) => [id, id] as const)}
            onChange={setScopes}
          />
          <p className={css['quiet']}>{given.all ? messages.scopesHelp : messages.scopesLimited}</p>
        </div>
      )}
      <Field label={messages.addresses} help={messages.addressesHelp} value={addresses} onChange={setAddresses} />
      {fault !== undefined && <p className={css['fault']}>{fault}</p>}
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button kind="primary" type="submit" isPending={isPending} isDisabled={name.trim() === '' || isTooMuch}>
          {messages.create}
        </Button>
      </DialogActions>
    </form>
  );
}

function listOf(text: string): string[] {
  return text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
}
