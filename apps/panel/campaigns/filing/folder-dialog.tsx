import { useState } from 'react';
import { createFolder, renameFolder, type CampaignFolder } from '../../api/campaigns/filing.js';
import { Dialog } from '../../kit/controls/dialog.js';
import { useToast } from '../../kit/states/toast.js';
import { useChange } from '../../loading/use-change.js';
import { useApplication } from '../../session/application.js';
import { useFilingMessages } from './messages.js';
import { NameForm } from './name-form.js';

interface FolderDialogProps {
  /** Undefined: a new one is created. */
  folder: CampaignFolder | undefined;
  onClose: () => void;
  onDone?: (folder: CampaignFolder) => void;
}

/** Asks for the name of a new folder, or another name of one. */
export function FolderDialog({ folder, onClose, onDone }: FolderDialogProps) {
  const messages = useFilingMessages();
  const title = folder === undefined ? messages.newFolder : messages.rename(folder.name);
  return (
    <Dialog title={title} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      {() => <FolderForm folder={folder} onClose={onClose} {...(onDone && { onDone })} />}
    </Dialog>
  );
}

function FolderForm({ folder, onClose, onDone }: FolderDialogProps) {
  const messages = useFilingMessages();
  const { app } = useApplication();
  const notify = useToast();
  const [name, setName] = useState(folder?.name ?? '');
  const change = useChange(
    () => (folder === undefined ? createFolder(app.key, name.trim()) : renameFolder(app.key, folder.id, name.trim())),
    [[app.key, 'campaign-folders']],
    (done) => {
      notify(folder === undefined ? messages.created(done.name) : messages.renamed(done.name));
      onClose();
      onDone?.(done);
    },
  );
  return (
    <NameForm
      label={messages.folderName}
      action={folder === undefined ? messages.create : messages.renameNow}
      value={name}
      onChange={setName}
      isPending={change.isPending}
      fault={change.fault}
      onClose={onClose}
      onDone={change.run}
    />
  );
}
