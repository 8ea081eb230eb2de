import { useState } from 'react';
import { changeGroup, geofenceKey, type GeofenceGroup } from '../api/setup/geofences.js';
import { Button } from '../kit/controls/button.js';
import { Dialog, DialogActions } from '../kit/controls/dialog.js';
import { Field } from '../kit/controls/field.js';
import { Card } from '../kit/layout/card.js';
import { useToast } from '../kit/states/toast.js';
import { Table, type Column } from '../kit/tables/table.js';
import { useChange } from '../loading/use-change.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import css from './geofences.module.css';
import { useGeofenceMessages } from './messages.js';

/** All groups, and their names to be changed. */
export function GroupsCard({ groups, mayEdit }: { groups: readonly GeofenceGroup[]; mayEdit: boolean }) {
  const messages = useGeofenceMessages();
  const columns: Column<GeofenceGroup>[] = [
    { id: 'name', name: messages.group, isName: true, renderCell: ({ name }) => name },
    {
      id: 'geofences',
      name: messages.title,
      isShort: true,
      renderCell: ({ geofences }) => messages.geofencesOf(geofences),
    },
  ];
  const act: Column<GeofenceGroup> = {
    id: 'actions',
    name: messages.actions,
    isShort: true,
    renderCell: ({ name }) => <RenameDialog name={name} />,
  };
  return (
    <Card title={messages.groupsCard} note={messages.groupsNote} isFlush>
      <Table
        caption={messages.groupsCard}
        columns={mayEdit ? [...columns, act] : columns}
        rows={groups}
        keyOf={({ name }) => name}
      />
    </Card>
  );
}

function RenameDialog({ name }: { name: string }) {
  const messages = useGeofenceMessages();
  return (
    <Dialog
      title={messages.renameOf(name)}
      trigger={
        <Button kind="quiet" label={messages.renameOf(name)}>
          {messages.rename}
        </Button>
      }
    >
      {(close) => <Rename name={name} onClose={close} />}
    </Dialog>
  );
}

function Rename({ name, onClose }: { name: string; onClose: () => void }) {
  const { w } = useI18n();
  const messages = useGeofenceMessages();
  const { app } = useApplication();
  const notify = useToast();
  const [newName, setNewName] = useState(name);
  const done = ({ changed }: { changed: number }): void => {
    notify(messages.changed(changed));
    onClose();
  };
  const outdated = [geofenceKey(app.key)];
  const rename = useChange(() => changeGroup(app.key, name, newName.trim()), outdated, done);
  const takeAway = useChange(() => changeGroup(app.key, name), outdated, done);
  const fault = rename.fault ?? takeAway.fault;
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        rename.run();
      }}
    >
      <Field label={messages.newName} help={messages.renameHelp} value={newName} onChange={setNewName} />
      {fault !== undefined && <p className={css['fault']}>{fault}</p>}
      <p className={css['quiet']}>{messages.takeAwayHelp}</p>
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button kind="danger" isPending={takeAway.isPending} onPress={takeAway.run}>
          {messages.takeAway}
        </Button>
        <Button
          kind="primary"
          type="submit"
          isPending={rename.isPending}
          isDisabled={newName.trim() === '' || newName.trim() === name}
        >
          {messages.rename}
        </Button>
      </DialogActions>
    </form>
  );
}
