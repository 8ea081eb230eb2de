import { useState } from 'react';
import type { Campaign } from '../../api/types.js';
import { Menu } from '../../kit/controls/menu.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { useCompareMessages } from '../compare/messages.js';
import { LabelDialog } from './label-dialog.js';
import { useFilingMessages } from './messages.js';
import { useFiling } from './use-filing.js';

/** States in which nothing is left to be sent. */
const ENDED = ['FINISHED', 'STOPPED'];

/** Compares one campaign with another, labels it, and puts it into the archive or back. */
export function PageMenu({ campaign: { key, label, state, archivedAt } }: { campaign: Campaign }) {
  const { w } = useI18n();
  const messages = useFilingMessages();
  const compare = useCompareMessages();
  const { app, may } = useApplication();
  const [isLabelling, setLabelling] = useState(false);
  const { file } = useFiling(() => {});
  const isArchived = archivedAt !== undefined;
  const archiving = isArchived ? messages.unarchive : messages.archive;
  return (
    <>
      <Menu
        label={w.more}
        trigger={w.more}
        groups={[
          {
            entries: [
              {
                id: 'compare',
                name: compare.with,
                text: compare.with,
                href: paths.campaigns(app.key, { ticked: key }),
              },
            ],
            onChoose: () => {},
          },
          ...(may('campaigns.write')
            ? [
                {
                  entries: [
                    { id: 'label', name: messages.setLabel, text: messages.setLabel },
                    ...(ENDED.includes(state) ? [{ id: 'archive', name: archiving, text: archiving }] : []),
                  ],
                  onChoose: (id: string) =>
                    id === 'label' ? setLabelling(true) : void file([key], { archived: !isArchived }),
                },
              ]
            : []),
        ]}
      />
      {isLabelling && (
        <LabelDialog keys={[key]} before={label ?? ''} onClose={() => setLabelling(false)} onDone={() => {}} />
      )}
    </>
  );
}
