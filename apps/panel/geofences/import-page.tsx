import { useState } from 'react';
import { geofenceKey, importGeofences, type GeofenceImport, type RefusedGeofence } from '../api/setup/geofences.js';
import { Button } from '../kit/controls/button.js';
import { FileField } from '../kit/controls/file-field.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Screen, Stack } from '../kit/layout/screen.js';
import { useToast } from '../kit/states/toast.js';
import { Table, type Column } from '../kit/tables/table.js';
import { useChange } from '../loading/use-change.js';
import { geofencePath } from '../navigation/geofence-path.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import css from './geofences.module.css';
import { useGeofenceMessages } from './messages.js';

/** Bytes; the server counts characters. */
const MAX_FILE = 1_000_000;

interface Preview {
  text: string;
  answer: GeofenceImport;
}

/** Takes a file: a preview lists additions and refusals first, then a second step adds them. */
export function ImportPage({ onDone }: { onDone: () => void }) {
  const messages = useGeofenceMessages();
  const { app } = useApplication();
  const [file, setFile] = useState<File>();
  const [preview, setPreview] = useState<Preview>();
  const check = useChange(
    async () => {
      const text = (await file?.text()) ?? '';
      return { text, answer: await importGeofences(app.key, text, false) };
    },
    [],
    setPreview,
  );
  const isLarge = file !== undefined && file.size > MAX_FILE;
  return (
    <Screen
      title={messages.importTitle}
      subtitle={messages.importSubtitle}
      trail={<Link href={geofencePath(app.key)}>{messages.title}</Link>}
    >
      <Stack>
        <Card>
          <form
            className={css['form']}
            onSubmit={(event) => {
              event.preventDefault();
              check.run();
            }}
          >
            <FileField
              label={messages.file}
              help={messages.fileHelp}
              fault={isLarge ? messages.fileLarge : check.fault}
              accept=".csv,.json,.geojson,text/csv,application/geo+json"
              onChoose={(chosen) => {
                setPreview(undefined);
                setFile(chosen);
              }}
            />
            <div className={css['buttons']}>
              <Button type="submit" isPending={check.isPending} isDisabled={file === undefined || isLarge}>
                {messages.check}
              </Button>
            </div>
          </form>
        </Card>
        {preview && <PreviewCard preview={preview} onDone={onDone} />}
      </Stack>
    </Screen>
  );
}

function PreviewCard({ preview: { text, answer }, onDone }: { preview: Preview; onDone: () => void }) {
  const { f } = useI18n();
  const messages = useGeofenceMessages();
  const { app } = useApplication();
  const notify = useToast();
  const { run, isPending, fault } = useChange(
    () => importGeofences(app.key, text, true),
    [geofenceKey(app.key)],
    ({ added }) => {
      notify(messages.done(added));
      onDone();
    },
  );
  const columns: Column<RefusedGeofence>[] = [
    { id: 'line', name: messages.line, isNumber: true, isShort: true, renderCell: ({ line }) => f.number(line) },
    { id: 'column', name: messages.column, isShort: true, renderCell: ({ column }) => column ?? '–' },
    { id: 'why', name: messages.why, isName: true, renderCell: ({ text: why }) => why },
  ];
  return (
    <Card title={messages.added(answer.added)} note={messages.refused(answer.refused.length)}>
      <Stack>
        {answer.refused.length > 0 && (
          <Table
            caption={messages.refusedLines}
            columns={columns}
            rows={answer.refused}
            keyOf={({ line, column }) => `${line} ${column ?? ''}`}
          />
        )}
        {fault !== undefined && <p className={css['fault']}>{fault}</p>}
        <div className={css['buttons']}>
          <Button kind="primary" isPending={isPending} isDisabled={answer.added === 0} onPress={run}>
            {messages.run(answer.added)}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}
