import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { textsKey, translate, translatedTexts, type TranslationUnit, type WrittenTexts } from '../api/setup/texts.js';
import { Button } from '../kit/controls/button.js';
import { ProseField } from '../kit/controls/composing-fields.js';
import { FileField } from '../kit/controls/file-field.js';
import { useToast } from '../kit/states/toast.js';
import { Loaded } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { download } from '../widgets/download.js';
import { useTextMessages } from './messages.js';
import { nameOfText, type TextCard } from './subjects.js';
import { readTextsFile } from './texts-file.js';
import css from './texts.module.css';
import { useImportFault } from './use-import-fault.js';

interface TextsFormProps {
  card: TextCard;
  language: string;
}

/** Texts of one language: typed here, or exchanged with a translator as XLIFF or JSON. */
export function TextsForm({ card, language }: TextsFormProps) {
  const messages = useTextMessages();
  const { app } = useApplication();
  const client = useQueryClient();
  const notify = useToast();
  const [isUnreadable, setUnreadable] = useState(false);
  const query = useQuery(translatedTexts(app.key, card, language));
  const units = query.data?.units ?? [];
  const isAlone = new Set(units.map(({ id }) => id.split('.')[0])).size < 2;
  const nameOf = (id: string): string => nameOfText(card.kind, id, isAlone, messages.names);
  const storing = useMutation({
    mutationFn: (texts: WrittenTexts) => translate(app.key, card, texts),
    onSuccess: (done) => notify(done?.waits === true ? messages.storedWaits : messages.stored),
    onSettled: () => client.invalidateQueries({ queryKey: textsKey(app.key) }),
  });
  const take = async (file: File): Promise<void> => {
    const texts = readTextsFile(await file.text(), language);
    setUnreadable(texts === undefined);
    if (texts) {
      storing.mutate(texts);
    }
  };
  const misfit = useImportFault(storing.error, nameOf);
  const fault = isUnreadable ? messages.unreadable : misfit;
  return (
    <Loaded query={query}>
      {({ xliff = '' }) =>
        units.length === 0 ? (
          <p className={css['quiet']}>{messages.noTexts}</p>
        ) : (
          <div className={css['rows']}>
            <UnitFields
              key={JSON.stringify(units)}
              units={units}
              nameOf={nameOf}
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
        )
      }
    </Loaded>
  );

  function save(text: string, type: string, ending: string): void {
    download(new Blob([text], { type }), `${app.key}-${card.id.replaceAll(/[^\w-]+/g, '-')}-${language}.${ending}`);
  }
}

interface UnitFieldsProps {
  units: readonly TranslationUnit[];
  nameOf: (id: string) => string;
  isPending: boolean;
  onStore: (units: { id: string; source: string; translation: string }[]) => void;
}

function UnitFields({ units, nameOf, isPending, onStore }: UnitFieldsProps) {
  const messages = useTextMessages();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const changed = units.flatMap(({ id, source, translation }) => {
    const text = typed[id];
    return text === undefined || text === translation ? [] : [{ id, source, translation: text }];
  });
  return (
    <>
      {units.map(({ id, kind, source, translation, state }) => (
        <div key={id} className={css['pair']}>
          <figure className={css['text']}>
            <figcaption>{messages.source(nameOf(id))}</figcaption>
            {source}
          </figure>
          <ProseField
            label={messages.translation(nameOf(id))}
            rows={kind === 'html' ? 8 : source.length > 60 ? 4 : 2}
            value={typed[id] ?? translation ?? ''}
            onChange={(text) => setTyped({ ...typed, [id]: text })}
            {...(state === 'changed'
              ? { help: messages.sourceChanged }
              : kind === 'rich' && { help: messages.richHelp })}
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
