import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { geofence, geofenceKey, removeGeofence, saveGeofence, type Geofence } from '../api/setup/geofences.js';
import { useSettled } from '../widgets/use-settled.js';
import { Button } from '../kit/controls/button.js';
import { Dialog, DialogActions } from '../kit/controls/dialog.js';
import { Field, TextArea } from '../kit/controls/field.js';
import { Link } from '../kit/controls/link.js';
import { Select } from '../kit/controls/select.js';
import { Card } from '../kit/layout/card.js';
import { Columns, Screen } from '../kit/layout/screen.js';
import { useToast } from '../kit/states/toast.js';
import { Loaded } from '../loading/loaded.js';
import { useChange } from '../loading/use-change.js';
import { geofencePath } from '../navigation/geofence-path.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { AroundCard } from './around-card.js';
import { circleOf, NEW_GEOFENCE, toForm, toTyped, UNITS, type TypedGeofence } from './form.js';
import css from './geofences.module.css';
import { readPlace } from './read-place.js';
import { useGeofenceMessages } from './messages.js';

/** The pause after typing before the drawing follows, in ms. */
const SETTLE_MS = 250;

interface FencePageProps {
  /** Its id, or `new`. */
  fence: string;
  onAdded: (id: string) => void;
  onRemoved: () => void;
}

/** Shows one geofence: its circle, and its surroundings. */
export function FencePage({ fence, onAdded, onRemoved }: FencePageProps) {
  const messages = useGeofenceMessages();
  const { app } = useApplication();
  const isNew = fence === 'new';
  const query = useQuery({ ...geofence(app.key, fence), enabled: !isNew });
  const title = isNew ? messages.newTitle : (query.data?.title ?? messages.title);
  return (
    <Screen
      title={title}
      trail={<Link href={geofencePath(app.key)}>{messages.title}</Link>}
      actions={query.data && <RemoveDialog geofence={query.data} onRemoved={onRemoved} />}
    >
      {isNew ? (
        <Fence id={undefined} typed={NEW_GEOFENCE} onSaved={onAdded} />
      ) : (
        <Loaded query={query} missing={{ title: messages.missing, help: messages.missingHelp }}>
          {(stored) => <Fence id={fence} typed={toTyped(stored)} onSaved={() => undefined} />}
        </Loaded>
      )}
    </Screen>
  );
}

interface FenceProps {
  id: string | undefined;
  typed: TypedGeofence;
  onSaved: (id: string) => void;
}

function Fence({ id, typed: stored, onSaved }: FenceProps) {
  const messages = useGeofenceMessages();
  const { app } = useApplication();
  const notify = useToast();
  const [typed, setTyped] = useState(stored);
  const circle = useSettled(JSON.stringify(circleOf(typed) ?? null), SETTLE_MS);
  const set = (change: Partial<TypedGeofence>): void => setTyped({ ...typed, ...change });
  const form = toForm(typed);
  const place = readPlace(typed.place);
  const { run, isPending, fault, faultOf } = useChange(
    () => saveGeofence(app.key, id, form ?? { ...NEW_GEOFENCE, radius: 0, latitude: 0, longitude: 0, groups: [] }),
    [geofenceKey(app.key)],
    (savedId) => {
      notify(messages.saved);
      onSaved(savedId);
    },
  );
  const faults = { title: faultOf('title'), radius: faultOf('radius') };
  return (
    <Columns kind="wide">
      <Card title={messages.circle}>
        <form
          className={css['form']}
          onSubmit={(event) => {
            event.preventDefault();
            run();
          }}
        >
          <Field label={messages.name} value={typed.title} fault={faults.title} onChange={(title) => set({ title })} />
          <Field
            label={messages.place}
            help={place ? `${place.latitude}, ${place.longitude}` : messages.placeHelp}
            fault={typed.place.trim() === '' || place ? undefined : messages.placeFault}
            value={typed.place}
            onChange={(text) => set({ place: text })}
          />
          <div className={css['pair']}>
            <Field
              label={messages.radius}
              inputMode="numeric"
              value={typed.radius}
              fault={faults.radius}
              onChange={(radius) => set({ radius })}
            />
            <Select
              label={messages.unit}
              value={typed.unit}
              options={UNITS.map((unit) => [unit, messages.units[unit]] as const)}
              onChange={(name) => set({ unit: UNITS.find((unit) => unit === name) ?? typed.unit })}
            />
          </div>
          <TextArea label={messages.groupsField} rows={3} value={typed.groups} onChange={(groups) => set({ groups })} />
          {fault !== undefined && faults.title === undefined && faults.radius === undefined && (
            <p className={css['fault']} role="alert">
              {fault}
            </p>
          )}
          <div className={css['buttons']}>
            <Button kind="primary" type="submit" isPending={isPending} isDisabled={form === undefined}>
              {messages.save}
            </Button>
          </div>
        </form>
      </Card>
      <AroundCard id={id} circle={circle} />
    </Columns>
  );
}

function RemoveDialog({ geofence: { id, title }, onRemoved }: { geofence: Geofence; onRemoved: () => void }) {
  const messages = useGeofenceMessages();
  return (
    <Dialog
      title={messages.removeOf(title)}
      role="alertdialog"
      trigger={<Button kind="danger">{messages.remove}</Button>}
    >
      {(close) => <Remove id={String(id)} title={title} onClose={close} onRemoved={onRemoved} />}
    </Dialog>
  );
}

interface RemoveProps {
  id: string;
  title: string;
  onClose: () => void;
  onRemoved: () => void;
}

function Remove({ id, title, onClose, onRemoved }: RemoveProps) {
  const { w } = useI18n();
  const messages = useGeofenceMessages();
  const { app } = useApplication();
  const notify = useToast();
  const { run, isPending, fault } = useChange(
    () => removeGeofence(app.key, id),
    [[...geofenceKey(app.key), 'list']],
    () => {
      notify(messages.removed(title));
      onClose();
      onRemoved();
    },
  );
  return (
    <div className={css['form']}>
      <p>{messages.removeNote}</p>
      {fault !== undefined && <p className={css['fault']}>{fault}</p>}
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button kind="danger" isPending={isPending} onPress={run}>
          {messages.remove}
        </Button>
      </DialogActions>
    </div>
  );
}
