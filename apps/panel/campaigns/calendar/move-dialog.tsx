import { useState } from 'react';
import { moveCampaign } from '../../api/calendar.js';
import { readDraft, saveDraft } from '../../api/compose/drafts.js';
import { newKey } from '../../api/idempotency/new-key.js';
import { useZone } from '../../session/use-zone.js';
import { ZonedTimeField } from '../../widgets/times/zoned-time-field.js';
import { instantOf, readWall, wallOf } from '../../widgets/times/zoned-time.js';
import { Button } from '../../kit/controls/button.js';
import { TimeField } from '../../kit/controls/composing-fields.js';
import { Dialog, DialogActions } from '../../kit/controls/dialog.js';
import { useToast } from '../../kit/states/toast.js';
import { useChange } from '../../loading/use-change.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import css from './calendar.module.css';
import type { CalendarEntry } from './entries.js';
import { nameOf } from './entry-line.js';
import { useCalendarMessages } from './messages.js';

/** A move that was begun. @property at  the time that the field has first */
export interface BegunMove {
  entry: CalendarEntry;
  at: string;
}

interface MoveDialogProps {
  move: BegunMove;
  onClose: () => void;
}

/** Asks for the new time of a campaign or a draft, and says which instant that is. */
export function MoveDialog({ move, onClose }: MoveDialogProps) {
  const messages = useCalendarMessages();
  return (
    <Dialog
      title={messages.moveTitle(nameOf(move.entry, messages.nameless))}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      {() => <MoveForm move={move} onClose={onClose} />}
    </Dialog>
  );
}

function MoveForm({ move: { entry, at: first }, onClose }: MoveDialogProps) {
  const { w, f } = useI18n();
  const messages = useCalendarMessages();
  const { app } = useApplication();
  const zone = useZone();
  const notify = useToast();
  const [at, setAt] = useState(first);
  const [openedAt] = useState(() => new Date().toISOString());
  const { isLocal } = entry;
  const instant = isLocal ? undefined : instantOf(at, zone);
  const isPast = instant !== undefined && instant <= openedAt;
  const isWhole = isLocal ? readWall(at) !== undefined : instant !== undefined && !isPast;
  const inWords = (time: string): string => (isLocal ? f.wall(wallOf(time)) : f.moment(instantOf(time, zone) ?? ''));
  const change = useChange(
    () => (entry.kind === 'draft' ? moveDraft(app.key, entry, at) : moveOf(app.key, entry, at, instant)),
    [
      [app.key, 'campaigns'],
      [app.key, 'drafts'],
      [app.key, 'approvals'],
    ],
    (waits) => {
      notify(waits ? messages.movedWaits(inWords(at)) : messages.moved(inWords(at)));
      onClose();
    },
  );
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        change.run();
      }}
    >
      <p>{messages.movedFrom(inWords(entry.at))}</p>
      {isLocal ? (
        <TimeField
          label={messages.newTime}
          value={wallOf(at)}
          onChange={setAt}
          help={messages.eachClock}
          fault={at !== '' && readWall(at) === undefined ? messages.noTime : undefined}
        />
      ) : (
        <ZonedTimeField
          label={messages.newTime}
          at={at}
          zone={zone}
          help={messages.clockOf(zone)}
          fault={isPast ? messages.past : undefined}
          onChange={setAt}
        />
      )}
      {isWhole && <p aria-live="polite">{messages.movedTo(inWords(at))}</p>}
      {entry.state === 'HELD' && <p>{messages.heldMove}</p>}
      {change.fault !== undefined && (
        <p role="alert" className={css['fault']}>
          {change.fault}
        </p>
      )}
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button
          kind="primary"
          type="submit"
          isPending={change.isPending}
          isDisabled={!isWhole || wallOf(at) === wallOf(entry.at)}
        >
          {messages.moveNow}
        </Button>
      </DialogActions>
    </form>
  );
}

/** @returns whether it waits for an approval since */
async function moveOf(
  app: string,
  { key, seen, isLocal }: CalendarEntry,
  at: string,
  instant?: string,
): Promise<boolean> {
  const startTime = isLocal ? wallOf(at) : (instant ?? '');
  const { state } = await moveCampaign(app, key, {
    startTime,
    ...(isLocal && { localTimezone: true as const }),
    seen: seen ?? '',
  });
  return state === 'HELD';
}

/** Moves a draft. The server refuses the version of a draft that was saved since it was listed. */
async function moveDraft(app: string, { key: id, version }: CalendarEntry, at: string): Promise<boolean> {
  const { name, body } = await readDraft(app, id);
  const { fields, ...rest } = body as { fields?: object };
  await saveDraft(app, { id, version }, { name, body: { ...rest, fields: { ...fields, at } } }, newKey());
  return false;
}
