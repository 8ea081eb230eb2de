import { useState } from 'react';
import type { CampaignRow } from '../../api/types.js';
import { Button } from '../../kit/controls/button.js';
import { Link } from '../../kit/controls/link.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useCompareMessages } from '../compare/messages.js';
import css from './filing.module.css';
import { FolderMenu } from './folder-menu.js';
import { LabelDialog } from './label-dialog.js';
import { useFilingMessages } from './messages.js';
import { useFiling } from './use-filing.js';

interface BulkBarProps {
  /** Selected keys, also of rows on other pages. */
  ticked: readonly string[];
  rows: readonly CampaignRow[];
  /** The archive is shown. */
  isArchive: boolean;
  onClear: () => void;
}

/** Compares two selected campaigns, files or archives all of them. */
export function BulkBar({ ticked, rows, isArchive, onClear }: BulkBarProps) {
  const messages = useFilingMessages();
  const compare = useCompareMessages();
  const { app, may } = useApplication();
  const [isLabelling, setLabelling] = useState(false);
  const { file, isPending } = useFiling(onClear);
  const labels = new Set(rows.filter(({ key }) => ticked.includes(key)).map(({ label }) => label ?? ''));
  const [label = ''] = labels.size === 1 ? labels : [];
  const [first, second, third] = ticked;
  return (
    <div className={css['bar']} role="group" aria-label={messages.bar}>
      <span className={css['count']} role="status">
        {messages.ticked(ticked.length)}
      </span>
      {first !== undefined && second !== undefined && third === undefined && (
        <Link kind="button" href={paths.compare(app.key, first, second)}>
          {compare.compare}
        </Link>
      )}
      {ticked.length === 1 && <span>{messages.oneMore}</span>}
      {may('campaigns.write') && (
        <>
          <FolderMenu keys={ticked} onDone={onClear} />
          <Button onPress={() => setLabelling(true)}>{messages.setLabel}</Button>
          <Button isPending={isPending} onPress={() => void file(ticked, { archived: !isArchive })}>
            {isArchive ? messages.unarchive : messages.archive}
          </Button>
        </>
      )}
      <Button kind="quiet" onPress={onClear}>
        {messages.clear}
      </Button>
      {isLabelling && <LabelDialog keys={ticked} before={label} onClose={() => setLabelling(false)} onDone={onClear} />}
    </div>
  );
}
