import { useState } from 'react';
import { Button } from '../kit/controls/button.js';
import { Chips } from '../kit/controls/chips.js';
import { Choices } from '../kit/controls/choices.js';
import { ProseField, TimeField } from '../kit/controls/composing-fields.js';
import { Dialog, DialogActions } from '../kit/controls/dialog.js';
import { Field, SearchField } from '../kit/controls/field.js';
import { FileField } from '../kit/controls/file-field.js';
import { Link } from '../kit/controls/link.js';
import { Menu } from '../kit/controls/menu.js';
import { Select } from '../kit/controls/select.js';
import { Views } from '../kit/controls/views.js';
import { Card } from '../kit/layout/card.js';
import { Icon } from '../kit/layout/icon.js';
import { useToast } from '../kit/states/toast.js';
import { paths } from '../navigation/paths.js';
import { useI18n } from '../i18n/i18n.js';
import css from './gallery.module.css';

const KINDS = ['primary', 'plain', 'quiet', 'danger'] as const;

/** Buttons, links, fields, choices and dialogs. */
export function ControlParts() {
  const { w } = useI18n();
  const notify = useToast();
  const [text, setText] = useState('Spring');
  const [choice, setChoice] = useState('IOS');
  const [several, setSeveral] = useState<readonly string[]>(['IOS', 'WEB']);
  const [time, setTime] = useState('2030-02-01T15:30');
  const platforms = ['IOS', 'ANDROID', 'WEB'].map((id) => [id, w.platforms[id] ?? id] as const);
  return (
    <>
      <Card title="Button, Link">
        <div className={css['list']}>
          {[{}, { isPending: true }, { isDisabled: true }].map((state, index) => (
            <div key={index} className={css['row']}>
              {KINDS.map((kind) => (
                <Button key={kind} kind={kind} {...state}>
                  {w.campaign.pause}
                </Button>
              ))}
            </div>
          ))}
          <div className={css['row']}>
            <Button label={w.close}>
              <Icon name="close" />
            </Button>
            <Link href={paths.parts()}>{w.nav.parts}</Link>
            <Link href={paths.parts()} kind="button">
              {w.campaign.download}
            </Link>
          </div>
        </div>
      </Card>
      <Card title="Field, ProseField, TimeField, Select, Chips, Choices">
        <div className={css['list']}>
          <Field label={w.campaigns.name} value={text} onChange={setText} help={w.state.live} />
          <Field label={w.campaigns.name} value="" onChange={() => {}} fault={w.state.serverFault} />
          <Field label={w.campaigns.name} value={text} onChange={() => {}} isDisabled />
          <FileField label={w.campaigns.name} help={w.state.live} accept=".csv" onChoose={() => {}} />
          <SearchField label={w.campaigns.find} value={text} onChange={setText} />
          <Select label={w.campaigns.platform} value={choice} options={platforms} onChange={setChoice} />
          <Chips label={w.campaigns.platform} value={choice} options={platforms} onChange={setChoice} />
          <Choices label={w.campaigns.find} values={several} options={platforms} onChange={setSeveral} />
          <ProseField label={w.campaigns.name} rows={3} value={text} onChange={setText} />
          <TimeField label={w.campaigns.due} value={time} onChange={setTime} />
          <Views
            label={w.campaign.tabs}
            current="overview"
            views={[
              { id: 'overview', name: w.campaign.overview, href: paths.parts() },
              { id: 'people', name: w.campaign.people, href: paths.parts() },
            ]}
          />
        </div>
      </Card>
      <Card title="Dialog, Menu, Toast">
        <div className={css['row']}>
          <Dialog title={w.campaign.resume} trigger={<Button>{w.campaign.resume}</Button>}>
            {(close) => (
              <>
                <p>{w.campaign.resumeAsk(w.people(458_293))}</p>
                <DialogActions>
                  <Button onPress={close}>{w.cancel}</Button>
                  <Button kind="primary" onPress={close}>
                    {w.campaign.resume}
                  </Button>
                </DialogActions>
              </>
            )}
          </Dialog>
          <Menu
            label={w.campaigns.platform}
            trigger={
              <>
                {w.campaigns.platform} <Icon name="down" />
              </>
            }
            groups={[
              {
                chosen: choice,
                entries: platforms.map(([id, name]) => ({ id, name, text: name })),
                onChoose: setChoice,
              },
            ]}
          />
          <Button onPress={() => notify(w.campaign.paused)}>{w.campaign.pause}</Button>
          <Button onPress={() => notify(w.state.serverFault, 'bad')}>{w.campaign.stop}</Button>
        </div>
      </Card>
    </>
  );
}
