import { Button } from '../kit/controls/button.js';
import { Icon } from '../kit/layout/icon.js';
import { useI18n } from '../i18n/i18n.js';
import css from './broken.module.css';

/** A fault in a screen: the places at the left still work. */
export function Broken({ text }: { text: string }) {
  const { w } = useI18n();
  return (
    <div className={css['broken']} role="alert">
      <Icon name="alert" />
      <h1>{w.state.broken}</h1>
      <p>{w.state.brokenHelp}</p>
      <code>{text}</code>
      <Button onPress={() => location.reload()}>{w.state.reload}</Button>
    </div>
  );
}
