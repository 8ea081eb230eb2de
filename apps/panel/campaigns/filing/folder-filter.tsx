import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { campaignFolders, removeFolder } from '../../api/campaigns/filing.js';
import { Menu } from '../../kit/controls/menu.js';
import { Select } from '../../kit/controls/select.js';
import { useToast } from '../../kit/states/toast.js';
import { useChange } from '../../loading/use-change.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { FolderDialog } from './folder-dialog.js';
import { useFilingMessages } from './messages.js';

interface FolderFilterProps {
  /** Id of the folder that is shown; undefined: all. */
  folder: string | undefined;
  onChange: (folder: string | undefined) => void;
}

/** Narrows the list to a folder, and renames, removes and creates folders. */
export function FolderFilter({ folder, onChange }: FolderFilterProps) {
  const { w } = useI18n();
  const messages = useFilingMessages();
  const { app, may } = useApplication();
  const folders = useQuery(campaignFolders(app.key)).data?.items ?? [];
  const shown = folders.find(({ id }) => id === folder);
  const [question, setQuestion] = useState<'new' | 'rename'>();
  const notify = useToast();
  const removal = useChange(
    () => removeFolder(app.key, folder ?? ''),
    [
      [app.key, 'campaign-folders'],
      [app.key, 'campaigns'],
    ],
    () => {
      notify(messages.removed);
      onChange(undefined);
    },
  );
  return (
    <>
      <Select
        label={messages.folder}
        isBare
        value={folder ?? ''}
        options={[
          ['', `${messages.folder}: ${w.all}`],
          ...folders.map(({ id, name }) => [id, name] as const),
          ...(folder !== undefined && !shown ? [[folder, folder] as const] : []),
        ]}
        onChange={(id) => onChange(id === '' ? undefined : id)}
      />
      {may('campaigns.write') && (
        <Menu
          label={messages.manage}
          trigger={messages.manage}
          groups={[
            {
              entries: [
                { id: 'new', name: messages.newFolder, text: messages.newFolder },
                ...(shown
                  ? [
                      { id: 'rename', name: messages.rename(shown.name), text: messages.rename(shown.name) },
                      { id: 'remove', name: messages.remove(shown.name), text: messages.remove(shown.name) },
                    ]
                  : []),
              ],
              onChoose: (id) =>
                id === 'remove' ? removal.run() : id === 'new' || id === 'rename' ? setQuestion(id) : undefined,
            },
          ]}
        />
      )}
      {question !== undefined && (
        <FolderDialog
          folder={question === 'rename' ? shown : undefined}
          onClose={() => setQuestion(undefined)}
          {...(question === 'new' && { onDone: ({ id }) => onChange(id) })}
        />
      )}
    </>
  );
}
