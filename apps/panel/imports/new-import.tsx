import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Refusal } from '../api/refusals/refusal.js';
import { checkFile, explainColumns, type ImportColumns } from '../api/users/imports.js';
import { Button } from '../kit/controls/button.js';
import { Field } from '../kit/controls/field.js';
import { FileField } from '../kit/controls/file-field.js';
import { Link } from '../kit/controls/link.js';
import { Select } from '../kit/controls/select.js';
import { Card } from '../kit/layout/card.js';
import { Screen } from '../kit/layout/screen.js';
import { refusalText } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { ColumnsCard } from './columns-card.js';
import css from './imports.module.css';
import {
  carriesConsent,
  daysOf,
  faultOf,
  firstChoices,
  formatOf,
  hasTags,
  mappingOf,
  type Choices,
  type DayOrder,
} from './mapping.js';
import type { NewAttribute } from './new-attribute.js';
import { useImportMessages } from './messages.js';

/** The length that the server takes, in characters. */
const MAX_CONSENT = 120;

/** Chooses a file, says what its columns are, and has it checked. */
export function NewImport({ onChecked }: { onChecked: (id: string) => void }) {
  const { w } = useI18n();
  const messages = useImportMessages();
  const { app } = useApplication();
  const [choices, setChoices] = useState<Choices>({});
  const [order, setOrder] = useState<DayOrder>();
  const [tag, setTag] = useState('');
  const [added, setAdded] = useState<readonly NewAttribute[]>([]);
  const [consent, setConsent] = useState('');
  const [isConsentMissing, setIsConsentMissing] = useState(false);
  const header = useMutation({
    mutationFn: async (file: File) => ({ file, columns: await explainColumns(app.key, file, formatOf(file)) }),
    onSuccess: ({ columns }) => setChoices(firstChoices(columns)),
  });
  const isCsv = header.data !== undefined && formatOf(header.data.file) === 'csv';
  // Only the server reads the fields of lines of JSON.
  const needsConsent = !isCsv || carriesConsent(choices);
  const withAdded = (columns: ImportColumns): ImportColumns => ({
    ...columns,
    attributes: [...columns.attributes, ...added],
  });
  const daysFor = (columns: ImportColumns): DayOrder | undefined => {
    const found = daysOf(withAdded(columns), choices);
    return found && (order ?? found.guess);
  };
  const check = useMutation({
    mutationFn: ({ file, columns }: { file: File; columns: ImportColumns }) =>
      checkFile(app.key, file, {
        format: formatOf(file),
        mapping:
          formatOf(file) === 'csv'
            ? mappingOf(choices, { tag: tag.trim(), delimiter: columns.delimiter, days: daysFor(columns) })
            : {},
        consent: needsConsent ? consent.trim() : '',
      }),
    onSuccess: ({ id }) => onChecked(id),
  });
  const textOf = (error: Error | null): string | undefined =>
    error === null
      ? undefined
      : refusalText(error instanceof Refusal ? error : undefined, w.state.offline, w.state.serverFault);
  const { data } = header;
  const days = isCsv ? daysFor(header.data.columns) : undefined;
  const fault = isCsv ? faultOf(choices) : undefined;
  return (
    <Screen title={messages.begin} trail={<Link href={paths.imports(app.key)}>{messages.title}</Link>}>
      <Card>
        <FileField
          label={messages.choose}
          help={messages.chooseHelp}
          accept=".csv,.ndjson,.jsonl,text/csv"
          fault={textOf(header.error)}
          onChoose={(file) => {
            check.reset();
            header.mutate(file);
          }}
        />
      </Card>
      {data !== undefined && header.error === null && (
        <>
          {isCsv ? (
            <ColumnsCard
              columns={withAdded(data.columns)}
              choices={choices}
              onChange={setChoices}
              onAdded={(attribute) => setAdded([...added, attribute])}
            />
          ) : (
            <Card title={messages.columns}>
              <p>{messages.ndjson}</p>
            </Card>
          )}
          <Card>
            <form
              className={css['form']}
              onSubmit={(event) => {
                event.preventDefault();
                if (needsConsent && isCsv && consent.trim() === '') {
                  setIsConsentMissing(true);
                  return;
                }
                check.mutate(data);
              }}
            >
              {days !== undefined && (
                <Select
                  label={messages.days}
                  value={days}
                  options={(['DMY', 'MDY'] as const).map((id) => [id, messages.dayOrders[id]])}
                  onChange={(id) => setOrder(id === 'MDY' ? 'MDY' : 'DMY')}
                />
              )}
              {isCsv && (
                <Field
                  label={messages.tag}
                  value={tag}
                  onChange={setTag}
                  isDisabled={hasTags(choices)}
                  help={hasTags(choices) ? messages.tagTaken : messages.tagHelp}
                />
              )}
              {needsConsent && (
                <Field
                  label={messages.consent}
                  value={consent}
                  onChange={(text) => {
                    setConsent(text.slice(0, MAX_CONSENT));
                    setIsConsentMissing(false);
                  }}
                  help={isCsv ? messages.consentHelp : messages.consentHelpJson}
                  fault={isConsentMissing ? messages.consentMissing : undefined}
                />
              )}
              {fault !== undefined && (
                <p className={css['fault']}>
                  {fault.kind === 'noId' ? messages.noId : messages.twice(messages.fields[fault.name] ?? fault.name)}
                </p>
              )}
              {check.error && (
                <p className={css['fault']} role="alert">
                  {textOf(check.error)}
                </p>
              )}
              <div className={css['actions']}>
                <Button kind="primary" type="submit" isPending={check.isPending} isDisabled={fault !== undefined}>
                  {messages.check}
                </Button>
                <span className={css['quiet']} role="status">
                  {check.isPending ? messages.sending : messages.checkHelp}
                </span>
              </div>
            </form>
          </Card>
        </>
      )}
    </Screen>
  );
}
