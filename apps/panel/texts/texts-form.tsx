import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Refusal } from '../api/refusals/refusal.js';
import {
  translate,
  translatedDefinitions,
  translatedTexts,
  type TranslationUnit,
  type WrittenTexts,
} from '../api/setup/texts.js';
import { useI18n } from '../i18n/i18n.js';
import { Button } from '../kit/controls/button.js';
import { ProseField } from '../kit/controls/composing-fields.js';
import { FileField } from '../kit/controls/file-field.js';
import { useToast } from '../kit/states/toast.js';
import { Loaded, refusalText } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { download } from '../widgets/download.js';
import { useTextMessages } from './messages.js';
import { readTextsFile } from './texts-file.js';
import css from './texts.module.css';

interface TextsFormProps {
  notificationKey: number;
  language: string;
}

/** Texts of one language: typed here, or exchanged with a translator as XLIFF or JSON. */
export function TextsForm({ notificationKey, language }: TextsFormProps) {
  const { w } = useI18n();
  const messages = useTextMessages();
  const { app } = useApplication();
  const client = useQueryClient();
  const notify = useToast();
  const [isUnreadable, setUnreadable] = useState(false);
  const query = useQuery(translatedTexts(app.key, notificationKey, language));
  const storing = useMutation({
    mutationFn: (texts: WrittenTexts) => translate(app.key, notificationKey, texts),
    onSuccess: () => notify(messages.stored),
    onSettled: () => client.invalidateQueries({ queryKey: translatedDefinitions(app.key).queryKey }),
  });
  const take = async (file: File): Promise<void> => {
    const texts = readTextsFile(await file.text(), language);
    setUnreadable(texts === undefined);
    if (texts) {
      storing.mutate(texts);
    }
  };
  const { error } = storing;
  const fault = isUnreadable
    ? messages.unreadable
    : error
      ? refusalText(error instanceof Refusal ? error : undefined, w.state.offline, w.state.serverFault)
      : undefined;
  return (
    <Loaded query={query}>
      {({ units = [], xliff = '' }) => (
        <div className={css['rows']}>
          <UnitFields
            key={JSON.stringify(units)}
            units={units}
            isPending={storing.isPending}
            onStore={(changed) => storing.mutate({ language, units: changed })}
          />
          <p className={css['actions']}>
            <Button onPress={() => save(xliff, 'application/xliff+xml', 'xlf')}>{messages.exportXliff}</Button>
            <Button onPress={() => save(JSON.stringify({ language, units }, null, 2), 'application/json', 'json')}>
              {messages.exportJson}
            </Button>
          </p>
          <FileField
            label={messages.importFile}
            help={messages.importHelp}
            fault={fault}
            accept=".xlf,.xliff,.json"
            onChoose={(file) => void take(file)}
          />
        </div>
      )}
    </Loaded>
  );

  function save(text: string, type: string, ending: string): void {
    download(new Blob([text], { type }), `${app.key}-${notificationKey}-${language}.${ending}`);
  }
}

interface UnitFieldsProps {
  units: readonly TranslationUnit[];
  isPending: boolean;
  onStore: (units: { id: TranslationUnit['id']; source: string; translation: string }[]) => void;
}

function UnitFields({ units, isPending, onStore }: UnitFieldsProps) {
  const messages = useTextMessages();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const changed = units.flatMap(({ id, source, translation }) => {
    const text = typed[id];
    return text === undefined || text === translation ? [] : [{ id, source, translation: text }];
  });
  return (
    <>
      {units.map(({ id, source, translation, state }) => (
        <div key={id} className={css['pair']}>
          <figure className={css['text']}>
            <figcaption>{messages.source(messages.fields[id])}</figcaption>
            {source}
          </figure>
          <ProseField
            label={messages.translation(messages.fields[id])}
            rows={id === 'text' ? 4 : 2}
            value={typed[id] ?? translation ?? ''}
            onChange={(text) => setTyped({ ...typed, [id]: text })}
            {...(state === 'changed' && { help: messages.sourceChanged })}
          />
        </div>
      ))}
      <p>
        <Button kind="primary" isDisabled={changed.length === 0} isPending={isPending} onPress={() => onStore(changed)}>
          {messages.store}
        </Button>
      </p>
    </>
  );
}
