import { useState } from 'react';
import { createKey, type NewKey } from '../api/setup/keys.js';
import { Button } from '../kit/controls/button.js';
import { Dialog, DialogActions } from '../kit/controls/dialog.js';
import { Field } from '../kit/controls/field.js';
import { Select } from '../kit/controls/select.js';
import { useApplication } from '../session/application.js';
import { useSpeech } from '../words/words.js';
import css from './keys.module.css';
import { SecretShown } from './secret-shown.js';
import { useKeyChange } from './use-key-change.js';
import { useKeyWords } from './words.js';

const KINDS: readonly NewKey['kind'][] = ['rest', 'mobile', 'js'];

/** Makes a key, and shows its secret once. */
export function CreateDialog() {
  const words = useKeyWords();
  return (
    <Dialog title={words.create} trigger={<Button kind="primary">{words.create}</Button>}>
      {(close) => <Create onClose={close} />}
    </Dialog>
  );
}

function Create({ onClose }: { onClose: () => void }) {
  const { w } = useSpeech();
  const words = useKeyWords();
  const { app } = useApplication();
  const [kind, setKind] = useState<NewKey['kind']>('rest');
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState('');
  const [addresses, setAddresses] = useState('');
  const parts = listOf(scopes);
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
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <Select
        label={words.kind}
        value={kind}
        options={KINDS.map((id) => [id, words.kinds[id] ?? id] as const)}
        onChange={(id) => setKind(KINDS.find((known) => known === id) ?? 'rest')}
      />
      <Field label={words.name} help={words.nameHelp} value={name} onChange={setName} />
      <Field label={words.scopes} help={words.scopesHelp} value={scopes} onChange={setScopes} />
      <Field label={words.addresses} help={words.addressesHelp} value={addresses} onChange={setAddresses} />
      {fault !== undefined && <p className={css['fault']}>{fault}</p>}
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button kind="primary" type="submit" isPending={isPending} isDisabled={name.trim() === ''}>
          {words.create}
        </Button>
      </DialogActions>
    </form>
  );
}

function listOf(text: string): string[] {
  return text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
}
