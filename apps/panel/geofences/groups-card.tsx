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
  const words = useGeofenceMessages();
  const columns: Column<GeofenceGroup>[] = [
    { id: 'name', name: words.group, isName: true, renderCell: ({ name }) => name },
    {
      id: 'geofences',
      name: words.title,
      isShort: true,
      renderCell: ({ geofences }) => words.geofencesOf(geofences),
    },
  ];
  const act: Column<GeofenceGroup> = {
    id: 'actions',
    name: words.actions,
    isShort: true,
    renderCell: ({ name }) => <RenameDialog name={name} />,
  };
  return (
    <Card title={words.groupsCard} note={words.groupsNote} isFlush>
      <Table
        caption={words.groupsCard}
        columns={mayEdit ? [...columns, act] : columns}
        rows={groups}
        keyOf={({ name }) => name}
      />
    </Card>
  );
}

function RenameDialog({ name }: { name: string }) {
  const words = useGeofenceMessages();
  return (
    <Dialog
      title={words.renameOf(name)}
      trigger={
        <Button kind="quiet" label={words.renameOf(name)}>
          {words.rename}
        </Button>
      }
    >
      {(close) => <Rename name={name} onClose={close} />}
    </Dialog>
  );
}

function Rename({ name, onClose }: { name: string; onClose: () => void }) {
  const { w } = useI18n();
  const words = useGeofenceMessages();
  const { app } = useApplication();
  const tell = useToast();
  const [newName, setNewName] = useState(name);
  const done = ({ changed }: { changed: number }): void => {
    tell(words.changed(changed));
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
      <Field label={words.newName} help={words.renameHelp} value={newName} onChange={setNewName} />
      {fault !== undefined && <p className={css['fault']}>{fault}</p>}
      <p className={css['quiet']}>{words.takeAwayHelp}</p>
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button kind="danger" isPending={takeAway.isPending} onPress={takeAway.run}>
          {words.takeAway}
        </Button>
        <Button
          kind="primary"
          type="submit"
          isPending={rename.isPending}
          isDisabled={newName.trim() === '' || newName.trim() === name}
        >
          {words.rename}
        </Button>
      </DialogActions>
    </form>
  );
}
