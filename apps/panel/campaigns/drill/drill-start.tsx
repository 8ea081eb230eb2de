import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { drills, startDrill } from '../../api/drills.js';
import { Refusal } from '../../api/refusals/refusal.js';
import { Button } from '../../kit/controls/button.js';
import { Dialog, DialogActions } from '../../kit/controls/dialog.js';
import { Field } from '../../kit/controls/field.js';
import { useToast } from '../../kit/states/toast.js';
import { refusalText } from '../../loading/loaded.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import css from './drill.module.css';
import { useDrillMessages } from './messages.js';

const PERCENT = 100;

/** Says what will fail and how often, and begins. */
export function DrillStart({ campaignKey }: { campaignKey: string }) {
  const messages = useDrillMessages();
  return (
    <p>
      <Dialog title={messages.start} trigger={<Button>{messages.start}</Button>}>
        {(close) => <DrillForm campaignKey={campaignKey} onClose={close} />}
      </Dialog>
    </p>
  );
}

function DrillForm({ campaignKey, onClose }: { campaignKey: string; onClose: () => void }) {
  const { w } = useI18n();
  const messages = useDrillMessages();
  const { app } = useApplication();
  const client = useQueryClient();
  const notify = useToast();
  const [texts, setTexts] = useState({ unavailable: '20', reset: '5', timeout: '2', size: '1000' });
  const start = useMutation({
    mutationFn: () =>
      startDrill(app.key, campaignKey, {
        unavailable: Number(texts.unavailable) / PERCENT,
        reset: Number(texts.reset) / PERCENT,
        timeout: Number(texts.timeout) / PERCENT,
        size: Number(texts.size),
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: drills(app.key, campaignKey).queryKey });
      notify(messages.started);
      onClose();
    },
  });
  const refusal = start.error instanceof Refusal ? start.error : undefined;
  const fields = [
    ['unavailable', messages.unavailable, messages.share],
    ['reset', messages.reset, messages.share],
    ['timeout', messages.timeout, messages.share],
    ['size', messages.size, messages.sizeHelp],
  ] as const;
  const faultOf = (field: string): string | undefined => refusal?.problems.find(({ path }) => path === field)?.text;
  const isOfField = fields.some(([field]) => faultOf(field) !== undefined);
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate();
      }}
    >
      <p>{messages.ask}</p>
      {fields.map(([field, label, help]) => (
        <Field
          key={field}
          label={label}
          help={help}
          inputMode="numeric"
          value={texts[field]}
          fault={faultOf(field)}
          onChange={(value) => setTexts({ ...texts, [field]: value })}
        />
      ))}
      {start.error && !isOfField && (
        <p className={css['bad']} role="alert">
          {refusalText(refusal, w.state.offline, w.state.serverFault)}
        </p>
      )}
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button kind="primary" type="submit" isPending={start.isPending}>
          {messages.start}
        </Button>
      </DialogActions>
    </form>
  );
}
