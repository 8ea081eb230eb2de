import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Refusal } from '../api/refusals/refusal.js';
import { addEntry } from '../api/setup/sections.js';
import { Button } from '../kit/controls/button.js';
import { Choices } from '../kit/controls/choices.js';
import { Dialog, DialogActions } from '../kit/controls/dialog.js';
import { Field } from '../kit/controls/field.js';
import { Select } from '../kit/controls/select.js';
import { refusalText } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { FORMS } from '../setup/forms/form-specs.js';
import { useFormMessages } from '../setup/forms/messages.js';
import { codeOf } from '../setup/forms/rows.js';
import css from './imports.module.css';
import { typeOfExamples } from './guessed-type.js';
import { useImportMessages } from './messages.js';

export interface NewAttribute {
  code: string;
  label: string;
  dataType: string;
  array: false;
}

interface NewAttributeProps {
  /** The column that becomes an attribute; undefined: none does. */
  column: { name: string; examples: readonly string[] } | undefined;
  onClose: () => void;
  onAdded: (attribute: NewAttribute) => void;
}

/** Makes an attribute of a column, through the section of the application file. */
export function NewAttributeDialog({ column, onClose, onAdded }: NewAttributeProps) {
  const messages = useImportMessages();
  return (
    <Dialog
      title={messages.newAttributeOf(column?.name ?? '')}
      isOpen={column !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      {() => column && <Form column={column} onClose={onClose} onAdded={onAdded} />}
    </Dialog>
  );
}

const TYPES = FORMS['attributes']?.fields.find((field) => field.kind === 'choice')?.values ?? [];

function Form({ column, onClose, onAdded }: NewAttributeProps & { column: NonNullable<NewAttributeProps['column']> }) {
  const { w } = useI18n();
  const messages = useImportMessages();
  const words = useFormMessages();
  const { app } = useApplication();
  const [label, setLabel] = useState(column.name);
  const [dataType, setDataType] = useState<string>(() => typeOfExamples(column.examples));
  const [marks, setMarks] = useState<readonly string[]>([]);
  const code = codeOf(label);
  const adding = useMutation({
    mutationFn: () =>
      addEntry(app.key, 'attributes', {
        code,
        dataType,
        label: label.trim(),
        ...(marks.includes('privateInfo') && { privateInfo: true }),
      }),
    onSuccess: () => {
      onAdded({ code, label: label.trim(), dataType, array: false });
      onClose();
    },
  });
  const fault =
    adding.error &&
    refusalText(adding.error instanceof Refusal ? adding.error : undefined, w.state.offline, w.state.serverFault);
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        adding.mutate();
      }}
    >
      <Field label={words.fields['label'] ?? ''} value={label} onChange={setLabel} help={messages.codeIs(code)} />
      <Select
        label={words.fields['dataType'] ?? ''}
        value={dataType}
        options={TYPES.map((type) => [type, words.values[type] ?? type])}
        onChange={setDataType}
      />
      <Choices
        label={words.marks}
        values={marks}
        options={[['privateInfo', words.fields['privateInfo'] ?? '']]}
        onChange={setMarks}
      />
      <p className={css['quiet']}>{messages.newAttributeHelp}</p>
      {fault !== null && (
        <p className={css['fault']} role="alert">
          {fault}
        </p>
      )}
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button kind="primary" type="submit" isPending={adding.isPending} isDisabled={code === ''}>
          {messages.addAttribute}
        </Button>
      </DialogActions>
    </form>
  );
}
