import { useState } from 'react';
import type { ComposedCampaign } from '../../api/compose/message.js';
import { Button } from '../../kit/controls/button.js';
import { Chips } from '../../kit/controls/chips.js';
import { Dialog, DialogActions } from '../../kit/controls/dialog.js';
import { Code } from '../../kit/layout/code.js';
import { useToast } from '../../kit/states/toast.js';
import { useI18n } from '../../i18n/i18n.js';
import css from '../form/composer.module.css';
import { useHistoryMessages } from './messages.js';
import { curlOf, requestOf } from './bulk-request.js';

/** The campaign as the request that a server would send in its place. */
export function RequestDialog({ campaign }: { campaign: ComposedCampaign | undefined }) {
  const messages = useHistoryMessages();
  return (
    <Dialog title={messages.request} trigger={<Button kind="quiet">{messages.request}</Button>}>
      {(close) => <AsRequest campaign={campaign} onClose={close} />}
    </Dialog>
  );
}

function AsRequest({ campaign, onClose }: { campaign: ComposedCampaign | undefined; onClose: () => void }) {
  const { w } = useI18n();
  const messages = useHistoryMessages();
  const notify = useToast();
  const [form, setForm] = useState('curl');
  const request = campaign && requestOf(campaign);
  if (typeof request !== 'object') {
    return (
      <>
        <p>{request === undefined ? messages.incomplete : messages[request]}</p>
        <DialogActions>
          <Button onPress={onClose}>{w.cancel}</Button>
        </DialogActions>
      </>
    );
  }
  const text = form === 'curl' ? curlOf(request) : JSON.stringify(request.body, null, 2);
  return (
    <div className={css['rows']}>
      <Chips label={messages.form} value={form} options={Object.entries(messages.forms)} onChange={setForm} />
      <Code label={messages.request} value={text} />
      <p className={css['quiet']}>{messages.requestHelp}</p>
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button
          kind="primary"
          onPress={() => void navigator.clipboard?.writeText(text).then(() => notify(messages.copied))}
        >
          {w.copy}
        </Button>
      </DialogActions>
    </div>
  );
}
