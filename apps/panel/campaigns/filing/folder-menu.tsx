import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { campaignFolders } from '../../api/campaigns/filing.js';
import { Menu } from '../../kit/controls/menu.js';
import { useApplication } from '../../session/application.js';
import { FolderDialog } from './folder-dialog.js';
import { useFilingMessages } from './messages.js';
import { useFiling } from './use-filing.js';

const NEW = 'new';
const NONE = 'none';

interface FolderMenuProps {
  keys: readonly string[];
  onDone: () => void;
}

/** Moves campaigns to a folder, which may be a new one. */
export function FolderMenu({ keys, onDone }: FolderMenuProps) {
  const messages = useFilingMessages();
  const { app } = useApplication();
  const folders = useQuery(campaignFolders(app.key)).data?.items ?? [];
  const [isCreating, setCreating] = useState(false);
  const { file } = useFiling(onDone);
  return (
    <>
      <Menu
        label={messages.toFolder}
        trigger={messages.toFolder}
        groups={[
          {
            entries: folders.map(({ id, name }) => ({ id, name, text: name })),
            onChoose: (id: string) => void file(keys, { folder: id }),
          },
          {
            entries: [
              { id: NONE, name: messages.noFolder, text: messages.noFolder },
              { id: NEW, name: messages.newFolder, text: messages.newFolder },
            ],
            onChoose: (id: string) => (id === NEW ? setCreating(true) : void file(keys, { folder: '' })),
          },
        ].filter(({ entries }) => entries.length > 0)}
      />
      {isCreating && (
        <FolderDialog
          folder={undefined}
          onClose={() => setCreating(false)}
          onDone={({ id }) => void file(keys, { folder: id })}
        />
      )}
    </>
  );
}
